// Halo, row blocks and unrolled windows of NHWC convolutions, by hand; and which loop order costs less.
#include "autoconfig/model/evaluate.h"
#include "autoconfig/model/tiling.h"
#include "autoconfig/space/space.h"
#include "tests/support/machines.h"
#include "tests/support/problems.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

/// out(k, x, y) += in(c, x + s, y + r) * weights(k, c, s, r), all sizes bound; `size` pixels each way.
Problem convolution(std::int64_t size, std::int64_t c, std::int64_t k, std::int64_t window) {
    Problem problem;
    problem.func = "conv", problem.consumer = "output";
    problem.loops = {{"k", Role::N, k}, {"x", Role::M, size},        {"y", Role::M, size},
                     {"c", Role::K, c}, {"s", Role::Window, window}, {"r", Role::Window, window}};
    const std::int64_t row = size + window - 1;
    problem.a.func = "in", problem.b.func = "weights", problem.out.func = "output";
    problem.a.coefficient = {{0, 0, 0, 1, 0, 0}, {0, 1, 0, 0, 1, 0}, {0, 0, 1, 0, 0, 1}};
    problem.a.stride = {1, c, c * row};
    problem.b.coefficient = {{1, 0, 0, 0, 0, 0}, {0, 0, 0, 1, 0, 0}, {0, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 0, 1}};
    problem.b.stride = {1, k, k * c, k * c * window};
    problem.out.coefficient = {{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0}};
    problem.out.stride = {1, k, k * size};
    return problem;
}

Machine one_core() { return machine_with_cores("x86-sapphirerapids", 1); }

Config tile(int MR, int n_v, std::int64_t RB, RegisterTile own = {}) {
    Config config;
    config.MR = MR, config.n_v = n_v, config.lanes = 16;
    own.RB = RB;
    return config.with(own);
}

TEST(Convolution, TilesReadTheirHaloOnce) {
    const Problem problem = convolution(56, 64, 64, 3);
    const Machine machine = one_core();
    const Facts facts(problem, machine);
    const Tiling whole(facts, tile(14, 2, 0)), blocks(facts, tile(14, 2, 4));
    EXPECT_EQ(facts.a_total_bytes, 58 * 58 * 64 * 4);
    EXPECT_DOUBLE_EQ(whole.a_step_bytes, 16.0 * 3 * 64 * 4 / (9 * 64)); // 16 x 3 pixels in 9 * 64 steps
    EXPECT_EQ(whole.row_blocks, 1);
    EXPECT_EQ(blocks.row_blocks, 14);
    EXPECT_EQ(blocks.a_block_bytes, 58 * 6 * 64 * 4);
    EXPECT_EQ(blocks.tiles_m_block, 4 * 4);
    EXPECT_EQ(blocks.panel_bytes, 9 * 64 * 32 * 4);
}

TEST(Convolution, ClippedWindowsTakeTheStepsThatAreLeft) {
    Problem problem = convolution(33, 64, 64, 3);
    const Machine machine = one_core();
    const Facts all(problem, machine);
    problem.clipped = {11, 0.6};
    const Facts clipped(problem, machine);
    const Config config = tile(11, 2, 0);
    EXPECT_DOUBLE_EQ(Tiling(clipped, config).steps, 0.6 * Tiling(all, config).steps);
    EXPECT_EQ(Tiling(clipped, config).panel_bytes, Tiling(all, config).panel_bytes);
    EXPECT_DOUBLE_EQ(ideal_cycles(clipped, 1), 0.6 * ideal_cycles(all, 1));
    for (const Config& one : enumerate(problem, machine).configs) {
        EXPECT_EQ(one.MR, 11);
        EXPECT_EQ(one.unrolled(), 0);
    }
}

