// Greedy fusion, consumers first.
#include "autoconfig/decide/fusion.h"

#include "autoconfig/model/group_cost.h"

#include <algorithm>
#include <map>
#include <set>

namespace autoconfig {

const char* to_string(Place place) {
    switch (place) {
    case Place::Root: return "root";
    case Place::Tile: return "at tile";
    case Place::Inline: return "inline";
    }
    return "";
}

namespace {

/// A group as far as it has been put together.
struct Draft {
    std::vector<int> members; // the leader first
    GroupTile tile;
    double cycles = 0;
};

/// Members of a group, all in one loop nest: bounds the time Halide takes to lower it.
constexpr std::size_t most_members = 6;
/// Groups with more members than this try only tiles near the one they have.
constexpr std::size_t large_group = 4;
/// An inlined Func is written out at each of its loads: bounds the size of the code, of what one Func adds to
/// its reader and of the reader with all that it has taken in.
constexpr double most_inlined_bytes = 4000, most_loads = 128;

class Fuser {
public:
    Fuser(const StageGraph& graph, const Machine& machine)
        : machine_(machine), funcs_(graph.funcs), group_of_(funcs_.size(), -1), users_(funcs_.size()) {
        for (std::size_t f = 0; f < funcs_.size(); ++f)
            for (const StageWork& stage : funcs_[f].stages)
                for (const Read& read : stage.reads) users_[read.producer].insert(static_cast<int>(f));
        for (int f = static_cast<int>(funcs_.size()) - 1; f >= 0; --f)
            if (!funcs_[f].fixed) place(f);
    }

    Fusion take() {
        std::reverse(choices_.begin(), choices_.end());
        Fusion fusion;
        fusion.machine = machine_;
        fusion.choices = std::move(choices_);
        for (const auto& [negated, draft] : drafts_) fusion.groups.push_back(finished(draft));
        return fusion;
    }

private:
    using Best = std::pair<GroupTile, double>;

    /// The best tile for these members; infinite where none suits.
    Best best_tile(const std::vector<int>& members, const Draft* near) const {
        const Group group{funcs_, members};
        const std::vector<GroupTile> tiles = near && near->members.size() >= large_group
                                                 ? neighbours(near->tile, group.leader(), machine_)
                                                 : group_tiles(group.leader(), machine_);
        Best best{tiles.front(), infinite};
        for (const GroupTile& tile : tiles)
            if (const auto cost = cost_of(group, tile, machine_, Words::No);
                cost && (cost->cycles < best.second ||
                         (cost->cycles == best.second && tile.key() < best.first.key())))
                best = {tile, cost->cycles};
        return best;
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
        else if (reads_are_unbounded(f)) {
            choice.reason = "read at places that nothing bounds";
            choice.place = func.inlinable ? Place::Inline : Place::Root;
        } else if (users_[f].empty())
            choice.reason = "read by nothing";
        else if (const int contraction = fixed_user(f); contraction >= 0) {
            choice.reason = "read by " + funcs_[contraction].name + ", scheduled apart";
            choice.place = is_alias(f) || elementwise_for_one(f) ? Place::Inline : Place::Root;
        }
        return !choice.reason.empty();
    }

    template<typename Visit>
    void for_each_use(int f, const Visit& visit) const {
        for (int user : users_[f])
            for (std::size_t s = 0; s < funcs_[user].stages.size(); ++s)
                for (const Read& read : funcs_[user].stages[s].reads)
                    if (read.producer == f) visit(user, s, read);
    }

    bool reads_are_unbounded(int f) const {
        bool unbounded = false;
        for_each_use(f, [&](int, std::size_t, const Read& read) { unbounded = unbounded || !read.known(); });
        return unbounded;
    }

    int fixed_user(int f) const {
        for (int user : users_[f])
            if (funcs_[user].fixed) return user;
        return -1;
    }

    /// Nothing but a read of something else.
    bool is_alias(int f) const {
        if (!funcs_[f].inlinable) return false;
        const StageWork& work = funcs_[f].stages[0];
        return work.register_bytes == 0 && work.reads.size() == 1 && work.reads[0].loads == 1;
    }

    bool elementwise_for_one(int f) const {
        if (!funcs_[f].inlinable || users_[f].size() != 1) return false;
        bool elementwise = true;
        for_each_use(f, [&](int, std::size_t, const Read& read) {
            for (std::size_t d = 0; d < read.at.size(); ++d)
                elementwise = elementwise && read.at[d].low == 0 && read.at[d].high == 0 && read.loads == 1 &&
                              d < read.at[d].slope.size() && read.at[d].slope[d] == 1;
        });
        return elementwise;
    }

