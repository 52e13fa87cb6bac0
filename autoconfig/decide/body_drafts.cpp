// See body_drafts.h.
#include "autoconfig/decide/body_drafts.h"

#include "autoconfig/decide/decide.h"
#include "autoconfig/model/evaluate.h"
#include "autoconfig/space/choices.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

namespace autoconfig {

namespace {

constexpr std::size_t drafted_sizes = 32; // at the first of them the best is a candidate
constexpr std::size_t most_drafts = 16;

/// The same but for the tasks, whose number is that of the sizes.
bool is_same(const Config& a, Config b) {
    b.tasks = a.tasks;
    return !(a < b) && !(b < a);
}

/// On threads or on one, whichever takes less.
double log_cycles(const Config& config, const Facts& facts) {
    const Cost cost = cost_of_all_tasks(config, facts);
    return std::log(std::min(cost.cycles, cost.serial_cycles));
}

/// The problem at some sizes, gone about in some way.
struct AtSizes {
    AtSizes(const Problem& estimated, const Machine& machine, const Sizes& sizes, const Way& way)
        : problem(in_way(at_sizes(estimated, sizes), way)), facts(problem, machine) {}
    AtSizes(const AtSizes&) = delete;

    Problem problem;
    Facts facts;
};

struct Point {
    Sizes sizes;
    Steps steps;
    std::deque<AtSizes> by_way; // of those that there are
};

/// That at the estimates first, with and without padding, and rows of tiles along another loop where that one
/// can be asked.
std::vector<Way> ways_at_any_size(const Problem& problem, const RunTimeSizes& sizes) {
    std::vector<Way> ways = {problem.way};
    if (problem.padded && problem.padded->rows != problem.row())
        ways.push_back({problem.way.rows_along, !problem.way.without_padding});
    const int outer = problem.outer_row_loop();
    for (std::size_t test = 0; test < sizes.of_one_loop(); ++test)
        if (outer >= 0 && sizes.asked()[test].front() == outer) ways.push_back({outer, false});
    return ways;
}

class Drafting {
public:
    Drafting(const Problem& problem, const Machine& machine, const RunTimeSizes& sizes, const Config& winner,
             std::int64_t fewest_columns)
        : problem_(problem), machine_(machine), sizes_(sizes), winner_(winner),
          ways_(ways_at_any_size(problem, sizes)) {
        const int columns = problem.columns();
        for (const Sizes& at : sizes.sample())
            if (columns < 0 || at[columns] >= fewest_columns) add_point(at);
        add_point(sizes.estimates());
    }

    BodyDrafts done() {
        add(winner_, 0, false);
        for (std::size_t point = 0; point < std::min(drafted_sizes, points_.size() - 1); ++point)
            add_best_at(points_[point]);
        for (std::size_t way = 0; way < ways_.size(); ++way)
            for (const Config& config : tiles_for_any_columns(points_.back().by_way[way].facts))
                add(config, way, true);
        keep_most_useful();
        std::stable_sort(drafts_.begin(), drafts_.end(), [](const BodyDraft& a, const BodyDraft& b) {
            const bool anywhere = a.could_run_anywhere();
            return anywhere != b.could_run_anywhere() ? !anywhere : a.tile() > b.tile();
        });
        BodyDrafts result{std::move(drafts_), {}};
        for (const Point& point : points_) result.sampled.push_back(point.steps);
        return result;
    }

private:
    void add_point(const Sizes& at) {
        Point& point = points_.emplace_back();
        point.sizes = at;
        for (const std::vector<int>& loops : sizes_.asked()) point.steps.push_back(steps_of(loops, at));
        for (const Way& way : ways_) point.by_way.emplace_back(problem_, machine_, at, way);
    }

    /// At a point, or the smallest sizes above it at which the result holds a whole tile.
    double log_cycles_filled_up(const Config& config, std::size_t way, const Point& point,
                                const Steps& tile) const {
        Sizes at = point.sizes;
        for (std::size_t test = 0; test < sizes_.of_one_loop(); ++test) {
            std::int64_t& steps = at[sizes_.asked()[test].front()];
            steps = std::max(steps, tile[test]);
        }
        if (at == point.sizes) return log_cycles(config, point.by_way[way].facts);
        return log_cycles(config, AtSizes(problem_, machine_, at, ways_[way]).facts);
    }

    std::vector<double> cycles_of(const BodyDraft& draft, std::size_t way, const Steps& tile) const {
        std::vector<double> cycles;
        for (std::size_t point = 0; point + 1 < points_.size(); ++point)
            cycles.push_back(draft.runs_at(points_[point].steps)
                                 ? log_cycles_filled_up(draft.config, way, points_[point], tile)
                                 : never);
        cycles.push_back(draft.winner ? 0 : never);
        return cycles;
    }

