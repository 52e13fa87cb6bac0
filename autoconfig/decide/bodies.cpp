// Drafts a body for the estimates and for each part of the sizes, moves the sizes from which on each runs to
// where all take least time together, and leaves out the bodies that hardly matter.
#include "autoconfig/decide/bodies.h"

#include "autoconfig/decide/decide.h"
#include "autoconfig/model/evaluate.h"
#include "autoconfig/space/choices.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>

namespace autoconfig {

namespace {

constexpr int sampled_sizes = 64;
constexpr double least_gain = 0.01; // of the time, as a mean over all sizes, that a body is worth
constexpr double as_good = 1e-3;    // the same, for limits among which the smallest is taken
constexpr double never = 1e6;       // in place of a logarithm of cycles

using Steps = std::vector<std::int64_t>; // as RunTimeSizes::asked()

/// From which sizes on a body holds whole tiles.
Steps whole_tiles(const Config& config, const Problem& problem, const RunTimeSizes& sizes) {
    const auto* blocked = std::get_if<Blocked>(&config.strategy);
    const int row = problem.innermost(Role::M), column = problem.columns();
    Steps least;
    for (const std::vector<int>& loops : sizes.asked())
        least.push_back(loops.size() > 1          ? 1
                        : loops.front() == row    ? (blocked ? blocked->MC : config.MR)
                        : loops.front() == column ? (blocked ? blocked->NC : config.NR())
                                                  : 1);
    return least;
}

/// The same but for the tasks, whose number is that of the sizes.
bool is_same(const Config& a, Config b) {
    b.tasks = a.tasks;
    return !(a < b) && !(b < a);
}

struct Draft {
    Config config;
    bool guards_columns, winner;
    Steps needed, least;        // from which on it could run; runs
    std::vector<double> cycles; // logarithms, at each of the sampled sizes

    bool runs_at(const Steps& steps) const {
        for (std::size_t test = 0; test < steps.size(); ++test)
            if (steps[test] < least[test]) return false;
        return true;
    }
};

class Bodies {
public:
    Bodies(const Problem& problem, const Machine& machine, const RunTimeSizes& sizes, const Config& winner)
        : problem_(problem), machine_(machine), sizes_(sizes), winner_(winner) {
        for (const Sizes& at : sizes.sample(sampled_sizes)) points_.emplace_back(*this, at);
        points_.emplace_back(*this, sizes.estimates());
        most_steps_.assign(sizes.asked().size(), 0);
        for (const Point& point : points_)
            for (std::size_t test = 0; test < most_steps_.size(); ++test)
                most_steps_[test] = std::max(most_steps_[test], point.steps[test]);
    }

    std::vector<Body> chosen() {
        draft_all();
        move_limits();
        std::vector<Body> bodies = single_column();
        while (drop_least_useful()) move_limits();
        for (const Draft& draft : drafts_) {
            Body body = body_of(draft);
            const bool any = body.where.empty();
            bodies.push_back(any ? guarded(draft.config) : std::move(body));
            if (any) break;
        }
        return bodies;
    }

private:
    struct Point {
        Point(const Bodies& bodies, const Sizes& at)
            : sizes(at), problem(resized(bodies.problem_, at)), facts(problem, bodies.machine_) {
            for (const std::vector<int>& loops : bodies.sizes_.asked()) steps.push_back(steps_of(loops, at));
        }
        Point(const Point&) = delete;

        Sizes sizes;
        Steps steps;
        Problem problem;
        Facts facts;
    };

    static double log_cycles(const Config& config, const Facts& facts) {
        Config there = config;
        there.tasks = static_cast<int>(tasks_of(config.parallel, config, facts));
        return std::log(evaluate(facts, there, Words::No).cycles);
    }

    /// At a point, or the smallest sizes above it at which the result holds a whole tile.
    double log_cycles_filled_up(const Config& config, const Point& point, const Steps& tile) const {
        Sizes at = point.sizes;
        for (std::size_t axis = 0; axis < sizes_.axes(); ++axis) {
            std::int64_t& steps = at[sizes_.asked()[axis].front()];
            steps = std::max(steps, tile[axis]);
        }
        if (at == point.sizes) return log_cycles(config, point.facts);
        return log_cycles(config, Point(*this, at).facts);
    }

    /// At the estimates, the last of the points, the winner must run.
    std::vector<double> cycles_of(const Draft& draft, const Steps& tile) const {
        std::vector<double> cycles;
        for (std::size_t point = 0; point + 1 < points_.size(); ++point)
            cycles.push_back(draft.runs_at(points_[point].steps)
                                 ? log_cycles_filled_up(draft.config, points_[point], tile)
                                 : never);
        cycles.push_back(draft.winner ? 0 : never);
        return cycles;
    }

