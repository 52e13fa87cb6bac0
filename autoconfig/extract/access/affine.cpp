// Reads an index expression as a linear form over loops.
#include "autoconfig/extract/access/affine.h"

#include "autoconfig/extract/access/constants.h"
#include "autoconfig/extract/graph.h"
#include "autoconfig/integers.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

using Form = std::optional<std::vector<std::int64_t>>;

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

class FindVariables : public IRGraphVisitor {
    const std::vector<std::string>& variables;
    const bool in_indices; // of loads, too

    using IRGraphVisitor::visit;
    void visit(const Variable* op) override { found = found || contains(variables, op->name); }
    void visit(const Call* op) override {
        if (in_indices || !is_load(op)) IRGraphVisitor::visit(op);
    }

public:
    FindVariables(const std::vector<std::string>& variables, bool in_indices)
        : variables(variables), in_indices(in_indices) {}
    bool found = false;
};

bool finds(const Expr& expr, const std::vector<std::string>& variables, bool in_indices) {
    FindVariables find(variables, in_indices);
    expr.accept(&find);
    return find.found;
}

std::vector<std::int64_t> zero(const std::vector<std::string>& loops) {
    return std::vector<std::int64_t>(loops.size(), 0);
}

/// x + sign * y.
Form sum(Form x, const Form& y, std::int64_t sign) {
    if (!x || !y) return std::nullopt;
    for (std::size_t l = 0; l < x->size(); l++) (*x)[l] += sign * (*y)[l];
    return x;
}

Form scaled(Form x, const Expr& factor) {
    const auto known = number(factor);
    if (!x || !known) return std::nullopt;
    for (std::int64_t& coefficient : *x) coefficient *= known->value;
    return x;
}

Form linear(const Expr& e, const std::vector<std::string>& loops) {
    if (!uses_any(e, loops)) return zero(loops);
    if (const auto* variable = e.as<Variable>()) {
        auto form = zero(loops);
        form[std::find(loops.begin(), loops.end(), variable->name) - loops.begin()] = 1;
        return form;
    }
    if (const auto* add = e.as<Add>()) return sum(linear(add->a, loops), linear(add->b, loops), 1);
    if (const auto* sub = e.as<Sub>()) return sum(linear(sub->a, loops), linear(sub->b, loops), -1);
    if (const auto* mul = e.as<Mul>())
        return uses_any(mul->a, loops) ? scaled(linear(mul->a, loops), mul->b)
                                       : scaled(linear(mul->b, loops), mul->a);
    if (const auto* cast = e.as<Cast>())
        if (cast->type == cast->value.type()) return linear(cast->value, loops);
    return std::nullopt;
}

constexpr std::size_t max_text = 60;

std::string without_parentheses(const std::string& text) {
    if (text.empty() || text.front() != '(') return text;
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); i++) {
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0) return i + 1 == text.size() ? text.substr(1, i - 1) : text;
    }
    return text;
}

/// Halide writes them before names and intrinsic functions: "(uint8)A".
std::string without_types(const std::string& text) {
    static const std::regex type("\\((u?int|b?float)[0-9]+\\)");
    return std::regex_replace(text, type, "");
}

} // namespace

bool uses_any(const Expr& expr, const std::vector<std::string>& variables) {
    return finds(expr, variables, true);
}

bool uses_any_outside_loads(const Expr& expr, const std::vector<std::string>& variables) {
    return finds(expr, variables, false);
}

std::optional<std::vector<std::int64_t>> affine(const Expr& index, const std::vector<std::string>& loops) {
    return linear(simplify(index), loops);
}

std::string text(const Expr& expr) {
    std::ostringstream out;
    out << expr;
    const std::string all = without_parentheses(without_types(out.str()));
    return all.size() <= max_text ? all : all.substr(0, max_text - 3) + "...";
}

bool is_power_of_two(const Halide::Expr& e) {
    const auto is_power = [](const auto& value) { return value && autoconfig::is_power_of_two(*value); };
    return is_power(Halide::Internal::as_const_int(e)) || is_power(Halide::Internal::as_const_uint(e));
}

} // namespace autoconfig::extraction
