// Reads the predicate of a reduction and counts the steps it leaves.
#include "autoconfig/extract/match/clipped.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

using Values = std::map<std::string, std::int64_t>;

/// A condition on integer variables at some values of them; arithmetic as Halide's, which rounds down.
class Evaluate : public IRVisitor {
    const Values& values;
    std::int64_t result = 0;

    template<typename Node, typename Operation>
    void binary(const Node* op, const Operation& operation) {
        const std::int64_t a = of(op->a);
        result = operation(a, of(op->b));
    }

    using IRVisitor::visit;
    void visit(const IntImm* op) override { result = op->value; }
    void visit(const UIntImm* op) override { result = static_cast<std::int64_t>(op->value); }
    void visit(const Variable* op) override { result = values.at(op->name); }
    void visit(const Add* op) override { binary(op, std::plus<>()); }
    void visit(const Sub* op) override { binary(op, std::minus<>()); }
    void visit(const Mul* op) override { binary(op, std::multiplies<>()); }
    void visit(const Div* op) override {
        binary(op, [](auto a, auto b) { return div_imp(a, b); });
    }
    void visit(const Mod* op) override {
        binary(op, [](auto a, auto b) { return mod_imp(a, b); });
    }
    void visit(const Min* op) override {
        binary(op, [](auto a, auto b) { return std::min(a, b); });
    }
    void visit(const Max* op) override {
        binary(op, [](auto a, auto b) { return std::max(a, b); });
    }
    void visit(const LT* op) override { binary(op, std::less<>()); }
    void visit(const LE* op) override { binary(op, std::less_equal<>()); }
    void visit(const GT* op) override { binary(op, std::greater<>()); }
    void visit(const GE* op) override { binary(op, std::greater_equal<>()); }

public:
    explicit Evaluate(const Values& values) : values(values) {}
    std::int64_t of(const Expr& e) {
        e.accept(this);
        return result;
    }
};

/// What a condition is made of: its variables, the tiles of dimension 1, and whether Evaluate knows all of
/// it.
class Read : public IRVisitor {
    const std::string rows;

    using IRVisitor::visit;
    void visit(const Variable* op) override { plain.insert(op->name); }
    void visit(const Div* op) override {
        const auto* variable = op->a.as<Variable>();
        const auto* size = op->b.as<IntImm>();
        if (!variable || variable->name != rows || !size || size->value < 2) return IRVisitor::visit(op);
        tiles.insert(size->value);
    }
    void visit(const Call*) override { known = false; }
    void visit(const Select*) override { known = false; }
    void visit(const Cast*) override { known = false; }
    void visit(const EQ*) override { known = false; }
    void visit(const NE*) override { known = false; }
    void visit(const Or*) override { known = false; }
    void visit(const Not*) override { known = false; }

public:
    explicit Read(std::string rows) : rows(std::move(rows)) {}
    std::set<std::string> plain;
    std::set<std::int64_t> tiles;
    bool known = true;
};

constexpr double most_counted = 1 << 14; // steps that conditions on the same loops are tried at

/// Share of the steps of these loops at which all conditions hold; nothing where they are too many.
std::optional<double> share(const std::vector<Expr>& conditions, const std::map<std::string, Span>& loops) {
    std::vector<Values> steps = {{}};
    for (const auto& [name, span] : loops) {
        if (static_cast<double>(steps.size()) * static_cast<double>(span.extent()) > most_counted)
            return std::nullopt;
        std::vector<Values> longer;
        for (const Values& step : steps)
            for (std::int64_t i = span.min; i <= span.max; i++) {
                longer.push_back(step);
                longer.back()[name] = i;
            }
        steps = std::move(longer);
    }
    const auto held = std::count_if(steps.begin(), steps.end(), [&](const Values& step) {
        return std::all_of(conditions.begin(), conditions.end(),
                           [&](const Expr& condition) { return Evaluate(step).of(condition) != 0; });
    });
    return static_cast<double>(held) / static_cast<double>(steps.size());
}

/// The loops of a Func's update, and how far they run where that is bound.
std::map<std::string, Span> bound_loops(const Node& node, const Regions& regions) {
    const std::string& func = node.function.name();
    std::map<std::string, Span> loops;
    for (int d = 0; d < node.dimensions(); d++)
        if (const auto& span = regions.of(func)[d]; span && span->source == ExtentSource::Bound)
            loops[node.function.args()[d]] = *span;
    for (const ReductionVariable& rvar : node.stages[1].rvars)
        if (const Span span = regions.rvar(func, 1, rvar.var); span.source == ExtentSource::Bound)
            loops[rvar.var] = span;
    return loops;
}

} // namespace

std::optional<ClippedWindow> clipped_window(const Node& node, const Regions& regions) {
    const std::vector<std::string> args = node.function.args();
    if (args.size() < 2) return std::nullopt;
    const std::map<std::string, Span> loops = bound_loops(node, regions);
    std::set<std::int64_t> tiles;
    std::map<std::set<std::string>, std::vector<Expr>> on_loops;
    for (const Expr& condition : node.stages[1].conditions) {
        Read read(args[1]);
        condition.accept(&read);
        std::set<std::string> names = read.plain;
        if (names.count(args[0]) || names.count(args[1]) || !read.known) return std::nullopt;
        tiles.insert(read.tiles.begin(), read.tiles.end());
        if (!read.tiles.empty()) names.insert(args[1]);
        const bool moves =
            std::any_of(args.begin(), args.end(), [&](const auto& arg) { return names.count(arg) > 0; });
        if (!moves) return std::nullopt;
        for (const std::string& name : names)
            if (!loops.count(name)) return std::nullopt;
        on_loops[names].push_back(condition);
    }
    if (tiles.size() > 1) return std::nullopt;
    ClippedWindow clipped;
    if (!tiles.empty()) {
        const Span& rows = loops.at(args[1]);
        if (rows.min != 0 || rows.extent() % *tiles.begin() != 0) return std::nullopt;
        clipped.tile = static_cast<int>(*tiles.begin());
    }
    for (const auto& [names, together] : on_loops) {
        std::map<std::string, Span> own;
        for (const std::string& name : names) own[name] = loops.at(name);
        const auto kept = share(together, own);
        if (!kept) return std::nullopt;
        clipped.kept *= *kept;
    }
    return clipped;
}

} // namespace autoconfig::extraction