    void add(const Config& config, bool guards_columns) {
        const bool known = std::any_of(drafts_.begin(), drafts_.end(), [&](const Draft& draft) {
            return draft.guards_columns == guards_columns && is_same(draft.config, config);
        });
        if (known) return;
        const Steps tile = whole_tiles(config, problem_, sizes_);
        Draft draft{config, guards_columns, !guards_columns && is_same(config, winner_), tile, {}, {}};
        for (std::size_t axis = 0; axis < sizes_.axes() && guards_columns; ++axis)
            if (sizes_.asked()[axis].front() == problem_.columns()) draft.needed[axis] = 1;
        draft.least = draft.needed;
        draft.cycles = cycles_of(draft, tile);
        drafts_.push_back(std::move(draft));
    }

    /// Those for larger sizes first.
    void draft_all() {
        const std::vector<int>& all = sizes_.asked().back();
        for (const Sizes& centre : sizes_.centres()) {
            if (steps_of(all, centre) <= steps_of(all, sizes_.estimates())) add(winner_, false);
            const Config best_there = best(resized(problem_, centre), machine_)->config;
            add(best_there, false);
            Config alone = best_there;
            alone.parallel = ParallelLoop::None;
            alone.tasks = 1;
            add(alone, false);
        }
        add(winner_, false);
        for (const Config& config : tiles_for_any_columns(Facts(problem_, machine_))) add(config, true);
    }

    /// Of the first draft from `from` on that runs at a point.
    double cycles_at(std::size_t point, std::size_t from) const {
        for (std::size_t d = from; d < drafts_.size(); ++d)
            if (drafts_[d].runs_at(points_[point].steps)) return drafts_[d].cycles[point];
        return never;
    }

    double cost() const {
        double sum = 0;
        for (std::size_t point = 0; point < points_.size(); ++point) sum += cycles_at(point, 0);
        return sum;
    }

    /// Round numbers from what is needed on.
    Steps limits(std::size_t test, const Draft& draft) const {
        Steps values = {draft.needed[test]};
        for (std::int64_t power = 1; power <= 2 * most_steps_[test]; power *= 2)
            for (const std::int64_t value : {power, power + power / 2})
                if (value > values.back()) values.push_back(value);
        return values;
    }

    /// From the last to the first: what a limit leaves goes to those that follow.
    void move_limits() {
        constexpr int sweeps = 3;
        for (int sweep = 0; sweep < sweeps; ++sweep)
            for (std::size_t d = drafts_.size() - 1; d-- > 0;)
                for (std::size_t test = 0; test < sizes_.asked().size(); ++test) move_limit(d, test);
    }

    /// Points at which it is this limit that decides: how many steps there are, and what follows in cycles
    /// where it is met and where it is not.
    struct Choice {
        std::int64_t steps;
        double met, unmet;
    };

    std::vector<Choice> choices(std::size_t d, std::size_t test) {
        Draft& draft = drafts_[d];
        const std::int64_t limit = std::exchange(draft.least[test], draft.needed[test]);
        std::vector<Choice> open;
        for (std::size_t point = 0; point < points_.size(); ++point) {
            const auto earlier = drafts_.begin() + static_cast<std::ptrdiff_t>(d);
            const bool taken = std::any_of(drafts_.begin(), earlier, [&](const Draft& other) {
                return other.runs_at(points_[point].steps);
            });
            if (!taken && draft.runs_at(points_[point].steps))
                open.push_back({points_[point].steps[test], draft.cycles[point], cycles_at(point, d + 1)});
        }
        draft.least[test] = limit;
        return open;
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
        const double most = *std::min_element(costs.begin(), costs.end()) + as_good * sampled_sizes;
        const auto first =
            std::find_if(costs.begin(), costs.end(), [&](double cost) { return cost <= most; });
        drafts_[d].least[test] = values[static_cast<std::size_t>(first - costs.begin())];
    }

    /// Lanes along k for a single column, whose elements in B lie side by side where B is dense: of tiles of
    /// several rows, and of one.
    std::vector<Body> single_column() const {
        const int column = problem_.innermost(Role::N), row = problem_.innermost(Role::M);
        const Facts& facts = points_.back().facts;
        const bool varies = column >= 0 && problem_.loops[column].source != ExtentSource::Bound;
        const bool can_ask = varies && problem_.loops[column].at_run_time && problem_.b.has_buffer;
        if (!can_ask || facts.outer_columns > 1 || !facts.one_k_loop || !facts.a_contiguous_in_k ||
            !facts.b_contiguous_in_n)
            return {};
        Sizes sizes = sizes_.estimates();
        sizes[column] = 1;
        std::vector<Body> bodies;
        do {
            Body body{best(resized(problem_, sizes), machine_)->config};
            if (!body.config.is<AlongK>() || body.config.pack_b()) break;
            body.config.parallel = ParallelLoop::None;
            body.config.tasks = 1;
            body.single_column = true;
            body.dense = {{problem_.b.func, problem_.b.dimension_of(problem_.innermost(Role::K))}};
            if (body.config.MR > 1) body.where.push_back({{row}, body.config.MR});
            bodies.push_back(body);
            if (row >= 0) sizes[row] = 1;
        } while (bodies.back().config.MR > 1);
        return bodies;
    }

