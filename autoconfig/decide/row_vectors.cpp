// See row_vectors.h.
#include "autoconfig/decide/row_vectors.h"

namespace autoconfig {

RowVectors row_vectors(int lanes, std::int64_t bound_extent, bool pure, bool in_place, bool overruns) {
    if (overruns && bound_extent > 0 && bound_extent < lanes) return {lanes, RowEnd::RoundUp};
    const bool overlaps = pure && !in_place && bound_extent >= lanes && bound_extent % lanes != 0;
    return {lanes, overlaps ? RowEnd::Overlap : RowEnd::Guard};
}

RowVectors with_guards_kept(const FuncStages& func, RowVectors rows) {
    if (rows.end != RowEnd::Guard || func.dimensions.empty()) return rows;
    const Dimension& row = func.dimensions.front();
    if (row.source == ExtentSource::Estimate || row.source == ExtentSource::Default) return rows;
    if (func.loses_guards && row.extent % rows.lanes == 1) rows.lanes = 1;
    while (func.goes_back && row.extent % rows.lanes != 0) rows.lanes /= 2;
    return rows;
}

} // namespace autoconfig
