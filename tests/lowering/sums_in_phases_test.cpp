// Which sums are added up phase by phase, and that results stay as they are.
#include "lowering/sums_in_phases.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// Vectors put together of others that lie apart, in loops or beside them.
struct Interleaves : Internal::IRVisitor {
    int count = 0;

    using IRVisitor::visit;
    void visit(const Internal::Shuffle* shuffle) override {
        count += shuffle->is_interleave();
        IRVisitor::visit(shuffle);
    }
};

enum class From { Resampled, Repeated, Parity, Beside };

/// A filter of four taps over rows of another length, in registers: `from` says how its places go.
struct Filter {
    ImageParam in{Int(16), 2, "in"}, taps{Int(16), 2, "taps"};
    Func sum{"sum"}, out{"out"};

    explicit Filter(From from, int lanes = 48, TailStrategy tail = TailStrategy::RoundUp) {
        const Var x("x"), y("y"), vector("vector"), lane("lane");
        const RDom k(0, 4, "k");
        const auto wide = [](const Expr& e) { return cast<std::int32_t>(e); };
        const Expr resampled = wide(in(x * 2 / 3 + k, y)) * wide(taps(k, x * 2 % 3)),
                   repeated = wide(in((x + k) / 2, y)) * wide(taps(k, 0)),
                   parity = select((x + k) % 2 == 0, repeated, 0), beside = repeated * wide(in(x, y));
        sum(x, y) = 5;
        sum(x, y) += from == From::Resampled  ? resampled
                     : from == From::Repeated ? repeated
                     : from == From::Parity   ? parity
                                              : beside;
        out(x, y) = cast<std::int16_t>(clamp(sum(x, y) >> 4, -9999, 9999));
        out.split(x, vector, lane, lanes, tail).vectorize(lane);
        sum.compute_at(out, vector).bound_extent(x, lanes).vectorize(x);
        sum.update().vectorize(x).unroll(k);
    }

    int interleaves(bool apart, const Target& target = get_host_target()) const {
        Pipeline pipeline(out);
        if (apart) lowering::add_up_phases_apart(pipeline, target);
        Interleaves interleaves;
        visit_lowered(pipeline, {in, taps}, interleaves);
        return interleaves.count;
    }
};

TEST(SumsInPhases, AreInterleavedOnce) {
    for (const From from : {From::Resampled, From::Repeated, From::Parity}) {
        EXPECT_GT(Filter(from).interleaves(false), 1) << static_cast<int>(from);
        EXPECT_EQ(Filter(from).interleaves(true), 1) << static_cast<int>(from);
    }
}

TEST(SumsInPhases, StayWhereTermsAreOfNoPhase) {
    EXPECT_EQ(Filter(From::Beside).interleaves(true), Filter(From::Beside).interleaves(false));
}

TEST(SumsInPhases, StayOnDevices) {
    const Target device = get_host_target().with_feature(Target::CUDA);
    EXPECT_GT(Filter(From::Repeated).interleaves(true, device), 1);
}

TEST(SumsInPhases, GiveTheSameResults) {
    Buffer<std::int16_t> image(200, 3), taps(4, 3);
    image.set_min(-20, -2);
    image.for_each_element([&](int x, int y) { image(x, y) = static_cast<std::int16_t>(x * 37 + y * 911); });
    taps.for_each_element([&](int k, int p) { taps(k, p) = static_cast<std::int16_t>(k * 3 - p * 7 + 2); });
    for (const From from : {From::Resampled, From::Repeated, From::Parity, From::Beside}) {
        const auto compiled = [&](bool apart) {
            Filter filter(from, 12, TailStrategy::ShiftInwards);
            filter.in.set(image);
            filter.taps.set(taps);
            Pipeline pipeline(filter.out);
            if (apart) lowering::add_up_phases_apart(pipeline, get_host_target());
            return pipeline;
        };
        Pipeline apart = compiled(true), together = compiled(false);
        for (const int first : {-3, -1, 0, 1, 2})
            for (const int columns : {12, 29, 48}) {
                const auto result = [&](Pipeline& pipeline) {
                    Buffer<std::int16_t> out(columns, 3);
                    out.set_min(first, -2);
                    pipeline.realize(out);
                    return out;
                };
                const Buffer<std::int16_t> a = result(apart), b = result(together);
                a.for_each_element([&](int x, int y) {
                    ASSERT_EQ(a(x, y), b(x, y))
                        << static_cast<int>(from) << " from " << first << " at " << x << ", " << y;
                });
            }
    }
}

} // namespace
} // namespace autoconfig::testing
