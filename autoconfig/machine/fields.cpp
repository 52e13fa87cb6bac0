// The table of a machine file's quantities.
#include "autoconfig/machine/fields.h"

#include "autoconfig/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

using D = Description;

/// What is not 0 may be divided by.
constexpr double smallest = 1e-6;

template<MacRate Machine::*mac>
void set_rate(D& d, double v) {
    (d.machine.*mac).per_cycle = v;
}
template<MacRate Machine::*mac>
void set_latency(D& d, double v) {
    (d.machine.*mac).latency_cycles = v;
}
template<double Machine::*number>
void set_number(D& d, double v) {
    d.machine.*number = v;
}
template<int Machine::*number>
void set_whole(D& d, double v) {
    d.machine.*number = static_cast<int>(v);
}
template<bool Machine::*flag>
void set_flag(D& d, double v) {
    d.machine.*flag = v != 0;
}

template<Cache Machine::*cache>
void append_cache(std::vector<Field>& table, const std::string& level, double least) {
    const double most = 1024.0 * 1024 * 1024 * 16;
    table.insert(table.end(),
                 {{level + ".size", level + ".bytes", UnitKind::Size, least, most, true,
                   [](D& d, double v) { (d.machine.*cache).bytes = static_cast<std::int64_t>(v); }},
                  {level + ".ways", level + ".ways", UnitKind::Ways, 1, 1024, true,
                   [](D& d, double v) { (d.machine.*cache).ways = static_cast<int>(v); }},
                  {level + ".line", level + ".line_bytes", UnitKind::Size, 16, 4096, true,
                   [](D& d, double v) { (d.machine.*cache).line_bytes = static_cast<int>(v); }},
                  {level + ".shared_by", level + ".shared_by", UnitKind::Cores, 1, 65536, true,
                   [](D& d, double v) { (d.machine.*cache).shared_by = static_cast<int>(v); }}});
}

Field rate(const char* name, void (*set)(D&, double)) {
    return {name, name, UnitKind::Rate, 0.01, 64, false, set};
}

Field cycles(const char* key, const char* name, double most, void (*set)(D&, double)) {
    return {key, name, UnitKind::Time, 0, most, false, set};
}

void append_core(std::vector<Field>& table) {
    const auto latency = [&](const char* key, const char* name, void (*set)(D&, double)) {
        table.push_back(cycles(key, name, 1000, set));
    };
    table.push_back(
        {"vector_bits", "vector_bits", UnitKind::Width, 64, 4096, true, set_whole<&Machine::vector_bits>});
    table.push_back(
        {"registers", "registers", UnitKind::Registers, 4, 1024, true, set_whole<&Machine::registers>});
    table.push_back(rate("mac_f32.per_cycle", set_rate<&Machine::mac_f32>));
    latency("mac_f32.latency", "mac_f32.latency_cycles", set_latency<&Machine::mac_f32>);
    table.push_back(rate("mac_f64.per_cycle", set_rate<&Machine::mac_f64>));
    latency("mac_f64.latency", "mac_f64.latency_cycles", set_latency<&Machine::mac_f64>);
    table.push_back(rate("mac_i32.per_cycle", set_rate<&Machine::mac_i32>));
    latency("mac_i32.latency", "mac_i32.latency_cycles", set_latency<&Machine::mac_i32>);
    table.push_back(
        {"mac_i8.per_cycle", "mac_i8.per_cycle", UnitKind::Rate, 0, 64, false, set_rate<&Machine::mac_i8>});
    latency("mac_i8.latency", "mac_i8.latency_cycles", set_latency<&Machine::mac_i8>);
    table.push_back(rate("mac_f32_strict.per_cycle", [](D& d, double v) { d.mac_f32_strict.per_cycle = v; }));
    latency("mac_f32_strict.latency", "mac_f32_strict.latency_cycles",
            [](D& d, double v) { d.mac_f32_strict.latency_cycles = v; });
    table.push_back(rate("mac_f64_strict.per_cycle", [](D& d, double v) { d.mac_f64_strict.per_cycle = v; }));
    latency("mac_f64_strict.latency", "mac_f64_strict.latency_cycles",
            [](D& d, double v) { d.mac_f64_strict.latency_cycles = v; });
    table.push_back(rate("loads_per_cycle", set_number<&Machine::loads_per_cycle>));
    table.push_back(rate("stores_per_cycle", set_number<&Machine::stores_per_cycle>));
    table.push_back(
        {"issue_width", "issue_width", UnitKind::IssueRate, 1, 64, false, set_number<&Machine::issue_width>});
    latency("lane_sum", "lane_sum_cycles", set_number<&Machine::lane_sum_cycles>);
    latency("lane_load", "lane_load_cycles", set_number<&Machine::lane_load_cycles>);
    latency("loop_exit", "loop_exit_cycles", set_number<&Machine::loop_exit_cycles>);
    latency("row_loop", "row_loop_cycles", set_number<&Machine::row_loop_cycles>);
}