/// Four groups of 4 channels each way: a line of the input, or of the result, holds them all.
TEST(Convolution, LinesThatGroupsShareComeForEachUnlessTheyFollowEachOther) {
    Problem problem = convolution(56, 4, 4, 3); // k, x, y, c, s, r
    for (auto* operand : {&problem.a, &problem.b, &problem.out})
        for (auto& dimension : operand->coefficient) dimension.insert(dimension.begin() + 3, 0);
    problem.loops.insert(problem.loops.begin() + 3, {"group", Role::Batch, 4});
    problem.groups = {0, 3};
    for (auto* operand : {&problem.a, &problem.b, &problem.out}) operand->coefficient[0][3] = 4;
    const Machine machine = one_core();
    const Facts facts(problem, machine);
    EXPECT_EQ(facts.outer_columns, 4);
    EXPECT_EQ(facts.batch, 1);
    EXPECT_EQ(facts.a_total_bytes, 58 * 58 * 16 * 4);
    EXPECT_EQ(facts.group_lines_a, 4);
    EXPECT_EQ(facts.group_lines_out, 4);
    const auto out = [&](bool jc_in_ir) {
        RegisterTile own;
        own.jc_in_ir = jc_in_ir;
        Config config = tile(14, 1, 56, own);
        config.lanes = 4;
        for (const Term& term : evaluate(facts, config, Words::No).terms)
            if (term.name == "T_out") return term.total;
        return 0.0;
    };
    EXPECT_GT(out(true), 0);
    EXPECT_DOUBLE_EQ(out(false), 4 * out(true));
}

TEST(Convolution, StridesBeyondTheWindowSkipPixels) {
    Problem problem = convolution(28, 64, 64, 1);
    problem.a.coefficient[1][1] = 2;
    EXPECT_EQ(problem.footprint(problem.a, {1, 14, 1, 64, 1, 1}), 14 * 64);
}

TEST(Convolution, TilesAtTheEdgeAreThoseWhoseWindowsMayLeaveTheInput) {
    const Problem problem = convolution(56, 64, 64, 3);
    const Machine machine = one_core();
    const Facts facts(problem, machine);
    EXPECT_DOUBLE_EQ(Tiling(facts, tile(14, 1, 0)).edge_share, 1 - 2.0 / 4 * 54 / 56);
    EXPECT_DOUBLE_EQ(Tiling(facts, tile(56, 1, 0)).edge_share, 2.0 / 56); // columns: known by then
    EXPECT_EQ(Tiling(Facts(convolution(56, 64, 64, 1), machine), tile(14, 1, 0)).edge_share, 0);
}

/// Halide cuts a loop over blocks of rows, so that all of the first and last block is at an edge, unless two
/// blocks are all there are; in equal parts of what there is at run time it cuts rows.
TEST(Convolution, BlocksOfRowsAreAtTheEdgeAsAWhole) {
    Problem problem = convolution(56, 64, 64, 3);
    const Machine machine = one_core();
    const Facts facts(problem, machine);
    EXPECT_DOUBLE_EQ(Tiling(facts, tile(56, 1, 14)).edge_share, 2.0 / 4);
    EXPECT_DOUBLE_EQ(Tiling(facts, tile(56, 1, 28)).edge_share, 2.0 / 56);
    for (int row : {1, 2}) problem.loops[row].source = ExtentSource::Estimate;
    problem.loops[2].at_run_time = RunTimeExtent{"out", -1, 2};
    Config shared = tile(14, 1, 14);
    const double columns = 2.0 / 4;
    EXPECT_DOUBLE_EQ(Tiling(Facts(problem, machine), shared).edge_share, 1 - columns * 2 / 4);
    shared.parallel = ParallelLoop::Rows;
    EXPECT_DOUBLE_EQ(Tiling(Facts(problem, machine), shared).edge_share, 1 - columns * 54 / 56);
}

/// The same for each channel by itself, padded by boundary conditions.
Problem depthwise(std::int64_t size, std::int64_t channels) {
    Problem problem = convolution(size, 1, channels, 3);
    problem.loops[0].role = Role::Batch;
    problem.loops.erase(problem.loops.begin() + 3);
    for (Operand* operand : {&problem.a, &problem.b, &problem.out})
        for (auto& dimension : operand->coefficient) dimension.erase(dimension.begin() + 3);
    problem.a.coefficient[0][0] = 1;
    problem.a.stride = {1, channels, channels * (size + 2)};
    problem.a.movable = true;
    problem.a.ops_per_element = 10;
    return problem;
}

