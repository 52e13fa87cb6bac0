# Included by autoconfig_test().
set(runtime_tests
  estimate_test.cpp
  machine_file_test.cpp
  probe_test.cpp
  statistics_test.cpp
)