void append_transfers(std::vector<Field>& table) {
    const auto transfer = [&](const char* key, const char* name, void (*set)(D&, double)) {
        table.push_back({key, name, UnitKind::Transfer, 0, 10000, false, set});
    };
    transfer("l1_l2_transfer", "l1_l2_cycles_per_line", set_number<&Machine::l1_l2_cycles_per_line>);
    transfer("l2_l3_transfer", "l2_l3_cycles_per_line", set_number<&Machine::l2_l3_cycles_per_line>);
    transfer("l3_mem_transfer", "l3_mem_cycles_per_line", set_number<&Machine::l3_mem_cycles_per_line>);
    transfer("l3_mem_runs", "l3_mem_runs_cycles_per_line", set_number<&Machine::l3_mem_runs_cycles_per_line>);
    transfer("l3_stream", "l3_stream_cycles_per_line", set_number<&Machine::l3_stream_cycles_per_line>);
    transfer("shared_transfer", "shared_cycles_per_line", set_number<&Machine::shared_cycles_per_line>);
    table.push_back(
        cycles("l2_latency", "l2_latency_cycles", 10000, set_number<&Machine::l2_latency_cycles>));
    table.push_back(
        cycles("l3_latency", "l3_latency_cycles", 10000, set_number<&Machine::l3_latency_cycles>));
    table.push_back(cycles("run_start", "run_start_cycles", 10000, set_number<&Machine::run_start_cycles>));
    table.push_back(cycles("set_fill", "set_fill_cycles", 10000, set_number<&Machine::set_fill_cycles>));
    table.push_back(cycles("row_start", "row_start_cycles", 10000, set_number<&Machine::row_start_cycles>));
    table.push_back(
        {"l1_l2_overlaps", "l1_l2_overlaps", UnitKind::Flag, 0, 1, true, set_flag<&Machine::l1_l2_overlaps>});
    table.push_back({"l1_l2_exposed", "l1_l2_exposed", UnitKind::Share, 0, 1, false,
                     set_number<&Machine::l1_l2_exposed>});
    table.push_back(
        {"l2_l3_overlaps", "l2_l3_overlaps", UnitKind::Flag, 0, 1, true, set_flag<&Machine::l2_l3_overlaps>});
    table.push_back(
        {"fetches_pairs", "fetches_pairs", UnitKind::Flag, 0, 1, true, set_flag<&Machine::fetches_pairs>});
    table.push_back(
        {"pack_overlaps", "pack_overlaps", UnitKind::Flag, 0, 1, true, set_flag<&Machine::pack_overlaps>});
    table.push_back(
        {"masked_elements", "masked_bytes", UnitKind::Size, 0, 8, true, set_whole<&Machine::masked_bytes>});
    table.push_back(
        {"pairs_of_i16", "pairs_of_i16", UnitKind::Flag, 0, 1, true, set_flag<&Machine::pairs_of_i16>});
    table.push_back({"memory_cores", "memory_cores", UnitKind::Cores, 1, 65536, false,
                     set_number<&Machine::memory_cores>});
    table.push_back({"scheduler_entries", "scheduler_entries", UnitKind::Entries, 1, 1 << 20, true,
                     set_number<&Machine::scheduler_entries>});
    table.push_back({"store_entries", "store_entries", UnitKind::Entries, 1, 1 << 20, true,
                     set_number<&Machine::store_entries>});
    table.push_back({"tlb_entries", "tlb_entries", UnitKind::Entries, 1, 1 << 20, true,
                     set_whole<&Machine::tlb_entries>});
    table.push_back({"tlb2_entries", "tlb2_entries", UnitKind::Entries, 1, 1 << 24, true,
                     set_whole<&Machine::tlb2_entries>});
    table.push_back(cycles("page_walk", "page_walk_cycles", 10000, set_number<&Machine::page_walk_cycles>));
    table.push_back(cycles("tlb_miss", "tlb_miss_cycles", 10000, set_number<&Machine::tlb_miss_cycles>));
    table.push_back(
        cycles("tlb_gather", "tlb_gather_cycles", 10000, set_number<&Machine::tlb_gather_cycles>));
}