/// The same with columns side by side, and planes one after the other: x, k, y, s, r.
Problem depthwise_of_planes(std::int64_t size, std::int64_t channels) {
    Problem problem = depthwise(size, channels);
    problem.loops[0].extent = size, problem.loops[0].role = Role::Batch;
    problem.loops[1].extent = channels, problem.loops[1].role = Role::M;
    problem.a.coefficient = {{1, 0, 0, 1, 0}, {0, 0, 1, 0, 1}, {0, 1, 0, 0, 0}};
    problem.a.stride = {1, size + 2, (size + 2) * (size + 2)};
    problem.b.coefficient = {{0, 1, 0, 0, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 0, 1}};
    problem.b.stride = {1, channels, 3 * channels};
    problem.out.coefficient = {{1, 0, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 1, 0, 0, 0}};
    problem.out.stride = {1, size, size * size};
    return problem;
}

TEST(Convolution, VectorsAreCutAtTheEndsOfRowsThatTheyRunAlong) {
    const Problem problem = depthwise_of_planes(64, 8);
    const Machine machine = one_core();
    const Facts facts(problem, machine);
    ASSERT_TRUE(facts.vector_a);
    EXPECT_DOUBLE_EQ(Tiling(facts, tile(1, 1, 0)).cut_vectors, 2.0 / 4); // first and last of four tiles
    EXPECT_DOUBLE_EQ(Tiling(facts, tile(1, 2, 0)).cut_vectors, 1);
    EXPECT_EQ(Tiling(Facts(depthwise(64, 144), machine), tile(1, 1, 0)).cut_vectors, 0);
    const auto edges = [&](const Config& config) {
        double cycles = 0;
        for (const Term& term : evaluate(facts, config, Words::No).terms)
            if (term.name == "T_edge") cycles += term.total;
        return cycles;
    };
    const double steps = Tiling(facts, tile(1, 1, 0)).steps;
    EXPECT_GT(edges(tile(1, 1, 0)), steps * 2 / 4 * 16 * machine.lane_load_cycles); // lane by lane
    RegisterTile copied;
    copied.pack_a = true;
    EXPECT_EQ(edges(tile(1, 1, 0, copied)), 0);
}

// Measured on the reference machine: 137 (jc_in_ir), 153 (row blocks) and 181 us (a copy) of 56x56x144, and
// 7.8, 6.1 and 15.3 us of 7x7x960, which stays in L2.
TEST(Convolution, DepthwiseReadsTheInputFromEndToEndBeyondL2AndByPanelWithin) {
    const Machine machine = one_core();
    const auto cost = [&](const Problem& problem, int MR, std::int64_t RB, bool jc_in_ir, bool pack_a) {
        const Facts facts(problem, machine);
        RegisterTile own;
        own.jc_in_ir = jc_in_ir, own.pack_a = pack_a, own.unrolled = 2;
        return evaluate(facts, tile(MR, 1, RB, own), Words::No).cycles;
    };
    const Problem large = depthwise(56, 144), small = depthwise(7, 960);
    EXPECT_LT(cost(large, 14, 1, true, false), cost(large, 14, 8, false, false));
    EXPECT_LT(cost(large, 14, 1, true, false), cost(large, 14, 8, false, true));
    EXPECT_LT(cost(small, 7, 0, false, false), cost(small, 7, 1, true, false));
    EXPECT_LT(cost(small, 7, 0, false, false), cost(small, 7, 0, false, true));
}

// Panels of 8 of 32 channels: each line comes for both of its halves. Measured on a Zen 3: 40 GFLOP/s, and 79
// where panels of a row follow each other.
TEST(Convolution, DepthwisePanelsShareTheLinesThatTheyPartlyFill) {
    Machine narrow = one_core();
    narrow.vector_bits = 256;
    const Problem problem = depthwise(112, 32);
    const Facts facts(problem, narrow);
    const auto lines_of_a = [&](bool jc_in_ir) {
        RegisterTile own;
        own.jc_in_ir = jc_in_ir, own.unrolled = 2;
        Config config = tile(4, 1, 1, own);
        config.lanes = 8;
        for (const Term& term : evaluate(facts, config, Words::No).terms)
            if (term.name == "T_L1L2") return term.total / narrow.l1_l2_cycles_per_line;
        return 0.0;
    };
    // 3 rows of 114 pixels of two lines for each of 112 rows, and again for each of two panels a line.
    EXPECT_NEAR(lines_of_a(true), 112 * 3 * 114 * 2, 1e-6 * lines_of_a(true));
    EXPECT_NEAR(lines_of_a(false), 2 * lines_of_a(true), 1e-6 * lines_of_a(false));
}

