// See algorithm_flips.h.
#include "autoconfig/decide/algorithm_flips.h"

#include "autoconfig/decide/applies.h"
#include "autoconfig/decide/bisection.h"
#include "autoconfig/decide/layer_cost.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace autoconfig {

namespace {

/// Those with the fewest multiplications first: the others are often out of the question then.
Algorithm fastest(const Convolution& layer, const Machine& machine, const Accuracy& accuracy) {
    Algorithm fastest = Algorithm::Direct;
    double least = std::numeric_limits<double>::infinity();
    for (auto algorithm = std::rbegin(all_algorithms); algorithm != std::rend(all_algorithms); ++algorithm) {
        if (!refusal(layer, *algorithm, accuracy).empty()) continue;
        const auto candidate = cost_by(layer, *algorithm, machine, accuracy, Words::No, least);
        if (candidate && candidate->cost.cycles <= least) {
            least = candidate->cost.cycles;
            fastest = *algorithm;
        }
    }
    return fastest;
}

/// A size of a layer.
struct Size {
    const char* name;
    std::int64_t now, least;
    void (*set)(Convolution&, std::int64_t);
};

std::vector<Size> sizes(const Convolution& layer) {
    std::vector<Size> all = {
        {"c", layer.c, 1, [](Convolution& l, std::int64_t size) { l.c = size; }},
        {"k", layer.k, 1, [](Convolution& l, std::int64_t size) { l.k = size; }},
    };
    const std::int64_t smallest =
        std::max<std::int64_t>(1, layer.dilation * (layer.r - 1) + 1 - 2 * layer.pad);
    if (layer.h == layer.w && layer.r == layer.s)
        all.push_back({"h, w", layer.h, std::min(smallest, layer.h),
                       [](Convolution& l, std::int64_t size) { l.h = l.w = size; }});
    return all;
}

} // namespace

std::vector<Flip> find_flips(const Convolution& layer, Algorithm winner, const Machine& machine,
                             const Accuracy& accuracy) {
    std::vector<Flip> flips;
    if (layer.groups != 1) return flips;
    for (const Size& size : sizes(layer)) {
        const auto other = [&](std::int64_t value) -> std::string {
            Convolution changed = layer;
            size.set(changed, value);
            const Algorithm then = fastest(changed, machine, accuracy);
            return then == winner ? "" : to_string(then);
        };
        const Number number = {size.name, size.now, other};
        find_flip(flips, number, size.least);
        find_flip(flips, number, size.now * 8);
    }
    return flips;
}

} // namespace autoconfig
