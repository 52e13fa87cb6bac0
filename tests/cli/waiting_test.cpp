// Kernels with parallel loops bring along how their threads wait; serial ones do not need it.
#include "autoconfig/cli/waiting.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide::Internal;

struct Calls : IRVisitor {
    int thread_yield = 0;

    using IRVisitor::visit;
    void visit(const Call* call) override {
        thread_yield += call->name == "autoconfig_thread_yield";
        IRVisitor::visit(call);
    }
};

int calls_of(bool parallel) {
    Halide::ImageParam image(Halide::Float(32), 2, "image");
    Halide::Var x("x"), y("y");
    Halide::Func copy("copy");
    copy(x, y) = image(x, y);
    if (parallel) copy.parallel(y);
    Halide::Pipeline pipeline(copy);
    cli::wait_awake(pipeline);
    Calls calls;
    for (const LoweredFunc& function : pipeline.compile_to_module({image}, "copy").functions())
        function.body.accept(&calls);
    return calls.thread_yield;
}

TEST(Waiting, OnlyParallelKernelsReferToIt) {
    EXPECT_EQ(calls_of(true), 1);
    EXPECT_EQ(calls_of(false), 0);
}

TEST(Waiting, IsForTheMachineOfTheCommandAndPartOfTheRuntime) {
    const Halide::Target host = Halide::get_host_target();
    EXPECT_TRUE(cli::can_wait_awake(host));
    EXPECT_FALSE(cli::can_wait_awake(host.with_feature(Halide::Target::NoRuntime)));
    EXPECT_FALSE(cli::can_wait_awake(Halide::Target("arm-32-android")));
}

} // namespace
} // namespace autoconfig::testing
