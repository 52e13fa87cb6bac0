// Chooses a built-in description by the "serves" of each.
#include "autoconfig/machine/select.h"

#include "autoconfig/machine/embedded.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace autoconfig {

namespace {

// A feature and one that comes with it; read top to bottom, as each line may add what a later one needs.
// Halide passes "haswell" or a successor to LLVM from avx2 on, so fused multiply-add comes with it.
constexpr std::array<std::pair<const char*, const char*>, 12> implied{{
    {"avx512_sapphirerapids", "avx512_cannonlake"},
    {"avx512_zen5", "avx512_zen4"},
    {"avx512_zen4", "avx512_cannonlake"},
    {"avx10_1", "avx2"},
    {"avx512_cannonlake", "avx512_skylake"},
    {"avx512_skylake", "avx512"},
    {"avx512_knl", "avx512"},
    {"avx512", "avx2"},
    {"avx2", "fma"},
    {"avx2", "f16c"},
    {"avx2", "avx"},
    {"avx", "sse41"},
}};

std::set<std::string> closure(std::set<std::string> features) {
    for (const auto& [feature, other] : implied)
        if (features.count(feature)) features.insert(other);
    return features;
}

bool serves(const Serves& serves, const TargetTraits& traits, const std::set<std::string>& features) {
    return serves.arch == traits.arch && serves.bits == traits.bits &&
           (serves.cpus.empty() || serves.cpus.count(traits.cpu)) &&
           std::includes(features.begin(), features.end(), serves.features.begin(), serves.features.end());
}

/// How closely a description is made for the targets it serves; larger is closer.
std::pair<bool, std::size_t> closeness(const Serves& serves) {
    return {!serves.cpus.empty(), closure(serves.features).size()};
}

struct Candidate {
    std::string name; // of a built-in description
    Serves served;
};

const std::vector<Candidate>& candidates() {
    static const std::vector<Candidate> all = [] {
        std::vector<Candidate> found;
        for (const EmbeddedTarget& target : embedded_targets())
            for (const Serves& served : served_by(target)) found.push_back({target.name, served});
        return found;
    }();
    return all;
}

} // namespace

std::set<std::string> with_implied_features(const TargetTraits& traits) { return closure(traits.features); }

Description select_description(const TargetTraits& traits) {
    const std::set<std::string> features = with_implied_features(traits);
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates())
        if (serves(candidate.served, traits, features) &&
            (!best || closeness(candidate.served) > closeness(best->served)))
            best = &candidate;
    return load_builtin(best ? best->name : "generic");
}

} // namespace autoconfig
