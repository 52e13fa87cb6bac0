// Where the last vector of a row may be whole although the row is not.
#include "autoconfig/model/group.h"

#include <algorithm>
#include <map>
#include <utility>

namespace autoconfig {

namespace {

class Overruns {
public:
    explicit Overruns(const std::vector<FuncStages>& funcs) : funcs_(funcs) {}

    /// May dimension d of Func f be computed for more than is read of it? Images and outputs are as large as
    /// the user made them.
    bool may_overrun(int f, std::size_t d) {
        const auto [known, is_new] = known_.try_emplace({f, d}, false);
        if (is_new) known->second = finds_room(funcs_[f], d);
        return known->second;
    }

private:
    bool finds_room(const FuncStages& func, std::size_t d) {
        const Dimension& dimension = func.dimensions[d];
        const bool given = func.image || func.output || func.fixed;
        if (given || !dimension.free || dimension.source == ExtentSource::Bound) return false;
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
            if (move.moved_by(loop) && !stays_inside(move, funcs_[read.producer]) &&
                !may_overrun(read.producer, d))
                return false;
        }
        return true;
    }

    /// Is the index held within the image's own bounds? Those of another may lie beyond what this one has.
    static bool stays_inside(const Movement& move, const FuncStages& image) {
        return image.image && move.held() && move.bounded_by == image.buffer;
    }

    const std::vector<FuncStages>& funcs_;
    std::map<std::pair<int, std::size_t>, bool> known_;
};

} // namespace

bool may_overrun(const StageGraph& graph, const std::string& func, int dimension) {
    const int f = graph.index_of(func);
    return f >= 0 && dimension >= 0 && Overruns(graph.funcs).may_overrun(f, dimension);
}

Group::Group(const std::vector<FuncStages>& all, std::vector<int> those)
    : funcs(all), members(std::move(those)) {
    Overruns all_overruns(funcs);
    for (int member : members)
        overruns.push_back(!funcs[member].dimensions.empty() && all_overruns.may_overrun(member, 0));
}

} // namespace autoconfig
