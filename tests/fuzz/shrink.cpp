// See shrink.h. One function a way of making a plan smaller; each returns the plans it leads to, the smallest
// first.
#include "tests/fuzz/shrink.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>

namespace autoconfig::fuzz {

namespace {

using Plans = std::vector<Plan>;

/// The plan with one change.
template<typename Change>
Plan with(Plan plan, const Change& change) {
    change(plan);
    return plan;
}

Plans one_run_each(const Plan& plan) {
    Plans smaller;
    if (plan.runs.size() > 1)
        for (const Size& run : plan.runs) smaller.push_back(with(plan, [&](Plan& p) { p.runs = {run}; }));
    return smaller;
}

/// Who read the stage reads what it read first.
Plan without_stage(Plan plan, int gone) {
    const Source instead = plan.stages[gone].from[0];
    plan.stages.erase(plan.stages.begin() + gone);
    const auto redirect = [&](Source& from) {
        if (from.input) return;
        if (from.index == gone)
            from = instead;
        else if (from.index > gone)
            from.index--;
    };
    for (Stage& stage : plan.stages)
        for (Source& from : stage.from) redirect(from);
    std::vector<Output> outputs;
    for (Output output : plan.outputs) {
        Source place{false, output.stage};
        redirect(place);
        const bool there = std::any_of(outputs.begin(), outputs.end(),
                                       [&](const Output& other) { return other.stage == place.index; });
        if (!place.input && !there) outputs.push_back({place.index, output.divisor});
    }
    plan.outputs = outputs;
    return plan;
}

Plans without_a_stage(const Plan& plan) {
    Plans smaller;
    for (int i = static_cast<int>(plan.stages.size()) - 1; i >= 0; i--) {
        Plan less = without_stage(plan, i);
        if (!less.outputs.empty()) smaller.push_back(less);
    }
    return smaller;
}

Plans without_an_output(const Plan& plan) {
    Plans smaller;
    for (std::size_t i = 0; i < plan.outputs.size() && plan.outputs.size() > 1; i++)
        smaller.push_back(with(plan, [&](Plan& p) { p.outputs.erase(p.outputs.begin() + i); }));
    return smaller;
}

/// One change of one stage.
template<typename Simplify>
Plans each_stage(const Plan& plan, const Simplify& simplify) {
    Plans smaller;
    for (std::size_t i = 0; i < plan.stages.size(); i++)
        smaller.push_back(with(plan, [&](Plan& p) { simplify(p.stages[i]); }));
    return smaller;
}

void append(Plans& to, const Plans& more) { to.insert(to.end(), more.begin(), more.end()); }

Plans simpler_stages(const Plan& plan) {
    Plans smaller = each_stage(plan, [](Stage& s) { s.by_hand = ByHand::No; });
    append(smaller, each_stage(plan, [](Stage& s) { s.kind = Kind::Pointwise, s.details = 6; }));
    append(smaller, each_stage(plan, [](Stage& s) { s.details = 0; }));
    append(smaller, each_stage(plan, [](Stage& s) { s.details %= 16; }));
    append(smaller, each_stage(plan, [](Stage& s) { s.details %= 1024; }));
    append(smaller, each_stage(plan, [](Stage& s) { s.details /= 2; }));
    append(smaller, each_stage(plan, [](Stage& s) { s.details -= s.details > 0; }));
    append(smaller, each_stage(plan, [](Stage& s) { s.dimensions = std::max(1, s.dimensions - 1); }));
    append(smaller, each_stage(plan, [](Stage& s) { s.element = Element::I32; }));
    append(smaller, each_stage(plan, [](Stage& s) { s.element = Element::F32; }));
    append(smaller, each_stage(plan, [](Stage& s) { s.from[0] = {true, 1}; }));
    append(smaller, each_stage(plan, [](Stage& s) { s.from[1] = {true, 1}; }));
    append(smaller, each_stage(plan, [](Stage& s) { s.from[1] = s.from[0]; }));
    return smaller;
}

/// Sizes that a plan is said to have, and runs at.
Plans smaller_sizes(const Plan& plan) {
    Plans smaller;
    const auto lower = [&](int Size::*extent, int to, bool run) {
        smaller.push_back(with(plan, [&](Plan& p) {
            if (run || p.bound)
                for (Size& size : p.runs) size.*extent = std::min(size.*extent, to);
            if (!run || p.bound) p.stated.*extent = std::min(p.stated.*extent, to);
        }));
    };
    for (int Size::*extent : {&Size::width, &Size::height})
        for (bool run : {true, false}) {
            const int now = (run ? plan.runs[0] : plan.stated).*extent;
            for (int to : {1, 2, now / 2, now - 1}) lower(extent, std::max(1, to), run);
        }
    return smaller;
}

Plans simpler_whole(const Plan& plan) {
    Plans smaller;
    smaller.push_back(with(plan, [](Plan& p) { p.offset = p.origin_x = p.origin_y = 0; }));
    smaller.push_back(with(plan, [](Plan& p) { p.inputs_lie = testing::Layout::Planar; }));
    smaller.push_back(with(plan, [](Plan& p) { p.outputs_lie = testing::Layout::Planar; }));
    smaller.push_back(with(plan, [](Plan& p) { p.estimated = Estimated::All; }));
    smaller.push_back(with(plan, [](Plan& p) { p.feature = Feature::None; }));
    smaller.push_back(with(plan, [](Plan& p) { p.threads = 0; }));
    smaller.push_back(with(plan, [](Plan& p) { p.depth = 1; }));
    smaller.push_back(with(plan, [](Plan& p) { p.inputs.resize(2); }));
    for (std::size_t i = 0; i < plan.outputs.size(); i++)
        smaller.push_back(with(plan, [&](Plan& p) { p.outputs[i].divisor = 1; }));
    for (std::size_t i = 0; i < plan.inputs.size(); i++) {
        smaller.push_back(with(plan, [&](Plan& p) { p.inputs[i].element = Element::I32; }));
        smaller.push_back(with(plan, [&](Plan& p) { p.inputs[i].dimensions = i == 0 ? 2 : 1; }));
    }
    return smaller;
}

bool sound(const Plan& plan) {
    const int inputs = static_cast<int>(plan.inputs.size());
    for (const Stage& stage : plan.stages)
        for (const Source& from : stage.from)
            if (from.input && from.index >= inputs) return false;
    return true;
}

} // namespace

Plan shrink(Plan plan, const std::function<bool(const Plan&)>& fails, int trials) {
    const std::initializer_list<Plans (*)(const Plan&)> ways = {
        one_run_each, without_a_stage, without_an_output, smaller_sizes, simpler_whole, simpler_stages};
    std::set<std::string> tried = {summary(plan)};
    const auto smaller_failing = [&]() -> std::optional<Plan> {
        for (const auto& way : ways)
            for (const Plan& smaller : way(plan)) {
                if (!sound(smaller) || !tried.insert(summary(smaller)).second) continue;
                if (trials-- <= 0) return std::nullopt;
                if (fails(smaller)) return smaller;
            }
        return std::nullopt;
    };
    while (const std::optional<Plan> smaller = smaller_failing()) plan = *smaller;
    return plan;
}

} // namespace autoconfig::fuzz
