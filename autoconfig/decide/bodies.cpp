// Which bodies a contraction has: those for sampled sizes, and beside them what only a condition of another
// kind allows.
#include "autoconfig/decide/bodies.h"

#include "autoconfig/decide/body_drafts.h"
#include "autoconfig/decide/body_limits.h"
#include "autoconfig/decide/decide.h"
#include "autoconfig/space/facts.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace autoconfig {

namespace {

/// Lanes along k for a single column, whose elements in B lie side by side where B is dense: of tiles of
/// several rows, and of one where there may be fewer. On one thread, as there is little to do.
std::vector<Body> single_column(const Problem& problem, const Machine& machine, const Sizes& estimates) {
    const int column = problem.innermost(Role::N), row = problem.row();
    const Facts facts(problem, machine);
    const bool can_ask = varies(problem, column) && can_be_asked(problem, column) && problem.b.has_buffer &&
                         (!varies(problem, row) || can_be_asked(problem, row));
    if (!can_ask || facts.outer_columns > 1 || !facts.one_k_loop || !facts.a_contiguous_in_k ||
        !facts.b_contiguous_in_n)
        return {};
    Sizes sizes = estimates;
    sizes[column] = 1;
    Machine core = machine;
    core.cores = 1;
    std::vector<Body> bodies;
    do {
        Body body{best(resized(problem, sizes), core)->config};
        if (!body.config.is<AlongK>() || body.config.pack_b()) break;
        body.single_column = true;
        body.dense = {{problem.b.func, problem.b.dimension_of(problem.innermost(Role::K))}};
        if (body.config.MR > 1 && varies(problem, row)) body.where.push_back({{row}, body.config.MR});
        bodies.push_back(body);
        if (row >= 0) sizes[row] = 1;
    } while (!bodies.back().where.empty());
    return bodies;
}

Body body_of(const BodyDraft& draft, const RunTimeSizes& sizes) {
    Body body{draft.config, {}, false, draft.guards_columns, false, false, {}};
    for (std::size_t test = 0; test < sizes.asked().size(); ++test)
        if (draft.least[test] > 1) body.where.push_back({sizes.asked()[test], draft.least[test]});
    if (body.where.empty()) body = guarded(draft.config);
    body.way = draft.way;
    return body;
}

std::vector<Body> by_size(const Problem& problem, const Machine& machine, const RunTimeSizes& sizes,
                          const Config& winner) {
    std::vector<Body> bodies = single_column(problem, machine, sizes.estimates());
    const std::int64_t fewest_columns = bodies.empty() ? 1 : 2;
    BodyDrafts drafts = body_drafts(problem, machine, sizes, winner, fewest_columns);
    for (const BodyDraft& draft : with_limits(std::move(drafts), most_bodies)) {
        bodies.push_back(body_of(draft, sizes));
        if (bodies.back().where.empty()) break;
    }
    return bodies;
}

/// Groups of channels, how many of which is not known, of a result whose first channel can be asked for.
bool counts_groups(const Problem& problem) {
    if (!problem.groups || !varies(problem, problem.groups->over)) return false;
    const auto& channels = problem.loops[problem.groups->within].at_run_time;
    return channels && channels->update < 0 && channels->func == problem.out.func;
}

/// The same with its window in loops: a guard for each step that is written out comes to code that takes LLVM
/// long. [3x3 in groups of 16 channels, tiles of 14 rows, 16 steps written out: 39 s for the whole pipeline,
/// in loops 8; Xeon (family 6 model 167, 2 cores, KVM), 2026-12-01]
Config in_loops(Config config) {
    if (auto* tile = std::get_if<RegisterTile>(&config.strategy)) tile->unrolled = 0;
    return config;
}

/// The winner where the result holds a tile, and guarded elsewhere.
std::vector<Body> whole_or_guarded(const Problem& problem, const RunTimeSizes& sizes, const Config& winner) {
    Body whole{winner};
    const Steps least = whole_tiles(winner, problem, sizes);
    for (std::size_t test = 0; test < sizes.of_one_loop(); ++test)
        if (least[test] > 1) whole.where.push_back({sizes.asked()[test], least[test]});
    whole.from_first_group = counts_groups(problem);
    if (whole.from_first_group) whole.where.push_back({{problem.groups->within}, winner.NR()});
    return {whole, guarded(in_loops(winner))};
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
    return by_size(problem, machine, sizes, winner);
}

} // namespace

bool runs_at(const Body& body, const Problem& problem, const Sizes& sizes) {
    const bool columns = !body.single_column || sizes[problem.columns()] == 1;
    return columns && std::all_of(body.where.begin(), body.where.end(), [&](const AtLeast& test) {
               return steps_of(test.loops, sizes) >= test.steps;
           });
}

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
