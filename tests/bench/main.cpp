// GoogleTest's main, but for the timing process that a bench under test starts from this same program.
#include "bench/bench.h"

#include <gtest/gtest.h>

int main(int argc, char** argv) {
    if (const auto status = autoconfig::bench::run_if_child(argc, argv)) return *status;
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
