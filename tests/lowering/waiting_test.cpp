// Kernels with parallel loops bring along how their threads wait; serial ones do not need it.
#include "lowering/waiting.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

int calls_of(bool parallel) {
    Copy copy;
    if (parallel) copy.func.parallel(copy.y);
    Halide::Pipeline pipeline(copy.func);
    lowering::wait_awake(pipeline);
    return calls_in_lowered(pipeline, {copy.image}, "autoconfig_threads");
}

TEST(Waiting, OnlyParallelKernelsReferToIt) {
    EXPECT_EQ(calls_of(true), 1);
    EXPECT_EQ(calls_of(false), 0);
}

TEST(Waiting, IsForTheMachineOfTheCommandAndPartOfTheRuntime) {
    const Halide::Target host = Halide::get_host_target();
    EXPECT_TRUE(lowering::can_wait_awake(host));
    EXPECT_FALSE(lowering::can_wait_awake(host.with_feature(Halide::Target::NoRuntime)));
    EXPECT_FALSE(lowering::can_wait_awake(Halide::Target("arm-32-android")));
}

} // namespace
} // namespace autoconfig::testing
