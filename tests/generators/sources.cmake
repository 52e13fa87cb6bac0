set(generators_tests
  matmul_generator_test.cpp
)
