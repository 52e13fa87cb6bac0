# Included by autoconfig_test().
set(machine_tests
  builtin_test.cpp
  description_test.cpp
  host_cpu_test.cpp
  host_features_test.cpp
  host_test.cpp
  lines_kept_test.cpp
  llvm_costs_test.cpp
  params_test.cpp
  quantity_test.cpp
  target_test.cpp
)
