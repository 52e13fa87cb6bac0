// See greedy.h.
#include "autoconfig/decide/greedy.h"

#include "autoconfig/allocation_limits.h"
#include "autoconfig/decide/close_call.h"
#include "autoconfig/decide/copies.h"
#include "autoconfig/decide/look_ahead.h"
#include "autoconfig/decide/places.h"
#include "autoconfig/decide/shared_loops.h"
#include "autoconfig/decide/turned.h"
#include "autoconfig/space/func_lanes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace autoconfig {

namespace {

class Fuser {
public:
    Fuser(const StageGraph& graph, const Machine& machine, const std::set<int>& seconds,
          BestDrafts& best_drafts)
        : places_(graph, machine, best_drafts), seconds_(seconds) {
        for (int f = funcs_.size() - 1; f >= 0; --f)
            if (!funcs_[f].fixed) place(f);
    }

    double cycles() const {
        double cycles = places_.cycles_alone();
        for (const auto& [leader, draft] : places_.drafts()) cycles += draft.cycles;
        return cycles;
    }
    const std::vector<SecondPlace>& second_places() const { return second_places_; }

    Fusion take() {
        Fusion fusion;
        fusion.machine = machine_;
        for (auto& [f, choice] : choices_) {
            if (is_copy(f) && choice.place == Place::Inline) continue; // nobody reads it
            // With all inlined into it.
            describe(f, choice);
            choice.updates = forms_of_updates(funcs_.funcs(), f, choice.update_rows.lanes,
                                              whole_region(funcs_[f]), machine_);
            choice.shared = shared_loops(funcs_.funcs(), f, machine_);
            fusion.choices.push_back(std::move(choice));
        }
        fusion.cycles = cycles();
        for (const auto& [leader, draft] : places_.drafts())
            fusion.groups.push_back(fused_group(funcs_, draft.members, draft.tile, machine_));
        return fusion;
    }

private:
    bool is_copy(int f) const { return !funcs_[f].copy_of.empty() && funcs_[f].cloned_for.empty(); }

    void place(int f) {
        FuncChoice choice;
        choice.func = choice.leader = funcs_[f].name;
        choice.copy_of = funcs_[f].copy_of;
        choice.cloned_for = funcs_[f].cloned_for;
        const Option option = forced(f, choice) ? only_option(f, choice) : cheapest(f, choice);
        if (!funcs_[f].image) places_.take(f, option);
        if (choice.place == Place::Tile) choice.leader = funcs_[places_.leader_of(f)].name;
        choices_[f] = choice;
    }

    void describe(int f, FuncChoice& choice) const {
        const FuncStages& func = funcs_[f];
        const bool overruns = may_overrun(funcs_.funcs(), f, 0);
        const bool bound = !func.dimensions.empty() && func.dimensions[0].source == ExtentSource::Bound;
        const int lanes =
            overruns && bound ? overrunning_lanes_of(func, machine_) : guarded_lanes_of(func, machine_);
        const std::int64_t row = bound ? func.dimensions[0].extent : 0;
        choice.update_rows = overruns ? RowVectors{lanes, RowEnd::RoundUp}
                                      : with_guards_kept(func, row_vectors(lanes, row, false));
        const bool in_place = funcs_.may_be_in_place(f);
        choice.rows = choice.along.empty()
                          ? with_guards_kept(func, row_vectors(lanes, row, true, in_place, overruns))
                          : choice.update_rows;
        choice.rows.along = choice.update_rows.along = choice.along;
        choice.bytes = func.stored_bytes();
    }

    /// Why a Func has no choice, with the place it gets.
    bool forced(int f, FuncChoice& choice) const {
        const FuncStages& func = funcs_[f];
        choice.place = func.image ? Place::Inline : Place::Root;
        if (func.image)
            choice.reason = "input";
        else if (func.output)
            choice.reason = "output";
        else if (!func.root_only.empty() && !func.inlinable)
            choice.reason = func.root_only;
        else if (funcs_.is_read_anywhere(f)) {
            choice.reason = "read at places that nothing bounds";
            choice.place = func.inlinable ? Place::Inline : Place::Root;
        } else if (func.decides) {
            choice.reason = "one element of it decides what an update does";
            choice.place = func.may_be_inlined() ? Place::Inline : Place::Root;
        } else if (funcs_.users(f).empty())
            choice.reason = "read by nothing";
        else if (const int contraction = fixed_user(f); contraction >= 0) {
            choice.reason = "read by " + funcs_[contraction].name + ", scheduled apart";
            choice.place = funcs_.is_alias(f) || funcs_.is_elementwise_for_one(f) || is_read_once_by_hand(f)
                               ? Place::Inline
                               : Place::Root;
        }
        return !choice.reason.empty();
    }

    /// Do only Funcs with a schedule of their user's read it, and no element more than once?
    bool is_read_once_by_hand(int f) const {
        double reads = 0;
        for (int user : funcs_.users(f)) {
            if (!funcs_[user].by_hand) return false;
            for (const StageWork& stage : funcs_[user].stages)
                for (const Read& read : stage.reads)
                    if (read.producer == f) reads += read.loads * stage.iterations * funcs_[user].elements();
        }
        return funcs_[f].may_be_inlined() && reads <= funcs_[f].elements();
    }

    int fixed_user(int f) const {
        for (int user : funcs_.users(f))
            if (funcs_[user].fixed) return user;
        return -1;
    }

