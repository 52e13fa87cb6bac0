set(generators_tests
  conv2d_generator_test.cpp
  matmul_generator_test.cpp
)
