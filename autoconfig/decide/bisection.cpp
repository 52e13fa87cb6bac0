// See bisection.h.
#include "autoconfig/decide/bisection.h"

#include <fmt/format.h>

namespace autoconfig {

void find_flip(std::vector<Flip>& flips, const Number& number, std::int64_t to) {
    std::int64_t same = number.now, other = to;
    std::string winner = same == other ? "" : number.other_winner(other);
    if (winner.empty()) return;
    while (other - same > 1 || same - other > 1) {
        const std::int64_t middle = same + (other - same) / 2;
        const std::string there = number.other_winner(middle);
        if (there.empty()) {
            same = middle;
        } else {
            other = middle;
            winner = there;
        }
    }
    const char* direction = other < number.now ? "<=" : ">=";
    flips.push_back({fmt::format("{} {} {}", number.name, direction, number.in_words(other)), winner});
}

} // namespace autoconfig
