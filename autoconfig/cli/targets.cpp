// Target strings: parsing, and which CPU they mean.
#include "autoconfig/cli/targets.h"

#include "autoconfig/error.h"
#include "autoconfig/halide_compat.h"
#include "autoconfig/host.h"
#include "autoconfig/machine/host_cpu.h"

#include <fmt/core.h>

#include <algorithm>

namespace autoconfig::cli {

namespace {

bool names_host(const std::string& text) { return text == "host" || text.rfind("host-", 0) == 0; }

bool same_platform(const Halide::Target& a, const Halide::Target& b) {
    return a.os == b.os && a.arch == b.arch && a.bits == b.bits;
}

/// Whether a CPU that runs `wide` also runs `narrow`, so that `narrow` before `wide` hides it.
bool hides(const Halide::Target& narrow, const Halide::Target& wide) {
    const std::set<std::string> few = compat::feature_names(narrow), many = compat::feature_names(wide);
    return std::includes(many.begin(), many.end(), few.begin(), few.end());
}

} // namespace

Halide::Target parse_target(const std::string& text) {
    const std::string full = names_host(text) ? host_target().to_string() + text.substr(4) : text;
    const bool valid = !full.empty() && Halide::Target::validate_target_string(full);
    const Halide::Target target = valid ? Halide::Target(full) : Halide::Target();
    if (!valid || target.has_unknowns())
        throw Error(
            fmt::format("--target '{}' is not a Halide target: give host or ARCH-BITS-OS[-FEATURE...] "
                        "with Halide's names, as in x86-64-linux-avx2-fma",
                        text));
    if (target.has_feature(Halide::Target::JIT))
        throw Error(fmt::format("--target '{}': a library cannot be built for jit, leave it out", text));
    return target;
}

std::vector<Halide::Target> parse_targets(const std::vector<std::string>& texts) {
    if (texts.empty()) return {host_target()};
    std::vector<Halide::Target> targets;
    for (const std::string& text : texts) targets.push_back(parse_target(text));
    for (std::size_t i = 0; i < targets.size(); i++)
        for (std::size_t j = 0; j < i; j++) {
            if (!same_platform(targets[i], targets[j]))
                throw Error(fmt::format("--target '{}' and '{}' cannot share a library: use one arch, word "
                                        "size and OS",
                                        texts[j], texts[i]));
            if (hides(targets[j], targets[i]))
                throw Error(fmt::format("--target '{}' would never be used after '{}': put the target with "
                                        "more features first",
                                        texts[i], texts[j]));
        }
    return targets;
}

std::string cpu_to_tune_for(const std::vector<std::string>& texts) {
    const bool host = texts.empty() || std::any_of(texts.begin(), texts.end(), names_host);
    return host ? cpu_name(read_identity()) : "";
}

bool only_host(const std::vector<std::string>& texts) {
    return std::all_of(texts.begin(), texts.end(), names_host);
}

} // namespace autoconfig::cli
