// Counts arithmetic nodes, through inlined Funcs.
#include "autoconfig/extract/arithmetic.h"

#include "autoconfig/extract/access/tags.h"

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

bool starts_with(const std::string& name, const std::string& prefix) {
    return name.compare(0, prefix.size(), prefix) == 0;
}

/// Calls that are one instruction or none a lane, not a library function.
bool is_one_instruction(const std::string& name) {
    for (const char* prefix : {"sqrt_", "floor_", "ceil_", "round_", "trunc_", "abs_", "fast_inverse_",
                               "is_nan_", "is_inf_", "is_finite_"})
        if (starts_with(name, prefix)) return true;
    return false;
}

bool is_constant(const std::string& name) {
    return starts_with(name, "inf_") || starts_with(name, "neg_inf_") || starts_with(name, "nan_") ||
           starts_with(name, "minus_inf_");
}

/// What Halide computes a function by, part after part; empty where it has nothing of the kind.
std::vector<Expr> polynomials_of(const std::string& name) {
    const Expr x = Variable::make(Halide::Float(32), "x");
    if (name == "exp_f32") return {halide_exp(x)};
    if (name == "log_f32") return {halide_log(x)};
    if (name == "pow_f32") return {halide_log(x), x * x, halide_exp(x)}; // exp(log(x) * y)
    return {};
}

/// Is a part tagged likely(), in indices and in inlined Funcs too?
class FindLikely : public IRGraphVisitor {
    const Placement& placement;

    using IRGraphVisitor::visit;
    void visit(const Call* op) override {
        found = found || is_likely(op);
        if (const Node* node = is_load(op) ? placement.inlined(op) : nullptr)
            for (const Expr& value : node->stages[0].values) include(value);
        IRGraphVisitor::visit(op);
    }

public:
    explicit FindLikely(const Placement& placement) : placement(placement) {}
    bool found = false;
    bool in(const Expr& expr) {
        include(expr);
        return found;
    }
};

} // namespace

class Count : public IRGraphVisitor {
    Arithmetic& arithmetic;
    Arithmetic::Where where;

    /// The one of two branches that is taken inside of boundary conditions, or undefined.
    Expr likely_branch(const Expr& a, const Expr& b) const {
        if (where == Arithmetic::Where::Everywhere) return Expr();
        const bool in_a = FindLikely(arithmetic.placement).in(a),
                   in_b = FindLikely(arithmetic.placement).in(b);
        return in_a == in_b ? Expr() : in_a ? a : b;
    }

    template<typename Op>
    void one_of(const Op* op, const Expr& a, const Expr& b) {
        const Expr taken = likely_branch(a, b);
        if (taken.defined())
            include(taken);
        else
            one(op);
    }

    template<typename Op>
    void one(const Op* op) {
        total += 1;
        IRGraphVisitor::visit(op);
    }

    /// Of indices, those that boundary conditions clamp: the others are made once outside of loops.
    void add_clamps(const std::vector<Expr>& indices) {
        for (const Expr& index : indices)
            if (FindLikely(arithmetic.placement).in(index)) include(index);
    }

    double library(const std::string& name) {
        if (is_one_instruction(name)) return 1;
        Count count(arithmetic, where);
        for (const Expr& part : polynomials_of(name)) count.add(part);
        return count.total + lanes_called * instructions_a_lane(name);
    }

    using IRGraphVisitor::visit;
    void visit(const Cast* op) override { one(op); }
    void visit(const Add* op) override { one(op); }
    void visit(const Sub* op) override { one(op); }
    void visit(const Mul* op) override { one(op); }
    void visit(const Div* op) override { one(op); }
    void visit(const Mod* op) override { one(op); }
    void visit(const Min* op) override { one_of(op, op->a, op->b); }
    void visit(const Max* op) override { one_of(op, op->a, op->b); }
    void visit(const EQ* op) override { one(op); }
    void visit(const NE* op) override { one(op); }
    void visit(const LT* op) override { one(op); }
    void visit(const LE* op) override { one(op); }
    void visit(const GT* op) override { one(op); }
    void visit(const GE* op) override { one(op); }
    void visit(const And* op) override { one(op); }
    void visit(const Or* op) override { one(op); }
    void visit(const Not* op) override { one(op); }
    void visit(const Select* op) override { one_of(op, op->true_value, op->false_value); }
    void visit(const Call* op) override {
        if (is_load(op)) {
            if (const Node* node = arithmetic.placement.inlined(op))
                total += arithmetic.of_func(*node, where);
            if (where == Arithmetic::Where::Everywhere) add_clamps(op->args);
            return;
        }
        total += op->is_intrinsic() ? (is_likely(op) ? 0 : 1) : library(op->name);
        IRGraphVisitor::visit(op);
    }

public:
    Count(Arithmetic& arithmetic, Arithmetic::Where where) : arithmetic(arithmetic), where(where) {}
    double total = 0;
    void add(const Expr& expr) { include(expr); }
};

double instructions_a_lane(const std::string& function) {
    const bool in_vectors =
        is_constant(function) || is_one_instruction(function) || !polynomials_of(function).empty();
    if (in_vectors) return 0;
    const std::pair<const char*, double> quick[] = {
        {"sin_", 18}, {"cos_", 18}, {"asin_", 22}, {"acos_", 28}, {"atan_", 32}};
    for (const auto& [name, instructions] : quick)
        if (starts_with(function, name)) return instructions;
    return 60;
}

Placement::Placement(const Graph& graph, std::set<std::string> stored)
    : graph(graph), stored(std::move(stored)) {}

const Node* Placement::inlined(const Call* load) const {
    const Node* node = graph.callee(load);
    const bool in_place = node && node->inlinable() && !node->output && !stored.count(load->name);
    return in_place ? node : nullptr;
}

double Arithmetic::of(const std::vector<Expr>& exprs) { return of(exprs, Where::Everywhere); }

double Arithmetic::of_call(const Call* call) {
    std::vector<Expr> arguments;
    for (const Expr& argument : call->args) arguments.push_back(Variable::make(argument.type(), "x"));
    return of({Call::make(call->type, call->name, arguments, call->call_type)});
}

double Arithmetic::inside(const std::vector<Expr>& exprs) { return of(exprs, Where::Inside); }

double Arithmetic::of(const std::vector<Expr>& exprs, Where where) {
    Count count(*this, where);
    for (const Expr& expr : exprs) count.add(expr);
    return count.total;
}

double Arithmetic::of_func(const Node& node, Where where) {
    const std::pair key(node.function.name(), where);
    const auto known = funcs.find(key);
    if (known != funcs.end()) return known->second;
    return funcs[key] = of(node.stages[0].values, where);
}

} // namespace autoconfig::extraction
