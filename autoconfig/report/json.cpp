// The report for programs. One function an object; keys in the order of the text report.
#include "autoconfig/model/tiling.h"
#include "autoconfig/report/json_parts.h"
#include "autoconfig/report/losers.h"
#include "autoconfig/report/report.h"
#include "autoconfig/report/wording.h"

namespace autoconfig {
namespace {

using namespace report;
using Json = nlohmann::ordered_json;

Json loops(const Problem& problem) {
    Json list = Json::array();
    for (std::size_t l = 0; l < problem.loops.size(); ++l) {
        const Loop& loop = problem.loops[l];
        list.push_back({{"name", loop.name},
                        {"role", to_string(loop.role)},
                        {"extent", loop.extent},
                        {"source", to_string(loop.source)},
                        {"contiguous_in", contiguous_in(problem, l)}});
    }
    return list;
}

Json operand(const Operand& operand) {
    return {{"func", operand.func},
            {"type", to_string(operand.type)},
            {"coefficient", operand.coefficient},
            {"stride_elements", operand.stride},
            {"wrappable", operand.wrappable},
            {"ops_per_element", operand.ops_per_element}};
}

Json problem(const Problem& p, const Machine& machine) {
    const double intensity = arithmetic_intensity(p), balance = machine_balance(p, machine);
    return {{"operation", operation(p)},
            {"func", p.func},
            {"consumer", p.consumer},
            {"expression", expression(p)},
            {"instructions_a_step", p.step ? p.step->instructions : 1},
            {"loops", loops(p)},
            {"operands", {{"a", operand(p.a)}, {"b", operand(p.b)}, {"out", operand(p.out)}}},
            {"accumulator", to_string(p.accumulator)},
            {"epilogue_ops_per_element", p.epilogue_ops_per_element},
            {"sizes_are_bound", p.sizes_are_bound()},
            {"flops", p.flops()},
            {"bytes_once", p.bytes_once()},
            {"resident_in", resident_in(p, machine)},
            {"flops_per_byte", intensity},
            {"machine_balance_flops_per_byte", balance},
            {"bound_by", intensity >= balance ? "compute" : "memory"},
            {"notes", p.notes}};
}

Json mac(const MacRate& rate) {
    return {{"per_cycle", rate.per_cycle}, {"latency_cycles", rate.latency_cycles}};
}

Json cache(const Cache& c) {
    return {
        {"bytes", c.bytes}, {"ways", c.ways}, {"line_bytes", c.line_bytes}, {"shared_by_cores", c.shared_by}};
}

Json machine(const Machine& m) {
    return {{"name", m.name},
            {"origin", m.origin},
            {"vector_bits", m.vector_bits},
            {"registers", m.registers},
            {"mac_f32", mac(m.mac_f32)},
            {"mac_f64", mac(m.mac_f64)},
            {"mac_i32", mac(m.mac_i32)},
            {"mac_i8", mac(m.mac_i8)},
            {"loads_per_cycle", m.loads_per_cycle},
            {"stores_per_cycle", m.stores_per_cycle},
            {"issue_width", m.issue_width},
            {"lane_sum_cycles", m.lane_sum_cycles},
            {"lane_load_cycles", m.lane_load_cycles},
            {"l1", cache(m.l1)},
            {"l2", cache(m.l2)},
            {"l3", m.l3.bytes > 0 ? cache(m.l3) : Json()},
            {"l1_l2_cycles_per_line", m.l1_l2_cycles_per_line},
            {"l2_l3_cycles_per_line", m.l2_l3_cycles_per_line},
            {"l3_mem_cycles_per_line", m.l3_mem_cycles_per_line},
            {"l3_mem_runs_cycles_per_line", m.l3_mem_runs_cycles_per_line},
            {"shared_cycles_per_line", m.shared_cycles_per_line},
            {"l2_latency_cycles", m.l2_latency_cycles},
            {"l3_latency_cycles", m.l3_latency_cycles},
            {"l3_stream_cycles_per_line", m.l3_stream_cycles_per_line},
            {"tlb_miss_cycles", m.tlb_miss_cycles},
            {"tlb_gather_cycles", m.tlb_gather_cycles},
            {"run_start_cycles", m.run_start_cycles},
            {"set_fill_cycles", m.set_fill_cycles},
            {"row_start_cycles", m.row_start_cycles},
            {"l1_l2_overlaps", m.l1_l2_overlaps},
            {"l1_l2_exposed", m.l1_l2_exposed},
            {"l2_l3_overlaps", m.l2_l3_overlaps},
            {"fetches_pairs", m.fetches_pairs},
            {"pack_overlaps", m.pack_overlaps},
            {"masked_bytes", m.masked_bytes},
            {"pairs_of_i16", m.pairs_of_i16},
            {"memory_cores", m.memory_cores},
            {"page_walk_cycles", m.page_walk_cycles},
            {"scheduler_entries", m.scheduler_entries},
            {"store_entries", m.store_entries},
            {"tlb_entries", m.tlb_entries},
            {"tlb2_entries", m.tlb2_entries},
            {"cores", m.cores},
            {"frequency_ghz", m.frequency_ghz},
            {"fork_join_cycles", m.fork_join_cycles},
            {"task_cycles", m.task_cycles},
            {"queue_cycles", m.queue_cycles},
            {"loop_exit_cycles", m.loop_exit_cycles},
            {"row_loop_cycles", m.row_loop_cycles},
            {"call_cycles", m.call_cycles},
            {"allocate_cycles", m.allocate_cycles},
            {"page_fault_cycles", m.page_fault_cycles},
            {"large_page_fault_cycles", m.large_page_fault_cycles},
            {"sources", m.sources}};
}

Json config(const Decision& d, const Config& c) {
    const CacheBlock block = block_of(Facts(d.problem, d.machine), c);
    return {{"strategy", c.family()},
            {"MR", c.MR},
            {"n_v", c.n_v},
            {"lanes", c.lanes},
            {"KC", block.KC},
            {"MC", block.MC},
            {"NC", block.NC},
            {"RB", c.RB()},
            {"jc_in_ir", c.jc_in_ir()},
            {"unrolled", c.unrolled()},
            {"chains", c.chains()},
            {"b_rows", c.b_rows()},
            {"pack_a", c.pack_a()},
            {"pack_b", c.pack_b()},
            {"k_pack", c.k_pack()},
            {"k_vectorised", c.is<AlongK>()},
            {"parallel", to_string(c.parallel)},
            {"tasks", c.tasks}};
}

Json decision(const Decision& d) {
    const Candidate& winner = d.winner();
    return {{"name", winner.config.name()},
            {"config", config(d, winner.config)},
            {"threads", threads(winner.config, d.machine)},
            {"cycles", winner.cost.cycles},
            {"serial_cycles", winner.cost.serial_cycles},
            {"ms", seconds(winner.cost.cycles, d.machine) * 1e3},
            {"serial_ms", seconds(winner.cost.serial_cycles, d.machine) * 1e3},
            {"gflop_per_s", flops_per_second(d) * 1e-9},
            {"peak_fraction", winner.cost.peak_fraction},
            {"tail_waste_fraction", winner.cost.tail_waste},
            {"binding_term", winner.cost.binding}};
}

Json registers(const Decision& d) {
    const Config& c = d.winner().config;
    return {{"formula", d.problem.step ? "MR*n_v + n_v + 1 + temporaries" : "MR*n_v + n_v + 1"},
            {"used", registers_used(c.MR, c, d.problem)},
            {"available", d.machine.registers}};
}

Json losers(const Decision& d) {
    Json list = Json::array();
    for (const Loser& loser : best_losers(d)) {
        const Cost& cost = loser.candidate->cost;
        list.push_back({{"name", loser.candidate->config.name()},
                        {"config", config(d, loser.candidate->config)},
                        {"cycles", cost.cycles},
                        {"serial_cycles", cost.serial_cycles},
                        {"slower_fraction", loser.slower},
                        {"tail_waste_fraction", cost.tail_waste},
                        {"losing_term", loser.term ? Json(loser.term->name) : Json()},
                        {"loses_by_threads", loser.by_threads},
                        {"excess_cycles", loser.excess_cycles},
                        {"wins_with", loser.wins_with},
                        {"terms", report::json_of(cost.terms)}});
    }
    return list;
}

Json space(const Decision& d) {
    Json list = Json::array();
    for (const Candidate& candidate : d.ranked)
        list.push_back({{"name", candidate.config.name()},
                        {"cycles", candidate.cost.cycles},
                        {"serial_cycles", candidate.cost.serial_cycles}});
    return list;
}

} // namespace

Json json_report(const Decision& d) {
    return {{"problem", problem(d.problem, d.machine)},
            {"machine", machine(d.machine)},
            {"decision", decision(d)},
            {"terms", report::json_of(d.winner().cost.terms)},
            {"times", times_of(d.winner().cost)},
            {"registers", registers(d)},
            {"losers", losers(d)},
            {"refused", report::json_of(d.refused)},
            {"flips", report::json_of(d.flips)},
            {"not_modelled", not_modelled(d.machine)},
            {"space", space(d)}};
}

} // namespace autoconfig