    void place(int f) {
        FuncChoice choice;
        choice.func = funcs_[f].name;
        if (!forced(f, choice)) {
            choice.places = {root(f), at_tile(f), inlined(f)};
            std::stable_sort(choice.places.begin(), choice.places.end(),
                             [](const PlaceCost& a, const PlaceCost& b) { return a.cycles < b.cycles; });
            choice.place = choice.places.front().place;
        }
        choice.lanes = lanes_of(funcs_[f], machine_);
        choice.in_place = in_place(f);
        if (!funcs_[f].dimensions.empty() && funcs_[f].dimensions[0].source == ExtentSource::Bound)
            choice.bound_row = funcs_[f].dimensions[0].extent;
        settle(f, choice);
        choices_.push_back(choice);
    }

    void settle(int f, FuncChoice& choice) {
        choice.leader = choice.func;
        switch (choice.place) {
        case Place::Root: start_group(f); return;
        case Place::Inline:
            if (!funcs_[f].image) inline_into_users(f);
            return;
        case Place::Tile:
            Draft& draft = drafts_.at(-common_group(f));
            choice.leader = funcs_[draft.members.front()].name;
            join(draft, f);
        }
    }

    /// Only Funcs without updates lead: all reads of the members are then within one loop nest.
    bool leads(int f) const {
        return funcs_[f].is_pure() && funcs_[f].root_only.empty() && !funcs_[f].dimensions.empty();
    }

    void start_group(int f) {
        group_of_[f] = f;
        if (!leads(f)) return;
        const auto [tile, cycles] = best_tile({f}, nullptr);
        drafts_[-f] = {{f}, tile, cycles};
    }

    void join(Draft& draft, int f) {
        std::vector<int> members = draft.members;
        members.push_back(f);
        const auto [tile, cycles] = best_tile(members, &draft);
        group_of_[f] = draft.members.front();
        draft = {members, tile, cycles};
    }

    /// The only group that reads f, or -1.
    int common_group(int f) const {
        int group = -1;
        for (int user : users_[f]) {
            if (group >= 0 && group_of_[user] != group) return -1;
            group = group_of_[user];
        }
        return group;
    }

    /// Cycles of the groups that read f, and of f's own.
    std::set<int> reading_groups(int f) const {
        std::set<int> groups;
        for (int user : users_[f])
            if (group_of_[user] >= 0 && drafts_.count(-group_of_[user])) groups.insert(group_of_[user]);
        return groups;
    }

    double cycles_of(const std::set<int>& groups) const {
        double cycles = 0;
        for (int group : groups) cycles += drafts_.at(-group).cycles;
        return cycles;
    }

    PlaceCost root(int f) const {
        const double readers = cycles_of(reading_groups(f));
        return {Place::Root, readers + best_tile({f}, nullptr).second, ""};
    }

    PlaceCost at_tile(int f) const {
        const auto refuse = [](const std::string& why) { return PlaceCost{Place::Tile, infinite, why}; };
        if (!funcs_[f].root_only.empty()) return refuse(funcs_[f].root_only);
        const int group = common_group(f);
        if (group < 0) return refuse("several groups read it");
        const auto draft = drafts_.find(-group);
        if (draft == drafts_.end()) return refuse(funcs_[group].name + " cannot be tiled");
        std::vector<int> members = draft->second.members;
        if (members.size() == most_members) return refuse("as many Funcs as one loop nest may hold");
        members.push_back(f);
        const double cycles = best_tile(members, &draft->second).second;
        return cycles == infinite ? refuse("no tile suits it") : PlaceCost{Place::Tile, cycles, ""};
    }

    /// Cycles once f is part of its users' arithmetic; the users are put back afterwards.
    PlaceCost inlined(int f) {
        const auto refuse = [](const std::string& why) { return PlaceCost{Place::Inline, infinite, why}; };
        if (!funcs_[f].inlinable) return refuse("has updates");
        std::map<int, FuncStages> before;
        for (int user : users_[f]) before.emplace(user, funcs_[user]);
        bool small = true;
        for (int user : users_[f]) small = write_out(f, funcs_[user]) && small;
        double cycles = small ? 0 : infinite;
        if (small)
            for (int group : reading_groups(f))
                cycles += best_tile(drafts_.at(-group).members, &drafts_.at(-group)).second;
        for (auto& [user, func] : before) funcs_[user] = std::move(func);
        // A user outside all groups is costed by its own loop.
        return small
                   ? PlaceCost{Place::Inline, cycles + outside_groups(f, true) - outside_groups(f, false), ""}
                   : refuse("would be written out too often");
    }

