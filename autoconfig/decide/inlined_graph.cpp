// A reader of an inlined Func computes it at every place where it reads it.
#include "autoconfig/decide/inlined_graph.h"

#include "autoconfig/decide/turned.h"
#include "autoconfig/model/group.h"

#include <algorithm>
#include <utility>

namespace autoconfig {

namespace {

/// An inlined Func is written out at each of its loads: bounds the size of the code, of what one Func adds to
/// its reader and of the reader with all that it has taken in.
constexpr double most_inlined_bytes = 4000, most_loads = 128;

double loads_of(const StageWork& stage) {
    double loads = 0;
    for (const Read& read : stage.reads) loads += read.loads;
    return loads;
}

void add_read(StageWork& stage, const Read& read) {
    for (Read& known : stage.reads) {
        if (known.producer != read.producer) continue;
        known.merge(read);
        return;
    }
    stage.reads.push_back(read);
}

/// Puts `work` in the place of the stage's read of producer f. False where the code grows too large.
bool write_out(const StageWork& work, int f, StageWork& stage) {
    const auto found = std::find_if(stage.reads.begin(), stage.reads.end(),
                                    [&](const Read& read) { return read.producer == f; });
    if (found == stage.reads.end()) return true;
    const Read read = *found;
    stage.reads.erase(found);
    const bool summed = read.loads > 1; // as stencils do with what they read
    stage.register_bytes += read.made() * (work.register_bytes - (summed ? work.product_bytes : 0));
    WorkByLoops written = work.by_loops;
    if (summed) written.take_from_last(work.product_bytes);
    const WorkByLoops loads_by_loops = read.loads_by_loops();
    const double all_loads = loads_by_loops.all();
    loads_by_loops.for_each([&](LoopSet reader, double loads) {
        const auto loops = [&](std::size_t d) { return read.loops_moving(d) & reader; };
        const double share = loads / all_loads;
        stage.by_loops.add(written, share * read.made_by_all(), loops);
        stage.by_loops.add(written, share * (read.made() - read.made_by_all()), loops, read.choice.by);
    });
    stage.operations += read.made() * work.operations;
    stage.float_operations += read.made() * work.float_operations;
    stage.call_instructions += read.made() * work.call_instructions;
    for (const Read& inner : work.reads) add_read(stage, inner.through(read));
    return read.loads <= 1 ||
           (read.loads * work.register_bytes <= most_inlined_bytes && loads_of(stage) <= most_loads);
}

} // namespace

InlinedGraph::InlinedGraph(const StageGraph& graph) : funcs_(graph.funcs), users_(graph.funcs.size()) {
    for (int f = 0; f < size(); ++f)
        for (const StageWork& stage : funcs_[f].stages)
            for (const Read& read : stage.reads) users_[read.producer].insert(f);
}

template<typename Visit>
void InlinedGraph::for_each_use(int f, const Visit& visit) const {
    for (int user : users_[f])
        for (const StageWork& stage : funcs_[user].stages)
            for (const Read& read : stage.reads)
                if (read.producer == f) visit(read);
}

bool InlinedGraph::is_read_anywhere(int f) const {
    bool anywhere = false;
    for_each_use(f, [&](const Read& read) { anywhere = anywhere || !read.known(); });
    return anywhere;
}

bool InlinedGraph::is_alias(int f) const {
    if (!funcs_[f].may_be_inlined()) return false;
    const StageWork& work = funcs_[f].stages[0];
    return work.register_bytes == 0 && work.reads.size() == 1 && work.reads[0].loads == 1;
}

bool InlinedGraph::is_elementwise_for_one(int f) const {
    bool elementwise = funcs_[f].may_be_inlined() && users_[f].size() == 1;
    for_each_use(f, [&](const Read& read) { elementwise = elementwise && read.is_elementwise(); });
    return elementwise;
}

bool InlinedGraph::may_be_in_place(int f) const { return !in_place_images(funcs_, f).empty(); }

/// Replaces the reads of f by what f computes and reads. False where the code grows too large.
bool InlinedGraph::write_out(int f, FuncStages& user) const {
    user.changes.push_back(f);
    user.f64 = user.f64 || funcs_[f].f64;
    user.narrow = user.narrow || funcs_[f].narrow;
    user.loses_guards = user.loses_guards || funcs_[f].loses_guards;
    user.goes_back = user.goes_back || funcs_[f].goes_back;
    user.scalar = user.scalar || funcs_[f].scalar;
    user.multiplies_flags = user.multiplies_flags || funcs_[f].multiplies_flags;
    user.widest_bytes = std::max(user.widest_bytes, funcs_[f].widest_bytes);
    bool small = true;
    for (StageWork& stage : user.stages)
        small = autoconfig::write_out(funcs_[f].stages[0], f, stage) && small;
    return small;
}

InlinedGraph::Inlined InlinedGraph::inlined(int f) const {
    Inlined result;
    for (int user : users_[f]) {
        FuncStages& with = result.users.emplace(user, funcs_[user]).first->second;
        result.small = write_out(f, with) && result.small;
    }
    return result;
}

std::map<int, FuncStages> InlinedGraph::turned(int f, std::size_t d) const {
    std::map<int, FuncStages> result{{f, autoconfig::turned(funcs_[f], d)}};
    for (int user : users_[f])
        for (StageWork& stage : result.emplace(user, funcs_[user]).first->second.stages)
            for (Read& read : stage.reads)
                if (read.producer == f) turn(read, d);
    const auto dimension = static_cast<int>(d);
    for (auto& [func, definition] : result)
        definition.changes.insert(definition.changes.end(), {-1, f, dimension});
    return result;
}

std::map<int, FuncStages> InlinedGraph::exchange(std::map<int, FuncStages> definitions) {
    for (auto& [f, definition] : definitions) std::swap(funcs_[f], definition);
    return definitions;
}

InlinedGraph::Before InlinedGraph::settle(int f, std::map<int, FuncStages> inlined) {
    Before before;
    for (const Read& read : funcs_[f].stages[0].reads) {
        before.users.emplace(read.producer, users_[read.producer]);
        for (const auto& [user, with] : inlined) users_[read.producer].insert(user);
        users_[read.producer].erase(f);
    }
    before.definitions = exchange(std::move(inlined));
    return before;
}

void InlinedGraph::take_back(Before before) {
    exchange(std::move(before.definitions));
    for (auto& [f, users] : before.users) users_[f] = std::move(users);
}

} // namespace autoconfig
