set(decide_tests
  algorithms_test.cpp
  decide_test.cpp
  decisions_test.cpp
  flips_test.cpp
  fusion_test.cpp
  turned_test.cpp
)
