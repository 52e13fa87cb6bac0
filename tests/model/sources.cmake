set(model_tests
  evaluate_test.cpp
  terms_test.cpp
  tiling_test.cpp
)