void append_overheads(std::vector<Field>& table) {
    const auto overhead = [&](const char* key, const char* name, void (*set)(D&, double)) {
        table.push_back(cycles(key, name, 1e9, set));
    };
    table.push_back({"cores", "cores", UnitKind::Cores, 1, 65536, true, set_whole<&Machine::cores>});
    table.push_back({"frequency", "frequency_ghz", UnitKind::Frequency, 0.01, 100, false,
                     set_number<&Machine::frequency_ghz>});
    overhead("fork_join", "fork_join_cycles", set_number<&Machine::fork_join_cycles>);
    overhead("task", "task_cycles", set_number<&Machine::task_cycles>);
    overhead("queue", "queue_cycles", set_number<&Machine::queue_cycles>);
    overhead("call", "call_cycles", set_number<&Machine::call_cycles>);
    overhead("allocate", "allocate_cycles", set_number<&Machine::allocate_cycles>);
    overhead("page_fault", "page_fault_cycles", set_number<&Machine::page_fault_cycles>);
    overhead("large_page_fault", "large_page_fault_cycles", set_number<&Machine::large_page_fault_cycles>);
}

} // namespace

const std::vector<Field>& fields() {
    static const std::vector<Field> table = [] {
        std::vector<Field> all;
        append_core(all);
        append_cache<&Machine::l1>(all, "l1", 1024);
        append_cache<&Machine::l2>(all, "l2", 1024);
        append_cache<&Machine::l3>(all, "l3", 0);
        append_transfers(all);
        append_overheads(all);
        return all;
    }();
    return table;
}

const Field* find_field(const std::string& key) {
    const auto found =
        std::find_if(fields().begin(), fields().end(), [&](const Field& field) { return field.key == key; });
    return found == fields().end() ? nullptr : &*found;
}

void set_field(const Field& field, const Quantity& quantity, Description& description,
               const std::string& where) {
    if (quantity.value < field.least || quantity.value > field.most)
        throw Error(fmt::format("{}: {:.17g} is out of range: {:.17g} to {:.17g} {}", where, quantity.value,
                                field.least, field.most, base_unit(field.kind)));
    if (quantity.value != 0 && std::abs(quantity.value) < smallest)
        throw Error(fmt::format("{}: {:.17g} is out of range: 0, or {:g} to {:g} {}", where, quantity.value,
                                smallest, field.most, base_unit(field.kind)));
    if (field.whole && quantity.value != std::floor(quantity.value))
        throw Error(fmt::format("{}: {:.17g} {} is not a whole number", where, quantity.value,
                                base_unit(field.kind)));
    field.set(description, quantity.value);
    description.machine.sources[field.name] = quantity.source;
}

} // namespace autoconfig
