// See by_hand.h. Halide 14 drops guards where it knows all sizes (DropsGuards in extract/legality), whatever
// else is scheduled: where sizes are bound everything stays at root.
#include "tests/fuzz/by_hand.h"

#include <algorithm>
#include <optional>

namespace autoconfig::fuzz {

namespace {

constexpr auto guarded = Halide::TailStrategy::GuardWithIf;

bool is_output(const Plan& plan, std::size_t stage) {
    return std::any_of(plan.outputs.begin(), plan.outputs.end(),
                       [&](const Output& output) { return output.stage == static_cast<int>(stage); });
}

/// The stages that outputs are made from, outputs among them.
std::vector<bool> used_stages(const Plan& plan) {
    std::vector<bool> used(plan.stages.size());
    for (const Output& output : plan.outputs) used[output.stage] = true;
    for (std::size_t i = used.size(); i-- > 0;)
        for (const Source& from : plan.stages[i].from)
            if (used[i] && !from.input) used[from.index] = true;
    return used;
}

bool reads(const Stage& stage, std::size_t other) {
    return std::any_of(std::begin(stage.from), std::end(stage.from), [&](const Source& from) {
        return !from.input && from.index == static_cast<int>(other);
    });
}

/// Of one stage, which knows those that it may be scheduled beside.
class HandScheduler {
public:
    HandScheduler(Writer& writer, const Plan& plan, std::vector<Handle>& stages, std::size_t stage)
        : writer_(writer), plan_(plan), stages_(stages), used_(used_stages(plan)), stage_(stage),
          f_(stages[stage]) {}

    void schedule(ByHand how) {
        if (!is_output(plan_, stage_)) at_root(stage_);
        switch (how) {
        case ByHand::Vectors:
            f_.func.vectorize(x_, 4, guarded);
            return wrote("vectorize(x, 4, TailStrategy::GuardWithIf)");
        case ByHand::Specialized: return specialize();
        case ByHand::Unrolled:
            f_.func.unroll(x_, 3, guarded);
            return wrote("unroll(x, 3, TailStrategy::GuardWithIf)");
        case ByHand::Parallel: f_.func.parallel(x_); return wrote("parallel(x)");
        case ByHand::Wrapped: f_.func.in().compute_root(); return wrote("in().compute_root()");
        case ByHand::Memoized: f_.func.memoize(); return wrote("memoize()");
        case ByHand::Async: f_.func.async(); return wrote("async()");
        case ByHand::Rfactored: return rfactor();
        case ByHand::Atomic: return share_update();
        case ByHand::Aligned: f_.func.align_bounds(x_, 4); return wrote("align_bounds(x, 4)");
        case ByHand::AtReader:
        case ByHand::Folded: return place_at_reader(how == ByHand::Folded);
        case ByHand::WithAnother: return compute_with_another();
        case ByHand::No:
        case ByHand::AtRoot: return;
        }
    }

private:
    void wrote(const std::string& call) { writer_.wrote(f_.id + "." + call + ";"); }

    void at_root(std::size_t stage) {
        stages_[stage].func.compute_root();
        writer_.wrote(stages_[stage].id + ".compute_root();");
    }

    void specialize() {
        const Term width = writer_.extent(0);
        f_.func.specialize(width.expr > 8).vectorize(x_, 8, guarded);
        wrote("specialize(" + width.text + " > 8).vectorize(x, 8, TailStrategy::GuardWithIf)");
    }

    /// The first loop that the first update has beside the Func's own; null where there is none.
    std::optional<Halide::RVar> update_loop() const {
        if (!f_.func.has_update_definition()) return std::nullopt;
        const Halide::Internal::Function function = f_.func.function();
        const auto& loops = function.update(0).schedule().rvars();
        if (loops.empty()) return std::nullopt;
        return Halide::RVar(loops[0].var);
    }
    std::string update_loop_text() const {
        return "RVar(" + f_.id + ".function().update(0).schedule().rvars()[0].var)";
    }

    void rfactor() {
        const auto loop = update_loop();
        if (!loop) return;
        f_.func.update(0).rfactor(*loop, Halide::Var("u")).compute_root();
        wrote("update(0).rfactor(" + update_loop_text() + ", Var(\"u\")).compute_root()");
    }

    void share_update() {
        const auto loop = update_loop();
        if (!loop) return;
        f_.func.update(0).atomic().parallel(*loop);
        wrote("update(0).atomic().parallel(" + update_loop_text() + ")");
    }

    /// In every line of the first stage that reads it; `folded`: kept from line to line, so many as it needs.
    void place_at_reader(bool folded) {
        std::size_t reader = stage_ + 1;
        while (reader < stages_.size() && !(used_[reader] && reads(plan_.stages[reader], stage_))) reader++;
        if (reader == stages_.size() || stages_[reader].dimensions() == 0) return;
        if (!is_output(plan_, reader)) at_root(reader);
        const std::vector<Halide::Var> loops = stages_[reader].func.args();
        f_.func.compute_at(stages_[reader].func, loops.back());
        wrote("compute_at(" + stages_[reader].id + ", Var(\"" + loops.back().name() + "\"))");
        if (!folded) return;
        f_.func.store_root();
        wrote("store_root()");
    }

    /// In the loops of a stage before it that it may share them with.
    void compute_with_another() {
        for (std::size_t other = 0; other < stage_; other++) {
            Handle& before = stages_[other];
            if (before.dimensions() != f_.dimensions() || !used_[other] || reads(plan_.stages[stage_], other))
                continue;
            if (!is_output(plan_, other)) at_root(other);
            const Halide::Var outermost = f_.func.args().back();
            f_.func.compute_with(before.func, outermost);
            return wrote("compute_with(" + before.id + ", Var(\"" + outermost.name() + "\"))");
        }
    }

    Writer& writer_;
    const Plan& plan_;
    std::vector<Handle>& stages_;
    const std::vector<bool> used_;
    std::size_t stage_;
    Handle& f_;
    const Halide::Var x_ = Halide::Var("x");
};

bool is_for_stored_funcs(ByHand how) {
    return how == ByHand::Wrapped || how == ByHand::Memoized || how == ByHand::Async ||
           how == ByHand::AtReader || how == ByHand::Folded;
}

} // namespace

void schedule_by_hand(Writer& writer, const Plan& plan, std::vector<Handle>& stages) {
    for (std::size_t i = 0; i < stages.size(); i++) {
        const ByHand how = plan.stages[i].by_hand;
        const bool whole = stages[i].dimensions() == 0 || stages[i].func.function().has_extern_definition();
        if (how == ByHand::No || whole || (is_output(plan, i) && is_for_stored_funcs(how))) continue;
        HandScheduler(writer, plan, stages, i).schedule(plan.bound ? ByHand::AtRoot : how);
    }
}

} // namespace autoconfig::fuzz
