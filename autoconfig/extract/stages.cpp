// Footprints of index maps.
#include "autoconfig/extract/stages.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace autoconfig {

namespace {

/// Within reach of one iteration.
double places(const Movement& move) { return std::max(1.0, std::floor(move.high) - std::ceil(move.low) + 1); }

} // namespace

double Movement::footprint(const std::vector<double>& region) const {
    double extent = high - low + 1;
    for (std::size_t d = 0; d < slope.size(); ++d) extent += std::abs(slope[d]) * (region[d] - 1);
    return std::max(1.0, std::floor(extent));
}

double Movement::touched(const std::vector<double>& region) const {
    double steps = places(*this);
    for (std::size_t d = 0; d < slope.size(); ++d)
        if (slope[d] != 0) steps *= region[d];
    return std::min(steps, footprint(region));
}

bool Movement::still() const {
    return std::all_of(slope.begin(), slope.end(), [](double s) { return s == 0; });
}

int Movement::loop_followed() const {
    int followed = -1;
    for (std::size_t loop = 0; loop < slope.size(); ++loop) {
        if (slope[loop] == 0) continue;
        if (followed >= 0 || slope[loop] != 1) return -1;
        followed = static_cast<int>(loop);
    }
    return low == 0 && high == 0 ? followed : -1;
}

bool Movement::held() const { return (still() && known) || (floored && capped); }

void Movement::merge(const Movement& other) {
    const bool both_held = held() && other.held();
    floored = capped = both_held;
    known = known && other.known;
    steady = steady && other.steady && slope == other.slope;
    exact = exact && other.exact && placed == other.placed && slope == other.slope;
    placed = placed && other.placed;
    by_estimate = by_estimate || other.by_estimate;
    if (bounded_by != other.bounded_by) bounded_by.clear();
    if (reduced_step != other.reduced_step) reduced_step = std::nan("");
    low = std::min(low, other.low);
    high = std::max(high, other.high);
    for (std::size_t d = 0; d < slope.size(); ++d)
        if (std::abs(other.slope[d]) > std::abs(slope[d])) slope[d] = other.slope[d];
    tagged = tagged || other.tagged;
    gathers_shared = gathers_shared || other.gathers_shared;
    shared = shared || other.shared;
    scattered.resize(std::max(scattered.size(), other.scattered.size()), false);
    for (std::size_t l = 0; l < other.scattered.size(); ++l)
        if (other.scattered[l]) scattered[l] = true;
}

Movement Movement::through(const std::vector<Movement>& outer) const {
    Movement result;
    result.known = known;
    result.steady = steady;
    result.tagged = tagged;
    result.gathers_shared = gathers_shared;
    result.shared = shared;
    result.exact = exact;
    result.placed = placed;
    result.by_estimate = by_estimate;
    result.low = low;
    result.high = high;
    bool all_held = true;
    for (std::size_t d = 0; d < slope.size(); ++d) all_held = all_held && (slope[d] == 0 || outer[d].held());
    result.floored = result.capped = held() || (known && all_held);
    const int followed = loop_followed();
    result.bounded_by = held() ? bounded_by : followed < 0 ? "" : outer[followed].bounded_by;
    if (!outer.empty()) result.slope.assign(outer.front().slope.size(), 0);
    result.scattered = scattered_through(outer);
    for (std::size_t d = 0; d < slope.size(); ++d) {
        if (slope[d] == 0) continue;
        result.known = result.known && outer[d].known;
        result.tagged = result.tagged || outer[d].tagged;
        result.gathers_shared = result.gathers_shared || outer[d].gathers_shared;
        result.shared = result.shared || outer[d].shared;
        result.steady = result.steady && outer[d].steady;
        result.exact = result.exact && outer[d].exact;
        result.placed = result.placed && outer[d].placed;
        result.by_estimate = result.by_estimate || outer[d].by_estimate;
        result.reduced_step += slope[d] * outer[d].reduced_step;
        result.low += slope[d] * (slope[d] > 0 ? outer[d].low : outer[d].high);
        result.high += slope[d] * (slope[d] > 0 ? outer[d].high : outer[d].low);
        for (std::size_t l = 0; l < result.slope.size(); ++l) result.slope[l] += slope[d] * outer[d].slope[l];
    }
    return result;
}

std::vector<bool> Movement::scattered_through(const std::vector<Movement>& outer) const {
    std::vector<bool> result(outer.empty() ? 0 : outer.front().slope.size(), false);
    for (std::size_t d = 0; d < outer.size(); ++d)
        for (std::size_t l = 0; l < result.size(); ++l)
            if ((moved_by(d) && outer[d].scattered_by(l)) || (scattered_by(d) && outer[d].changed_by(l)))
                result[l] = true;
    return result;
}

bool Read::scattered_by(std::size_t loop) const {
    return std::any_of(at.begin(), at.end(),
                       [&](const Movement& move) { return !move.known || move.scattered_by(loop); });
}

bool Read::changed_by(std::size_t loop) const {
    return !known() ||
           std::any_of(at.begin(), at.end(), [&](const Movement& move) { return move.changed_by(loop); });
}

LoopSet Read::loops_moving(std::size_t d) const {
    if (d >= at.size() || !at[d].known) return all_loops;
    LoopSet loops = 0;
    for (std::size_t loop = 0; loop < std::max(at[d].slope.size(), at[d].scattered.size()); ++loop)
        if (at[d].changed_by(loop)) loops |= only(loop);
    return loops;
}

LoopSet Read::moved_by() const {
    LoopSet loops = 0;
    for (std::size_t d = 0; d < at.size(); ++d) loops |= loops_moving(d);
    return loops;
}