    /// Cycles of the users of f that lead no group: their arithmetic, once over all of their elements.
    double outside_groups(int f, bool with_f) const {
        double cycles = 0;
        for (int user : users_[f]) {
            if (drafts_.count(-group_of_[user])) continue;
            FuncStages func = funcs_[user];
            if (with_f) write_out(f, func);
            for (const StageWork& stage : func.stages) {
                const int lanes = stage.along_rows ? lanes_of(func, machine_) : 1;
                cycles += func.elements() / lanes * stage.iterations *
                          vector_cycles(func, stage, lanes, funcs_, machine_);
            }
        }
        return cycles;
    }

    /// Replaces the reads of f by what f computes and reads. False where the code would grow too large.
    bool write_out(int f, FuncStages& user) const {
        const StageWork& work = funcs_[f].stages[0];
        for (StageWork& stage : user.stages) {
            const auto found = std::find_if(stage.reads.begin(), stage.reads.end(),
                                            [&](const Read& read) { return read.producer == f; });
            if (found == stage.reads.end()) continue;
            const Read read = *found;
            stage.reads.erase(found);
            stage.register_bytes += read.loads * work.register_bytes;
            user.scalar = user.scalar || funcs_[f].scalar;
            user.widest_bytes = std::max(user.widest_bytes, funcs_[f].widest_bytes);
            for (const Read& inner : work.reads) add_read(stage, through(inner, read));
            if (read.loads > 1 &&
                (read.loads * work.register_bytes > most_inlined_bytes || loads_of(stage) > most_loads))
                return false;
        }
        return true;
    }

    static double loads_of(const StageWork& stage) {
        double loads = 0;
        for (const Read& read : stage.reads) loads += read.loads;
        return loads;
    }

    static Read through(Read inner, const Read& outer) {
        inner.loads *= outer.loads;
        for (Movement& dimension : inner.at) dimension = dimension.through(outer.at);
        return inner;
    }

    static void add_read(StageWork& stage, const Read& read) {
        for (Read& known : stage.reads) {
            if (known.producer != read.producer) continue;
            known.loads += read.loads;
            for (std::size_t d = 0; d < read.at.size(); ++d) known.at[d].merge(read.at[d]);
            return;
        }
        stage.reads.push_back(read);
    }

    void inline_into_users(int f) {
        for (int user : users_[f]) {
            write_out(f, funcs_[user]);
            for (const Read& read : funcs_[f].stages[0].reads) users_[read.producer].insert(user);
        }
        for (const Read& read : funcs_[f].stages[0].reads) users_[read.producer].erase(f);
        for (int group : reading_groups(f)) {
            Draft& draft = drafts_.at(-group);
            std::tie(draft.tile, draft.cycles) = best_tile(draft.members, &draft);
        }
    }

    /// Does the output read an input of elements of its size, each where it is written?
    bool in_place(int f) const {
        if (!funcs_[f].output) return false;
        for (const StageWork& stage : funcs_[f].stages)
            for (const Read& read : stage.reads) {
                bool same = funcs_[read.producer].image && read.loads == 1 &&
                            read.at.size() == funcs_[f].dimensions.size() &&
                            funcs_[read.producer].bytes == funcs_[f].bytes;
                for (std::size_t d = 0; same && d < read.at.size(); ++d)
                    same = read.at[d].low == 0 && read.at[d].high == 0 && read.at[d].slope[d] == 1;
                if (same) return true;
            }
        return false;
    }

    FusedGroup finished(const Draft& draft) const {
        FusedGroup group;
        for (int member : draft.members) group.funcs.push_back(funcs_[member].name);
        group.bound_rows = bound_rows({funcs_, draft.members}, draft.tile, machine_);
        group.in_place = in_place(draft.members.front());
        group.lanes = lanes_of({funcs_, draft.members}, draft.tile, machine_);
        group.leader = funcs_[draft.members.front()];
        if (draft.tile.kind == TileKind::Rows && draft.tile.row >= 0)
            group.keeps_rows = keeps_rows({funcs_, draft.members}, draft.tile.row);
        group.tile = draft.tile;
        group.cost = *cost_of({funcs_, draft.members}, draft.tile, machine_, Words::Yes);
        return group;
    }

    static constexpr double infinite = 1e300;

    const Machine& machine_;
    std::vector<FuncStages> funcs_; // with what is inlined written into its consumers
    std::vector<int> group_of_;     // leader; -1 while undecided, inlined or elsewhere
    std::vector<std::set<int>> users_;
    std::map<int, Draft> drafts_; // by minus the leader: consumers first
    std::vector<FuncChoice> choices_;
};

} // namespace

Fusion fuse(const StageGraph& graph, const Machine& machine) { return Fuser(graph, machine).take(); }

} // namespace autoconfig
