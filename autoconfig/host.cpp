// See host.h.
#include "autoconfig/host.h"

#include "autoconfig/halide_compat.h"
#include "autoconfig/machine/host_cpu.h"
#include "autoconfig/machine/host_features.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <set>

namespace autoconfig {

namespace {

/// CPU features of an x86 target.
std::set<std::string> features_of(const Halide::Target& target) {
    std::set<std::string> features;
    if (target.arch != Halide::Target::X86) return features;
    for (const std::string& feature : compat::feature_names(target))
        if (cpu_features().count(feature)) features.insert(feature);
    return features;
}

/// Those that this CPU cannot run, in the order of their names.
std::vector<std::string> missing_here(const Halide::Target& target) {
    std::vector<std::string> missing;
    const std::set<std::string> runnable = runnable_features(read_cpuid());
    for (const std::string& feature : features_of(target))
        if (!runnable.count(feature)) missing.push_back(feature);
    return missing;
}

bool same_platform(const Halide::Target& a, const Halide::Target& b) {
    return a.os == b.os && a.arch == b.arch && a.bits == b.bits;
}

} // namespace

Halide::Target host_target() {
    Halide::Target target = Halide::get_host_target();
    for (const std::string& feature : missing_here(target))
        target = target.without_feature(Halide::Target::feature_from_name(feature));
    return target;
}

bool is_host(const Halide::Target& target) {
    const std::set<std::string> features = features_of(target);
    return same_platform(target, Halide::get_host_target()) &&
           (features == features_of(Halide::get_host_target()) || features == features_of(host_target()));
}

void tune_for_host(Options& options) {
    options.cpu = cpu_name(read_identity());
    options.host_caches = true;
}

bool runs_here(const Halide::Target& target) {
    return same_platform(target, Halide::get_host_target()) && missing_here(target).empty();
}

std::vector<std::string> warnings(const Halide::Target& target) {
    const std::vector<std::string> missing = missing_here(target);
    if (missing.empty() || !same_platform(target, Halide::get_host_target())) return {};
    return {fmt::format("the CPU here does not have all of {}: code for {} can die of SIGILL on it; use {}",
                        fmt::join(missing, ", "), target.to_string(), host_target().to_string())};
}

} // namespace autoconfig
