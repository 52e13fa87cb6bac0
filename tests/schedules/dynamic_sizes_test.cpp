// One compiled pipeline, scheduled for estimates of 512, at sizes around every edge of its tiles and far
// below one; scheduled for 3, at those above; also with one size bound and the other not, and with outputs
// that do not start at 0.
#include "autoconfig/halide_compat.h"
#include "lowering/passes.h"
#include "tests/schedules/run.h"
#include "tests/support/run_matmul.h"

#include <gtest/gtest.h>

#include <ostream>

namespace autoconfig::testing {
namespace {

const std::vector<int> rows = {1, 2, 3, 5, 6, 7, 8, 9, 13, 33, 40};
const std::vector<int> columns = {1, 2, 7, 15, 16, 17, 31, 33, 48, 49, 64, 65, 70};
const std::vector<int> depths = {1, 2, 3, 5, 64};

/// Every element of C = A B is right; `c.type` is f32, `in_place` pipelines have the same operands.
std::string wrong_at(const Halide::Pipeline& pipeline, const MatmulCase& c) {
    try {
        return run_matmul(pipeline, c, target());
    } catch (const Halide::Error& error) {
        return c.name() + ": " + error.what();
    }
}

/// Sizes that fail, the first few of them.
template<typename At>
void expect_right(const std::vector<int>& ms, const std::vector<int>& ns, const std::vector<int>& ks,
                  const At& at) {
    int failures = 0;
    for (int m : ms)
        for (int n : ns)
            for (int k : ks) {
                const std::string wrong = at(m, n, k);
                if (wrong.empty()) continue;
                ADD_FAILURE() << m << "x" << n << "x" << k << ": " << wrong;
                if (++failures == 5) return;
            }
}

struct DynamicCase {
    bool trans_a, trans_b, in_place;
    std::string machine; // empty: the small one of these tests
    int estimate = 512;  // of every size

    std::string name() const {
        return std::string(in_place ? "in_place_" : "epilogue_") + (trans_a ? "T" : "N") +
               (trans_b ? "T" : "N") + (machine.empty() ? "_small_caches" : "") +
               (estimate < 4 ? "_few" : "");
    }
};
void PrintTo(const DynamicCase& c, std::ostream* out) { *out << c.name(); }

Options options_of(const DynamicCase& c) {
    Options options = small_machine();
    if (!c.machine.empty()) options.machine = c.machine;
    return options;
}

/// A, B and the product of the generator `matmul`, whose update is the output's own.
Halide::Pipeline in_place(const MatmulCase& c) {
    const std::string name = std::string("in_place_") + (c.trans_a ? "T" : "N") + (c.trans_b ? "T" : "N");
    return build(name, {c.m, c.n, c.k}, none_bound).pipeline;
}

class DynamicSizes : public ::testing::TestWithParam<DynamicCase> {};

TEST_P(DynamicSizes, AreRight) {
    const DynamicCase& given = GetParam();
    MatmulCase c;
    c.m = c.n = c.k = given.estimate;
    c.trans_a = given.trans_a;
    c.trans_b = given.trans_b;
    c.activation = given.in_place ? "none" : "relu";
    Halide::Pipeline pipeline =
        given.in_place ? in_place(c) : compat::build_pipeline("matmul", c.params(true), target());
    const Outcome outcome = autoschedule(pipeline, target(), options_of(given));
    lowering::add_passes(pipeline, target(), outcome.plan.storage, outcome.threads_pay);
    pipeline.compile_jit(target());
    expect_right(rows, columns, depths, [&](int m, int n, int k) {
        c.m = m, c.n = n, c.k = k;
        return wrong_at(pipeline, c);
    });
}

std::vector<DynamicCase> dynamic_cases() {
    std::vector<DynamicCase> cases;
    for (bool in_place : {false, true})
        for (bool trans_a : {false, true})
            for (bool trans_b : {false, true}) {
                cases.push_back({trans_a, trans_b, in_place, "x86-avx512"});
                cases.push_back({trans_a, trans_b, in_place, "x86-avx512", 3});
            }
    cases.push_back({false, false, false, ""});
    cases.push_back({false, true, true, ""});
    return cases;
}

INSTANTIATE_TEST_SUITE_P(Cases, DynamicSizes, ::testing::ValuesIn(dynamic_cases()),
                         [](const auto& info) { return info.param.name(); });

struct MixedCase {
    std::string pipeline;
    Bound bound;

