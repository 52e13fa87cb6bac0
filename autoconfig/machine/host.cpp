// Caches and cores of the machine this runs on, from hwloc.
#include "autoconfig/machine/load.h"

#include "autoconfig/machine/levels.h"

#include <hwloc.h>

#include <algorithm>
#include <memory>

namespace autoconfig {

namespace {

using Topology = std::unique_ptr<std::remove_pointer_t<hwloc_topology_t>, void (*)(hwloc_topology_t)>;

/// None where hwloc cannot read this machine.
Topology load_topology() {
    hwloc_topology_t raw = nullptr;
    Topology topology(hwloc_topology_init(&raw) == 0 ? raw : nullptr, hwloc_topology_destroy);
    if (topology && hwloc_topology_load(raw) != 0) topology.reset();
    return topology;
}

/// CPUs this process may run on.
std::unique_ptr<hwloc_bitmap_s, void (*)(hwloc_bitmap_t)> allowed_cpus(hwloc_topology_t topology) {
    std::unique_ptr<hwloc_bitmap_s, void (*)(hwloc_bitmap_t)> cpus(
        hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology)), hwloc_bitmap_free);
    std::unique_ptr<hwloc_bitmap_s, void (*)(hwloc_bitmap_t)> bound(hwloc_bitmap_alloc(), hwloc_bitmap_free);
    if (hwloc_topology_is_thissystem(topology) &&
        hwloc_get_cpubind(topology, bound.get(), HWLOC_CPUBIND_PROCESS) == 0)
        hwloc_bitmap_and(cpus.get(), cpus.get(), bound.get());
    return cpus;
}

int cores_under(hwloc_topology_t topology, hwloc_const_cpuset_t cpus) {
    int cores = 0;
    for (hwloc_obj_t core = nullptr;
         (core = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_CORE, core)) != nullptr;)
        cores += hwloc_bitmap_intersects(core->cpuset, cpus);
    return cores;
}

/// What hwloc knows of a cache; the line and ways of `fallback` where it does not say.
Cache read_cache(hwloc_topology_t topology, hwloc_obj_t object, const Cache& fallback) {
    const auto& attributes = object->attr->cache;
    Cache cache = fallback;
    cache.line_bytes = attributes.linesize > 0 ? static_cast<int>(attributes.linesize) : fallback.line_bytes;
    const auto lines = static_cast<std::int64_t>(attributes.size) / cache.line_bytes;
    if (attributes.associativity > 0)
        cache.ways = attributes.associativity;
    else if (attributes.associativity < 0) // fully associative
        cache.ways = static_cast<int>(lines);
    cache.ways = std::max(cache.ways, 1);
    cache.bytes = std::max<std::int64_t>(lines / cache.ways, 1) * cache.ways * cache.line_bytes;
    cache.shared_by = std::max(cores_under(topology, object->cpuset), 1);
    return cache;
}

void say_source(Machine& machine, const std::string& level, const std::string& source) {
    for (const char* field : {".bytes", ".ways", ".line_bytes", ".shared_by"})
        machine.sources[level + field] = source;
}

/// False where hwloc does not list such a cache.
bool replace_cache(Machine& machine, const std::string& level, Cache& cache, hwloc_topology_t topology,
                   hwloc_obj_type_t type) {
    hwloc_obj_t object = hwloc_get_obj_by_type(topology, type, 0);
    if (!object || object->attr->cache.size == 0) return false;
    cache = read_cache(topology, object, cache);
    say_source(machine, level, "hwloc on this machine");
    return true;
}

/// The file's L3 where hwloc's cannot be one cache: virtual machines may report the sum over all complexes of
/// a package. [An EPYC 9005 with 32 MiB a complex is given as 508 MiB that two cores share; KVM, 2026-11-26]
/// A core is never in a family with so much more than it has: the largest stacked L3 is three times the
/// usual.
void keep_plausible_l3(Machine& machine, const Cache& of_file) {
    constexpr std::int64_t most_times = 8;
    if (of_file.bytes == 0 || machine.l3.bytes <= most_times * of_file.bytes) return;
    say_source(machine, "l3",
               "the machine file's: hwloc reports " + std::to_string(machine.l3.bytes >> 20) +
                   " MiB, which no such CPU has in one cache");
    machine.l3 = of_file;
}

/// Of an L3 whose other cores are not in this virtual machine, the ways that are left to its cores where
/// theirs are as busy. [2 of the 8 cores of a complex, L3 of 32 MiB: loads that wait for each other take 55
/// to 63 cycles over 4 to 7 MiB, 150 to 550 over 8 and more; EPYC (Zen 4, family 25 model 17, KVM),
/// 2026-11-29]
void take_part_of_l3(Machine& machine, const Cache& of_file) {
    Cache& l3 = machine.l3;
    if (of_file.bytes == 0 || l3.shared_by >= of_file.shared_by) return;
    const std::int64_t a_way = l3.bytes / l3.ways;
    say_source(machine, "l3",
               "hwloc on this machine, " + std::to_string(l3.bytes >> 20) + " MiB: the part of " +
                   std::to_string(l3.shared_by) + " of " + std::to_string(of_file.shared_by) +
                   " cores, as a virtual machine shares it with others");
    l3.ways = std::max(l3.ways * l3.shared_by / of_file.shared_by, 1);
    l3.bytes = a_way * l3.ways;
}

} // namespace

Machine with_host_caches(Machine machine, bool is_virtual) {
    const Topology topology = load_topology();
    if (!topology) {
        machine.origin += ", whose caches hwloc cannot read here";
        return machine;
    }
    replace_cache(machine, "l1", machine.l1, topology.get(), HWLOC_OBJ_L1CACHE);
    const bool l2 = replace_cache(machine, "l2", machine.l2, topology.get(), HWLOC_OBJ_L2CACHE);
    const Cache l3_of_file = machine.l3;
    const bool l3 = replace_cache(machine, "l3", machine.l3, topology.get(), HWLOC_OBJ_L3CACHE);
    keep_plausible_l3(machine, l3_of_file);
    if (is_virtual) take_part_of_l3(machine, l3_of_file);
    if (l2 && !l3 && machine.l3.bytes != 0) remove_l3(machine, "hwloc: this machine has no L3");
    if (const int cores = cores_under(topology.get(), allowed_cpus(topology.get()).get())) {
        machine.cores = cores;
        machine.sources["cores"] = "hwloc: cores this process may run on";
    }
    machine.origin += ", caches by hwloc";
    return machine;
}

} // namespace autoconfig
