// Rows in blocks of which the last is part of one: those that threads share, and those that sums across rows
// keep in L1.
#include "tests/schedules/run.h"
#include "tests/support/guarded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace autoconfig::testing {
namespace {

using Halide::Func;

/// twice(x) = 2 sum(x), whose sum is stored, at a constant length of all.
Halide::Pipeline doubled_sums(int length) {
    const Halide::Var x("x");
    const Halide::RDom r(0, 3, "r");
    Func sum("sum"), twice("twice");
    sum(x) += Halide::cast<float>(x % 5) * r;
    twice(x) = 2.0f * sum(x);
    twice.output_buffer().dim(0).set_bounds(0, length).set_estimate(0, length);
    return {twice};
}

TEST(Blocks, EndWithTheirRow) {
    for (const int length : {48, 4112, 38336, 67136, 86289}) {
        Halide::Pipeline pipeline = doubled_sums(length);
        Options options;
        options.parallelism = 2;
        autoschedule(pipeline, target(), options);
        const Guarded out(Halide::Float(32), {length});
        Halide::Buffer<> inside = out.inside(); // the same memory
        pipeline.realize(inside, target());
        EXPECT_EQ(out.written_around(), 0u) << length;
        for (const int x : {0, length / 2, length - 1})
            EXPECT_EQ(detail::value(out.inside(), {x}), 6.0 * (x % 5)) << length;
    }
}

/// sum(x) of rows of bytes, and twice(x) = 2 sum(x), at a constant length of all.
Halide::Pipeline doubled_column_sums(const Halide::ImageParam& rows, int length, int count) {
    const Halide::Var x("x");
    const Halide::RDom r(0, count, "r");
    Func sum("sum"), shifted("shifted"), twice("twice");
    sum(x) += Halide::cast<float>(rows(x, r));
    shifted(x) = Halide::sum(sum(Halide::clamp(x + Halide::RDom(0, 2, "two"), 0, length - 1)));
    twice(x) = shifted(x);
    twice.output_buffer().dim(0).set_bounds(0, length).set_estimate(0, length);
    return {twice};
}

/// Memory of a pipeline, of which what lies behind each allocation must stay as it is.
struct Allocations {
    static constexpr std::size_t around = 8192;
    static std::size_t written_behind;

    static void* allocate(Halide::JITUserContext*, std::size_t bytes) {
        auto* memory =
            static_cast<unsigned char*>(std::aligned_alloc(128, (bytes + 2 * around + 127) / 128 * 128));
        std::memcpy(memory, &bytes, sizeof bytes);
        std::memset(memory + around + bytes, poison, around);
        return memory + around;
    }
    static void release(Halide::JITUserContext*, void* pointer) {
        auto* memory = static_cast<unsigned char*>(pointer) - around;
        std::size_t bytes = 0;
        std::memcpy(&bytes, memory, sizeof bytes);
        const unsigned char* behind = memory + around + bytes;
        written_behind += around - static_cast<std::size_t>(std::count(behind, behind + around, poison));
        std::free(memory);
    }

private:
    static constexpr unsigned char poison = 0x5b;
};
std::size_t Allocations::written_behind = 0;

TEST(Blocks, OfSumsAcrossRowsEndWithThem) {
    constexpr int count = 300;
    for (const auto& [length, threads] :
         std::vector<std::pair<int, int>>{{192, 1}, {352, 1}, {400, 1}, {544, 1}, {352, 2}, {400, 3}}) {
        Halide::ImageParam rows(Halide::UInt(8), 2, "rows");
        rows.dim(0).set_bounds(0, length);
        rows.dim(1).set_bounds(0, count);
        Halide::Pipeline pipeline = doubled_column_sums(rows, length, count);
        Options options = small_machine();
        options.parallelism = threads;
        const Outcome outcome = autoschedule(pipeline, target(), options);
        ASSERT_NE(outcome.schedule_source.find("columns, vector"), std::string::npos)
            << outcome.schedule_source;
        Halide::Buffer<std::uint8_t> in(length, count);
        in.fill(1);
        rows.set(in);
        pipeline.jit_handlers().custom_malloc = Allocations::allocate;
        pipeline.jit_handlers().custom_free = Allocations::release;
        Halide::Buffer<float> out(length);
        pipeline.realize(out, target());
        EXPECT_EQ(Allocations::written_behind, 0u) << length << " on " << threads;
        for (const int x : {0, length / 2, length - 1}) EXPECT_EQ(out(x), 2.0f * count) << length;
    }
}

} // namespace
} // namespace autoconfig::testing
