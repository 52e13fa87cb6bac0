// Alternating measurement.
#include "bench/measure.h"

#include "autoconfig/statistics.h"
#include "bench/sequence.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace autoconfig::bench {

double now_s() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median_ratio(const std::vector<double>& numerator, const std::vector<double>& denominator) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < std::min(numerator.size(), denominator.size()); ++i)
        ratios.push_back(numerator[i] / denominator[i]);
    return median(ratios);
}

namespace {

/// Idle OpenMP and OpenBLAS threads spin for up to 30 ms (OpenBLAS: 2^26 cycles) on cores the next
/// contestant needs.
constexpr double spinning_s = 0.035;
/// Cores that slept as long take a few milliseconds to reach their pace, and a pool of threads to be awake.
constexpr double waking_s = 0.005;

constexpr int screening_rounds = 3;
constexpr double slow_call_s = 0.1; // such a call warms its caches itself; it is not run untimed first

/// Generated code may leave the upper halves of vector registers dirty, which slows SSE code that follows.
#ifdef __x86_64__
__attribute__((target("avx"))) void zero_upper_halves() { _mm256_zeroupper(); }
void clean_registers() {
    if (__builtin_cpu_supports("avx")) zero_upper_halves();
}
#else
void clean_registers() {}
#endif

double timed(const Call& call, std::int64_t repetitions) {
    const double start = now_s();
    for (std::int64_t i = 0; i < repetitions; ++i) call();
    const double elapsed = now_s() - start;
    clean_registers();
    return elapsed;
}

struct Contestant {
    Call call;
    std::int64_t repetitions = 1;
    int rounds_allowed = 1;
    bool in_race = true;
    std::vector<double> rounds;

    double call_s = 0; // first estimate

    void calibrate(const Protocol& protocol);
    void sample(const Protocol& protocol);
    bool settled(const Protocol& protocol) const;
};

/// Doubles the repetitions until they fill a quarter of a sample, then scales. The shortest of a few tries
/// counts, so that one interruption does not make a contestant look slow.
void Contestant::calibrate(const Protocol& protocol) {
    constexpr int tries = 3;
    double elapsed = timed(call, repetitions);
    while (elapsed < protocol.sample_s / 4) {
        repetitions *= 2;
        elapsed = timed(call, repetitions);
    }
    for (int i = 1; i < tries && elapsed < slow_call_s; ++i)
        elapsed = std::min(elapsed, timed(call, repetitions));
    call_s = elapsed / static_cast<double>(repetitions);
    repetitions = std::max<std::int64_t>(1, std::llround(std::ceil(protocol.sample_s / call_s)));
    const double round_s = std::max(call_s, protocol.sample_s + protocol.warm_s);
    rounds_allowed = static_cast<int>(
        std::clamp(protocol.budget_s / round_s, 1.0, static_cast<double>(protocol.max_rounds)));
}

void Contestant::sample(const Protocol& protocol) {
    if (protocol.idle_s > 0) std::this_thread::sleep_for(std::chrono::duration<double>(protocol.idle_s));
    if (call_s < slow_call_s)
        timed(call, std::max<std::int64_t>(1, std::llround(std::ceil(protocol.warm_s / call_s))));
    rounds.push_back(timed(call, repetitions) / static_cast<double>(repetitions));
}

/// The standard error of a median is near 1.2533 sigma / sqrt(n), sigma near the interquartile range / 1.349.
bool Contestant::settled(const Protocol& protocol) const {
    const auto taken = static_cast<int>(rounds.size());
    if (!in_race || taken >= rounds_allowed) return true;
    const double error = 1.2533 * relative_spread(rounds) / 1.349 / std::sqrt(static_cast<double>(taken));
    return taken >= protocol.min_rounds && error <= protocol.settled;
}

/// Those that drop out leave their time to the others.
void screen(std::vector<Contestant>& contestants, const Protocol& protocol) {
    double best = std::numeric_limits<double>::infinity();
    for (const Contestant& contestant : contestants) best = std::min(best, median(contestant.rounds));
    int left = 0;
    for (Contestant& contestant : contestants)
        left += contestant.in_race = median(contestant.rounds) <= protocol.screen_above * best;
    const double share = static_cast<double>(contestants.size()) / std::max(left, 1);
    for (Contestant& contestant : contestants)
        contestant.rounds_allowed =
            static_cast<int>(std::min<double>(protocol.max_rounds, contestant.rounds_allowed * share));
}

/// Another order each round, so that nobody meets the caches as the same other one left them; nobody twice in
/// a row either, so two alternate.
void reorder(std::vector<Contestant*>& order, Sequence& random) {
    if (order.size() < 2) return;
    const Contestant* last = order.back();
    for (std::size_t left = order.size(); left > 1; --left)
        std::swap(order[left - 1], order[random.next() % left]);
    if (order.front() == last) std::swap(order.front(), order.back());
}

} // namespace

Protocol with_threads(Protocol protocol, int threads) {
    if (threads > 1) {
        protocol.idle_s = spinning_s;
        protocol.warm_s = waking_s;
    }
    return protocol;
}

std::vector<std::vector<double>> measure(const std::vector<Call>& calls, const Protocol& protocol) {
    std::vector<Contestant> contestants;
    for (const Call& call : calls) {
        Contestant contestant;
        contestant.call = call;
        contestant.calibrate(protocol);
        contestants.push_back(std::move(contestant));
    }
    std::vector<Contestant*> order;
    for (Contestant& contestant : contestants) order.push_back(&contestant);
    Sequence random(1);
    for (int round = 0; round < protocol.max_rounds; ++round) {
        if (round == screening_rounds && protocol.screen_above > 0) screen(contestants, protocol);
        const auto settled = [&](const Contestant& c) { return c.settled(protocol); };
        if (round > 0 && std::all_of(contestants.begin(), contestants.end(), settled)) break;
        for (Contestant* contestant : order)
            if (contestant->in_race && round < contestant->rounds_allowed) contestant->sample(protocol);
        reorder(order, random);
    }
    std::vector<std::vector<double>> rounds;
    for (Contestant& contestant : contestants) rounds.push_back(std::move(contestant.rounds));
    return rounds;
}

} // namespace autoconfig::bench
