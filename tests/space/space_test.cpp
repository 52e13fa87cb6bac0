// What every space promises, over a sweep of shapes and every machine; and what is refused, and why.
#include "autoconfig/model/tiling.h"
#include "autoconfig/space/space.h"
#include "tests/support/machines.h"
#include "tests/support/problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace autoconfig::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

/// Empty, or the promise of space.h that a configuration breaks.
std::string broken(const Config& config, const Problem& problem, const Facts& facts) {
    // Along k the vectors of B's columns are kept for the next row only where there is one.
    const int of_b = config.is<AlongK>() && config.MR == 1 ? 1 : config.n_v;
    const int registers = config.MR * config.n_v + of_b + 1;
    const CacheBlock block = block_of(facts, config);
    if (!config.is<Stream>() && registers > facts.machine.registers)
        return "takes more registers than there are";
    if (config.MR < 1 || config.n_v < 1 || config.lanes < 1) return "an empty tile";
    if (config.lanes > facts.max_lanes) return "a vector wider than a register";
    if (problem.sizes_are_bound() && config.MR > facts.M) return "MR > M";
    if (problem.sizes_are_bound() && config.NR() > facts.N_filled) return "NR > N";
    if (block.KC < 1 || block.KC > facts.K) return "KC outside K";
    if (config.is<Blocked>()) {
        if (block.MC % config.MR != 0 || block.MC > facts.M) return "MC is no multiple of MR within M";
        if (block.NC % config.NR() != 0 || block.NC > facts.N) return "NC is no multiple of NR within N";
        if (block.KC == facts.K) return "blocked with one block";
    }
    if ((config.parallel == ParallelLoop::None) != (config.tasks == 1)) return "tasks without a loop";
    if (config.parallel != ParallelLoop::None && facts.machine.cores < 2) return "threads on one core";
    if (config.pack_b() && !facts.b_wrappable) return "packs what cannot be wrapped";
    return "";
}

void check(const Problem& problem, const Machine& machine) {
    const Space space = enumerate(problem, machine);
    const Facts facts(problem, machine);
    ASSERT_FALSE(space.configs.empty());
    std::set<std::string> names;
    for (const Config& config : space.configs) {
        EXPECT_EQ(broken(config, problem, facts), "") << config.name();
        EXPECT_TRUE(names.insert(config.name()).second) << "twice: " << config.name();
    }
    for (const auto& [family, reason] : space.refused) {
        EXPECT_FALSE(family.empty());
        EXPECT_GE(reason.size(), 8u) << family << " is refused without a reason";
    }
}

class Machines : public ::testing::TestWithParam<std::string> {};

TEST_P(Machines, SmallShapesKeepEveryPromise) {
    const Machine machine = machine_from_file(GetParam());
    for (std::int64_t m : {1, 2, 3, 5, 6, 7, 13, 16, 17, 31, 40})
        for (std::int64_t n = 1; n <= 40; n += n < 9 ? 1 : 3)
            for (std::int64_t k : {1, 2, 7, 16, 33, 40}) {
                const Matmul mm{m, n, k};
                SCOPED_TRACE(std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k));
                check(problem_of(mm), machine);
                if (HasFailure()) return;
            }
}

TEST_P(Machines, EveryLayoutAndTypeKeepsEveryPromise) {
    const Machine machine = machine_from_file(GetParam());
    for (const Matmul& size : {Matmul{1, 513, 128}, Matmul{197, 197, 64}, Matmul{992, 1000, 3001},
                               Matmul{2048, 512, 13}, Matmul{4, 16384, 4096}, Matmul{7, 1, 5000}})
        for (int variant = 0; variant < 16; ++variant) {
            Matmul mm = size;
            mm.trans_a = variant & 1;
            mm.trans_b = variant & 2;
            mm.bound = variant & 4;
            mm.batch = variant & 8 ? 3 : 0;
            for (const auto& [type, sum] : {std::pair{f32, f32}, {f64, f64}, {u8, i32}}) {
                mm.type = type;
                mm.sum = sum;
                SCOPED_TRACE(std::to_string(mm.m) + "x" + std::to_string(mm.n) + "x" + std::to_string(mm.k) +
                             " variant " + std::to_string(variant) + " " + to_string(type));
                check(problem_of(mm), machine);
                if (HasFailure()) return;
            }
        }
}

