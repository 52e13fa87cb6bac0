// Where the last vector of a row may be whole although the row is not.
#include "autoconfig/model/group.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace autoconfig {

namespace {

class Overruns {
public:
    explicit Overruns(const std::vector<FuncStages>& funcs) : funcs_(funcs) {}

    /// May dimension d of Func f be computed for more than is read of it? Images and outputs are as large as
    /// the user made them, and so is what the user gave bounds.
    bool may_overrun(int f, std::size_t d) {
        if (d >= funcs_[f].dimensions.size()) return false;
        const auto [known, is_new] = known_.try_emplace({f, d}, false);
        if (is_new) known->second = finds_room(funcs_[f], d);
        return known->second;
    }

private:
    bool finds_room(const FuncStages& func, std::size_t d) {
        const Dimension& dimension = func.dimensions[d];
        const bool given = func.image || func.output || func.fixed;
        if (given || !dimension.free || dimension.bounded) return false;
        return std::all_of(func.stages.begin(), func.stages.end(), [&](const StageWork& stage) {
            return std::all_of(stage.reads.begin(), stage.reads.end(),
                               [&](const Read& read) { return may_go_on(read, d); });
        });
    }

    /// May the read go on while the reader's loop runs past its end?
    bool may_go_on(const Read& read, std::size_t loop) {
        for (std::size_t d = 0; d < read.at.size(); ++d) {
            const Movement& move = read.at[d];
            if (!move.known && !move.held()) return false;
            const bool inside = move.held() && bounds(move.bounded_by, read.producer, d);
            if (move.moved_by(loop) && !inside && !may_overrun(read.producer, d)) return false;
        }
        return true;
    }

    /// Are the bounds of the buffer those of dimension d of Func f, as it is that image or what reads it in
    /// the same places? Those of another may lie beyond what there is.
    bool bounds(const std::string& buffer, int f, std::size_t d) const {
        const FuncStages& func = funcs_[f];
        if (func.image) return func.buffer == buffer;
        return func.is_pure() && std::all_of(func.stages[0].reads.begin(), func.stages[0].reads.end(),
                                             [&](const Read& read) { return bounds(buffer, read, d); });
    }
    bool bounds(const std::string& buffer, const Read& read, std::size_t d) const {
        for (std::size_t of = 0; of < read.at.size(); ++of)
            if (read.at[of].moved_by(d) &&
                (read.at[of].loop_followed() != static_cast<int>(d) || !bounds(buffer, read.producer, of)))
                return false;
        return true;
    }

    const std::vector<FuncStages>& funcs_;
    std::map<std::pair<int, std::size_t>, bool> known_;
};

} // namespace

bool may_overrun(const std::vector<FuncStages>& funcs, int f, int dimension) {
    return Overruns(funcs).may_overrun(f, static_cast<std::size_t>(dimension));
}

bool may_overrun(const StageGraph& graph, const std::string& func, int dimension) {
    const int f = graph.index_of(func);
    return f >= 0 && dimension >= 0 && may_overrun(graph.funcs, f, dimension);
}

Group::Group(const std::vector<FuncStages>& all, std::vector<int> those)
    : funcs(all), members(std::move(those)) {
    Overruns all_overruns(funcs);
    for (int member : members) overruns.push_back(all_overruns.may_overrun(member, 0));
}

} // namespace autoconfig
