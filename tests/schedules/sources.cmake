set(schedules_tests
  contraction_pipelines.cpp
  ladder_pipelines.cpp
  network_pipelines.cpp
  run.cpp
  space_results_test.cpp
)
