// See copies.h.
#include "autoconfig/decide/copies.h"

#include "autoconfig/model/group.h"

#include <algorithm>
#include <map>
#include <utility>

namespace autoconfig {

namespace {

constexpr std::size_t most_clones = 2;

using Readers = std::vector<std::set<int>>; // of each Func

Readers readers_of(const StageGraph& graph) {
    Readers readers(graph.funcs.size());
    for (std::size_t f = 0; f < graph.funcs.size(); ++f)
        for (const StageWork& stage : graph.funcs[f].stages)
            for (const Read& read : stage.reads) readers[read.producer].insert(static_cast<int>(f));
    return readers;
}

/// Places along the producer's rows that follow no rule, while another loop goes on from row to row.
bool wants_copy(const Read& read, const FuncStages& reader) {
    if (read.at.empty() || !read.known() || !read.at[0].scattered_by(0)) return false;
    for (std::size_t loop = 1; loop < reader.dimensions.size(); ++loop)
        if (read.crosses_rows(loop) && !read.scattered_by(loop) && reader.dimensions[loop].vectors)
            return true;
    return false;
}

/// Has it updates and rows that may be tiled, and does it read what somebody computes?
bool has_updates_of_computed(const std::vector<FuncStages>& funcs, const FuncStages& func) {
    const auto is_free = [](const Dimension& dimension) { return dimension.free; };
    const bool may_be_tiled = !func.is_pure() && func.root_only.empty() &&
                              std::any_of(func.dimensions.begin(), func.dimensions.end(), is_free);
    if (!may_be_tiled) return false;
    for (const StageWork& stage : func.stages)
        for (const Read& read : stage.reads)
            if (!funcs[read.producer].image) return true;
    return false;
}

/// Can none of these lead tiles?
bool none_leads(const std::vector<FuncStages>& funcs, const std::set<int>& readers) {
    return std::none_of(readers.begin(), readers.end(), [&](int reader) { return funcs[reader].is_pure(); });
}

std::vector<bool> copied_funcs(const StageGraph& graph) {
    const Readers readers = readers_of(graph);
    std::vector<bool> copied(graph.funcs.size(), false);
    for (const FuncStages& reader : graph.funcs)
        for (const StageWork& stage : reader.stages)
            for (const Read& read : stage.reads)
                if (wants_copy(read, reader)) copied[read.producer] = true;
    for (std::size_t f = 0; f < copied.size(); ++f) {
        const FuncStages& func = graph.funcs[f];
        const bool leads = !readers[f].empty() && has_updates_of_computed(graph.funcs, func) &&
                           none_leads(graph.funcs, readers[f]);
        copied[f] = (copied[f] || leads) && !func.image && !func.output && !func.fixed;
    }
    return copied;
}

/// What reads element i for element i, in every dimension.
FuncStages copy_of(const FuncStages& func, int index) {
    FuncStages copy = func;
    copy.name = "copy of " + func.name;
    copy.copy_of = func.name;
    copy.widest_bytes = func.store_bytes;
    copy.f64 = copy.narrow = copy.multiplies_flags = copy.picks = copy.scalar = false;
    copy.inlinable = true;
    copy.kept.clear();
    copy.root_only.clear();
    Read read;
    read.producer = index;
    read.narrow = func.store_bytes < 4;
    for (std::size_t d = 0; d < func.dimensions.size(); ++d) {
        copy.dimensions[d].free = copy.dimensions[d].vectors = true;
        Movement move{std::vector<double>(func.dimensions.size(), 0)};
        move.slope[d] = 1;
        read.at.push_back(move);
    }
    StageWork work;
    work.reads = {read};
    copy.stages = {work};
    return copy;
}

/// Puts `made` behind Func f, of which those for which `reads_it(reader)` read it in its place.
template<typename ReadsIt>
StageGraph with_another(const StageGraph& graph, int f, const FuncStages& made, const ReadsIt& reads_it) {
    StageGraph result;
    const auto place = [&](int func) { return func + (func > f ? 1 : 0); };
    for (int g = 0; g < static_cast<int>(graph.funcs.size()); ++g) {
        result.funcs.push_back(graph.funcs[g]);
        for (StageWork& stage : result.funcs.back().stages)
            for (Read& read : stage.reads)
                read.producer = read.producer == f && reads_it(graph.funcs[g]) ? f + 1 : place(read.producer);
        if (g == f) result.funcs.push_back(made);
    }
    return result;
}

/// Of dimension d of a Func, as much as those need that read it, where that is known.
void keep_what_is_read(StageGraph& graph, int f, std::size_t d) {
    Dimension& dimension = graph.funcs[f].dimensions[d];
    double needed = 1;
    for (const FuncStages& reader : graph.funcs)
        for (const StageWork& stage : reader.stages)
            for (const Read& read : stage.reads) {
                if (read.producer != f) continue;
                if (!read.at[d].known) return;
                needed = std::max(needed, read.at[d].footprint(whole_region(reader)));
            }
    if (needed >= static_cast<double>(dimension.extent)) return;
    dimension.extent = static_cast<std::int64_t>(needed);
    dimension.at_run_time.reset();
}

/// Which loop nests the Funcs of a fusion are made in, by their leaders: those of its readers, of what is
/// inlined.
class Nests {
public:
    Nests(const StageGraph& graph, const Fusion& fusion) : graph_(graph), readers_(readers_of(graph)) {
        for (const FuncChoice& choice : fusion.choices) choices_.emplace(choice.func, choice);
    }