TEST_P(Machines, OneCoreHasNoThreads) {
    const Machine machine = machine_with_cores(GetParam(), 1);
    for (const Config& config : enumerate(problem_of({256, 256, 256, 3}), machine).configs)
        EXPECT_EQ(config.parallel, ParallelLoop::None) << config.name();
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, Machines, ::testing::ValuesIn(built_in_machines()), test_name);

bool any_blocked(const Space& space) {
    return std::any_of(space.configs.begin(), space.configs.end(),
                       [](const Config& config) { return config.is<Blocked>(); });
}

TEST(Space, TheTilesOfTheMachineAreThere) {
    std::set<std::string> names;
    for (const Config& config : enumerate(problem_of({96, 512, 64}), avx512()).configs)
        names.insert(config.name());
    EXPECT_THAT(names, Contains("register_tile mr6 nv4"));
    EXPECT_THAT(names, Contains("register_tile mr6 nv4 pack_b"));
    EXPECT_THAT(names, Contains("register_tile mr14 nv2"));
    EXPECT_THAT(names, Contains("register_tile mr12 nv2")); // divides 96
}

TEST(Space, BlockedOnlyWhereKTakesSeveralBlocks) {
    const Space shallow = enumerate(problem_of({96, 512, 64}), avx512());
    EXPECT_FALSE(any_blocked(shallow));
    EXPECT_THAT(shallow.refused, Contains(Pair("blocked", HasSubstr("K fits one block"))));
    const Space deep = enumerate(problem_of({96, 512, 4096}), avx512());
    EXPECT_TRUE(any_blocked(deep));
    EXPECT_THAT(deep.refused, Not(Contains(Pair("blocked", HasSubstr("")))));
}

TEST(Space, NoBlocksWhereL1HasNoWayToSpare) {
    Machine machine = avx512();
    machine.l1.ways = 1;
    const Space space = enumerate(problem_of({96, 512, 4096}), machine);
    EXPECT_FALSE(any_blocked(space));
    EXPECT_THAT(space.refused, Contains(Pair("blocked", HasSubstr("L1"))));
}

/// Whether any configuration packs block by block of k; all that do pack b and have rows of tiles in order.
bool packs_under_arithmetic(const Problem& problem) {
    bool any = false;
    for (const Config& config : enumerate(problem, avx512(8)).configs) {
        any = any || config.k_pack() > 0;
        const bool may = config.pack_b() && config.parallel != ParallelLoop::Ic;
        EXPECT_TRUE(may || config.k_pack() == 0) << config.name();
    }
    return any;
}

TEST(Space, PanelsArePackedUnderArithmeticWhereOneLoopRunsOverRowsInOrder) {
    Problem problem = problem_of({96, 512, 64});
    EXPECT_TRUE(packs_under_arithmetic(problem));
    problem.loops[problem.innermost(Role::K)].source = ExtentSource::Estimate;
    EXPECT_FALSE(packs_under_arithmetic(problem));
    Problem of_a_buffer = problem_of({96, 512, 64});
    of_a_buffer.a.run_time_strides = true; // addresses of its rows fill the registers
    EXPECT_FALSE(packs_under_arithmetic(of_a_buffer));
    Matmul transposed{96, 512, 64};
    transposed.trans_b = true;
    EXPECT_FALSE(packs_under_arithmetic(problem_of(transposed)));
    Problem of_a_slice = problem_of({96, 512, 64});
    of_a_slice.b.coefficient.emplace_back(of_a_slice.loops.size(), 0);
    of_a_slice.b.stride.push_back(512 * 64);
    EXPECT_FALSE(packs_under_arithmetic(of_a_slice));
    // The same where the loop over slices has one step.
    EXPECT_TRUE(packs_under_arithmetic(problem_of({96, 512, 64, 2})));
    EXPECT_FALSE(packs_under_arithmetic(problem_of({96, 512, 64, 1})));
}

