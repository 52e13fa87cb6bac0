// Draws plans. What makes a pipeline unlike others is drawn often: sizes next to vectors, several readers,
// mixed types.
#include "tests/fuzz/plan.h"

#include <algorithm>
#include <random>

namespace autoconfig::fuzz {

namespace {

/// Uniform numbers that are the same with every standard library.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed * 0x9e3779b97f4a7c15u + 1) {
        for (int i = 0; i < 4; i++) engine_();
    }
    std::uint32_t bits() { return static_cast<std::uint32_t>(engine_() >> 16); }
    int below(int n) { return static_cast<int>(bits() % static_cast<std::uint32_t>(n)); }
    bool once_in(int n) { return below(n) == 0; }
    template<typename T, std::size_t n>
    T one_of(const T (&of)[n]) {
        return of[below(static_cast<int>(n))];
    }

private:
    std::mt19937_64 engine_;
};

int stated_extent(Dice& dice) {
    constexpr int extents[] = {1, 3, 8, 16, 31, 64, 100, 128, 256, 300};
    return dice.one_of(extents);
}

int run_extent(Dice& dice, int stated) {
    constexpr int extents[] = {1, 1, 2, 3, 5, 7, 8, 15, 16, 17, 31, 33, 64, 65};
    if (dice.once_in(4)) return std::clamp(stated + dice.below(3) - 1, 1, 140);
    return dice.one_of(extents);
}

/// The stage before, mostly; else any before it, or an input.
Source source(Dice& dice, int stage, int inputs) {
    if (stage == 0 || dice.once_in(5)) return {true, dice.once_in(4) ? 0 : dice.below(inputs)};
    if (dice.once_in(2)) return {false, stage - 1};
    return {false, dice.below(stage)};
}

Element element(Dice& dice) {
    constexpr Element often[] = {Element::F32, Element::I32};
    return dice.once_in(2) ? dice.one_of(often) : static_cast<Element>(dice.below(elements));
}

int dimensions(Dice& dice) {
    constexpr int of_stages[] = {1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 5};
    return dice.one_of(of_stages);
}

Stage random_stage(Dice& dice, int number, int inputs) {
    Stage stage;
    stage.kind = dice.once_in(4) ? Kind::Pointwise : static_cast<Kind>(dice.below(kinds));
    stage.element = element(dice);
    stage.dimensions = dimensions(dice);
    for (Source& from : stage.from) from = source(dice, number, inputs);
    stage.details = dice.bits();
    if (dice.once_in(16)) stage.by_hand = static_cast<ByHand>(dice.below(by_hand_ways));
    return stage;
}

/// The last stage, stages that none reads, and now and then one that is read.
void draw_outputs(Dice& dice, Plan& plan) {
    const int last = static_cast<int>(plan.stages.size()) - 1;
    std::vector<bool> read(plan.stages.size());
    for (const Stage& stage : plan.stages)
        for (const Source& from : stage.from)
            if (!from.input) read[from.index] = true;
    for (int i = 0; i < last; i++)
        if (dice.once_in(read[i] ? 12 : 2)) plan.outputs.push_back({i, dice.once_in(4) ? 2 : 1});
    plan.outputs.push_back({last, 1});
}

/// Each makes the region before it twice or three times as large along x and y.
void keep_few_resamples(Plan& plan) {
    int count = 0;
    for (Stage& stage : plan.stages)
        if (stage.kind == Kind::Resample && ++count > 2) stage.kind = Kind::Pointwise;
}

} // namespace

Plan random_plan(std::uint64_t seed, int most_stages) {
    Dice dice(seed);
    Plan plan;
    plan.inputs.push_back({element(dice), 2});
    for (int count = 1 + dice.below(2); count > 0; count--)
        plan.inputs.push_back({element(dice), 1 + dice.below(5)});
    const int stages = 1 + dice.below(most_stages);
    for (int i = 0; i < stages; i++)
        plan.stages.push_back(random_stage(dice, i, static_cast<int>(plan.inputs.size())));
    keep_few_resamples(plan);
    draw_outputs(dice, plan);
    plan.depth = 1 + dice.below(4);
    plan.bound = dice.once_in(5);
    plan.stated = {stated_extent(dice), stated_extent(dice)};
    plan.offset = dice.once_in(3) ? 1 : 0;
    if (dice.once_in(5)) plan.inputs_lie = static_cast<testing::Layout>(dice.below(testing::layouts));
    if (dice.once_in(5)) plan.outputs_lie = static_cast<testing::Layout>(dice.below(testing::layouts));
    if (dice.once_in(6)) plan.feature = static_cast<Feature>(dice.below(features));
    if (dice.once_in(3)) plan.threads = 1 + dice.below(4);
    if (plan.bound) {
        plan.stated = {run_extent(dice, 40), run_extent(dice, 40)};
        plan.runs = {plan.stated};
        return plan;
    }
    if (dice.once_in(8)) plan.estimated = static_cast<Estimated>(dice.below(ways_to_estimate));
    if (dice.once_in(6)) plan.origin_x = dice.below(9) - 4, plan.origin_y = dice.below(5) - 2;
    plan.runs = {{1, 1}};
    for (int i = 0; i < 4; i++)
        plan.runs.push_back({run_extent(dice, plan.stated.width), run_extent(dice, plan.stated.height)});
    return plan;
}

} // namespace autoconfig::fuzz
