set(decide_tests
  decide_test.cpp
  decisions_test.cpp
  flips_test.cpp
)