TEST(Space, RowsPackedAtATimeAreSixteenLinesOrFourRows) {
    for (const Config& config : enumerate(problem_of({96, 512, 64}), avx512()).configs)
        EXPECT_EQ(config.k_pack(), !config.pack_b()  ? 0
                                   : config.n_v == 1 ? 16
                                   : config.n_v == 2 ? 8
                                                     : 4)
            << config.name();
}

std::set<int> panels_together(const Problem& problem) {
    std::set<int> counts;
    for (const Config& config : enumerate(problem, avx512()).configs) counts.insert(config.panels());
    return counts;
}

TEST(Space, PanelsArePackedTogetherWhereAComesAgainForEach) {
    const std::set<int> one = {1};
    EXPECT_EQ(panels_together(problem_of({512, 1024, 256})), one); // A stays in L2
    EXPECT_EQ(panels_together(problem_of({1024, 1024, 512})), (std::set<int>{1, 2, 4}));
    EXPECT_EQ(panels_together(problem_of({256, 16, 2048})), one);    // one panel
    EXPECT_EQ(panels_together(problem_of({256, 1024, 16384})), one); // two would not stay in L2
    Problem problem = problem_of({1024, 1024, 512});
    for (Loop& loop : problem.loops) loop.source = ExtentSource::Estimate;
    EXPECT_EQ(panels_together(problem), one);
}

TEST(Lanes, AreNotTwoWhereTheLastTileMayHoldOneColumn) {
    const auto lanes = [](std::int64_t columns, bool bound) {
        Matmul product{29, columns, 24};
        product.bound = bound;
        return Facts(problem_of(product), avx512()).lanes;
    };
    EXPECT_EQ(lanes(2, true), 2);
    EXPECT_EQ(lanes(2, false), 1);
    EXPECT_EQ(lanes(3, false), 1);
    EXPECT_EQ(lanes(4, false), 4);
}

TEST(Space, TheLastPanelIsFilledUpByLessThanAVector) {
    Problem problem = problem_of({64, 37, 100});
    problem.consumer = "output";
    const auto filled = [&](std::int64_t panel) {
        problem.b.panel = panel;
        return Facts(problem, avx512()).N_filled;
    };
    EXPECT_EQ(filled(0), 37);
    EXPECT_EQ(filled(48), 48);
    EXPECT_EQ(filled(16), 37);  // the last vector would lie in two panels
    EXPECT_EQ(filled(32), 37);  // its last vector would hold no column
    EXPECT_EQ(filled(128), 37); // the same, and wider than a quarter of the registers
    problem.b.panel = 48;
    for (const Config& config : enumerate(problem, avx512()).configs) {
        EXPECT_EQ(config.NR(), 48) << config.name();
        EXPECT_TRUE(config.fills_panels()) << config.name();
    }
    Machine slow = avx512();
    slow.mac_f32.latency_cycles = 100;
    for (const Config& config : enumerate(problem, slow).configs) EXPECT_EQ(config.NR(), 48) << config.name();
    problem.loops[problem.columns()].source = ExtentSource::Estimate;
    EXPECT_EQ(filled(48), 37);
}

TEST(Space, SomeTilesHaveAsFewRowsAsL1KeepsALineOf) {
    const auto fewest_rows = [](std::int64_t k) {
        int rows = 100;
        for (const Config& config : enumerate(problem_of({196, 16, k}), avx512()).configs)
            if (!config.is<Stream>() && !config.is<AlongK>()) rows = std::min(rows, config.MR);
        return rows;
    };
    EXPECT_EQ(fewest_rows(1000), 28);
    EXPECT_EQ(fewest_rows(512), 14); // 2 KiB apart: 24 lines
    EXPECT_EQ(fewest_rows(1024), 7); // 4 KiB apart: 12
}

TEST(Space, OperandsThatCannotBeWrappedAreNotPacked) {
    Problem problem = problem_of({96, 512, 64});
    problem.b.wrappable = false;
    for (const Config& config : enumerate(problem, avx512()).configs)
        EXPECT_FALSE(config.pack_b()) << config.name();
}

