set(plugin_tests
  plugin_test.cpp
)
