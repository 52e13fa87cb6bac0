// Each place with the groups and Funcs that it would change.
#include "autoconfig/decide/places.h"

#include "autoconfig/allocation_limits.h"

#include <string>
#include <utility>

namespace autoconfig {

namespace {

const char* too_large = "its buffer would have more than 2^31 bytes";

Option refused(Place place, const std::string& why) { return {{place, no_cost, why}, {}, {}, 0}; }

/// What stays at root although it should not, as nothing else can be done, still has a tile.
Option refused_if_large(Option option, const FuncStages& func) {
    if (func.output || func.stored_bytes() <= halide_most_buffer_bytes) return option;
    option.cost.cycles = no_cost;
    option.cost.refusal = too_large;
    return option;
}

} // namespace

Places::Places(const StageGraph& graph, const Machine& machine, BestDrafts& best_drafts)
    : machine_(machine), best_drafts_(best_drafts), funcs_(graph), group_of_(funcs_.size(), -1) {}

bool Places::leads(int f) const {
    return funcs_[f].is_pure() && funcs_[f].root_only.empty() && !funcs_[f].dimensions.empty();
}

Option Places::root(int f) const {
    const Draft own = best_draft({f}, nullptr);
    Option option{{Place::Root, cycles_of_readers(f) + own.cycles, ""}, {}, {}, 0};
    if (leads(f))
        option.drafts[f] = own;
    else
        option.alone = own.cycles;
    return refused_if_large(std::move(option), funcs_[f]);
}

Option Places::turned_at_root(int f, std::size_t d) {
    const double across = outside_groups(f);
    std::map<int, FuncStages> before = funcs_.exchange(funcs_.turned(f, d));
    Option option = root(f);
    option.cost.cycles += draft_readers(f, option) - cycles_of(reading_groups(f));
    option.alone += outside_groups(f) - across;
    option.cost.along = funcs_[f].dimensions.front().name;
    option.definitions = funcs_.exchange(std::move(before));
    return option;
}

Option Places::at_tile(int f) const {
    if (!funcs_[f].root_only.empty()) return refused(Place::Tile, funcs_[f].root_only);
    const int group = common_group(f);
    if (group < 0) return refused(Place::Tile, "several groups read it");
    const auto draft = drafts_.find(group);
    if (draft == drafts_.end()) return refused(Place::Tile, funcs_[group].name + " cannot be tiled");
    std::vector<int> members = draft->second.members;
    members.push_back(f);
    // A full nest may need a tile of another kind, in which some members are guests of others.
    const Draft with = best_draft(members, members.size() >= most_members ? nullptr : &draft->second);
    if (with.cycles == no_cost)
        return refused(Place::Tile, members.size() > most_members ? "as many Funcs as one loop nest may hold"
                                                                  : "no tile suits it");
    const Group grown{funcs_.funcs(), with.members};
    if (bytes_held(grown, with.tile, machine_).back() > halide_most_buffer_bytes)
        return refused(Place::Tile, too_large);
    return {{Place::Tile, with.cycles, ""}, {{group, with}}, {}, 0};
}

Option Places::turned_at_tile(int f, std::size_t d) {
    std::map<int, FuncStages> before = funcs_.exchange(funcs_.turned(f, d));
    Option option = at_tile(f);
    option.cost.along = funcs_[f].dimensions.front().name;
    option.definitions = funcs_.exchange(std::move(before));
    return option;
}

Option Places::inlined(int f) { return inlined_as(f, funcs_.inlined(f).users); }

Option Places::inlined_if_small(int f) {
    if (!funcs_[f].inlinable) return refused(Place::Inline, "has updates");
    if (!funcs_[f].kept.empty()) return refused(Place::Inline, funcs_[f].kept);
    InlinedGraph::Inlined inlined = funcs_.inlined(f);
    return inlined.small ? inlined_as(f, std::move(inlined.users))
                         : refused(Place::Inline, "would be written out too often");
}

/// f as part of its users, which become `users`. One outside all groups is costed by its own loop.
Option Places::inlined_as(int f, std::map<int, FuncStages> users) {
    Option option{{Place::Inline, 0, ""}, {}, std::move(users), 0};
    const double without = outside_groups(f);
    std::map<int, FuncStages> before = funcs_.exchange(option.definitions);
    option.cost.cycles = draft_readers(f, option) + outside_groups(f);
    option.alone = outside_groups(f) - without;
    funcs_.exchange(std::move(before));
    return option;
}

/// The only group that reads f, or -1.
int Places::common_group(int f) const {
    int group = -1;
    for (int user : funcs_.users(f)) {
        if (group >= 0 && group_of_[user] != group) return -1;
        group = group_of_[user];
    }
    return group;
}

std::set<int> Places::reading_groups(int f) const {
    std::set<int> groups;
    for (int user : funcs_.users(f))
        if (drafts_.count(group_of_[user])) groups.insert(group_of_[user]);
    return groups;
}

/// Puts the groups that read f, as it is now, and their best tiles into the option. Their cycles.
double Places::draft_readers(int f, Option& option) const {
    double cycles = 0;
    for (int group : reading_groups(f)) {
        const Draft& draft = drafts_.at(group);
        option.drafts[group] = best_draft(draft.members, &draft);
        cycles += option.drafts[group].cycles;
    }
    return cycles;
}

double Places::cycles_of(const std::set<int>& groups) const {
    double cycles = 0;
    for (int group : groups) cycles += drafts_.at(group).cycles;
    return cycles;
}

/// Cycles of the users of f that are in no group.
double Places::outside_groups(int f) const {
    double cycles = 0;
    for (int user : funcs_.users(f))
        if (!drafts_.count(group_of_[user]))
            cycles += autoconfig::cycles_alone(funcs_.funcs(), user, machine_);
    return cycles;
}

const Draft& Places::best_draft(const std::vector<int>& members, const Draft* near) const {
    return best_drafts_.of(funcs_.funcs(), members, near);
}

Places::Before Places::take(int f, const Option& option) {
    Before before;
    before.cycles_alone = cycles_alone_;
    for (const auto& [leader, draft] : option.drafts) {
        const auto known = drafts_.find(leader);
        before.drafts[leader] = known == drafts_.end() ? std::nullopt : std::optional(known->second);
        drafts_[leader] = draft;
    }
    cycles_alone_ += option.alone;
    if (option.cost.place == Place::Inline) {
        before.graph = funcs_.settle(f, option.definitions);
        return before;
    }
    before.graph.definitions = funcs_.exchange(option.definitions);
    group_of_[f] = option.cost.place == Place::Root ? f : option.drafts.begin()->first;
    return before;
}

void Places::take_back(int f, Before before) {
    funcs_.take_back(std::move(before.graph));
    for (auto& [leader, draft] : before.drafts) {
        if (draft)
            drafts_[leader] = std::move(*draft);
        else
            drafts_.erase(leader);
    }
    cycles_alone_ = before.cycles_alone;
    group_of_[f] = -1;
}

} // namespace autoconfig