    Option only_option(int f, FuncChoice& choice) {
        if (funcs_[f].image) return {};
        if (choice.place == Place::Inline) return places_.inlined(f);
        Option option = places_.root(f);
        for (std::size_t d : worth_leading_along(f))
            if (Option turned = places_.turned_at_root(f, d); turned.cost.cycles < option.cost.cycles)
                option = std::move(turned);
        choice.along = option.cost.along;
        return option;
    }

    /// Dimensions that vectors of an output may run along where its rows are shorter than a vector: they
    /// store element by element.
    std::vector<std::size_t> worth_leading_along(int f) const {
        const FuncStages& func = funcs_[f];
        std::vector<std::size_t> worth;
        if (!func.output || !places_.leads(f) || !funcs_.users(f).empty() || !has_short_rows(func, machine_))
            return worth;
        for (std::size_t d = 1; d < func.dimensions.size(); ++d)
            if (func.dimensions[d].vectors && !has_short_rows(turned(func, d), machine_) &&
                !loads_strided_along(func, d, funcs_.funcs()))
                worth.push_back(d);
        return worth;
    }

    Option cheapest(int f, FuncChoice& choice) {
        std::vector<Option> options{places_.inlined_if_small(f)};
        if (!is_copy(f))
            options = {places_.root(f), places_.at_tile(f), std::move(options.front())};
        else if (leads_what_has_updates(funcs_.funcs(), f, funcs_.users(f)))
            options.push_back(places_.root(f));
        for (std::size_t d : worth_turning(f, funcs_.funcs(), funcs_.users(f))) {
            if (Option turned = places_.turned_at_tile(f, d); turned.cost.cycles < no_cost)
                options.push_back(std::move(turned));
            if (!places_.leads(f) && is_read_along(f, d, funcs_.funcs(), funcs_.users(f)))
                options.push_back(places_.turned_at_root(f, d));
        }
        sort_by_cost(options);
        look_ahead(places_, f, options);
        put_off_repeating(f, options);
        if (spares_memory(f, options)) {
            choice.dearer_as = "takes less memory, and within the model's error no longer";
            return chosen(options, choice);
        }
        if (options.size() > 1 && options[1].cost.cycles < no_cost) take_second(f, options, choice);
        return chosen(options, choice);
    }

    static Option chosen(const std::vector<Option>& options, FuncChoice& choice) {
        for (const Option& option : options) choice.places.push_back(option.cost);
        choice.place = options.front().cost.place;
        choice.along = options.front().cost.along;
        return options.front();
    }

    void take_second(int f, std::vector<Option>& options, FuncChoice& choice) {
        second_places_.push_back({f, std::abs(options[1].cost.cycles - options[0].cost.cycles)});
        if (seconds_.count(f) == 0) return;
        choice.dearer_as = "others then cost less";
        std::swap(options[0], options[1]);
    }

    /// Costs this close do not tell places apart. What inlining repeats grows with all that is inlined into
    /// it later; a tile makes it once.
    void put_off_repeating(int f, std::vector<Option>& options) const {
        constexpr double close = 1.005;
        if (options.size() < 2) return;
        const bool tie = options.front().cost.place == Place::Inline && is_read_again(funcs_, f) &&
                         may_grow(f) && options[1].cost.place == Place::Tile &&
                         options[1].cost.cycles <= close * options.front().cost.cycles;
        if (tie) std::swap(options[0], options[1]);
    }

    /// Of places that the model cannot tell apart, brings one forward that does not ask the system for so
    /// much in every run, if there is one.
    bool spares_memory(int f, std::vector<Option>& options) const {
        const Option& best = options.front();
        if (best.cost.place != Place::Root || funcs_[f].stored_bytes() <= malloc_never_keeps_bytes)
            return false;
        const auto other = std::find_if(options.begin(), options.end(), [&](const Option& option) {
            return option.cost.place != Place::Root &&
                   option.cost.cycles <= (1 + model_error) * best.cost.cycles;
        });
        if (other == options.end()) return false;
        std::rotate(options.begin(), other, other + 1);
        return true;
    }

    /// Does f compute something, and read what may be inlined into it and does so, too?
    bool may_grow(int f) const {
        if (funcs_.is_alias(f)) return false;
        const std::vector<Read>& reads = funcs_[f].stages[0].reads;
        return std::any_of(reads.begin(), reads.end(), [&](const Read& read) {
            const FuncStages& producer = funcs_[read.producer];
            return !producer.image && producer.may_be_inlined() && !funcs_.is_alias(read.producer);
        });
    }

    Places places_;
    const std::set<int>& seconds_;
    std::vector<SecondPlace> second_places_;
    const InlinedGraph& funcs_ = places_.funcs();
    const Machine& machine_ = places_.machine();
    std::map<int, FuncChoice> choices_; // by Func: producers first
};

} // namespace

Greedy place_greedily(const StageGraph& graph, const Machine& machine, const std::set<int>& seconds,
                      BestDrafts& best_drafts) {
    const Fuser fuser(graph, machine, seconds, best_drafts);
    return {fuser.cycles(), fuser.second_places()};
}

Fusion fuse_greedily(const StageGraph& graph, const Machine& machine, const std::set<int>& seconds,
                     BestDrafts& best_drafts) {
    return Fuser(graph, machine, seconds, best_drafts).take();
}

} // namespace autoconfig
