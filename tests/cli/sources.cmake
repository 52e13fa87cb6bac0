set(cli_tests
  applications_test.cpp
  bad_input_test.cpp
  build_test.cpp
  command.cpp
  conv2d_plan_test.cpp
  error_bound_test.cpp
  interrupted_build_test.cpp
  measure_test.cpp
  readme_test.cpp
  targets_test.cpp
)
set_source_files_properties(cli/command.cpp cli/build_test.cpp cli/interrupted_build_test.cpp PROPERTIES COMPILE_DEFINITIONS
  "AUTOCONFIG_COMMAND=\"$<TARGET_FILE:autoconfig>\";AUTOCONFIG_COMPILER=\"${CMAKE_CXX_COMPILER}\"")
