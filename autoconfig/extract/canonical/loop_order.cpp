// See loop_order.h.
#include "autoconfig/extract/canonical/loop_order.h"

#include "autoconfig/extract/access/affine.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

LoopSet loops_of(const Expr& value, const std::vector<std::string>& loops) {
    LoopSet found;
    for (const std::string& loop : loops)
        if (uses_any(value, {loop})) found.insert(loop);
    return found;
}

namespace {

/// How far from side by side the loop leads through a load: the dimension and, within it, the step.
std::tuple<std::size_t, std::int64_t> distance(const std::string& loop, const Call* load) {
    constexpr std::int64_t no_rule = std::numeric_limits<std::int64_t>::max();
    for (std::size_t d = 0; load && d < load->args.size(); d++) {
        if (!uses_any(load->args[d], {loop})) continue;
        const auto steps = affine(load->args[d], {loop});
        return {d, steps ? std::abs(steps->front()) : no_rule};
    }
    return {std::numeric_limits<std::size_t>::max(), no_rule};
}

} // namespace

std::vector<std::string> in_order(const LoopSet& used, const std::vector<std::string>& loops,
                                  const std::vector<const Call*>& loads) {
    std::vector<std::string> ordered;
    std::copy_if(loops.begin(), loops.end(), std::back_inserter(ordered),
                 [&](const std::string& loop) { return used.count(loop) > 0; });
    const Call* longest = nullptr;
    std::size_t most = 0;
    for (const Call* load : loads)
        if (const std::size_t moving = loops_of(Expr(load), ordered).size(); moving > most)
            longest = load, most = moving;
    std::stable_sort(ordered.begin(), ordered.end(), [&](const std::string& a, const std::string& b) {
        return distance(a, longest) < distance(b, longest);
    });
    return ordered;
}

} // namespace autoconfig::extraction
