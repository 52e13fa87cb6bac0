// Asks Halide's own analysis.
#include "autoconfig/extract/access/steady.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

bool is_seen_to_go_on(const Expr& index, const std::vector<std::string>& loops,
                      const std::map<std::string, Span>& reduced) {
    Scope<Interval> anywhere;
    for (const auto& [loop, span] : reduced)
        anywhere.push(loop, {make_const(Halide::Int(32), span.min), make_const(Halide::Int(32), span.max)});
    const Interval ends = bounds_of_expr_in_scope(index, anywhere);
    const auto goes_on = [&](const Expr& end) {
        return std::all_of(loops.begin(), loops.end(), [&](const std::string& loop) {
            return is_monotonic(end, loop) != Monotonic::Unknown;
        });
    };
    return goes_on(simplify(ends.min)) && goes_on(simplify(ends.max));
}

} // namespace autoconfig::extraction
