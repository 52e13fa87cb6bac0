set(schedules_tests
  alignment_test.cpp
  any_pipeline_test.cpp
  contraction_pipelines.cpp
  convolutions_test.cpp
  coordinate_pipelines.cpp
  dynamic_sizes_test.cpp
  fusion_test.cpp
  fixed_pipelines.cpp
  fuzzed_pipelines.cpp
  golden_test.cpp
  hand_schedules_test.cpp
  hidden_layer_test.cpp
  image_pipelines.cpp
  ladder_pipelines.cpp
  network_pipelines.cpp
  networks_test.cpp
  plan_test.cpp
  published_pipelines.cpp
  reduction_pipelines.cpp
  reductions_test.cpp
  replay_test.cpp
  resnet_pipeline.cpp
  run.cpp
  script_test.cpp
  sliding_rows_test.cpp
  spelled_pipelines.cpp
  spelled_test.cpp
  space_results_test.cpp
  update_pipelines.cpp
  winner_test.cpp
  winograd_test.cpp
)
# For replay_test.cpp, which compiles what a schedule's source says.
get_target_property(halide_include Halide::Halide INTERFACE_INCLUDE_DIRECTORIES)
set_source_files_properties(schedules/replay_test.cpp PROPERTIES COMPILE_DEFINITIONS
  "AUTOCONFIG_TESTS_CXX=\"${CMAKE_CXX_COMPILER}\";AUTOCONFIG_TESTS_HALIDE=\"${halide_include}\"")
