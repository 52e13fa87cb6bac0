set(space_tests
  blocks_test.cpp
  chains_test.cpp
  group_tiles_test.cpp
  loops_test.cpp
  space_test.cpp
  streams_test.cpp
)
