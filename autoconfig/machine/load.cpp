// The ways to a Machine that need no look at the hardware: from a target, from a file, by Halide's params.
#include "autoconfig/machine/load.h"

#include "autoconfig/error.h"
#include "autoconfig/machine/levels.h"
#include "autoconfig/machine/refine.h"
#include "autoconfig/machine/select.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

namespace autoconfig {

namespace {

/// Halide's strict_float forbids fusing a product with the sum it goes into.
Description without_fusing(Description description) {
    Machine& machine = description.machine;
    machine.mac_f32 = description.mac_f32_strict;
    machine.mac_f64 = description.mac_f64_strict;
    for (const char* type : {"mac_f32", "mac_f64"})
        for (const char* part : {".per_cycle", ".latency_cycles"})
            machine.sources[std::string(type) + part] =
                machine.sources[std::string(type) + "_strict" + part] + " (strict_float)";
    return description;
}

/// Halide takes what its CPU has from the target's features alone.
void remove_missing_instructions(Machine& machine, const TargetTraits& traits) {
    const std::set<std::string> features = with_implied_features(traits);
    if (machine.mac_i8.per_cycle == 0 || features.count("avx512_sapphirerapids") ||
        features.count("avx512_zen4"))
        return;
    machine.mac_i8 = {};
    for (const char* part : {"mac_i8.per_cycle", "mac_i8.latency_cycles"})
        machine.sources[part] = "the target's features are without VNNI";
}

/// The machine alone; what else its file states is of no concern to those who use it.
Machine machine_of(const Description& description) {
    Machine machine = description.machine;
    for (auto source = machine.sources.begin(); source != machine.sources.end();)
        source = source->first.find("_strict.") == std::string::npos ? std::next(source)
                                                                     : machine.sources.erase(source);
    return machine;
}

/// A machine that nobody has described, but for its vectors.
void take_for_any(Machine& machine, const TargetTraits& traits) {
    machine.origin =
        fmt::format("nobody has described a CPU of arch '{}' with {} bits: name one with machine=FILE",
                    traits.arch, traits.bits);
    if (traits.vector_bits == 0) return;
    machine.vector_bits = std::max(traits.vector_bits, 64);
    machine.sources["vector_bits"] = "Halide: natural vectors of the target";
}

/// The size in whole sets, at least one.
std::int64_t whole_sets(const Cache& cache, std::int64_t bytes) {
    const std::int64_t set_bytes = static_cast<std::int64_t>(cache.ways) * cache.line_bytes;
    return std::max<std::int64_t>(bytes / set_bytes, 1) * set_bytes;
}

/// The outermost cache takes the given size; caches that would be larger than it go.
void limit_last_level(Machine& machine, std::int64_t bytes) {
    const std::string source = fmt::format("Halide params: last level cache of {} bytes", bytes);
    if (machine.l3.bytes != 0 && bytes >= machine.l2.bytes) {
        machine.l3.bytes = whole_sets(machine.l3, bytes);
        machine.sources["l3.bytes"] = source;
        return;
    }
    if (machine.l3.bytes != 0) remove_l3(machine, source);
    machine.l2.bytes = whole_sets(machine.l2, std::max(bytes, machine.l1.bytes));
    machine.sources["l2.bytes"] = source;
}

} // namespace

Machine machine_from_target(const TargetTraits& traits) {
    const bool fused = !traits.features.count("strict_float");
    Description description = select_description(traits);
    if (!fused) description = without_fusing(std::move(description));
    description.machine = refined_by_llvm(description, traits, fused);
    Machine machine = machine_of(description);
    machine.origin = traits.cpu.empty() ? "from target" : "from target, CPU " + traits.cpu;
    remove_missing_instructions(machine, traits);
    if (description.lineage.front() == "generic") take_for_any(machine, traits);
    return machine;
}

Machine machine_from_file(const std::string& path) { return machine_of(load_description(path)); }

Machine with_halide_params(Machine machine, int parallelism, std::int64_t last_level_cache) {
    if (parallelism < 0 || last_level_cache < 0)
        throw Error(fmt::format("parallelism {} and last level cache {} must not be negative: use 0 for what "
                                "the machine has",
                                parallelism, last_level_cache));
    if (parallelism > 0) {
        machine.cores = parallelism;
        machine.sources["cores"] = "Halide params: parallelism";
    }
    if (last_level_cache > 0) limit_last_level(machine, last_level_cache);
    return machine;
}

} // namespace autoconfig