// Panels that each read a line of every pixel's four, one panel after the other, from memory. Measured on a
// Zen 4, 336x336x128 3x3 /2: 8.1 ms, and 5.7 where panels of a row follow each other.
TEST(Convolution, DepthwisePanelsBeyondL3ReadShortRuns) {
    Machine machine = one_core();
    const Problem large = depthwise(224, 64), small = depthwise(28, 64);
    const auto cost = [&](const Problem& problem, bool jc_in_ir) {
        const Facts facts(problem, machine);
        RegisterTile own;
        own.jc_in_ir = jc_in_ir, own.unrolled = 2;
        return evaluate(facts, tile(14, 1, jc_in_ir ? 1 : 0, own), Words::No).cycles;
    };
    machine.l3.bytes = 8 << 20;
    const double sweeps = cost(large, false), rows = cost(large, true), within = cost(small, false);
    machine.l3_mem_runs_cycles_per_line = 100;
    EXPECT_GT(cost(large, false), 1.5 * sweeps);
    EXPECT_EQ(cost(large, true), rows);
    EXPECT_EQ(cost(small, false), within);
}

double cycles(const Problem& problem, int MR, int n_v, std::int64_t RB, bool pack_b) {
    const Machine machine = one_core();
    const Facts facts(problem, machine);
    RegisterTile own;
    own.pack_b = pack_b;
    return evaluate(facts, tile(MR, n_v, RB, own), Words::No).cycles;
}

// Measured on the reference machine: 288 against 421 us.
TEST(Convolution, PanelsGoWithinRowsWhereTheResultOutgrowsL2) {
    const Problem wide = convolution(112, 16, 96, 1);
    EXPECT_LT(cycles(wide, 14, 2, 4, false), 0.95 * cycles(wide, 14, 2, 0, false));
}

// Weights of 9.4 MB for 49 pixels: packed once, or read in place once a row of pixels.
TEST(Convolution, RowsGoWithinPanelsWhereTheWeightsOutgrowL2) {
    const Problem deep = convolution(7, 512, 512, 3);
    EXPECT_LT(cycles(deep, 7, 3, 0, true), 0.8 * cycles(deep, 7, 3, 1, false));
}

// Measured on the reference machine, weights of 4 MB for 49 pixels: 675 us in panels in place, 784 packed
// from one panel; two threads 397 and 515.
TEST(Convolution, PanelsInPlaceAreFetchedUnderTheFirstRowOfTiles) {
    const Problem rows = convolution(7, 512, 2048, 1);
    Problem panels = rows;
    panels.b.panel = 32;
    panels.b.stride = {1, 32, 32 * 512, 32 * 512};
    EXPECT_LT(cycles(panels, 7, 2, 0, false), 0.95 * cycles(rows, 7, 2, 0, true));
    EXPECT_LT(cycles(panels, 7, 2, 0, false), 0.8 * cycles(rows, 7, 2, 0, false));
}

// An equal share for each thread stays in its L2; what is handed out panel by panel does not.
TEST(Convolution, SharesOfPanelsStayInTheCachesOfTheirThreads) {
    Problem panels = convolution(7, 320, 1280, 1); // 1.6 MB
    panels.b.panel = 32;
    panels.b.stride = {1, 32, 32 * 320, 32 * 320};
    const Machine machine = machine_with_cores("x86-sapphirerapids", 2);
    const Facts facts(panels, machine);
    Config config = tile(7, 2, 0);
    config.parallel = ParallelLoop::Jc, config.tasks = 40;
    const double one_by_one = evaluate(facts, config, Words::No).cycles;
    config.tasks = 2;
    EXPECT_LT(evaluate(facts, config, Words::No).cycles, one_by_one);
}

} // namespace
} // namespace autoconfig::testing
