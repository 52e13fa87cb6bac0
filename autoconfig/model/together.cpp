// See together.h.
#include "autoconfig/model/together.h"

#include <algorithm>

namespace autoconfig {

namespace {

/// More of them are seldom a matter of a few registers.
constexpr std::int64_t most_elements = 4;
/// Of what one element takes.
constexpr double least_share_in_common = 0.25;

bool is_moved_by(std::size_t loop, const Read& read) {
    return !read.known() || std::any_of(read.at.begin(), read.at.end(),
                                        [&](const Movement& move) { return move.changed_by(loop); });
}

/// Of an element: results and loads, each of these as one of the widest type.
double bytes_made(const FuncStages& func, const Together& together) {
    const StageWork& stage = func.stages.front();
    double bytes = stage.register_bytes - (1 - 1.0 / together.elements) * bytes_in_common(stage, together);
    for (const Read& read : stage.reads) bytes += made(read, together) * func.widest_bytes;
    return bytes;
}

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

double made(const Read& read, const Together& together) {
    if (!together || is_moved_by(static_cast<std::size_t>(together.dimension), read)) return read.made();
    return std::min(read.made(), read.loads / together.elements);
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
    const double apart = bytes_made(func, {});
    Together best;
    double most = least_share_in_common * apart;
    for (std::size_t d = 1; d < func.dimensions.size(); ++d) {
        if (!may_be_together(func, func.dimensions[d])) continue;
        const Together one{static_cast<int>(d), static_cast<int>(func.dimensions[d].extent)};
        const double common = (apart - bytes_made(func, one)) / (1 - 1.0 / one.elements);
        if (common > most) best = one, most = common;
    }
    return best;
}

} // namespace autoconfig
