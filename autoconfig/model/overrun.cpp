// Where the last vector of a row may be whole although the row is not.
#include "autoconfig/model/group.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// Of every Func and dimension.
using Overruns = std::vector<std::vector<bool>>;

/// May the read go on while the reader's loop runs past its end?
bool may_go_on(const Read& read, std::size_t loop, const Overruns& overruns) {
    for (std::size_t d = 0; d < read.at.size(); ++d) {
        if (!read.at[d].known && !read.at[d].held()) return false;
        if (read.at[d].moved_by(loop) && !read.at[d].held() && !overruns[read.producer][d]) return false;
    }
    return true;
}

/// Images and outputs are as large as the user made them.
bool may_overrun(const FuncStages& func, std::size_t d, const Overruns& overruns) {
    const Dimension& dimension = func.dimensions[d];
    const bool given = func.image || func.output || func.fixed;
    if (given || !dimension.free || dimension.source == ExtentSource::Bound) return false;
    return std::all_of(func.stages.begin(), func.stages.end(), [&](const StageWork& stage) {
        return std::all_of(stage.reads.begin(), stage.reads.end(),
                           [&](const Read& read) { return may_go_on(read, d, overruns); });
    });
}

Overruns overruns_of(const std::vector<FuncStages>& funcs) {
    Overruns overruns;
    for (const FuncStages& func : funcs) { // producers first
        overruns.emplace_back();
        for (std::size_t d = 0; d < func.dimensions.size(); ++d)
            overruns.back().push_back(may_overrun(func, d, overruns));
    }
    return overruns;
}

} // namespace

bool may_overrun(const StageGraph& graph, const std::string& func, int dimension) {
    const int f = graph.index_of(func);
    return f >= 0 && dimension >= 0 && overruns_of(graph.funcs)[f][dimension];
}

std::vector<bool> may_overrun(const Group& group) {
    const Overruns overruns = overruns_of(group.funcs);
    std::vector<bool> members;
    for (int member : group.members) members.push_back(!overruns[member].empty() && overruns[member].front());
    return members;
}

} // namespace autoconfig