    bool drop_least_useful() {
        const double now = cost();
        std::size_t useless = drafts_.size();
        double least_lost = never;
        for (std::size_t d = 0; d + 1 < drafts_.size(); ++d) {
            const Steps least = drafts_[d].least;
            drafts_[d].least.assign(least.size(), std::numeric_limits<std::int64_t>::max()); // runs nowhere
            const double lost = cost() - now;
            drafts_[d].least = least;
            if (lost >= least_lost) continue;
            least_lost = lost;
            useless = d;
        }
        const bool too_many = drafts_.size() > most_bodies;
        if (useless == drafts_.size() || (!too_many && least_lost > least_gain * sampled_sizes)) return false;
        drafts_.erase(drafts_.begin() + static_cast<std::ptrdiff_t>(useless));
        return true;
    }

    Body body_of(const Draft& draft) const {
        Body body{draft.config, {}, false, draft.guards_columns, false, false, {}};
        for (std::size_t test = 0; test < sizes_.asked().size(); ++test)
            if (draft.least[test] > 1) body.where.push_back({sizes_.asked()[test], draft.least[test]});
        return body;
    }

    const Problem& problem_;
    const Machine& machine_;
    const RunTimeSizes& sizes_;
    const Config& winner_;
    std::deque<Point> points_;  // the estimates last
    Steps most_steps_;          // at any of them
    std::vector<Draft> drafts_; // the last one runs at any size
};

/// Groups of channels, how many of which is not known, of a result whose first channel can be asked for.
bool counts_groups(const Problem& problem) {
    if (!problem.groups || problem.loops[problem.groups->over].source == ExtentSource::Bound) return false;
    const auto& channels = problem.loops[problem.groups->within].at_run_time;
    return channels && channels->update < 0 && channels->func == problem.out.func;
}

/// The winner where the result holds a tile, and guarded elsewhere.
std::vector<Body> whole_or_guarded(const Problem& problem, const RunTimeSizes& sizes, const Config& winner) {
    Body whole{winner};
    const Steps least = whole_tiles(winner, problem, sizes);
    for (std::size_t axis = 0; axis < sizes.axes(); ++axis)
        whole.where.push_back({sizes.asked()[axis], least[axis]});
    whole.from_first_group = counts_groups(problem);
    if (whole.from_first_group) whole.where.push_back({{problem.groups->within}, winner.NR()});
    return {whole, guarded(winner)};
}

/// Dimensions behind others of one element, by the estimates, that configurations take to be dense.
std::vector<Dense> dense_at_the_estimates(const Problem& problem) {
    const int columns = problem.columns(), k = problem.innermost(Role::K);
    std::vector<Dense> all;
    if (columns < 0 || !problem.loops[columns].at_run_time) return all;
    for (const auto& [operand, loop] : {std::pair(&problem.out, columns), std::pair(&problem.b, columns),
                                        std::pair(&problem.b, k), std::pair(&problem.a, k)}) {
        const Dense dense{operand->func, operand->dimension_of(loop)};
        const bool behind = dense.dimension > 0 && operand->step(static_cast<std::size_t>(loop)) == 1;
        if (behind && operand->has_buffer && std::find(all.begin(), all.end(), dense) == all.end())
            all.push_back(dense);
    }
    return all;
}

std::vector<Body> where_sizes_allow(const Problem& problem, const Machine& machine, const Config& winner) {
    const RunTimeSizes sizes(problem);
    if (sizes.empty() && !counts_groups(problem)) return {guarded(winner)};
    if (problem.groups || problem.clipped) return whole_or_guarded(problem, sizes, winner);
    return Bodies(problem, machine, sizes, winner).chosen();
}

} // namespace

std::vector<Body> bodies_by_size(const Problem& problem, const Machine& machine, const Config& winner) {
    if (problem.transforms) return {guarded(winner)};
    std::vector<Body> bodies = where_sizes_allow(problem, machine, winner);
    const std::vector<Dense> dense = dense_at_the_estimates(problem);
    if (dense.empty()) return bodies;
    for (Body& body : bodies)
        for (const Dense& one : dense)
            if (std::find(body.dense.begin(), body.dense.end(), one) == body.dense.end())
                body.dense.push_back(one);
    bodies.push_back(guarded(bodies.back().config));
    return bodies;
}

} // namespace autoconfig
