// Greedy fusion, consumers first.
#include "autoconfig/decide/fusion.h"

#include "autoconfig/decide/draft.h"
#include "autoconfig/decide/inlined_graph.h"
#include "autoconfig/decide/turned.h"
#include "autoconfig/model/group_cost.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace autoconfig {

const char* to_string(Place place) {
    switch (place) {
    case Place::Root: return "root";
    case Place::Tile: return "at tile";
    case Place::Inline: return "inline";
    }
    return "";
}

std::string PlaceCost::name() const { return to_string(place) + (along.empty() ? "" : " along " + along); }

namespace {

/// A place for a Func, and what it would change.
struct Option {
    PlaceCost cost;
    std::map<int, Draft> drafts;           // groups as they would be, by leader
    std::map<int, FuncStages> definitions; // readers, and the Func if turned, as they would be
    double alone = 0;                      // cycles of the Func at root, where it leads no group
};

class Fuser {
public:
    Fuser(const StageGraph& graph, const Machine& machine)
        : machine_(machine), funcs_(with_copies(graph)), group_of_(funcs_.size(), -1) {
        for (int f = funcs_.size() - 1; f >= 0; --f)
            if (!funcs_[f].fixed) place(f);
    }

    Fusion take() {
        Fusion fusion;
        fusion.machine = machine_;
        for (auto& [f, choice] : choices_) {
            if (!choice.copy_of.empty() && choice.along.empty()) continue; // nobody reads the copy
            choice.updates =
                forms_of_updates(funcs_.funcs(), f, choice.lanes, true, machine_); // with all inlined into it
            fusion.choices.push_back(std::move(choice));
        }
        fusion.cycles = cycles_alone_;
        for (const auto& [leader, draft] : drafts_) {
            fusion.cycles += draft.cycles;
            fusion.groups.push_back(fused_group(funcs_, draft.members, draft.tile, machine_));
        }
        return fusion;
    }

private:
    /// The outermost of several.
    static std::string longest_of(const std::vector<Dimension>& dimensions) {
        const Dimension* longest = nullptr;
        for (std::size_t d = 1; d < dimensions.size(); ++d)
            if (!longest || dimensions[d].extent >= longest->extent) longest = &dimensions[d];
        return longest ? longest->name : "";
    }

    void place(int f) {
        FuncChoice choice;
        choice.func = choice.leader = funcs_[f].name;
        choice.in_place = funcs_.may_be_in_place(f);
        choice.copy_of = funcs_[f].copy_of;
        const Option option = forced(f, choice) ? only_option(f, choice) : cheapest(f, choice);
        settle(f, option, choice);
        describe_rows(funcs_[f], choice);
        choices_[f] = choice;
    }

    void describe_rows(const FuncStages& func, FuncChoice& choice) const {
        choice.lanes = guarded_lanes_of(func, machine_);
        choice.longest = longest_of(func.dimensions);
        if (!func.dimensions.empty() && func.dimensions[0].source == ExtentSource::Bound)
            choice.bound_row = func.dimensions[0].extent;
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
            choice.place =
                funcs_.is_alias(f) || funcs_.is_elementwise_for_one(f) ? Place::Inline : Place::Root;
        }
        return !choice.reason.empty();
    }

    int fixed_user(int f) const {
        for (int user : funcs_.users(f))
            if (funcs_[user].fixed) return user;
        return -1;
    }

    Option only_option(int f, FuncChoice& choice) {
        if (funcs_[f].image) return {};
        if (choice.place == Place::Inline) return inlined_as(f, funcs_.inlined(f).users);
        Option option = root(f);
        for (std::size_t d : worth_leading_along(f))
            if (Option turned = turned_at_root(f, d); turned.cost.cycles < option.cost.cycles)
                option = std::move(turned);
        choice.along = option.cost.along;
        return option;
    }

    /// Dimensions that vectors of an output may run along where its rows are shorter than a vector: they
    /// store element by element.
    std::vector<std::size_t> worth_leading_along(int f) const {
        const FuncStages& func = funcs_[f];
        std::vector<std::size_t> worth;
        if (!func.output || !leads(f) || !funcs_.users(f).empty() || !has_short_rows(func, machine_))
            return worth;
        for (std::size_t d = 1; d < func.dimensions.size(); ++d)
            if (func.dimensions[d].vectors && !has_short_rows(turned(func, d), machine_) &&
                !loads_strided_along(func, d, funcs_.funcs()))
                worth.push_back(d);
        return worth;
    }

    Option cheapest(int f, FuncChoice& choice) {
        std::vector<Option> options{inlined_if_small(f)};
        if (funcs_[f].copy_of.empty()) options = {root(f), at_tile(f), std::move(options.front())};
        for (std::size_t d : worth_turning(f, funcs_.funcs(), funcs_.users(f))) {
            if (Option turned = turned_at_tile(f, d); turned.cost.cycles < no_cost)
                options.push_back(std::move(turned));
            if (!leads(f) && is_read_along(f, d, funcs_.funcs(), funcs_.users(f)))
                options.push_back(turned_at_root(f, d));
        }
        sort_by_cost(options);
        look_ahead(f, options);
        put_off_repeating(f, options);
        for (const Option& option : options) choice.places.push_back(option.cost);
        choice.place = options.front().cost.place;
        choice.along = options.front().cost.along;
        return options.front();
    }

