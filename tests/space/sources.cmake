set(space_tests
  blocks_test.cpp
  space_test.cpp
)
