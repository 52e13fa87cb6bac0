// See together.h.
#include "autoconfig/model/together.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// More of them are seldom a matter of a few registers.
constexpr std::int64_t most_elements = 4;

/// Of an element: results and loads, each of these as one of the widest type.
double bytes_made(const FuncStages& func, const StageWork& stage, const Together& together) {
    double bytes = stage.register_bytes - (1 - 1.0 / together.elements) * bytes_in_common(stage, together);
    for (const Read& read : stage.reads) bytes += made(read, together) * func.widest_bytes;
    return bytes;
}

} // namespace

bool may_be_together(const FuncStages& func, const StageWork& stage, int d) {
    const Dimension& dimension = func.dimensions[d];
    return dimension.free && dimension.source != ExtentSource::Default && dimension.extent > 1 &&
           dimension.extent <= most_elements &&
           can_be_repeated(func, stage, static_cast<double>(dimension.extent));
}

bool may_have_together(const FuncStages& leader) {
    return leader.output && !leader.read && leader.is_pure() && !leader.is_flat() && !leader.turned;
}

double share_in_common(const FuncStages& func, const StageWork& stage, const Together& together) {
    const double apart = bytes_made(func, stage, {});
    return (1 - bytes_made(func, stage, together) / apart) / (1 - 1.0 / together.elements);
}

bool can_be_repeated(const FuncStages& func, const StageWork& stage, double times) {
    constexpr double most_loads = 128, most_bytes = 4000;
    double loads = 0;
    for (const Read& read : stage.reads) loads += read.loads;
    return times * func.values() * loads <= most_loads && times * stage.register_bytes <= most_bytes;
}

double bytes_in_common(const StageWork& stage, const Together& together) {
    return together ? stage.by_loops.held_along(static_cast<std::size_t>(together.dimension), 0) : 0;
}

double made(const Read& read, const Together& together) {
    if (!together) return read.made();
    const double held = read.share_held_along(static_cast<std::size_t>(together.dimension));
    return (1 - held) * read.made() + held * std::min(read.made(), read.loads / together.elements);
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
    if (!may_have_together(func) || !has_rows) return {};
    Together best;
    double most = least_share_in_common;
    for (int d = 1; d < static_cast<int>(func.dimensions.size()); ++d) {
        if (!may_be_together(func, func.stages.front(), d)) continue;
        const Together one{d, static_cast<int>(func.dimensions[d].extent)};
        const double common = share_in_common(func, func.stages.front(), one);
        if (common > most) best = one, most = common;
    }
    return best;
}

} // namespace autoconfig