    /// Costs this close do not tell places apart. What inlining repeats grows with all that is inlined into
    /// it later; a tile makes it once.
    void put_off_repeating(int f, std::vector<Option>& options) const {
        constexpr double close = 1.005;
        if (options.size() < 2) return;
        const bool tie = options.front().cost.place == Place::Inline && is_read_again(f) && may_grow(f) &&
                         options[1].cost.place == Place::Tile &&
                         options[1].cost.cycles <= close * options.front().cost.cycles;
        if (tie) std::swap(options[0], options[1]);
    }

    /// Where f would be inlined although it is read again, what only f reads would be too, by as many; where
    /// it would be made at a tile, what it reads would add to the same tile's halo: adds to each place what
    /// that Func then takes at least, and puts the cheapest first.
    void look_ahead(int f, std::vector<Option>& options) {
        const int source = only_source(f);
        const Place place = options.front().cost.place;
        const bool repeats = place == Place::Tile || (place == Place::Inline && is_read_again(f));
        if (source < 0 || !repeats) return;
        for (Option& option : options)
            if (option.cost.cycles < no_cost) option.cost.cycles += least_ahead(f, option, source, farthest);
        sort_by_cost(options);
    }

    /// The one computed Func that f reads, where f is the last of its readers to get a place; or -1.
    int only_source(int f) const {
        int source = -1;
        for (const Read& read : funcs_[f].stages[0].reads) {
            const FuncStages& func = funcs_[read.producer];
            if (func.image) continue;
            if (source >= 0 || !func.may_be_inlined() || !func.root_only.empty()) return -1;
            source = read.producer;
        }
        if (source < 0 || funcs_.is_read_anywhere(source)) return -1;
        for (int user : funcs_.users(source))
            if (user != f && !choices_.count(user)) return -1;
        return source;
    }

    static constexpr int farthest = 3; // Funcs that are looked at ahead

    /// Cycles that `source` adds at its best place, were f placed by `option`; where that is to be inlined,
    /// with those that the source of the source adds, up to `steps`.
    double least_ahead(int f, const Option& option, int source, int steps) {
        const auto drafts = drafts_;
        const int group = group_of_[f];
        InlinedGraph::Before before;
        for (const auto& [leader, draft] : option.drafts) drafts_[leader] = draft;
        if (option.cost.place == Place::Inline)
            before = funcs_.settle(f, option.definitions);
        else {
            before.definitions = funcs_.exchange(option.definitions);
            group_of_[f] = option.cost.place == Place::Root ? f : option.drafts.begin()->first;
        }
        const Option inlined = inlined_if_small(source);
        const double kept = std::min(root(source).cost.cycles, at_tile(source).cost.cycles);
        double ahead = std::min(kept, inlined.cost.cycles) - cycles_of(reading_groups(source));
        if (const int next = only_source(source); steps > 1 && next >= 0 && inlined.cost.cycles < kept)
            ahead += least_ahead(source, inlined, next, steps - 1);
        funcs_.take_back(std::move(before));
        group_of_[f] = group;
        drafts_ = drafts;
        return ahead;
    }

    static void sort_by_cost(std::vector<Option>& options) {
        std::stable_sort(options.begin(), options.end(),
                         [](const Option& a, const Option& b) { return a.cost.cycles < b.cost.cycles; });
    }

    /// Do its readers together run over more elements than f has?
    bool is_read_again(int f) const {
        double elements = 0;
        for (int user : funcs_.users(f)) elements += funcs_[user].elements();
        return elements > funcs_[f].elements();
    }

    /// Does f read what may be inlined into it, and computes something?
    bool may_grow(int f) const {
        const std::vector<Read>& reads = funcs_[f].stages[0].reads;
        return std::any_of(reads.begin(), reads.end(), [&](const Read& read) {
            const FuncStages& producer = funcs_[read.producer];
            return !producer.image && producer.may_be_inlined() && !funcs_.is_alias(read.producer);
        });
    }

    void settle(int f, const Option& option, FuncChoice& choice) {
        for (const auto& [leader, draft] : option.drafts) drafts_[leader] = draft;
        cycles_alone_ += option.alone;
        if (choice.place == Place::Root) group_of_[f] = f;
        if (choice.place == Place::Root && !choice.along.empty()) funcs_.exchange(option.definitions);
        if (choice.place == Place::Inline && !funcs_[f].image) funcs_.settle(f, option.definitions);
        if (choice.place != Place::Tile) return;
        funcs_.exchange(option.definitions);
        group_of_[f] = option.drafts.begin()->first;
        choice.leader = funcs_[group_of_[f]].name;
    }

    Option root(int f) const {
        const Draft own = best_draft({f}, nullptr);
        Option option{{Place::Root, cycles_of(reading_groups(f)) + own.cycles, ""}, {}, {}, 0};
        if (leads(f))
            option.drafts[f] = own;
        else
            option.alone = own.cycles;
        return option;
    }