    std::string name() const {
        return pipeline + (bound.m ? "_m" : "") + (bound.n ? "_n" : "") + (bound.k ? "_k" : "") + "_bound";
    }
};
void PrintTo(const MixedCase& c, std::ostream* out) { *out << c.name(); }

class MixedSizes : public ::testing::TestWithParam<MixedCase> {};

/// Bound sizes are 13 x 70 x 37, the others are expected to be 512.
TEST_P(MixedSizes, AreRight) {
    const MixedCase& c = GetParam();
    const Sizes stated{c.bound.m ? 13 : 512, c.bound.n ? 70 : 512, c.bound.k ? 37 : 512};
    Built built = build(c.pipeline, stated, c.bound);
    const Outcome outcome = autoschedule(built.pipeline, target(), small_machine());
    lowering::add_passes(built.pipeline, target(), outcome.plan.storage, outcome.threads_pay);
    built.pipeline.compile_jit(target());
    Unscheduled reference(c.pipeline);
    const auto at = [&](int size, bool bound, const std::vector<int>& sizes) {
        return bound ? std::vector<int>{size} : sizes;
    };
    expect_right(at(13, c.bound.m, {1, 5, 6, 7, 40}), at(70, c.bound.n, {1, 15, 16, 33, 65}),
                 at(37, c.bound.k, {1, 3, 64}), [&](int m, int n, int k) {
                     const Sizes sizes{m, n, k};
                     return difference(built, sizes, reference.at(sizes));
                 });
}

std::vector<MixedCase> mixed_cases() {
    std::vector<MixedCase> cases;
    for (const char* pipeline : {"in_place_NN", "in_place_NT", "epilogue_NN", "epilogue_NT", "blurred_NN"})
        for (const Bound& bound : {Bound{true, false, true}, {false, true, true}, {true, true, false}})
            cases.push_back({pipeline, bound});
    for (const PipelineCase& one : contraction_cases()) cases.push_back({one.name, none_bound});
    return cases;
}

INSTANTIATE_TEST_SUITE_P(Cases, MixedSizes, ::testing::ValuesIn(mixed_cases()),
                         [](const auto& info) { return info.param.name(); });

/// A single column of a product, of an operand that is dense and of one that is a column of a wider one.
TEST(SingleColumns, RunAlongKWhereTheyAreDense) {
    using namespace Halide;
    Var n("n"), m("m");
    ImageParam A(Float(32), 2, "A"), B(Float(32), 2, "B");
    RDom k(0, A.dim(0).extent(), "k");
    Func C("C"), out("out");
    C(n, m) += A(k, m) * B(n, k);
    out(n, m) = C(n, m);
    A.set_estimates({{0, 256}, {0, 256}});
    B.set_estimates({{0, 256}, {0, 256}});
    out.set_estimates({{0, 256}, {0, 256}});
    Pipeline pipeline(out);
    Options options;
    options.machine = "x86-avx512";
    const Outcome outcome = autoschedule(pipeline, target(), options);
    EXPECT_TRUE(outcome.plan.contractions.front().bodies.front().single_column);
    EXPECT_NE(outcome.schedule_source.find("SizeBody::size(B_im, \"stride\", 1) == 1"), std::string::npos);
    for (const int rows : {1, 3, 8, 33})
        for (const int depth : {1, 7, 16, 79})
            for (const int columns_of_b : {1, 3}) {
                Buffer<float> a(depth, rows), wide(columns_of_b, depth), c(1, rows);
                a.fill([](int i, int row) { return static_cast<float>(i % 5 + row); });
                wide.fill([](int column, int i) { return column == 0 ? static_cast<float>(i % 3) : 100.0f; });
                wide.crop(0, 0, 1);
                A.set(a), B.set(wide);
                pipeline.realize(Realization({c}), target());
                for (int row = 0; row < rows; ++row) {
                    float sum = 0;
                    for (int i = 0; i < depth; ++i) sum += static_cast<float>((i % 5 + row) * (i % 3));
                    EXPECT_EQ(c(0, row), sum) << rows << "x" << depth << " of " << columns_of_b;
                }
            }
}

/// A dimension of one element, by the estimates, ahead of the others: what vectors run along is asked for,
/// and more than one element there is right as well.
TEST(LeadingDimensions, AreAskedWhetherWhatFollowsIsDense) {
    using namespace Halide;
    Var b("b"), n("n"), m("m");
    ImageParam A(Float(32), 3, "A"), B(Float(32), 3, "B");
    RDom k(0, A.dim(1).extent(), "k");
    Func C("C"), out("out");
    C(b, n, m) += A(b, k, m) * B(b, n, k);
    out(b, n, m) = C(b, n, m);
    A.set_estimates({{0, 1}, {0, 64}, {0, 96}});
    B.set_estimates({{0, 1}, {0, 80}, {0, 64}});
    out.set_estimates({{0, 1}, {0, 80}, {0, 96}});
    Pipeline pipeline(out);
    Options options;
    options.machine = "x86-avx512";
    const Outcome outcome = autoschedule(pipeline, target(), options);
    EXPECT_TRUE(outcome.plan.contractions.front().bodies.back().dense.empty());
    EXPECT_NE(outcome.schedule_source.find("out.output_buffer().dim(1).stride() == 1"), std::string::npos);
    EXPECT_NE(outcome.schedule_source.find("SizeBody::size(B_im, \"stride\", 1) == 1"), std::string::npos);
    for (const int batches : {1, 2, 3})
        for (const int rows : {1, 7, 96})
            for (const int columns : {1, 15, 17, 80}) {
                const int depth = rows + columns % 3;
                Buffer<float> a(batches, depth, rows), given(batches, columns, depth),
                    c(batches, columns, rows);
                a.fill([](int batch, int i, int row) { return static_cast<float>(i % 5 + row + batch); });
                given.fill(
                    [](int batch, int column, int i) { return static_cast<float>(i % 3 + column * batch); });
                A.set(a), B.set(given);
                pipeline.realize(Realization({c}), target());
                c.for_each_element([&](int batch, int column, int row) {
                    float sum = 0;
                    for (int i = 0; i < depth; ++i) sum += a(batch, i, row) * given(batch, column, i);
                    EXPECT_EQ(c(batch, column, row), sum) << batches << "x" << columns << "x" << rows;
                });
            }
}

} // namespace
} // namespace autoconfig::testing
