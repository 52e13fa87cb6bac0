# Included by autoconfig_test(): the probe's tests need its library as well.
list(APPEND ARGN autoconfig_runtime)
set(machine_tests
  builtin_test.cpp
  description_test.cpp
  host_test.cpp
  lines_kept_test.cpp
  llvm_costs_test.cpp
  params_test.cpp
  probe_test.cpp
  quantity_test.cpp
  target_test.cpp
)
