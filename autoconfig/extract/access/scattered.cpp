// Finds what is irregular in an index.
#include "autoconfig/extract/access/scattered.h"

#include "autoconfig/extract/access/affine.h"
#include "autoconfig/extract/access/tags.h"
#include "autoconfig/extract/graph.h"

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

bool is_rounding(const Cast* op) { return op->value.type().is_float() && !op->type.is_float(); }

/// Vectors are made in as many parts as Halide takes them apart by; of these, what is no power of two.
constexpr std::int64_t parts_of_a_vector = 3;

/// Loads, functions, and remainders: those of powers of two repeat within a vector, those by 3 within one
/// that is made in 3 parts.
class FindIrregular : public IRGraphVisitor {
    using IRGraphVisitor::visit;
    void visit(const Call* op) override {
        if (stands_for_argument(op))
            include(op->args[0]);
        else
            found.emplace_back(op);
    }
    void visit(const Mod* op) override {
        if (is_power_of_two(op->b) || is_const(op->b, parts_of_a_vector))
            IRGraphVisitor::visit(op);
        else
            found.emplace_back(op);
    }
    void visit(const Cast* op) override {
        if (is_rounding(op))
            found.emplace_back(op);
        else
            IRGraphVisitor::visit(op);
    }
    template<typename Op>
    void either(const Op* op, const Expr& a, const Expr& b) {
        if (is_tagged(a) != is_tagged(b))
            include(is_tagged(a) ? a : b);
        else
            IRGraphVisitor::visit(op);
    }
    void visit(const Min* op) override { either(op, op->a, op->b); }
    void visit(const Max* op) override { either(op, op->a, op->b); }
    void visit(const Select* op) override { either(op, op->true_value, op->false_value); }

public:
    std::vector<Expr> found;
};

struct FindRemainders : IRGraphVisitor {
    explicit FindRemainders(const std::string& loop) : loop(loop) {}
    const std::string& loop;
    bool found = false;

    using IRGraphVisitor::visit;
    void visit(const Mod* op) override {
        found = found || (is_const(op->b, parts_of_a_vector) && uses_any(op->a, {loop}));
        IRGraphVisitor::visit(op);
    }
};

class FindRounded : public IRGraphVisitor {
    using IRGraphVisitor::visit;
    void visit(const Cast* op) override {
        rounds = rounds || is_rounding(op);
        if (is_rounding(op))
            for (const Call* load : loads_in(op->value, true)) found.push_back(load);
        IRGraphVisitor::visit(op);
    }

public:
    bool rounds = false;
    std::vector<const Call*> found;
};

std::vector<Expr> irregular(const Expr& index) {
    FindIrregular find;
    index.accept(&find);
    return find.found;
}

} // namespace

bool is_irregular(const Expr& index) { return !irregular(index).empty(); }

int parts_by_remainders(const Expr& index, const std::string& loop) {
    FindRemainders remainders(loop);
    index.accept(&remainders);
    return remainders.found ? static_cast<int>(parts_of_a_vector) : 1;
}

std::vector<bool> scattered_by(const Expr& index, const std::vector<std::string>& loops) {
    std::vector<bool> result(loops.size(), false);
    for (const Expr& part : irregular(index))
        for (std::size_t l = 0; l < loops.size(); ++l)
            if (uses_any(part, {loops[l]})) result[l] = true;
    return result;
}

bool rounds_a_float(const Expr& index) {
    FindRounded find;
    index.accept(&find);
    return find.rounds;
}

std::vector<const Call*> rounded_loads(const Expr& index) {
    FindRounded find;
    index.accept(&find);
    return find.found;
}

} // namespace autoconfig::extraction
