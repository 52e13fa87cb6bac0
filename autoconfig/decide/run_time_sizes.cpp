// See run_time_sizes.h.
#include "autoconfig/decide/run_time_sizes.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

enum class Kind { Rows, Columns, Reduction, Other };

Kind kind_of(const Problem& problem, int loop) {
    switch (problem.loops[loop].role) {
    case Role::M: return Kind::Rows;
    case Role::N: return Kind::Columns;
    case Role::Batch: return loop == problem.columns() ? Kind::Columns : Kind::Other;
    case Role::K:
    case Role::Window: return Kind::Reduction;
    }
    return Kind::Other;
}

} // namespace

bool varies(const Problem& problem, int loop) {
    return loop >= 0 && problem.loops[loop].source != ExtentSource::Bound;
}

bool can_be_asked(const Problem& problem, int loop) { return problem.loops[loop].at_run_time.has_value(); }

RunTimeSizes::RunTimeSizes(const Problem& problem) {
    for (const Kind kind : {Kind::Rows, Kind::Columns, Kind::Reduction}) {
        std::vector<int> axis;
        for (int l = 0; l < static_cast<int>(problem.loops.size()); ++l)
            if (kind_of(problem, l) == kind && varies(problem, l)) axis.push_back(l);
        if (axis.empty()) continue;
        const bool asked =
            std::all_of(axis.begin(), axis.end(), [&](int loop) { return can_be_asked(problem, loop); });
        if (kind == Kind::Reduction && (!asked || loops_.empty())) continue;
        if (!asked) {
            loops_.clear();
            asked_.clear();
            break;
        }
        loops_.insert(loops_.end(), axis.begin(), axis.end());
        const std::size_t most = kind == Kind::Rows ? 2 : 1;
        for (std::size_t i = 0; i < std::min(axis.size(), most); ++i) asked_.push_back({axis[i]});
    }
    single_ = asked_.size();
    if (loops_.size() > 1) asked_.push_back(loops_);
    for (const Loop& loop : problem.loops) estimates_.push_back(loop.extent);
}

Sizes RunTimeSizes::at(const std::vector<double>& places) const {
    Sizes sizes = estimates_;
    for (std::size_t i = 0; i < loops_.size(); ++i) {
        std::int64_t& size = sizes[loops_[i]];
        size = std::llround(std::pow(times_the_estimate * static_cast<double>(size), places[i]));
    }
    return sizes;
}

std::vector<Sizes> RunTimeSizes::sample(int count) const {
    // Multiples of powers of the root of x^(d + 1) = x + 1 fill a cube of d dimensions evenly (M. Roberts,
    // The unreasonable effectiveness of quasirandom sequences, 2018).
    double root = 1;
    for (int i = 0; i < 30; ++i) root = std::pow(1 + root, 1 / static_cast<double>(loops_.size() + 1));
    std::vector<Sizes> all;
    for (int i = 1; i <= count; ++i) {
        std::vector<double> places;
        for (std::size_t loop = 1; loop <= loops_.size(); ++loop) {
            const double multiple = i * std::pow(root, -static_cast<double>(loop));
            places.push_back(multiple - std::floor(multiple));
        }
        all.push_back(at(places));
    }
    return all;
}

Problem at_sizes(const Problem& estimated, const Sizes& sizes) {
    Problem problem = resized(estimated, sizes);
    for (const auto operand : {&Problem::a, &Problem::b, &Problem::out})
        for (std::size_t d = 0; d < (problem.*operand).stride.size(); ++d)
            if ((problem.*operand).stride[d] == 1 && (estimated.*operand).stride[d] != 1)
                (problem.*operand).stride[d] = 2;
    return problem;
}

std::vector<std::int64_t> round_numbers(std::int64_t most) {
    std::vector<std::int64_t> numbers;
    for (std::int64_t power = 1; power <= most; power *= 2) {
        numbers.push_back(power);
        if (power > 1) numbers.push_back(power + power / 2);
    }
    return numbers;
}

std::int64_t steps_of(const std::vector<int>& loops, const Sizes& sizes) {
    std::int64_t steps = 1;
    for (int loop : loops) steps *= sizes[loop];
    return steps;
}

} // namespace autoconfig