    std::set<std::string> of(int f) const {
        const auto choice = choices_.find(graph_.funcs[f].name);
        if (choice == choices_.end()) return {graph_.funcs[f].name};
        return choice->second.place == Place::Inline ? of_readers(f)
                                                     : std::set<std::string>{choice->second.leader};
    }
    std::set<std::string> of_readers(int f) const {
        std::set<std::string> nests;
        for (int reader : readers_[f]) nests.merge(of(reader));
        return nests;
    }
    /// Readers of f that are made in this nest alone.
    std::vector<std::string> readers_in(const std::string& nest, int f) const {
        std::vector<std::string> readers;
        for (int reader : readers_[f])
            if (of(reader) == std::set<std::string>{nest}) readers.push_back(graph_.funcs[reader].name);
        return readers;
    }

private:
    const StageGraph& graph_;
    const Readers readers_;
    std::map<std::string, FuncChoice> choices_;
};

/// Do the lines that its loops move take longer than what they compute?
bool takes_longer_to_store(const FusedGroup& group) {
    double computing = 0, moving = 0;
    for (const Term& term : group.cost.terms)
        if (!term.is_elapsed()) (term.resource < Resource::L1L2 ? computing : moving) += term.total;
    return moving > computing;
}

/// Can it be made anew anywhere, without a copy that reads it in the place of its readers?
bool may_be_cloned(const StageGraph& graph, int f) {
    const FuncStages& func = graph.funcs[f];
    const auto repeats_it = [&](const FuncStages& other) { return other.copy_of == func.name; };
    return func.is_pure() && func.may_be_inlined() && !func.output && !func.fixed && func.copy_of.empty() &&
           std::none_of(graph.funcs.begin(), graph.funcs.end(), repeats_it);
}

/// Does one of these readers compute it element by element, as an update does that is scattered or scans?
bool is_made_in_scalars(const StageGraph& graph, int f, const std::vector<std::string>& readers) {
    const auto in_scalars = [&](const StageWork& stage) {
        const auto reads_it = [&](const Read& read) { return read.producer == f; };
        return !stage.along_rows && std::any_of(stage.reads.begin(), stage.reads.end(), reads_it);
    };
    return std::any_of(readers.begin(), readers.end(), [&](const std::string& reader) {
        const std::vector<StageWork>& stages = graph.funcs[graph.index_of(reader)].stages;
        return std::any_of(stages.begin(), stages.end(), in_scalars);
    });
}

using Clones = std::vector<std::pair<double, Clone>>; // each with the cycles that are at stake

/// The loop nests that read a Func which may be cloned for one of them: several, or none.
std::set<std::string> nests_to_part(const StageGraph& graph, const Nests& nests, int f) {
    if (!may_be_cloned(graph, f)) return {};
    const std::set<std::string> reading = nests.of_readers(f);
    return reading.size() < 2 ? std::set<std::string>() : reading;
}

void add_those_at_root(Clones& all, const StageGraph& graph, const Fusion& fusion, const Nests& nests) {
    for (const FusedGroup& group : fusion.groups) {
        const int f = graph.index_of(group.leader.name);
        const std::set<std::string> reading = nests_to_part(graph, nests, f);
        if (reading.empty() || !takes_longer_to_store(group)) continue;
        const std::vector<std::string> readers = nests.readers_in(*reading.begin(), f);
        if (!readers.empty()) all.push_back({group.cost.cycles, {graph.funcs[f].name, readers}});
    }
}

/// One clone of each at most, as of those at root: what has one may not be cloned again.
void add_those_inlined(Clones& all, const StageGraph& graph, const Fusion& fusion, const Nests& nests) {
    for (const FuncChoice& choice : fusion.choices) {
        if (choice.place != Place::Inline || choice.places.empty()) continue;
        const int f = graph.index_of(choice.func);
        for (const std::string& nest : nests_to_part(graph, nests, f)) {
            const std::vector<std::string> readers = nests.readers_in(nest, f);
            if (!is_made_in_scalars(graph, f, readers)) continue;
            all.push_back({choice.places.front().cycles, {choice.func, readers}});
            break;
        }
    }
}

} // namespace

bool leads_what_has_updates(const std::vector<FuncStages>& funcs, int copy, const std::set<int>& readers) {
    return !funcs[copy].copy_of.empty() && !readers.empty() && none_leads(funcs, readers) &&
           has_updates_of_computed(funcs, funcs[funcs[copy].stages[0].reads[0].producer]);
}

StageGraph with_copies(const StageGraph& graph) {
    const std::vector<bool> copied = copied_funcs(graph);
    StageGraph result = graph;
    for (int f = static_cast<int>(copied.size()) - 1; f >= 0; --f)
        if (copied[f])
            result =
                with_another(result, f, copy_of(graph.funcs[f], f), [](const FuncStages&) { return true; });
    return result;
}

std::vector<Clone> worth_cloning(const StageGraph& graph, const Fusion& fusion) {
    const Nests nests(graph, fusion);
    Clones all;
    add_those_at_root(all, graph, fusion, nests);
    add_those_inlined(all, graph, fusion, nests);
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Clone> clones;
    for (std::size_t i = 0; i < std::min(all.size(), most_clones); ++i) clones.push_back(all[i].second);
    return clones;
}

StageGraph with_clone(const StageGraph& graph, const Clone& clone) {
    const int f = graph.index_of(clone.func);
    FuncStages again = graph.funcs[f];
    again.copy_of = clone.func;
    again.cloned_for = clone.readers;
    again.name = clone.func + " for " + clone.readers.front();
    StageGraph result = with_another(graph, f, again, [&](const FuncStages& reader) {
        return std::find(clone.readers.begin(), clone.readers.end(), reader.name) != clone.readers.end();
    });
    for (std::size_t d = 0; d < again.dimensions.size(); ++d) keep_what_is_read(result, f + 1, d);
    return result;
}

} // namespace autoconfig
