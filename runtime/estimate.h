// From repetitions of an experiment to a number of a machine file: its value, its spread, and whether the
// machine was quiet enough for it. Times nothing itself.
#pragma once

#include <string>
#include <vector>

namespace autoconfig::runtime {

/// Of a number.
struct Samples {
    double best = 0;            // from the shortest times of all rounds
    std::vector<double> rounds; // from those of each round
};

enum class Verdict {
    Steady,
    Noisy,     // repetitions differ by more than a fifth: the spread is that of all of them
    Unmeasured // they differ by more than the number itself, or it makes no sense: not for a machine file
};

struct Measurement {
    std::string key;   // in the machine file: "l1_l2_transfer"
    std::string how{}; // one line for the source: "loads of 256 KiB, again and again"
    double value = 0, spread = 0;
    Verdict verdict = Verdict::Steady;
    std::string reason{}; // of a verdict other than Steady
};

/// The best one; its spread is the distance of the rounds' quartiles, or of their middle from the best one.
/// What lies within `resolution` is the same to the model; what lies no further below 0 is 0.
Measurement number(const std::string& key, const std::string& how, const Samples& samples, double resolution);

/// Of samples of cycles an instruction: instructions a cycle. Units come in whole numbers, so what is within
/// 3 % of a whole number of them in two cycles is that.
Measurement rate(const std::string& key, const std::string& how, const Samples& cycles);

/// Of samples of cycles: what is within 5 % of a whole number is that.
Measurement latency(const std::string& key, const std::string& how, const Samples& cycles);

/// True where the share is below a half. Unmeasured where a quarter of the rounds says otherwise.
Measurement flag(const std::string& key, const std::string& how, const Samples& shares);

/// A number that this machine cannot show.
Measurement unmeasured(const std::string& key, const std::string& reason);

} // namespace autoconfig::runtime
