// Compares a Plan with lowered code: what is stored and what is not, vectors, tiles, loops that threads
// share.
#pragma once

#include "autoconfig/decide/plan.h"
#include "autoconfig/extract/graph.h"

#include <Halide.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace autoconfig::testing {

/// What lowered code does, by Func.
struct Code {
    std::set<std::string> produced, allocated, parallel;
    std::set<std::string> dropped;             // Funcs that only what cancels reads, as in f(x) - f(x)
    std::map<std::string, int> lanes;          // the most that are stored at once
    std::map<std::string, std::int64_t> lines; // the longest loop over the lines of a strip, where constant
};

/// The pass that reads it. Names: buffers "f", or "f.1" of a Tuple; loops "f.s0.y.line".
class CodeReader : public Halide::Internal::IRMutator {
public:
    explicit CodeReader(Code& code) : code_(code) {}

private:
    using IRMutator::visit;

    static std::string func_of(const std::string& name) { return name.substr(0, name.find('.')); }

    Halide::Internal::Stmt visit(const Halide::Internal::ProducerConsumer* op) override {
        if (op->is_producer) code_.produced.insert(op->name);
        return IRMutator::visit(op);
    }
    Halide::Internal::Stmt visit(const Halide::Internal::Allocate* op) override {
        code_.allocated.insert(func_of(op->name));
        return IRMutator::visit(op);
    }
    Halide::Internal::Stmt visit(const Halide::Internal::For* op) override {
        const std::string func = func_of(op->name);
        if (op->for_type == Halide::Internal::ForType::Parallel) code_.parallel.insert(func);
        const auto* extent = op->extent.as<Halide::Internal::IntImm>();
        if (extent && op->name.substr(op->name.rfind('.') + 1) == "line")
            code_.lines[func] = std::max<std::int64_t>(code_.lines[func], extent->value);
        return IRMutator::visit(op);
    }
    Halide::Internal::Stmt visit(const Halide::Internal::Store* op) override {
        int& most = code_.lanes[func_of(op->name)];
        most = std::max(most, op->value.type().lanes());
        return IRMutator::visit(op);
    }

    Code& code_;
};

/// What Halide calls Funcs, by their names in a plan, where it does not call them the same: those that were
/// made for the schedule.
inline std::map<std::string, std::string> names_in_code(const Plan& plan) {
    std::map<std::string, std::string> names;
    for (const FuncChoice& choice : plan.fusion.choices)
        if (!choice.copy_of.empty())
            names[choice.func] =
                choice.copy_of + (choice.cloned_for.empty() ? "_global_wrapper$0" : "_clone$0");
    return names;
}

/// The Funcs that a pipeline reads once Halide has simplified it.
inline std::set<std::string> needed_funcs(const Halide::Pipeline& pipeline) {
    using namespace Halide::Internal;
    std::set<std::string> needed;
    const std::function<void(const Function&)> add = [&](const Function& func) {
        if (!needed.insert(func.name()).second) return;
        const auto add_loads = [&](const Halide::Expr& expr) {
            const Halide::Expr simple = simplify(expr);
            for (const Call* load : extraction::loads_in(simple, true))
                if (load->func.defined()) add(Function(load->func));
        };
        for (int d = -1; func.has_pure_definition() && d < static_cast<int>(func.updates().size()); d++) {
            const Definition& definition = d < 0 ? func.definition() : func.update(d);
            for (const auto* exprs : {&definition.args(), &definition.values()})
                for (const Halide::Expr& expr : *exprs) add_loads(expr);
            add_loads(definition.predicate());
        }
        for (const Halide::ExternFuncArgument& argument : func.extern_arguments())
            if (argument.is_func()) add(Function(argument.func));
    };
    for (const Halide::Func& output : pipeline.outputs()) add(output.function());
    return needed;
}

/// And those that it does not read any more.
inline std::set<std::string> dropped_funcs(const Halide::Pipeline& pipeline) {
    const std::set<std::string> needed = needed_funcs(pipeline);
    std::set<std::string> dropped;
    for (const Halide::Func& output : pipeline.outputs())
        for (const auto& [name, func] : Halide::Internal::find_transitive_calls(output.function()))
            if (needed.count(name) == 0) dropped.insert(name);
    return dropped;
}

/// What of a plan a pipeline's code does not do, the first that is found; or empty.
inline std::string difference(const Plan& plan, const Code& code) {
    const std::map<std::string, std::string> names = names_in_code(plan);
    const auto in_code = [&](const std::string& func) {
        const auto name = names.find(func);
        return name == names.end() ? func : name->second;
    };
    std::map<std::string, std::string> copies;
    for (const FuncChoice& choice : plan.fusion.choices)
        if (!choice.copy_of.empty()) copies[choice.func] = choice.copy_of;
    for (const Storage& one : plan.storage) {
        const auto copy = copies.find(one.func);
        const bool is_named = !one.added || copy != copies.end();
        const bool is_needed = code.dropped.count(copy == copies.end() ? one.func : copy->second) == 0;
        if (is_named && is_needed && code.allocated.count(in_code(one.func)) == 0)
            return one.func + " is not stored, planned at " + one.where;
    }
    for (const FuncChoice& choice : plan.fusion.choices)
        if (choice.place == Place::Inline &&
            code.allocated.count(in_code(choice.func)) + code.produced.count(in_code(choice.func)) > 0)
            return choice.func + " is stored, planned inline";
    for (const FusedGroup& group : plan.fusion.groups) {
        const std::string leader = in_code(group.funcs.front());
        for (std::size_t m = 0; m < group.funcs.size(); ++m)
            if ((m == 0 && group.parallel) != (code.parallel.count(in_code(group.funcs[m])) > 0))
                return group.funcs[m] + (m == 0 && group.parallel ? " is not parallel" : " is parallel") +
                       ", unlike planned";
        const auto lanes = code.lanes.find(leader);
        const int planned = group.long_row.value_or(group.rows.front()).lanes *
                            (group.stores_interleaved ? group.leader.interleaved.elements : 1);
        if (lanes != code.lanes.end() && lanes->second != planned)
            return leader + " stores " + std::to_string(lanes->second) + " lanes, planned " +
                   std::to_string(planned);
        const auto lines = code.lines.find(leader);
        if (lines != code.lines.end() && lines->second > group.tile.rows)
            return leader + " runs " + std::to_string(lines->second) + " lines, planned " +
                   std::to_string(group.tile.rows);
    }
    return "";
}

/// The same of a pipeline that is compiled by `compile`.
inline std::string unlike_planned(const Plan& plan, Halide::Pipeline pipeline,
                                  const std::function<void(Halide::Pipeline&)>& compile) {
    Code code;
    code.dropped = dropped_funcs(pipeline);
    pipeline.add_custom_lowering_pass(new CodeReader(code));
    compile(pipeline);
    pipeline.clear_custom_lowering_passes();
    return difference(plan, code);
}

} // namespace autoconfig::testing
