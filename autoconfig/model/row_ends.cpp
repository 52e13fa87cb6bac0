// How rows of a leader end that are no multiple of a vector.
#include "autoconfig/model/group.h"
#include "autoconfig/model/vector_loads.h"

#include <algorithm>

namespace autoconfig {

namespace {

bool reads_each_element_once(const Read& read) {
    return read.loads == 1 && std::all_of(read.at.begin(), read.at.end(),
                                          [](const Movement& move) { return move.loop_followed() >= 0; });
}

/// Do guarded vectors of an output load or store lane by lane what others do not?
bool is_guarded_lane_by_lane(const FuncStages& leader, const std::vector<FuncStages>& funcs,
                             const Machine& machine) {
    if (leader.turned || !has_masks(machine, leader.store_bytes)) return true;
    return std::any_of(leader.stages.begin(), leader.stages.end(), [&](const StageWork& stage) {
        return std::any_of(stage.reads.begin(), stage.reads.end(), [&](const Read& read) {
            return is_guarded_lane_by_lane(read, funcs[read.producer], machine) && !is_scattered(read);
        });
    });
}

} // namespace

std::vector<int> in_place_images(const std::vector<FuncStages>& funcs, int f) {
    const FuncStages& func = funcs[f];
    std::vector<int> images;
    if (!func.output) return images;
    for (const StageWork& stage : func.stages)
        for (const Read& read : stage.reads) {
            const FuncStages& image = funcs[read.producer];
            const bool in_place = image.image && image.bytes == func.bytes &&
                                  read.at.size() == func.dimensions.size() &&
                                  (func.turned ? reads_each_element_once(read) : read.is_elementwise());
            if (in_place) images.push_back(read.producer);
        }
    return images;
}

bool overlaps_long_rows(const Group& group, const GroupTile& tile, const Machine& machine) {
    const FuncStages& leader = group.leader();
    const bool asked = leader.output && !leader.read && leader.is_pure() && !leader.is_flat() &&
                       !leader.dimensions.empty() && leader.dimensions[0].source != ExtentSource::Bound;
    return asked && tile.columns == 0 && !tile.one_by_one &&
           is_guarded_lane_by_lane(leader, group.funcs, machine) &&
           in_place_images(group.funcs, group.members.front()).empty();
}

} // namespace autoconfig
