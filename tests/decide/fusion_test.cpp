// Where the Funcs of small pipelines are computed.
#include "autoconfig/decide/fusion.h"
#include "autoconfig/decide/greedy.h"
#include "tests/model/plain_machine.h"
#include "tests/support/machines.h"
#include "tests/support/stage_graphs.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace autoconfig::testing {
namespace {

using namespace testing_support;

FuncChoice choice(const Fusion& fusion, const std::string& func) {
    for (const FuncChoice& one : fusion.choices)
        if (one.func == func) return one;
    throw std::runtime_error(func);
}

Fusion greedily(const StageGraph& graph) {
    const Machine machine = plain_machine();
    BestDrafts best_drafts(machine);
    return fuse_greedily(graph, machine, {}, best_drafts);
}

std::string place(const StageGraph& graph, const std::string& func) {
    return to_string(choice(fuse(graph, plain_machine()), func).place);
}

TEST(Fuse, CheapPointwiseProducersAreInlined) {
    StageGraph graph = separable_blur(2048, 2048, 1);
    graph.funcs[1].stages[0].reads = {around(0, 0, 0, 1)};
    EXPECT_EQ(place(graph, "across"), "inline");
}

TEST(Fuse, CostlyStencilsAreMadeAtTheTile) {
    EXPECT_EQ(place(separable_blur(2048, 2048, 20), "across"), "at tile");
}

TEST(Fuse, AReaderInEveryPixelMakesItsProducerOnce) {
    StageGraph graph = separable_blur(2048, 2048, 20);
    graph.funcs[2].stages[0].iterations = 64;
    for (Movement& dimension : graph.funcs[2].stages[0].reads[0].at) dimension = {{0, 0}, 0, 2047};
    EXPECT_EQ(place(graph, "across"), "root");
}

TEST(Fuse, WhatNothingBoundsIsInlined) {
    StageGraph graph = separable_blur(2048, 2048, 20);
    graph.funcs[2].stages[0].reads[0].at[0].known = false;
    const Fusion fusion = fuse(graph, plain_machine());
    EXPECT_EQ(choice(fusion, "across").place, Place::Inline);
    EXPECT_EQ(choice(fusion, "across").reason, "read at places that nothing bounds");
}

TEST(Fuse, WhatIsKeptApartIsMadeAtTheTileUnlessNothingBoundsIt) {
    StageGraph graph = separable_blur(2048, 2048, 1);
    graph.funcs[1].stages[0].reads = {around(0, 0, 0, 1)};
    graph.funcs[1].kept = "casts would merge";
    const FuncChoice across = choice(fuse(graph, plain_machine()), "across");
    EXPECT_EQ(across.place, Place::Tile);
    EXPECT_EQ(across.places.back().refusal, "casts would merge");
    graph.funcs[2].stages[0].reads[0].at[0].known = false;
    EXPECT_EQ(place(graph, "across"), "inline");
}

TEST(Fuse, ScattersStayAtRoot) {
    StageGraph graph = separable_blur(2048, 2048, 20);
    graph.funcs[1].inlinable = false;
    graph.funcs[1].root_only = "every dimension is scattered to or scanned";
    EXPECT_EQ(place(graph, "across"), "root");
}

TEST(Fuse, BoundaryConditionsStayOutOfReductionsThatAreMadeApart) {
    StageGraph graph = separable_blur(2048, 2048, 1);
    for (Movement& dimension : graph.funcs[1].stages[0].reads[0].at)
        dimension.floored = dimension.capped = true;
    FuncStages window = computed(graph.funcs[2], "window", 0, {});
    window.inlinable = false;
    window.stages.push_back({25, 4, 0, true, 0, {around(1, 5, 5, 1)}});
    FuncStages other = graph.funcs[2];
    other.name = "other";
    graph.funcs[2].stages[0].reads = other.stages[0].reads = {around(2, 0, 0, 1)};
    graph.funcs.insert(graph.funcs.begin() + 2, window);
    graph.funcs.push_back(other);
    EXPECT_EQ(place(graph, "across"), "root");
}

/// Of a Func that reads `input`, in as many planes of its own size.
std::string tile_of_planes(FuncStages input, FuncStages result, std::int64_t planes, const Read& read) {
    for (FuncStages* func : {&input, &result})
        func->dimensions.push_back({"z", planes, ExtentSource::Estimate, true});
    StageGraph graph;
    graph.funcs = {input, computed(result, "result", 1, {read})};
    graph.funcs[1].output = true;
    const FusedGroup group = fuse(graph, plain_machine()).groups.front();
    return group.tile.name(group.leader);
}

TEST(Fuse, ManyPlanesArePassedInTheOrderOfMemory) {
    const Read same{0, 1, {{{1, 0, 0}, 0, 0}, {{0, 1, 0}, 0, 0}, {{0, 0, 1}, 0, 0}}};
    EXPECT_EQ(tile_of_planes(plane("input", 56, 56), plane("", 56, 56), 64, same), "rows 64 of z");
}

/// Of three planes whose rows read two rows each, of the plane `slope` times their own.
std::string tile_of_pairs_of_rows(double slope) {
    const Read pairs{0, 2, {{{1, 0, 0}, 0, 0}, {{0, 2, 0}, 0, 1}, {{0, 0, slope}, 0, 0}}};
    return tile_of_planes(plane("input", 1280, 720), plane("", 1280, 360), 3, pairs);
}

TEST(Fuse, FewPlanesAreToo) { EXPECT_EQ(tile_of_pairs_of_rows(1), "rows 3 of z"); }

TEST(Fuse, PlanesThatReadTheSameRowsArePassedRowByRow) {
    EXPECT_EQ(tile_of_pairs_of_rows(0), "rows 360 of y");
}

TEST(Fuse, SaysWhatEachPlaceCosts) {
    const Fusion fusion = fuse(separable_blur(2048, 2048, 20), plain_machine());
    const FuncChoice across = choice(fusion, "across");
    ASSERT_EQ(across.places.size(), 3u);
    EXPECT_EQ(across.places[0].place, across.place);
    EXPECT_LE(across.places[0].cycles, across.places[1].cycles);
    EXPECT_LE(across.places[1].cycles, across.places[2].cycles);
    EXPECT_EQ(across.leader, "output");
}

/// input -> across -> thin, which three colours of the output read.
StageGraph read_by_three_colours(double instructions, std::int64_t side = 2048) {
    StageGraph graph = separable_blur(side, side, 40);
    graph.funcs.insert(graph.funcs.begin() + 2,
                       computed(graph.funcs[1], "thin", instructions, {around(1, 0, 0, 1)}));
    FuncStages& output = graph.funcs[3];
    output.dimensions.push_back({"c", 3, ExtentSource::Estimate, true});
    output.stages[0].reads = {{2, 1, {{{1, 0, 0}, 0, 0}, {{0, 1, 0}, 0, 0}}}};
    return graph;
}

TEST(Fuse, WhatIsReadAgainIsNotInlinedWhereItsSourceWouldBeRepeated) {
    StageGraph graph = read_by_three_colours(0.2);
    EXPECT_EQ(place(graph, "thin"), "at tile");
    graph.funcs[1].inlinable = false; // made once wherever thin is
    EXPECT_EQ(place(graph, "thin"), "inline");
}

TEST(Fuse, LooksAheadThroughWhatWouldBeInlined) {
    StageGraph graph = read_by_three_colours(0.2, 1024);
    graph.funcs.insert(graph.funcs.begin() + 2, computed(graph.funcs[1], "even", 0.2, {around(1, 0, 0, 1)}));
    graph.funcs[3].stages[0].reads = {around(2, 0, 0, 1)};
    graph.funcs[4].stages[0].reads[0].producer = 3;
    EXPECT_EQ(place(graph, "thin"), "at tile"); // across would be repeated
    graph.funcs[1].inlinable = false;
    EXPECT_EQ(place(graph, "thin"), "inline");
}

/// The same with a second source of thin.
StageGraph of_two_sources(double instructions) {
    StageGraph graph = read_by_three_colours(instructions);
    graph.funcs.insert(graph.funcs.begin() + 2, computed(graph.funcs[0], "other", 1, {around(0, 0, 0, 1)}));
    graph.funcs[3].stages[0].reads.push_back(around(2, 0, 0, 1));
    graph.funcs[4].stages[0].reads[0].producer = 3;
    return graph;
}

TEST(Fuse, WhatMayGrowIsNotInlinedForTheSakeOfNearlyNothing) {
    const auto thin = [](double instructions) {
        return choice(greedily(of_two_sources(instructions)), "thin");
    };
    EXPECT_EQ(thin(0.8).place, Place::Tile);
    ASSERT_EQ(thin(0.8).places[1].place, Place::Inline);
    EXPECT_LT(thin(0.8).places[1].cycles, thin(0.8).places[0].cycles);
    EXPECT_EQ(thin(0.2).place, Place::Inline);
}

TEST(Fuse, WhatEachColourReadsAPartOfIsNotReadAgain) {
    StageGraph graph = of_two_sources(0.8);
    StageWork& output = graph.funcs[4].stages[0];
    output.register_bytes = 4 * 4000; // whatever becomes of thin
    EXPECT_EQ(choice(greedily(graph), "thin").place, Place::Tile);
    output.reads[0].share = 1.0 / 3;
    EXPECT_EQ(choice(greedily(graph), "thin").place, Place::Inline);
}

TEST(Fuse, AliasesDoNotGrow) {
    StageGraph graph = of_two_sources(0.8);
    graph.funcs[1].stages[0].register_bytes = 400; // made once, and read by thin alone
    graph.funcs[3].stages[0].reads.pop_back();
    graph.funcs[3].stages[0].register_bytes = 0;
    EXPECT_EQ(choice(greedily(graph), "thin").place, Place::Inline);
}

TEST(Fuse, TakesASecondPlaceWhereProducersThenCostLess) {
    const StageGraph graph = of_two_sources(0.2);
    const Fusion fusion = fuse(graph, plain_machine());
    const FuncChoice thin = choice(fusion, "thin"); // inlined, it would repeat what is inlined into it
    EXPECT_EQ(thin.place, Place::Tile);
    EXPECT_EQ(thin.dearer_as, "others then cost less");
    EXPECT_LT(thin.places[1].cycles, thin.places[0].cycles);
    EXPECT_LT(fusion.cycles, greedily(graph).cycles);
}

/// upper, across -> output: both look up the same two elements, at places that
/// take so many instructions.
StageGraph two_lookups(double depth) {
    StageGraph graph = separable_blur(1024, 1024, 12);
    for (FuncStages& func : graph.funcs)
        for (Dimension& dimension : func.dimensions) dimension.extent = 1024;
    Read lookups = around(0, 0, 0, 2);
    lookups.at[0].scattered = {true, false};
    lookups.depth = depth;
    graph.funcs[1].stages[0].reads = {lookups};
    graph.funcs.insert(graph.funcs.begin() + 1, graph.funcs[1]);
    graph.funcs[1].name = "upper";
    graph.funcs[3].stages[0].register_bytes = 4;
    graph.funcs[3].stages[0].reads = {around(1, 0, 0, 1), around(2, 0, 0, 1)};
    return graph;
}

TEST(Fuse, TakesASecondPlaceWhereWhatIsReadBesideItThenCostsLess) {
    const Machine machine = machine_with_cores("x86-zen3", 1);
    int taken = 0;
    for (double depth = 8; depth < 32; ++depth) {
        const StageGraph graph = two_lookups(depth);
        BestDrafts best_drafts(machine);
        const Fusion greedy = fuse_greedily(graph, machine, {}, best_drafts), fusion = fuse(graph, machine);
        EXPECT_LE(fusion.cycles, greedy.cycles) << depth;
        if (fusion.cycles == greedy.cycles) continue;
        ++taken; // inlined, both lookups are one
        for (const char* func : {"across", "upper"}) {
            EXPECT_EQ(choice(greedy, func).place, Place::Tile);
            EXPECT_EQ(choice(fusion, func).place, Place::Inline);
        }
        EXPECT_EQ(choice(fusion, "across").dearer_as, "others then cost less");
    }
    EXPECT_GT(taken, 0);
}

/// Where `across`, costly and updated once, is made, of which a window of 64 of so many rows is read: at a
/// tile each thread makes 63 rows more.
FuncChoice read_by_tall_windows(std::int64_t rows, int threads) {
    StageGraph graph = separable_blur(4096, rows, 1000);
    graph.funcs[0].dimensions[1].extent = graph.funcs[1].dimensions[1].extent = rows + 63;
    graph.funcs[1].inlinable = false;
    graph.funcs[1].stages.push_back(graph.funcs[1].stages[0]);
    StageWork& window = graph.funcs[2].stages[0];
    window.iterations = 64;
    window.register_bytes = 4;
    window.reads = {around(1, 0, 63, 1)};
    return choice(fuse(graph, plain_machine(threads)), "across");
}

TEST(Fuse, LessMemoryDecidesWhereCostsDoNot) {
    int decided = 0;
    for (int threads = 1; threads < 32; ++threads) {
        const FuncChoice across = read_by_tall_windows(4096, threads);
        const double apart = across.places[1].cycles / across.places[0].cycles;
        EXPECT_TRUE(across.place == Place::Tile || apart > 1.06) << threads;
        if (!across.dearer_as.empty()) {
            ++decided;
            EXPECT_EQ(across.place, Place::Tile);
            EXPECT_LT(apart, 1);
            EXPECT_GT(apart, 1 / 1.06);
        }
        EXPECT_TRUE(read_by_tall_windows(1024, threads).dearer_as.empty()) << threads; // 16 MB
    }
    EXPECT_GT(decided, 0);
}

TEST(Fuse, EveryFuncIsPlacedOnceAndMembersBelongToOneGroup) {
    const Fusion fusion = fuse(separable_blur(2048, 2048, 20), plain_machine(4));
    EXPECT_EQ(fusion.choices.size(), 3u);
    ASSERT_EQ(fusion.groups.size(), 1u);
    EXPECT_EQ(fusion.groups[0].funcs, (std::vector<std::string>{"output", "across"}));
    for (const RowVectors& rows : fusion.groups[0].rows) EXPECT_EQ(rows.lanes, 16);
}

/// Does the last vector of the rows of `across`, which reads the input through clamps or not, overlap?
bool overlaps(std::int64_t width, bool clamped, ExtentSource source = ExtentSource::Estimate) {
    StageGraph graph = separable_blur(width, 2048, 200);
    graph.funcs[1].dimensions[0].source = source;
    graph.funcs[2].dimensions[1].vectors = false;
    for (Movement& move : graph.funcs[1].stages[0].reads[0].at) move.floored = move.capped = clamped;
    for (const FusedGroup& group : fuse(graph, plain_machine()).groups)
        for (std::size_t m = 0; m < group.funcs.size(); ++m)
            if (group.funcs[m] == "across") return group.rows[m].end == RowEnd::Overlap;
    throw std::runtime_error("across is inlined");
}

TEST(Fuse, RowsEndWithAVectorThatOverlapsWhereNothingBeforeThemIsMissed) {
    EXPECT_TRUE(overlaps(2048, true));
    EXPECT_FALSE(overlaps(2048, false));
}

TEST(Fuse, RowsShorterThanAVectorDoNot) {
    EXPECT_TRUE(overlaps(16, true, ExtentSource::Default));
    EXPECT_FALSE(overlaps(13, true, ExtentSource::Default));
    EXPECT_TRUE(overlaps(13, true)); // of 8
}

/// Of an output of rows of 2048 that reads every `step`th element of them, or is written over what it reads.
FusedGroup group_of_row(double step, bool in_place = false) {
    StageGraph graph;
    graph.funcs.push_back(plane("input", in_place ? 2048 : 8192, 2048));
    graph.funcs.push_back(computed(plane("", 2048, 2048), "output", 8, {around(0, 0, 0, 1)}));
    graph.funcs[1].inlinable = false;
    graph.funcs[1].output = true;
    graph.funcs[1].stages[0].reads[0].at[0].slope[0] = step;
    if (in_place) {
        graph.funcs.push_back(graph.funcs[0]);
        graph.funcs.back().name = "other";
        std::swap(graph.funcs[1], graph.funcs[2]);
        graph.funcs[2].stages[0].reads.push_back(around(1, 0, 0, 1));
    }
    return fuse(graph, plain_machine()).groups.at(0);
}

TEST(Fuse, LongRowsOfAnOutputEndWithAVectorThatOverlapsWhereAGuardWouldGoLaneByLane) {
    const FusedGroup strided = group_of_row(2);
    ASSERT_TRUE(strided.long_row);
    EXPECT_EQ(strided.long_row->end, RowEnd::Overlap);
    EXPECT_EQ(strided.rows.front().end, RowEnd::Guard);
    EXPECT_FALSE(group_of_row(1).long_row) << "guards cost nothing";
    EXPECT_FALSE(group_of_row(2, true).long_row) << "would read again what it has written";
}

TEST(Fuse, ChainsOf200TakeLessThanLinearTrouble) {
    StageGraph graph;
    graph.funcs.push_back(plane("input", 2048, 2048));
    for (int i = 0; i < 200; ++i)
        graph.funcs.push_back(computed(graph.funcs[0], "f" + std::to_string(i), 20, {around(i, 2, 2, 9)}));
    graph.funcs.back().inlinable = false;
    graph.funcs.back().output = true;
    const Fusion fusion = fuse(graph, plain_machine());
    EXPECT_EQ(fusion.choices.size(), 201u);
    EXPECT_GT(fusion.groups.size(), 1u); // halos of 200 stencils are not computed for one tile
}

} // namespace
} // namespace autoconfig::testing
