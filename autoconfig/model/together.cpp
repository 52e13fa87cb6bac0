// See together.h.
#include "autoconfig/model/together.h"

namespace autoconfig {

namespace {

/// More of them are seldom a matter of a few registers.
constexpr std::int64_t most_elements = 4;
/// Of the arithmetic of one element.
constexpr double least_share_in_common = 0.25;

bool may_be_together(const FuncStages& func, const Dimension& dimension) {
    return dimension.free && dimension.source != ExtentSource::Default && dimension.extent > 1 &&
           dimension.extent <= most_elements &&
           can_be_repeated(func, func.stages.front(), static_cast<double>(dimension.extent));
}

} // namespace

bool can_be_repeated(const FuncStages& func, const StageWork& stage, double times) {
    constexpr double most_loads = 128, most_bytes = 4000;
    const double values = static_cast<double>(func.bytes) / func.store_bytes;
    double loads = 0;
    for (const Read& read : stage.reads) loads += read.loads;
    return times * values * loads <= most_loads && times * stage.register_bytes <= most_bytes;
}

double bytes_in_common(const StageWork& stage, const Together& together) {
    return together ? stage.by_loops.held_along(static_cast<std::size_t>(together.dimension), 0) : 0;
}

bool stores_interleaved(const FuncStages& func) {
    return func.output && !func.read && func.turned && func.interleaved.elements > 0 &&
           func.dimensions.front().name == func.interleaved.along &&
           can_be_repeated(func, func.stages.front(), func.interleaved.elements);
}

Together together(const FuncStages& func) {
    constexpr int elements = 1; // their dimension, behind the one that was brought forward
    if (stores_interleaved(func)) return {elements, func.interleaved.elements};
    const bool has_rows = func.dimensions.size() > 2; // beside those that are together
    if (!func.output || func.read || !has_rows || !func.is_pure() || func.is_flat() || func.turned) return {};
    const StageWork& stage = func.stages.front();
    Together best;
    double most = least_share_in_common * stage.register_bytes;
    for (std::size_t d = 1; d < func.dimensions.size(); ++d) {
        if (!may_be_together(func, func.dimensions[d])) continue;
        const Together one{static_cast<int>(d), static_cast<int>(func.dimensions[d].extent)};
        if (const double common = bytes_in_common(stage, one); common > most) best = one, most = common;
    }
    return best;
}

} // namespace autoconfig
