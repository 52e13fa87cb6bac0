// Follows the paths from each of a Func's own elements to the next.
#include "autoconfig/extract/recurrence.h"

#include "autoconfig/extract/access/tags.h"

#include <algorithm>
#include <map>
#include <vector>

namespace autoconfig::extraction {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

constexpr double unrelated = -1; // does not depend on the element
constexpr double division = 3, function = 8;

/// All values of a Tuple at one place are one element.
bool same_place(const Call* a, const Call* b) {
    return a->name == b->name && std::equal(a->args.begin(), a->args.end(), b->args.begin(), b->args.end(),
                                            [](const Expr& x, const Expr& y) { return equal(x, y); });
}

/// The longest one from an element of the Func to a value.
class Path : public IRVisitor {
public:
    explicit Path(const Call* from) : from_(from) {}

    double to(const Expr& value) {
        const auto known = known_.find(value);
        if (known != known_.end()) return known->second;
        length_ = unrelated;
        value.accept(this);
        return known_[value] = length_;
    }

private:
    const Call* from_;
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
        if (op->call_type == Call::Halide && same_place(op, from_)) {
            length_ = 0;
            return;
        }
        double arguments = unrelated;
        for (const Expr& argument : op->args) arguments = std::max(arguments, to(argument));
        take(arguments, is_likely(op) ? 0 : op->is_intrinsic() ? 1 : function);
    }
};

/// How many iterations before was the element written that a load reads? The reduced loops decide it that
/// lead to its place, the outermost one first, and where all of them lead to the place that is written
/// itself, the first one that leads nowhere comes back to it. 0: it was not; 1 also where that is not known.
double iterations_before(const Stage& stage, const Call* load, const std::vector<double>& window) {
    std::vector<double> within{1}; // iterations for one of each loop
    for (const double extent : window) within.push_back(within.back() * extent);
    double comes_back = 0;
    for (std::size_t r = stage.rvars.size(); r-- > 0;) {
        bool leads = false;
        for (std::size_t d = 0; d < load->args.size(); d++) {
            if (!is_variable(stage.args[d], stage.rvars[r].var)) continue;
            leads = true;
            const Expr behind = simplify(stage.args[d] - load->args[d]);
            const auto constant = as_const_int(behind);
            if (!constant || *constant < 0) return 1;
            if (*constant > 0) return static_cast<double>(*constant) * within[r];
        }
        if (!leads) comes_back = within[r];
    }
    const bool is_own =
        std::equal(load->args.begin(), load->args.end(), stage.args.begin(), stage.args.end(),
                   [](const Expr& a, const Expr& b) { return is_const_zero(simplify(a - b)); });
    return is_own ? comes_back : 1;
}

} // namespace

double operations_in_turn(const Stage& stage, const std::string& func, const std::vector<double>& window) {
    double longest = 0;
    for (const Call* load : stage.loads) {
        if (load->name != func) continue;
        const double iterations = iterations_before(stage, load, window);
        if (iterations == 0) continue;
        Path path(load);
        for (const Expr& value : stage.values)
            longest = std::max(longest, std::max(1.0, path.to(value)) / iterations);
    }
    return longest;
}

} // namespace autoconfig::extraction
