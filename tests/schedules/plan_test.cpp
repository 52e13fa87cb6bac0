// What a plan names is what the lowered code has, over the pipelines of pipelines.h; tests/fuzz asks the same
// of random ones.
#include "tests/schedules/run.h"
#include "tests/support/planned_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <mutex>

namespace autoconfig::testing {
namespace {

class Planned : public ::testing::TestWithParam<std::string> {};

std::string unlike(const std::string& name, const Bound& bound, int threads) {
    Built built = build(name, {200, 200, 16}, bound);
    Options options;
    options.parallelism = threads;
    const Outcome outcome = autoschedule(built.pipeline, target(), options);
    for (const Decision& decision : outcome.decisions)
        if (!std::isfinite(decision.winner().cost.cycles)) return decision.problem.func + " costs no number";
    return unlike_planned(outcome.plan, built.pipeline, [](Halide::Pipeline& pipeline) {
        pipeline.compile_to_module(pipeline.infer_arguments(), "lowered", target());
    });
}

TEST_P(Planned, IsWhatIsLowered) {
    if (GetParam() == "product_less_itself") return; // Halide finds that nobody needs the product
    EXPECT_EQ(unlike(GetParam(), none_bound, 1), "");
    EXPECT_EQ(unlike(GetParam(), none_bound, 4), "");
    if (GetParam() == "product_in_a_tuple") return; // Halide takes no bounds of its second buffer
    EXPECT_EQ(unlike(GetParam(), all_bound, 4), "");
}

std::vector<std::string> names() {
    std::vector<PipelineCase> all = any_pipelines();
    for (const auto* cases : {&contraction_cases(), &network_cases(), &ladder_cases()})
        all.insert(all.end(), cases->begin(), cases->end());
    std::vector<std::string> names;
    for (const PipelineCase& one : all) names.push_back(one.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Cases, Planned, ::testing::ValuesIn(names()),
                         [](const auto& info) { return info.param; });

/// All terms of a product in a Func of three dimensions, as a BLAS of Halide's writes it.
TEST(Storage, OfTheTermsOfAProductIsNone) {
    Halide::Var x("x"), y("y"), k("k");
    Halide::ImageParam a(Halide::Float(32), 2, "a"), b(Halide::Float(32), 2, "b");
    Halide::RDom r(0, a.dim(0).extent(), "r");
    Halide::Func terms("terms"), sum("sum"), out("out");
    terms(k, x, y) = a(k, y) * b(x, k);
    sum(x, y) += terms(r, x, y);
    out(x, y) = sum(x, y) * 2;
    for (Halide::ImageParam* image : {&a, &b}) image->set_estimates({{0, 512}, {0, 512}});
    out.set_estimates({{0, 512}, {0, 512}});
    const Outcome outcome = autoschedule(Halide::Pipeline(out), target(), {});
    EXPECT_EQ(outcome.plan.contractions.size(), 1u);
    for (const Storage& one : outcome.plan.storage) EXPECT_EQ(one.func.find("terms"), std::string::npos);
    EXPECT_EQ(outcome.plan.contractions.front().problem.through, std::vector<std::string>());
}

/// Memory that a run takes, as Halide asks for it.
struct Heap {
    std::mutex mutex;
    std::map<void*, std::size_t> held;
    std::size_t now = 0, peak = 0;
} heap;

void* take(Halide::JITUserContext*, std::size_t bytes) {
    const std::lock_guard<std::mutex> lock(heap.mutex);
    constexpr std::size_t alignment = 128;
    void* block = std::aligned_alloc(alignment, (bytes + 2 * alignment - 1) / alignment * alignment);
    heap.held[block] = bytes;
    heap.peak = std::max(heap.peak, heap.now += bytes);
    return block;
}

void give(Halide::JITUserContext*, void* block) {
    const std::lock_guard<std::mutex> lock(heap.mutex);
    if (!block) return;
    heap.now -= heap.held[block];
    heap.held.erase(block);
    std::free(block);
}

/// Differences to what lies around, weighted by how alike their surroundings are: windows in all four
/// dimensions, of sizes that come at run time, as that of non-local means.
TEST(Memory, IsThatOfThePlanWhereWindowsAreParameters) {
    Halide::Var x("x"), y("y"), dx("dx"), dy("dy");
    Halide::ImageParam in(Halide::Float(32), 2, "in");
    Halide::Param<int> patch("patch"), area("area");
    Halide::Func image = Halide::BoundaryConditions::repeat_edge(in), apart("apart"), down("down"),
                 across("across"), weight("weight"), all("all"), out("out");
    Halide::RDom p(-(patch / 2), patch), s(-(area / 2), area, -(area / 2), area);
    apart(x, y, dx, dy) = Halide::abs(image(x, y) - image(x + dx, y + dy));
    down(x, y, dx, dy) += apart(x, y + p, dx, dy);
    across(x, y, dx, dy) += down(x + p, y, dx, dy);
    weight(x, y, dx, dy) = Halide::fast_exp(-across(x, y, dx, dy));
    all(x, y) += weight(x, y, s.x, s.y) * image(x + s.x, y + s.y);
    out(x, y) = Halide::clamp(all(x, y), 0.0f, 1.0f);
    constexpr int width = 300, height = 200;
    patch.set_estimate(7), area.set_estimate(7);
    for (auto [buffer, size] : {std::pair(in.dim(0), width), std::pair(in.dim(1), height)})
        buffer.set_estimate(0, size);
    out.set_estimate(x, 0, width).set_estimate(y, 0, height);
    Halide::Pipeline pipeline(out);
    Options options;
    options.parallelism = 1;
    const Plan plan = autoschedule(pipeline, target(), options).plan;

    Halide::Buffer<float> given(width, height);
    given.fill(1.0f);
    in.set(given);
    patch.set(7), area.set(7);
    pipeline.jit_handlers().custom_malloc = take;
    pipeline.jit_handlers().custom_free = give;
    pipeline.realize({width, height}, target());
    EXPECT_LE(static_cast<double>(heap.peak), 1.5 * plan.peak_bytes);
    EXPECT_GE(static_cast<double>(heap.peak), 0.25 * plan.peak_bytes);
}

/// A Func that is named in the plan and not in the code, and the other way round.
TEST(Difference, IsFound) {
    Plan plan;
    plan.storage = {{"made", "root", 64, false}};
    EXPECT_NE(difference(plan, Code()), "");
    Code code;
    code.allocated = {"made"};
    EXPECT_EQ(difference(plan, code), "");
    FuncChoice choice;
    choice.func = "made";
    choice.place = Place::Inline;
    plan.fusion.choices = {choice};
    EXPECT_NE(difference(plan, code), "");
}

} // namespace
} // namespace autoconfig::testing
