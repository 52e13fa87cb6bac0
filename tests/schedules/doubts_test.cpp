// What Halide does not always compile: lowered on trial, and scheduled cautiously where that fails.
#include "autoconfig/extract/legality/defects.h"
#include "autoconfig/guarded.h"
#include "schedules/snapshot.h"
#include "schedules/trial.h"
#include "tests/support/targets.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;

Options on_one_core() {
    Options options;
    options.parallelism = 1;
    options.machine = "x86-zen5";
    return options;
}

/// Rows blurred by a gaussian whose width is the root of another, as far as it reaches.
Pipeline blurred() {
    Var x("x"), y("y");
    ImageParam in(Float(32), 2, "in");
    Param<float> width("width");
    width.set_estimate(4.0f);
    const Expr own = sqrt(max(width * width - 3.0f, 1e-4f)) / 8;
    const Expr radius = cast<int>(ceil(3 * own));
    const RDom r(-radius, 2 * radius + 1, "r");
    Func kernel("kernel"), weight("weight"), out("out");
    kernel(x) = exp(-(x * x) / (2 * own * own));
    weight(x) = kernel(x) / sum(kernel(r));
    out(x, y) = sum(weight(r) * BoundaryConditions::repeat_edge(in)(x, y + r));
    in.set_estimates({{0, 512}, {0, 512}});
    out.set_estimates({{0, 512}, {0, 512}});
    return Pipeline(out);
}

/// Is it scheduled so that Halide does not compile it, until it is scheduled cautiously?
void expect_mended(Pipeline pipeline, Defect defect) {
    if (defects::applies(defect)) {
        const Snapshot before(pipeline);
        EXPECT_TRUE(autoschedule(pipeline, avx512_target, on_one_core()).doubtful);
        EXPECT_ANY_THROW(lower_on_trial(pipeline, avx512_target));
        before.restore();
    }
    Options options = on_one_core();
    guarded(pipeline, avx512_target, [&](const Pipeline& whole, bool cautious) {
        options.cautious = cautious;
        return autoschedule(whole, avx512_target, options);
    });
    EXPECT_NO_THROW(lower_on_trial(pipeline, avx512_target));
}

TEST(Guarded, SumsOfARoundedLengthCompile) { expect_mended(blurred(), Defect::LosesBoundsOfRoundings); }

TEST(Trial, FindsNumbersThatNothingDefines) {
    using namespace Halide::Internal;
    const Expr size = Variable::make(Int(32), "size"), lost = Variable::make(Int(32), "lost");
    const auto module = [&](const Expr& value) {
        Module module("module", avx512_target);
        const LoweredArgument argument("size", Argument::InputScalar, Int(32), 0, ArgumentEstimates());
        const Stmt body = LetStmt::make("known", size + 1, Evaluate::make(value));
        module.append(LoweredFunc("f", std::vector<LoweredArgument>{argument}, body, LinkageType::External));
        return module;
    };
    const Expr known = Variable::make(Int(32), "known");
    EXPECT_EQ(free_number(module(known + size)), "");
    EXPECT_EQ(free_number(module(known + lost)), "lost");
    EXPECT_EQ(free_number(module(Let::make("lost", known, lost) + lost)), "lost");
}

} // namespace
} // namespace autoconfig::testing