    /// At root with vectors along dimension d.
    Option turned_at_root(int f, std::size_t d) {
        const double across = outside_groups(f);
        std::map<int, FuncStages> before = funcs_.exchange(funcs_.turned(f, d));
        Option option = root(f);
        option.cost.cycles += outside_groups(f) - across;
        option.cost.cycles += draft_readers(f, option) - cycles_of(reading_groups(f));
        option.cost.along = funcs_[f].dimensions.front().name;
        option.definitions = funcs_.exchange(std::move(before));
        return option;
    }

    /// Only Funcs without updates lead: all reads of the members are then within one loop nest.
    bool leads(int f) const {
        return funcs_[f].is_pure() && funcs_[f].root_only.empty() && !funcs_[f].dimensions.empty();
    }

    Option at_tile(int f) const {
        if (!funcs_[f].root_only.empty()) return refused(Place::Tile, funcs_[f].root_only);
        const int group = common_group(f);
        if (group < 0) return refused(Place::Tile, "several groups read it");
        const auto draft = drafts_.find(group);
        if (draft == drafts_.end()) return refused(Place::Tile, funcs_[group].name + " cannot be tiled");
        std::vector<int> members = draft->second.members;
        members.push_back(f);
        const bool full = members.size() > most_members;
        const Draft with = best_draft(members, full ? nullptr : &draft->second);
        if (with.cycles == no_cost)
            return refused(Place::Tile,
                           full ? "as many Funcs as one loop nest may hold" : "no tile suits it");
        return {{Place::Tile, with.cycles, ""}, {{group, with}}, {}, 0};
    }

    /// At the tile of its readers with dimension d innermost, and vectors along it.
    Option turned_at_tile(int f, std::size_t d) {
        std::map<int, FuncStages> before = funcs_.exchange(funcs_.turned(f, d));
        Option option = at_tile(f);
        option.cost.along = funcs_[f].dimensions.front().name;
        option.definitions = funcs_.exchange(std::move(before));
        return option;
    }

    Option inlined_if_small(int f) {
        if (!funcs_[f].inlinable) return refused(Place::Inline, "has updates");
        if (!funcs_[f].kept.empty()) return refused(Place::Inline, funcs_[f].kept);
        InlinedGraph::Inlined inlined = funcs_.inlined(f);
        return inlined.small ? inlined_as(f, std::move(inlined.users))
                             : refused(Place::Inline, "would be written out too often");
    }

    /// f as part of its users, which become `users`. One outside all groups is costed by its own loop.
    Option inlined_as(int f, std::map<int, FuncStages> users) {
        Option option{{Place::Inline, 0, ""}, {}, std::move(users), 0};
        const double without = outside_groups(f);
        std::map<int, FuncStages> before = funcs_.exchange(option.definitions);
        option.cost.cycles = draft_readers(f, option) + outside_groups(f) - without;
        funcs_.exchange(std::move(before));
        return option;
    }

    static Option refused(Place place, const std::string& why) { return {{place, no_cost, why}, {}, {}, 0}; }

    /// The only group that reads f, or -1.
    int common_group(int f) const {
        int group = -1;
        for (int user : funcs_.users(f)) {
            if (group >= 0 && group_of_[user] != group) return -1;
            group = group_of_[user];
        }
        return group;
    }

    std::set<int> reading_groups(int f) const {
        std::set<int> groups;
        for (int user : funcs_.users(f))
            if (drafts_.count(group_of_[user])) groups.insert(group_of_[user]);
        return groups;
    }

    /// Puts the groups that read f, as it is now, and their best tiles into the option. Their cycles.
    double draft_readers(int f, Option& option) const {
        double cycles = 0;
        for (int group : reading_groups(f)) {
            const Draft& draft = drafts_.at(group);
            option.drafts[group] = best_draft(draft.members, &draft);
            cycles += option.drafts[group].cycles;
        }
        return cycles;
    }

    double cycles_of(const std::set<int>& groups) const {
        double cycles = 0;
        for (int group : groups) cycles += drafts_.at(group).cycles;
        return cycles;
    }

    /// Cycles of the users of f that are in no group.
    double outside_groups(int f) const {
        double cycles = 0;
        for (int user : funcs_.users(f))
            if (!drafts_.count(group_of_[user])) cycles += cycles_alone(funcs_.funcs(), user, machine_);
        return cycles;
    }

    Draft best_draft(std::vector<int> members, const Draft* near) const {
        return autoconfig::best_draft(funcs_.funcs(), std::move(members), near, machine_);
    }

    const Machine& machine_;
    InlinedGraph funcs_;
    std::vector<int> group_of_;                   // leader; -1 while undecided, inlined or elsewhere
    std::map<int, Draft, std::greater<>> drafts_; // by leader: consumers first
    std::map<int, FuncChoice> choices_;           // by Func: producers first
    double cycles_alone_ = 0;                     // of Funcs in no group
};

} // namespace

Fusion fuse(const StageGraph& graph, const Machine& machine) { return Fuser(graph, machine).take(); }

} // namespace autoconfig