TEST(Space, ATransposedPanelOfSeveralRowsIsAlwaysPacked) {
    Matmul mm{96, 512, 64};
    mm.trans_b = true;
    for (const Config& config : enumerate(problem_of(mm), avx512()).configs)
        EXPECT_TRUE(config.pack_b() || config.is<AlongK>()) << config.name();
}

TEST(Space, ATransposedPanelThatCannotBePackedIsSaidToBeGathered) {
    Matmul mm{96, 512, 64};
    mm.trans_b = true;
    Problem problem = problem_of(mm);
    problem.b.wrappable = false;
    const Space space = enumerate(problem, avx512());
    EXPECT_FALSE(space.configs.empty());
    EXPECT_THAT(space.refused, Contains(Pair("register_tile, blocked", HasSubstr("packed"))));
}

/// out(k, x) += in(c, x * stride + s) * weights(k, c, s).
Problem first_layer(std::int64_t stride) {
    Problem problem;
    problem.func = "conv", problem.consumer = "output";
    problem.loops = {{"k", Role::N, 32}, {"x", Role::M, 112}, {"c", Role::K, 3}, {"s", Role::Window, 3}};
    problem.a.coefficient = {{0, 0, 1, 0}, {0, stride, 0, 1}};
    problem.a.stride = {1, 3};
    problem.b.coefficient = {{1, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    problem.b.stride = {1, 32, 96};
    problem.out.coefficient = {{1, 0, 0, 0}, {0, 1, 0, 0}};
    problem.out.stride = {1, 32};
    return problem;
}

// Measured on the reference machine: 159 us with channels unrolled, 204 with the window's columns as well.
TEST(Space, WindowsThatSharePixelsOfATileAreNotUnrolled) {
    for (std::int64_t stride : {1, 2})
        for (const Config& config : enumerate(first_layer(stride), avx512()).configs)
            EXPECT_EQ(config.unrolled(), config.is<RegisterTile>() ? 1 : 0) << config.name();
}

TEST(Space, IsEmptyWithoutALoopToVectorise) {
    Problem dot;
    dot.loops = {{"k", Role::K, 64, ExtentSource::Bound}};
    dot.a.coefficient = dot.b.coefficient = {{1}};
    dot.a.stride = dot.b.stride = {1};
    const Space space = enumerate(dot, avx512());
    EXPECT_THAT(space.configs, IsEmpty());
    ASSERT_EQ(space.refused.size(), 1u);
    EXPECT_THAT(space.refused.front().second, HasSubstr("no loop to vectorise"));
}

TEST(Config, NamesSayWhatDiffers) {
    Config config;
    config.MR = 6;
    config.n_v = 4;
    config.lanes = 16;
    EXPECT_EQ(config.name(), "register_tile mr6 nv4");
    Blocked block;
    block.KC = 384, block.MC = 96, block.NC = 512;
    block.pack_b = true;
    config.strategy = block;
    config.parallel = ParallelLoop::Jc;
    config.tasks = 12;
    EXPECT_EQ(config.name(), "blocked mr6 nv4 kc384 mc96 nc512 pack_b jc12");
    EXPECT_EQ(config.NR(), 64);
    config.strategy = AlongK();
    EXPECT_EQ(config.NR(), 4);
}

TEST(Operands, AreMadeWhereTheyAreReadIfOneTileHasAllRows) {
    Problem problem = problem_of({3, 1280, 3});
    const auto made = [&](int MR, bool pack_b) {
        RegisterTile tile;
        tile.pack_b = pack_b;
        return makes_b_where_read(problem, {tile, MR, 4, 16});
    };
    EXPECT_FALSE(made(3, false)); // nothing to make
    problem.b.movable = true;
    EXPECT_TRUE(made(3, false));
    EXPECT_FALSE(made(2, false));
    EXPECT_FALSE(made(3, true));
    EXPECT_TRUE(makes_b_where_read(problem, {Stream{3}, 3, 80, 16}));
    EXPECT_FALSE(makes_b_where_read(problem, {Blocked{}, 3, 4, 16}));
}

} // namespace
} // namespace autoconfig::testing
