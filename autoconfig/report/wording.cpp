// Words and quotients for the reports.
#include "autoconfig/report/wording.h"

#include "autoconfig/report/format.h"
#include "autoconfig/report/layout.h"
#include "autoconfig/space/facts.h"

#include <algorithm>
#include <utility>

namespace autoconfig::report {
namespace {

/// One storage dimension's index: "x*2 + r", "0" where no loop moves it.
std::string index(const Problem& problem, const std::vector<std::int64_t>& coefficient) {
    std::string text;
    for (std::size_t l = 0; l < coefficient.size(); ++l) {
        const std::int64_t c = coefficient[l];
        if (c == 0) continue;
        if (!text.empty())
            text += c < 0 ? " - " : " + ";
        else if (c < 0)
            text += "-";
        text += problem.loops[l].name;
        if (c != 1 && c != -1) text += "*" + std::to_string(c < 0 ? -c : c);
    }
    return text.empty() ? "0" : text;
}

std::string access(const Problem& problem, const Operand& operand) {
    std::vector<std::string> indices;
    for (const auto& coefficient : operand.coefficient) indices.push_back(index(problem, coefficient));
    return operand.func + "[" + join(indices, ", ") + "]";
}

bool has(const Problem& problem, Role role) { return problem.innermost(role) >= 0; }

} // namespace

std::string operation(const Problem& problem) {
    if (problem.step) return "reduction of pairs";
    if (problem.groups && has(problem, Role::Window)) return "grouped convolution";
    const bool depthwise = has(problem, Role::Batch) && !has(problem, Role::K);
    if (has(problem, Role::Window)) return depthwise ? "depthwise convolution" : "convolution";
    const std::string batched = has(problem, Role::Batch) ? "batched " : "";
    if (!has(problem, Role::K)) return batched + "outer product";
    if (problem.extent(Role::M) == 1 && problem.extent(Role::N) == 1) return batched + "dot product";
    if (problem.extent(Role::M) == 1 || problem.extent(Role::N) == 1)
        return batched + "matrix-vector product";
    return batched + "matmul";
}

std::string expression(const Problem& problem) {
    if (problem.step)
        return access(problem, problem.out) + " = " + problem.step->expression + " of " +
               access(problem, problem.a) + " and " + access(problem, problem.b);
    return access(problem, problem.out) + " += " + access(problem, problem.a) + " * " +
           access(problem, problem.b);
}

std::string types(const Problem& problem) {
    const ScalarType a = problem.a.type, b = problem.b.type, sum = problem.accumulator;
    if (a == sum && b == sum && problem.out.type == sum) return to_string(sum);
    const std::string stored = problem.out.type == sum ? "" : ", stored as " + to_string(problem.out.type);
    return to_string(a) + (problem.step ? ", " : " * ") + to_string(b) + " -> " + to_string(sum) + stored;
}

std::string work_unit(const Problem& problem) {
    return problem.accumulator.kind == ScalarType::Kind::Float && !problem.step ? "FLOP" : "OP";
}

std::vector<std::string> contiguous_in(const Problem& problem, std::size_t loop) {
    std::vector<std::string> funcs;
    for (const Operand* operand : {&problem.a, &problem.b, &problem.out})
        if (operand->step(loop) == 1 && std::find(funcs.begin(), funcs.end(), operand->func) == funcs.end())
            funcs.push_back(operand->func);
    return funcs;
}

double arithmetic_intensity(const Problem& problem) {
    return problem.bytes_once() > 0 ? problem.flops() / problem.bytes_once() : 0;
}

double machine_balance(const Problem& problem, const Machine& machine) {
    if (machine.l3_mem_cycles_per_line <= 0) return 0;
    const double lanes = machine.vector_bits / static_cast<double>(problem.accumulator.bits);
    const double of_instruction = problem.step ? 1 : 2;
    const double flops_per_cycle = of_instruction * lanes * mac_rate(problem, machine).per_cycle;
    return flops_per_cycle / (machine.l1.line_bytes / machine.l3_mem_cycles_per_line);
}

std::string resident_in(const Problem& problem, const Machine& machine) {
    const std::pair<const char*, std::int64_t> levels[] = {
        {"L1", machine.l1.bytes}, {"L2", machine.l2.bytes}, {"L3", machine.l3.bytes}};
    for (const auto& [name, bytes] : levels)
        if (problem.bytes_once() <= static_cast<double>(bytes)) return name;
    return "memory";
}

std::string way_of(const Problem& problem) {
    const bool innermost = problem.row() == problem.innermost(Role::M);
    return (innermost ? "" : " along " + problem.loops[problem.row()].name) +
           (problem.way.without_padding ? " without padding" : "");
}

int threads(const Config& config, const Machine& machine) {
    return config.parallel == ParallelLoop::None ? 1 : std::max(1, std::min(machine.cores, config.tasks));
}

double seconds(double cycles, const Machine& machine) { return cycles / (machine.frequency_ghz * 1e9); }

double flops_per_second(const Decision& decision) {
    const double time = seconds(decision.winner().cost.cycles, decision.machine);
    return time > 0 ? decision.problem.flops() / time : 0;
}

int registers_used(int rows, const Config& config, const Problem& problem) {
    return config.chains() * rows * config.n_v + config.n_v + 1 +
           (problem.step ? problem.step->temporaries : 0);
}

std::vector<std::string> not_modelled(const Machine& machine) {
    return {"page faults of the first call",
            "frequency other than " + number(machine.frequency_ghz) + " GHz (turbo, throttling)",
            "other work on the same cores, caches and memory"};
}

} // namespace autoconfig::report
