// Quartiles and the verdicts that follow from them.
#include "runtime/estimate.h"

#include "autoconfig/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace autoconfig::runtime {

namespace {

constexpr double steady = 0.2; // spread / value

double range(const Samples& samples) { return quantile(samples.rounds, 1) - quantile(samples.rounds, 0); }

double spread_of(const Samples& samples) {
    return std::max(quantile(samples.rounds, 0.75) - quantile(samples.rounds, 0.25),
                    std::abs(quantile(samples.rounds, 0.5) - samples.best));
}

/// Without rounds that gave no number.
Samples finite(Samples samples) {
    auto& rounds = samples.rounds;
    rounds.erase(
        std::remove_if(rounds.begin(), rounds.end(), [](double value) { return !std::isfinite(value); }),
        rounds.end());
    return samples;
}

bool gave_numbers(const Samples& samples) {
    return std::isfinite(samples.best) && 2 * finite(samples).rounds.size() > samples.rounds.size();
}

void judge(Measurement& measurement, const Samples& samples, double resolution) {
    const double least = std::max(resolution, measurement.spread);
    if (measurement.value < -least) {
        measurement.verdict = Verdict::Unmeasured;
        measurement.reason = fmt::format("comes to {:.3g}, and cannot be negative", measurement.value);
    } else if (measurement.spread > std::max(resolution, std::abs(measurement.value))) {
        measurement.verdict = Verdict::Unmeasured;
        measurement.reason = fmt::format("too noisy: {:.3g}, but {} repetitions spread over {:.3g}",
                                         measurement.value, samples.rounds.size(), measurement.spread);
    } else if (measurement.spread > std::max(resolution, steady * measurement.value)) {
        measurement.verdict = Verdict::Noisy;
        measurement.spread = range(samples);
        measurement.reason = fmt::format("noisy: {} repetitions from {:.3g} to {:.3g}", samples.rounds.size(),
                                         quantile(samples.rounds, 0), quantile(samples.rounds, 1));
    }
    measurement.value = std::max(measurement.value, 0.0);
}

/// The nearest multiple of `unit`, where that is within a share of the value.
double snapped(double value, double unit, double share) {
    const double nearest = std::round(value / unit) * unit;
    return std::abs(nearest - value) <= share * value ? nearest : value;
}

} // namespace

Measurement number(const std::string& key, const std::string& how, const Samples& all, double resolution) {
    if (!gave_numbers(all)) return unmeasured(key, "most repetitions gave no number");
    const Samples samples = finite(all);
    Measurement measurement{key, how};
    measurement.value = samples.best;
    measurement.spread = spread_of(samples);
    judge(measurement, samples, resolution);
    return measurement;
}

Measurement rate(const std::string& key, const std::string& how, const Samples& cycles) {
    Measurement measurement = number(key, how, cycles, 0.02);
    if (measurement.verdict == Verdict::Unmeasured) return measurement;
    if (measurement.value == 0) return unmeasured(key, "its experiment took no time");
    const double taken = measurement.value;
    measurement.value = snapped(1 / taken, 0.5, 0.03);
    measurement.spread /= taken * taken;
    return measurement;
}

Measurement latency(const std::string& key, const std::string& how, const Samples& cycles) {
    Measurement measurement = number(key, how, cycles, 0.1);
    measurement.value = snapped(measurement.value, 1, 0.05);
    return measurement;
}

Measurement flag(const std::string& key, const std::string& how, const Samples& all) {
    if (!gave_numbers(all)) return unmeasured(key, "most repetitions gave no number");
    const Samples shares = finite(all);
    const double low = quantile(shares.rounds, 0.25), high = quantile(shares.rounds, 0.75);
    const bool yes = shares.best < 0.5;
    if ((low < 0.5) != yes || (high < 0.5) != yes)
        return unmeasured(
            key, fmt::format("undecided: a share of {:.2f}, from {:.2f} to {:.2f}; below a half is yes",
                             shares.best, low, high));
    return {key,
            fmt::format("{}: {:.2f} ({:.2f} to {:.2f})", how, shares.best, low, high),
            yes ? 1.0 : 0.0,
            0,
            Verdict::Steady,
            ""};
}

Measurement unmeasured(const std::string& key, const std::string& reason) {
    Measurement measurement{key, ""};
    measurement.verdict = Verdict::Unmeasured;
    measurement.reason = reason;
    return measurement;
}

} // namespace autoconfig::runtime
