// Lines that members of a group read again within a tile, after the cache that they came to has lost them.
#include "autoconfig/model/group.h"

#include "autoconfig/machine/lines_kept.h"
#include "autoconfig/model/transfers.h"

#include <algorithm>
#include <map>
#include <set>

namespace autoconfig {

namespace {

/// What a stage reads of a producer for a region of its own.
struct StageRead {
    const StageWork& stage;
    const Read& read;
    const FuncStages& producer;
    const Region& stored; // of the producer

    /// What holds all of it, but no more rows than the loads lead to.
    double elements_for(const Region& region) const {
        const Region held = region_read(read, region, stored);
        if (held.empty()) return 1;
        return std::min(elements(held), held.front() * read.loads * stage.iterations * rows_of(region));
    }

    /// Elements that come to a cache, which keeps(bytes), while the region is computed, its dimensions in
    /// their order: a loop finds there what two of its steps have in common where the cache keeps what one of
    /// them reads.
    template<typename Keeps>
    double brought_for(Region region, const Keeps& keeps) const {
        double times = 1;
        for (std::size_t d = region.size(); d-- > 1;) {
            const double steps = region[d];
            region[d] = 1;
            if (steps > 1 && keeps(elements_for(region) * producer.bytes)) {
                region[d] = steps;
                break;
            }
            times *= steps;
        }
        return times * elements_for(region);
    }
};

/// Guests that are read again before they leave L1.
std::set<int> kept_guests(const GroupRegions& regions, const Group& group, const std::vector<Host>& hosts,
                          const Machine& machine) {
    std::set<int> kept;
    for (const Host& host : hosts) {
        double slice = elements(regions.tile[host.member]) * group.member(host.member).bytes / host.slices;
        for (int guest : host.guests) slice += elements(regions.held[guest]) * group.member(guest).bytes;
        if (stays_in_l1(slice, machine)) kept.insert(host.guests.begin(), host.guests.end());
    }
    return kept;
}

/// Calls visit(m, read) for what member m reads of its group or beyond.
template<typename Visit>
void for_each_read(const GroupRegions& regions, const Group& group, bool of_group, const Visit& visit) {
    for (std::size_t m = 0; m < group.members.size(); ++m)
        for (const StageWork& stage : group.member(m).stages)
            for (const Read& read : stage.reads) {
                const int p = group.position(read.producer);
                if (p == 0 || (p > 0) != of_group) continue;
                const FuncStages& producer = group.funcs[read.producer];
                const Region stored = p > 0 ? regions.tile[p] : whole_region(producer);
                visit(m, StageRead{stage, read, producer, stored});
            }
}

/// Of the members and what they read of others, while they compute so much at a time.
double bytes_at_a_time(const GroupRegions& regions, const Group& group) {
    double bytes = member_bytes(group, regions.held);
    for_each_read(regions, group, false, [&](std::size_t m, const StageRead& read) {
        bytes += read.elements_for(regions.computed[m]) * read.producer.bytes;
    });
    return bytes;
}

/// How often a member computes so much at a time for a tile.
double times_a_tile(const GroupRegions& regions, std::size_t m) {
    return elements(regions.tile[m]) / elements(regions.computed[m]);
}

} // namespace

double member_lines(const GroupRegions& regions, const Group& group, const std::vector<Host>& hosts,
                    const SumsInVectors& sums, const Machine& machine) {
    if (stays_in_l1(member_bytes(group, regions.held), machine)) return 0;
    std::set<int> near = kept_guests(regions, group, hosts, machine);
    for (std::size_t m = 0; m < sums.reader.size(); ++m)
        if (sums.reader[m] >= 0) near.insert(static_cast<int>(m)); // in registers
    double bytes = 0;
    for (std::size_t m = 1; m < group.members.size(); ++m)
        if (near.count(static_cast<int>(m)) == 0) bytes += elements(regions.tile[m]) * group.member(m).bytes;
    const auto in_l1 = [&](double kept) { return stays_in_l1(kept, machine); };
    for_each_read(regions, group, true, [&](std::size_t m, const StageRead& read) {
        if (near.count(group.position(read.read.producer)) > 0) return;
        const double brought = read.read.follows_rules()
                                   ? times_a_tile(regions, m) * read.brought_for(regions.computed[m], in_l1)
                                   : elements(read.stored);
        bytes += brought * read.producer.bytes;
    });
    return lines(bytes, machine);
}

std::vector<LinesAgain> lines_again(const GroupRegions& regions, const Group& group,
                                    const std::vector<Host>& hosts, const Machine& machine) {
    const double at_a_time = bytes_at_a_time(regions, group);
    const auto in_l1 = [&](double bytes) { return stays_in_l1(bytes, machine); };
    const auto in_l2 = [&](double bytes) { return fits(bytes, machine.l2); };
    if (in_l1(at_a_time)) return {};
    const std::set<int> near = kept_guests(regions, group, hosts, machine);
    std::map<int, LinesAgain> again; // of each producer, by the reader for which most come
    for_each_read(regions, group, false, [&](std::size_t m, const StageRead& read) {
        const bool is_near = near.count(static_cast<int>(m)) > 0;
        if (is_near || read.read.crosses_rows(0) || !read.read.follows_rules()) return;
        const double once = read.elements_for(regions.tile[m]);
        const auto brought = [&](const auto& keeps) {
            if (keeps(at_a_time)) return once;
            return std::max(once, times_a_tile(regions, m) * read.brought_for(regions.computed[m], keeps));
        };
        const double to_l1 = brought(in_l1), to_l2 = brought(in_l2);
        LinesAgain& most = again[read.read.producer];
        most.producer = read.read.producer;
        most.from_l2 = std::max(most.from_l2, lines((to_l1 - to_l2) * read.producer.bytes, machine));
        most.from_beyond = std::max(most.from_beyond, lines((to_l2 - once) * read.producer.bytes, machine));
    });
    std::vector<LinesAgain> all;
    for (const auto& [producer, one] : again) all.push_back(one);
    return all;
}

} // namespace autoconfig
