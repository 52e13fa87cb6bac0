set(model_tests
  convolution_test.cpp
  evaluate_test.cpp
  minimal_filter_test.cpp
  rounding_test.cpp
  terms_test.cpp
  tiling_test.cpp
)
