// See output_rows.h.
#include "autoconfig/extract/access/output_rows.h"

#include <cmath>
#include <numeric>

namespace autoconfig::extraction {

namespace {

/// Factors that integers at run time hold, and rows beside those which the output asks for.
constexpr std::int64_t largest_factor = 64, most_more = 8;

/// The only loop that moves the index, forwards, where it reads as much as it says; or -1.
int moving_loop(const Movement& move) {
    if (!move.known || !move.steady || !move.exact || !move.placed || move.has_ends()) return -1;
    int moving = -1;
    for (std::size_t loop = 0; loop < move.slope.size(); ++loop) {
        if (move.scattered_by(loop)) return -1;
        if (!move.moved_by(loop)) continue;
        if (moving >= 0 || move.slope[loop] < 0) return -1;
        moving = static_cast<int>(loop);
    }
    return moving;
}

/// The smallest number that makes a whole one of the slope; 0 where that is too large.
std::int64_t denominator(double slope) {
    for (std::int64_t over = 1; over <= largest_factor; ++over)
        if (slope * static_cast<double>(over) == std::floor(slope * static_cast<double>(over))) return over;
    return 0;
}

/// What is read where a loop with so many rows moves the index: at least, as quotients are rounded down.
std::optional<OutputRows> read_of(const OutputRows& reader, const Movement& move, double slope) {
    const std::int64_t over = denominator(slope);
    if (over == 0) return std::nullopt;
    OutputRows rows = reader;
    rows.times *= static_cast<std::int64_t>(std::round(slope * static_cast<double>(over)));
    rows.over *= over;
    const double lost = over > 1 ? 1 : reader.over > 1 ? slope - 1 : 0;
    const double span = slope * static_cast<double>(reader.window - 1) + move.high - move.low;
    rows.window = static_cast<std::int64_t>(std::floor(span - lost)) + 1;
    const std::int64_t common = std::gcd(rows.times, rows.over);
    rows.times /= common;
    rows.over /= common;
    if (rows.times > largest_factor || rows.over > largest_factor) return std::nullopt;
    return rows;
}

class Finder {
public:
    explicit Finder(StageGraph& graph) : graph_(graph) {}

    void find() {
        for (std::size_t f = graph_.funcs.size(); f-- > 0;) {
            if (graph_.funcs[f].output) add_own(graph_.funcs[f]);
            if (!graph_.funcs[f].stages.empty()) add_read(graph_.funcs[f]);
        }
    }

private:
    static void add_own(FuncStages& output) {
        for (Dimension& dimension : output.dimensions)
            dimension.at_run_time = OutputRows{output.name, dimension.name};
    }

    /// Of what the pure definition reads.
    void add_read(const FuncStages& reader) {
        for (const Read& read : reader.stages.front().reads) {
            FuncStages& producer = graph_.funcs[read.producer];
            if (producer.image || producer.output) continue;
            for (std::size_t d = 0; d < read.at.size(); ++d) add(producer.dimensions[d], read.at[d], reader);
        }
    }

    void add(Dimension& dimension, const Movement& move, const FuncStages& reader) {
        const int loop = moving_loop(move);
        if (loop < 0 || !reader.dimensions[loop].at_run_time) return;
        std::optional<OutputRows> rows =
            read_of(*reader.dimensions[loop].at_run_time, move, move.slope[loop]);
        if (!rows) return;
        const std::int64_t asked = rows->times * (extent(*rows) - 1) / rows->over + rows->window;
        rows->more = dimension.extent - asked;
        if (rows->more < 0 || rows->more * most_more > dimension.extent) return;
        if (!dimension.at_run_time || rows->more < dimension.at_run_time->more)
            dimension.at_run_time = std::move(rows);
    }

    std::int64_t extent(const OutputRows& rows) const {
        for (const Dimension& dimension : graph_.funcs[graph_.index_of(rows.output)].dimensions)
            if (dimension.name == rows.along) return dimension.extent;
        return 1;
    }

    StageGraph& graph_;
};

} // namespace

void find_output_rows(StageGraph& graph) { Finder(graph).find(); }

} // namespace autoconfig::extraction
