// Terms of products between transforms, by hand.
#include "autoconfig/decide/layer_problems.h"
#include "autoconfig/model/minimal_filter.h"
#include "tests/model/printed.h"

namespace autoconfig::testing {
namespace {

/// 8 x 8 tiles of F(4x4, 3x3) on 32 x 32 pixels, `tile_rows` rows of them a block.
struct Products {
    explicit Products(std::int64_t channels) {
        layer.h = layer.w = 32, layer.c = layer.k = channels;
        layer.r = layer.s = 3, layer.pad = 1;
        layer.packed_weights = true;
    }

    Cost cost(int cores, int tile_rows, std::int64_t NC, ParallelLoop loop, int tasks) const {
        const Machine machine = plain_machine(cores);
        const Problem problem = winograd_problem(layer, 4, 32);
        const Facts facts(problem, machine);
        Config config = {Winograd{8 * tile_rows, NC}, 8, 2, facts.lanes};
        config.parallel = loop;
        config.tasks = tasks;
        return evaluate(facts, config, Words::Yes);
    }

    Convolution layer;
};

TEST(WinogradTerms, TasksOfPanelsTransformTheDataEachForItself) {
    const Products layer(64);
    const auto transforms = [&](int tile_rows, ParallelLoop loop, int tasks) {
        return total(layer.cost(2, tile_rows, 32, loop, tasks), "T_transform");
    };
    // 64 tiles, 4 vectors of channels each, of the data and of the output, at two operations a cycle
    const MinimalFilter& filter = minimal_filter(4);
    const double data = 64 * 4 * filter.data_operations / 2.0,
                 output = 64 * 4 * filter.inverse_operations / 2.0;
    EXPECT_DOUBLE_EQ(transforms(8, ParallelLoop::None, 1), data + output);
    EXPECT_DOUBLE_EQ(transforms(8, ParallelLoop::Jc, 2), 2 * data + output);
    EXPECT_DOUBLE_EQ(transforms(4, ParallelLoop::Ic, 2), data + output);
}

/// 64 x 64 filters: 256 vectors; 2304 lines of 3 x 3 are read, and of 6 x 6, beyond L2 or not, written.
TEST(WinogradTerms, PlainFiltersAreTransformedFirst) {
    Products layer(64);
    const auto transforms = [&](bool packed) {
        layer.layer.packed_weights = packed;
        std::vector<Term> found;
        for (const Term& term : layer.cost(1, 8, 32, ParallelLoop::None, 1).terms)
            if (term.name == "T_transform") found.push_back(term);
        return found;
    };
    const std::vector<Term> terms = transforms(false);
    ASSERT_EQ(terms.size(), transforms(true).size() + 3);
    for (const Term& term : terms) expect_printed(term.cycles, term.name);
    const Term* filter = &terms[terms.size() - 3];
    EXPECT_DOUBLE_EQ(filter[0].total, 256 * minimal_filter(4).filter_operations / 2.0);
    EXPECT_DOUBLE_EQ(filter[1].total, 2304 * 2);
    EXPECT_DOUBLE_EQ(filter[2].total, 2 * 9216 * 2);
}

/// 32 x 32 pixels of 64 channels: the output is 4096 lines in L2 that are read first and written.
TEST(WinogradTerms, LinesOfTheOutputComeAndGo) {
    const Cost cost = Products(64).cost(1, 8, 32, ParallelLoop::None, 1);
    EXPECT_DOUBLE_EQ(term(cost, "T_out").total, 2 * 4096 * 2);
    EXPECT_EQ(term(cost, "T_out").phase, Phase::Alone);
}

TEST(WinogradTerms, PanelsOfTheOutputAreWrittenInTheSamePages) {
    const Cost cost = Products(64).cost(2, 8, 32, ParallelLoop::Jc, 2);
    EXPECT_NEAR(term(cost, "T_share").total, 32 * 32 * 64 * 4 / 64 / 2.0 * 6, 1e-6);
    EXPECT_FALSE(has(Products(64).cost(2, 4, 32, ParallelLoop::Ic, 2), "T_share"));
}

// Measured on the reference machine, 56x56 256->256, one block: 12.8 ms with as many products as data and
// 3496 page faults, 8.0 ms with half as many and none.
TEST(WinogradTerms, BlocksThatGoBackToTheSystemPayForTheirPages) {
    const Products layer(128);
    const double pages = 2 * 36.0 * 64 * 128 * 4 / 4096; // data and products of 64 tiles
    const Cost equal = layer.cost(1, 8, 128, ParallelLoop::None, 1);
    EXPECT_NEAR(term(equal, "T_fault").total, pages * plain_machine().page_fault_cycles, 1e-6);
    EXPECT_FALSE(has(layer.cost(1, 8, 64, ParallelLoop::None, 1), "T_fault"));
    EXPECT_FALSE(has(layer.cost(1, 2, 128, ParallelLoop::None, 1), "T_fault")) << "590 KB: on the stack";
}

// Measured on the reference machine: F(2x2, 3x3) of 14x14 512->512 is faster in blocks of 128 columns than
// in those of 32.
TEST(WinogradTerms, ProductsAreAllocatedForEveryBlockOfColumns) {
    const Products layer(128);
    const auto allocations = [&](std::int64_t NC) {
        return term(layer.cost(1, 8, NC, ParallelLoop::None, 1), "T_alloc").total /
               plain_machine().allocate_cycles;
    };
    EXPECT_NEAR(allocations(32), 1 + 4, 1e-9);
    EXPECT_NEAR(allocations(128), 1 + 1, 1e-9);
    EXPECT_FALSE(has(layer.cost(1, 2, 128, ParallelLoop::None, 1), "T_alloc")) << "on the stack";
}

} // namespace
} // namespace autoconfig::testing