    void add_best_at(const Point& point) {
        std::optional<Candidate> least;
        std::size_t its_way = 0;
        for (std::size_t way = 0; way < ways_.size(); ++way) {
            std::optional<Candidate> own = best(point.by_way[way].problem, machine_);
            if (least && own->cost.cycles >= least->cost.cycles) continue;
            least = std::move(own);
            its_way = way;
        }
        add(least->config, its_way, false);
    }

    void add(const Config& config, std::size_t way, bool guards_columns) {
        const bool known = std::any_of(drafts_.begin(), drafts_.end(), [&](const BodyDraft& draft) {
            return draft.guards_columns == guards_columns && draft.way == ways_[way] &&
                   is_same(draft.config, config);
        });
        if (known) return;
        const Steps tile = whole_tiles(config, points_.back().by_way[way].problem, sizes_);
        const bool winner = !guards_columns && way == 0 && is_same(config, winner_);
        BodyDraft draft{config, ways_[way], guards_columns, winner, tile, {}, {}};
        for (std::size_t test = 0; test < sizes_.of_one_loop() && guards_columns; ++test)
            if (sizes_.asked()[test].front() == problem_.columns()) draft.needed[test] = 1;
        draft.least = draft.needed;
        draft.cycles = cycles_of(draft, way, tile);
        drafts_.push_back(std::move(draft));
    }

    /// The winner, those for any size, and what saves most beside them, one after the other.
    void keep_most_useful() {
        const auto rest = std::stable_partition(drafts_.begin(), drafts_.end(), [](const BodyDraft& draft) {
            return draft.winner || draft.could_run_anywhere();
        });
        std::vector<BodyDraft> others(std::make_move_iterator(rest), std::make_move_iterator(drafts_.end()));
        drafts_.erase(rest, drafts_.end());
        std::vector<double> now(points_.size(), never);
        for (const BodyDraft& draft : drafts_) take(draft, now);
        while (!others.empty() && drafts_.size() < most_drafts) {
            const auto most =
                std::max_element(others.begin(), others.end(), [&](const BodyDraft& a, const BodyDraft& b) {
                    return saved(a, now) < saved(b, now);
                });
            if (saved(*most, now) <= 0) return;
            take(*most, now);
            drafts_.push_back(std::move(*most));
            others.erase(most);
        }
    }

    static void take(const BodyDraft& draft, std::vector<double>& now) {
        for (std::size_t point = 0; point < now.size(); ++point)
            now[point] = std::min(now[point], draft.cycles[point]);
    }

    static double saved(const BodyDraft& draft, const std::vector<double>& now) {
        double sum = 0;
        for (std::size_t point = 0; point < now.size(); ++point)
            sum += std::max(0.0, now[point] - draft.cycles[point]);
        return sum;
    }

    const Problem& problem_;
    const Machine& machine_;
    const RunTimeSizes& sizes_;
    const Config& winner_;
    std::vector<Way> ways_;
    std::deque<Point> points_; // the estimates last
    std::vector<BodyDraft> drafts_;
};

} // namespace

bool BodyDraft::runs_at(const Steps& steps) const {
    for (std::size_t test = 0; test < steps.size(); ++test)
        if (steps[test] < least[test]) return false;
    return true;
}

bool BodyDraft::could_run_anywhere() const {
    return std::all_of(needed.begin(), needed.end(), [](std::int64_t steps) { return steps == 1; });
}

Steps whole_tiles(const Config& config, const Problem& problem, const RunTimeSizes& sizes) {
    const auto* blocked = std::get_if<Blocked>(&config.strategy);
    const int row = problem.row(), column = problem.columns();
    Steps least;
    for (const std::vector<int>& loops : sizes.asked())
        least.push_back(loops.size() > 1          ? 1
                        : loops.front() == row    ? (blocked ? blocked->MC : config.MR)
                        : loops.front() == column ? (blocked ? blocked->NC : config.NR())
                                                  : 1);
    return least;
}

Cost cost_of_all_tasks(const Config& config, const Facts& facts) {
    Config there = config;
    there.tasks = static_cast<int>(tasks_of(config.parallel, config, facts));
    return evaluate(facts, there, Words::No);
}

BodyDrafts body_drafts(const Problem& problem, const Machine& machine, const RunTimeSizes& sizes,
                       const Config& winner, std::int64_t fewest_columns) {
    return Drafting(problem, machine, sizes, winner, fewest_columns).done();
}

} // namespace autoconfig
