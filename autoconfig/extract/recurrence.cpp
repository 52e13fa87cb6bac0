// Follows the longest path from a Func's own element to the next.
#include "autoconfig/extract/recurrence.h"

#include "autoconfig/extract/access/tags.h"

#include <algorithm>
#include <map>

namespace autoconfig::extraction {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

constexpr double unrelated = -1; // does not depend on the Func
constexpr double division = 3, function = 8;

class Path : public IRVisitor {
public:
    explicit Path(const std::string& func) : func_(func) {}

    double to(const Expr& value) {
        const auto known = known_.find(value);
        if (known != known_.end()) return known->second;
        length_ = unrelated;
        value.accept(this);
        return known_[value] = length_;
    }

private:
    const std::string& func_;
    std::map<Expr, double, Halide::ExprCompare> known_;
    double length_ = unrelated; // to the expression visited last

    void take(double operands, double operations) {
        length_ = operands == unrelated ? unrelated : operands + operations;
    }
    template<typename Operation>
    void two(const Operation* op, double operations = 1) {
        take(std::max(to(op->a), to(op->b)), operations);
    }
    /// What is added: a product of floats without its own operation, which is part of an FMA.
    double to_term(const Expr& term) {
        const Mul* product = term.type().is_float() ? term.as<Mul>() : nullptr;
        return product ? std::max(to(product->a), to(product->b)) : to(term);
    }
    template<typename Operation>
    void sum(const Operation* op) {
        take(std::max(to_term(op->a), to_term(op->b)), 1);
    }

    using IRVisitor::visit;
    void visit(const Cast* op) override { take(to(op->value), 1); }
    void visit(const Add* op) override { sum(op); }
    void visit(const Sub* op) override { sum(op); }
    void visit(const Mul* op) override { two(op); }
    void visit(const Div* op) override { two(op, is_const(op->b) ? 1 : division); }
    void visit(const Mod* op) override { two(op, is_const(op->b) ? 1 : division); }
    void visit(const Min* op) override { two(op); }
    void visit(const Max* op) override { two(op); }
    void visit(const EQ* op) override { two(op); }
    void visit(const NE* op) override { two(op); }
    void visit(const LT* op) override { two(op); }
    void visit(const LE* op) override { two(op); }
    void visit(const GT* op) override { two(op); }
    void visit(const GE* op) override { two(op); }
    void visit(const And* op) override { two(op); }
    void visit(const Or* op) override { two(op); }
    void visit(const Not* op) override { take(to(op->a), 1); }
    void visit(const Select* op) override {
        take(std::max({to(op->condition), to(op->true_value), to(op->false_value)}), 1);
    }
    void visit(const Call* op) override {
        if (op->call_type == Call::Halide && op->name == func_) {
            length_ = 0;
            return;
        }
        double arguments = unrelated;
        for (const Expr& argument : op->args) arguments = std::max(arguments, to(argument));
        take(arguments, is_likely(op) ? 0 : op->is_intrinsic() ? 1 : function);
    }
};

} // namespace

double operations_in_turn(const Stage& stage, const std::string& func) {
    Path path(func);
    double longest = 0;
    for (const Expr& value : stage.values) longest = std::max(longest, path.to(value));
    return longest;
}

std::int64_t iterations_between(const Stage& stage, const std::string& func) {
    if (stage.rvars.empty()) return 1;
    std::int64_t least = 0;
    for (const Call* load : stage.loads) {
        if (load->name != func) continue;
        std::int64_t back = 0;
        for (std::size_t d = 0; d < load->args.size(); d++) {
            const Expr behind = simplify(stage.args[d] - load->args[d]);
            const auto constant = as_const_int(behind);
            const auto* loop = stage.args[d].as<Variable>();
            const bool moved = loop && loop->name == stage.rvars.front().var;
            if (!constant || (!moved && *constant != 0)) return 1;
            if (moved) back = *constant;
        }
        if (back < 0) return 1;
        if (back == 0) continue; // what it was before this update
        least = least == 0 ? back : std::min(least, back);
    }
    return std::max<std::int64_t>(1, least);
}

} // namespace autoconfig::extraction
