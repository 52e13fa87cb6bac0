# Included by autoconfig_test().
set(runtime_threads_tests
  threads_test.cpp
)
