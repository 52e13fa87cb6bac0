set(lowering_tests
  lowering/checks_test.cpp
  lowering/fetch_ahead_test.cpp
  lowering/fetch_distance_test.cpp
  lowering/unswitch_test.cpp
  lowering/waiting_test.cpp
  lowering/whole_vectors_test.cpp
)
