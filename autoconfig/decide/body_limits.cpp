// Moves one limit after the other to where all drafts take least time together, and leaves out, one by one,
// the draft that is missed least.
#include "autoconfig/decide/body_limits.h"

#include <algorithm>
#include <utility>

namespace autoconfig {

namespace {

constexpr double least_gain = 0.01; // of the time, as a mean over all sizes, that a body is worth
constexpr double as_good = 1e-3;    // the same, for limits among which the smallest is taken

class Limits {
public:
    explicit Limits(BodyDrafts given)
        : drafts_(std::move(given.drafts)), sampled_(std::move(given.sampled)),
          most_steps_(sampled_.front()) {
        for (const Steps& steps : sampled_)
            for (std::size_t test = 0; test < steps.size(); ++test)
                most_steps_[test] = std::max(most_steps_[test], steps[test]);
    }

    std::vector<BodyDraft> settled(std::size_t most) {
        move_limits();
        while (drop_least_useful(most)) move_limits();
        return std::move(drafts_);
    }

private:
    /// Of the first draft from `from` on that runs at a point.
    double cycles_at(std::size_t point, std::size_t from) const {
        for (std::size_t d = from; d < drafts_.size(); ++d)
            if (drafts_[d].runs_at(sampled_[point])) return drafts_[d].cycles[point];
        return never;
    }

    /// Of the time as a mean over all sizes, as a sum of logarithms.
    double summed(double share) const { return share * static_cast<double>(sampled_.size()); }

    /// Round numbers from what is needed on.
    Steps limits(std::size_t test, const BodyDraft& draft) const {
        Steps values = {draft.needed[test]};
        for (const std::int64_t value : round_numbers(2 * most_steps_[test]))
            if (value > values.back()) values.push_back(value);
        return values;
    }

    /// From the last to the first: what a limit leaves goes to those that follow.
    void move_limits() {
        constexpr int sweeps = 3;
        for (int sweep = 0; sweep < sweeps; ++sweep)
            for (std::size_t d = drafts_.size() - 1; d-- > 0;)
                for (std::size_t test = 0; test < most_steps_.size(); ++test) move_limit(d, test);
    }

    /// Points at which it is this limit that decides: how many steps there are, and what follows in cycles
    /// where it is met and where it is not.
    struct Choice {
        std::int64_t steps;
        double met, unmet;
    };

    std::vector<Choice> choices(std::size_t d, std::size_t test) {
        BodyDraft& draft = drafts_[d];
        const std::int64_t limit = std::exchange(draft.least[test], draft.needed[test]);
        std::vector<Choice> open;
        for (std::size_t point = 0; point < sampled_.size(); ++point) {
            const bool is_winners = point + 1 == sampled_.size() && comes_before_winner(d);
            const auto earlier = drafts_.begin() + static_cast<std::ptrdiff_t>(d);
            const bool taken = std::any_of(drafts_.begin(), earlier, [&](const BodyDraft& other) {
                return other.runs_at(sampled_[point]);
            });
            if (draft.runs_at(sampled_[point]) && (!taken || is_winners))
                open.push_back(
                    {sampled_[point][test], draft.cycles[point], is_winners ? 0 : cycles_at(point, d + 1)});
        }
        draft.least[test] = limit;
        return open;
    }

    /// It leaves the estimates to the winner, as all others between them do.
    bool comes_before_winner(std::size_t d) const {
        return std::any_of(drafts_.begin() + static_cast<std::ptrdiff_t>(d) + 1, drafts_.end(),
                           [](const BodyDraft& later) { return later.winner; });
    }

    /// To the smallest of those that are as good as the best.
    void move_limit(std::size_t d, std::size_t test) {
        const std::vector<Choice> open = choices(d, test);
        const Steps values = limits(test, drafts_[d]);
        std::vector<double> costs;
        for (const std::int64_t limit : values) {
            double sum = 0;
            for (const Choice& choice : open) sum += choice.steps >= limit ? choice.met : choice.unmet;
            costs.push_back(sum);
        }
        const double most = *std::min_element(costs.begin(), costs.end()) + summed(as_good);
        const auto first =
            std::find_if(costs.begin(), costs.end(), [&](double cost) { return cost <= most; });
        drafts_[d].least[test] = values[static_cast<std::size_t>(first - costs.begin())];
    }

    bool is_only_one_for_any_size(std::size_t d) const {
        const auto anywhere = std::count_if(drafts_.begin(), drafts_.end(), [](const BodyDraft& draft) {
            return draft.could_run_anywhere();
        });
        return anywhere == 1 && drafts_[d].could_run_anywhere();
    }

    /// What is then the last one runs at any size. All are there where `dropped` is their number.
    double cost_without(std::size_t dropped) const {
        const std::size_t last = drafts_.size() - (dropped + 1 == drafts_.size() ? 2 : 1);
        double sum = 0;
        for (std::size_t point = 0; point < sampled_.size(); ++point) {
            std::size_t d = 0;
            while (d < last && (d == dropped || !drafts_[d].runs_at(sampled_[point]))) ++d;
            sum += drafts_[d].cycles[point];
        }
        return sum;
    }

    void drop(std::size_t d) {
        drafts_.erase(drafts_.begin() + static_cast<std::ptrdiff_t>(d));
        drafts_.back().least = drafts_.back().needed;
    }

    bool drop_least_useful(std::size_t most) {
        const double now = cost_without(drafts_.size());
        std::size_t useless = drafts_.size();
        double least_lost = never;
        for (std::size_t d = 0; d < drafts_.size(); ++d) {
            if (is_only_one_for_any_size(d)) continue;
            const double lost = cost_without(d) - now;
            if (lost >= least_lost) continue;
            least_lost = lost;
            useless = d;
        }
        const bool too_many = drafts_.size() > most;
        if (useless == drafts_.size() || (!too_many && least_lost > summed(least_gain))) return false;
        drop(useless);
        return true;
    }

    std::vector<BodyDraft> drafts_;
    std::vector<Steps> sampled_;
    Steps most_steps_; // at any of them
};

} // namespace

std::vector<BodyDraft> with_limits(BodyDrafts drafts, std::size_t most) {
    return Limits(std::move(drafts)).settled(most);
}

} // namespace autoconfig