WorkByLoops Read::loads_by_loops() const {
    if (!by_loops.empty()) return by_loops;
    WorkByLoops all;
    all.add(moved_by(), loads);
    return all;
}

double Read::share_held_along(std::size_t loop) const {
    if (by_loops.empty()) return changed_by(loop) ? 0 : 1;
    return by_loops.held_along(loop) / by_loops.all();
}

bool Read::crosses_rows(std::size_t loop) const {
    return std::any_of(at.begin() + (at.empty() ? 0 : 1), at.end(),
                       [&](const Movement& move) { return move.moved_by(loop); });
}

Read Read::along_reduced() const {
    Read result = *this;
    result.phases = {};
    for (Movement& move : result.at) {
        const bool follows = !std::isnan(move.reduced_step);
        const bool by_data =
            move.reduced_step != 0 && std::count(move.scattered.begin(), move.scattered.end(), true) > 0;
        move.slope = {follows ? move.reduced_step : 1};
        move.scattered = {!follows || !move.known || (by_data && move.tagged)};
    }
    return result;
}

bool Read::known() const {
    return std::all_of(at.begin(), at.end(), [](const Movement& one) { return one.known; });
}

bool Read::follows(std::size_t loops) const {
    if (at.size() != loops) return false;
    for (std::size_t d = 0; d < at.size(); ++d) {
        if (at[d].slope.size() != loops) return false;
        for (std::size_t loop = 0; loop < loops; ++loop)
            if (at[d].slope[loop] != (loop == d ? 1 : 0)) return false;
    }
    return true;
}

bool Read::is_elementwise() const {
    for (std::size_t d = 0; d < at.size(); ++d)
        if (at[d].low != 0 || at[d].high != 0 || d >= at[d].slope.size() || at[d].slope[d] != 1) return false;
    return loads == 1;
}

bool Read::follows_rules() const {
    return known() && std::none_of(at.begin(), at.end(), [](const Movement& move) {
               return std::find(move.scattered.begin(), move.scattered.end(), true) != move.scattered.end();
           });
}

void Read::load_each_place_once() {
    double all_places = 1;
    for (const Movement& move : at) all_places *= places(move);
    const double each = made();
    loads = std::min(loads, all_places);
    share = std::min(1.0, each / loads);
}

void Read::merge(const Read& other) {
    if (!by_loops.empty() || !other.by_loops.empty() || moved_by() != other.moved_by()) {
        by_loops = loads_by_loops();
        other.loads_by_loops().for_each([&](LoopSet loops, double some) { by_loops.add(loops, some); });
    }
    bool alike = true;
    for (std::size_t d = 0; d < at.size(); ++d) {
        alike = alike && at[d].slope == other.at[d].slope && at[d].known && other.at[d].known;
        at[d].merge(other.at[d]);
    }
    const double both = made() + other.made();
    loads += other.loads;
    share = std::min(1.0, both / loads);
    if (alike) load_each_place_once();
    choice = {choice.by | other.choice.by, std::max(choice.of, other.choice.of)};
    phases.resize(std::max(phases.size(), other.phases.size()), 1);
    for (std::size_t loop = 0; loop < phases.size(); ++loop)
        phases[loop] = std::max(phases[loop], other.phases_of(loop));
    depth = std::max(depth, other.depth);
    note_sharing();
}

WorkByLoops Read::loads_through(const Read& outer) const {
    WorkByLoops all;
    if (by_loops.empty() && outer.by_loops.empty()) return all;
    const WorkByLoops own = loads_by_loops();
    outer.loads_by_loops().for_each([&](LoopSet reader, double times) {
        all.add(own, times, [&](std::size_t d) { return outer.loops_moving(d) & reader; });
    });
    return all;
}

/// Those of the outer read's reader, and the own ones of loops that go as one of that.
std::vector<int> Read::phases_through(const Read& outer) const {
    std::vector<int> result = outer.phases;
    for (std::size_t d = 0; d < outer.at.size(); ++d)
        for (std::size_t loop = 0; loop < outer.at[d].slope.size(); ++loop) {
            if (phases_of(d) == 1 || std::abs(outer.at[d].slope[loop]) != 1) continue;
            result.resize(std::max(result.size(), loop + 1), 1);
            result[loop] = std::lcm(result[loop], phases_of(d));
        }
    return result;
}

Read Read::through(const Read& outer) const {
    Read result = *this;
    result.by_loops = loads_through(outer);
    result.loads *= outer.loads;
    result.share *= outer.share;
    result.choice = outer.choice;
    result.depth += outer.depth;
    result.phases = phases_through(outer);
    for (Movement& dimension : result.at) dimension = dimension.through(outer.at);
    if (result.follows_rules()) result.load_each_place_once();
    result.note_sharing();
    return result;
}

/// More loads than places along a dimension: some share their index there.
void Read::note_sharing() {
    for (Movement& dimension : at) dimension.shared = dimension.shared || loads > places(dimension);
}

double Read::step_in_memory(std::size_t loop, const FuncStages& producer) const {
    double step = 0, below = 1;
    for (std::size_t d = 0; d < at.size(); ++d) {
        if (at[d].moved_by(loop)) step += below * at[d].slope[loop];
        below *= static_cast<double>(producer.dimensions[d].extent);
    }
    return step;
}

double StageWork::depth() const {
    double most = 0;
    for (const Read& read : reads) most = std::max(most, read.depth);
    return most;
}

double FuncStages::elements() const {
    double product = 1;
    for (const Dimension& dimension : dimensions) product *= static_cast<double>(dimension.extent);
    return product;
}

int StageGraph::index_of(const std::string& name) const {
    for (std::size_t i = 0; i < funcs.size(); ++i)
        if (funcs[i].name == name) return static_cast<int>(i);
    return -1;
}

} // namespace autoconfig
