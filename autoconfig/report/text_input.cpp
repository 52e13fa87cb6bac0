// The problem and the machine as the model sees them.
#include "autoconfig/report/text_input.h"

#include "autoconfig/report/format.h"
#include "autoconfig/report/wording.h"
#include "autoconfig/space/facts.h"

#include <fmt/format.h>

namespace autoconfig::report {
namespace {

std::string loop_item(const Problem& problem, std::size_t l) {
    const Loop& loop = problem.loops[l];
    Lines facts{to_string(loop.role)};
    if (loop.source != ExtentSource::Bound) facts.push_back(to_string(loop.source));
    if (const Lines funcs = contiguous_in(problem, l); !funcs.empty())
        facts.push_back("contiguous in " + join(funcs, " and "));
    return fmt::format("{} {} ({})", loop.name, loop.extent, join(facts, ", "));
}

std::string loops(const Problem& problem) {
    Lines items;
    for (std::size_t l = 0; l < problem.loops.size(); ++l) items.push_back(loop_item(problem, l));
    return item_row("loops", items, "   ");
}

std::string bound(const std::string& level, double intensity, double balance) {
    if (intensity >= balance) return "compute-bound";
    return level == "memory" ? "memory-bound" : "memory-bound when not in cache";
}

std::string work(const Problem& problem, const Machine& machine) {
    const double intensity = arithmetic_intensity(problem), balance = machine_balance(problem, machine);
    const std::string level = resident_in(problem, machine), unit = work_unit(problem);
    return item_row(
        "work",
        {si(problem.flops(), unit),
         fmt::format("{} touched once ({}): {} {}/B", si(problem.bytes_once(), "B"),
                     level == "memory" ? "exceeds the caches" : "fits " + level, number(intensity), unit),
         fmt::format("{} (machine balance {} {}/B)", bound(level, intensity, balance), number(balance),
                     unit)},
        ", ");
}

std::string surroundings(const Problem& problem) {
    Lines items;
    for (const Operand* operand : {&problem.a, &problem.b})
        if (operand->ops_per_element > 0)
            items.push_back(fmt::format("{} computed on the way in, {} ops an element", operand->func,
                                        number(operand->ops_per_element)));
    if (problem.consumer.empty())
        items.push_back("result computed at root for its consumers");
    else if (problem.consumer != problem.func)
        items.push_back("result tiled by the loops of " + problem.consumer);
    if (problem.epilogue_ops_per_element > 0)
        items.push_back(fmt::format("epilogue {} ops an element", number(problem.epilogue_ops_per_element)));
    return items.empty() ? "" : item_row("around it", items, ", ");
}

std::string notes(const Problem& problem) {
    Lines lines;
    if (!problem.sizes_are_bound())
        lines.push_back(
            "sizes are not bound: the prediction is for those shown, the schedule is right for any");
    lines.insert(lines.end(), problem.notes.begin(), problem.notes.end());
    std::string text;
    for (const std::string& line : lines)
        text += labelled("note", wrap(line, page_width - detail_column), 2, detail_column);
    return text;
}

std::string cache_item(const std::string& name, const Cache& cache, const std::string& feed) {
    const std::string shared = cache.shared_by > 1 ? fmt::format(" shared by {}", cache.shared_by) : "";
    return fmt::format("{} {}/{}{}{}", name, bytes(cache.bytes), cache.ways, shared, feed);
}

} // namespace

std::string item_row(const std::string& label, const Lines& items, const std::string& separator) {
    return labelled(label, flow(items, separator, page_width - detail_column), 2, detail_column);
}

std::string problem_section(const Problem& problem, const Machine& machine) {
    const Lines parts{operation(problem) + " " + problem.func, expression(problem), types(problem)};
    return labelled("", flow(parts, "   ", page_width), 0, 0) + loops(problem) + work(problem, machine) +
           surroundings(problem) + notes(problem);
}

std::string machine_section(const Problem& problem, const Machine& m) {
    const MacRate& mac = mac_rate(problem, m);
    const char* mac_name = problem.accumulator.kind == ScalarType::Kind::Float ? "FMA" : "MAC";
    const auto line_cost = [](double cycles, bool overlaps) {
        return fmt::format(" at {} cy/line{}", number(cycles), overlaps ? " overlapped" : "");
    };
    Lines items{
        fmt::format("{} registers × {} bit", m.registers, m.vector_bits),
        fmt::format("{} {}/cy, latency {}", number(mac.per_cycle), mac_name, number(mac.latency_cycles)),
        counted(m.loads_per_cycle, "load") + "/cy",
        counted(m.stores_per_cycle, "store") + "/cy",
        fmt::format("issue {}/cy", number(m.issue_width)),
        cache_item("L1", m.l1, ""),
        cache_item("L2", m.l2, line_cost(m.l1_l2_cycles_per_line, true))};
    if (m.l3.bytes > 0)
        items.push_back(cache_item("L3", m.l3, line_cost(m.l2_l3_cycles_per_line, m.l2_l3_overlaps)));
    items.push_back("memory" + line_cost(m.l3_mem_cycles_per_line, m.l2_l3_overlaps));
    items.push_back(
        fmt::format("{} core{} at {} GHz", m.cores, m.cores == 1 ? "" : "s", number(m.frequency_ghz)));
    items.push_back(fmt::format("fork/join {} cy, task {} cy, call {} cy", cycles(m.fork_join_cycles),
                                cycles(m.task_cycles), cycles(m.call_cycles)));
    const std::string name = fmt::format("{} ({})", m.name, m.origin);
    return labelled("machine", wrap(name, page_width - section_column), 0, section_column) +
           labelled("", flow(items, " · ", page_width - section_column), 0, section_column);
}

} // namespace autoconfig::report
