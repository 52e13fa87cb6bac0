// A lowering pass over loads whose index is a clamped row.
#include "lowering/clamped_rows.h"

#include <map>
#include <string>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

constexpr int least_lanes = 8; // fewer are as fast one by one

bool has_masked_loads(const Halide::Target& target, int bits) {
    const bool any = target.has_feature(Halide::Target::AVX512_Skylake);
    return target.arch == Halide::Target::X86 &&
           (any || (target.has_feature(Halide::Target::AVX) && bits >= 32));
}

/// An index that is a clamped row of neighbours, and the same number added to all of them.
class ClampedRow : public IRMutator {
public:
    explicit ClampedRow(const std::map<std::string, Expr>& lets) : lets_(lets) {}

    Expr row,
        clamped; // what is clamped, and what becomes of it; undefined where there is none, or are several

    /// The index without its bounds.
    Expr without_bounds(const Expr& index) {
        const Expr dense = simplify(mutate(index));
        const Ramp* neighbours = dense.as<Ramp>();
        if (!plain_ || !neighbours || !is_const_one(neighbours->stride)) row = Expr();
        return dense;
    }

private:
    const std::map<std::string, Expr>& lets_;
    bool plain_ = true;

    Expr named(const Expr& value) const {
        const Variable* variable = value.as<Variable>();
        const auto found = variable ? lets_.find(variable->name) : lets_.end();
        return found == lets_.end() ? value : named(found->second);
    }

    /// The row within minima and maxima with numbers; undefined where it is anything else.
    Expr within(const Expr& value) const {
        const Expr meant = named(value);
        if (meant.as<Ramp>()) return meant;
        const auto of = [&](const Expr& a, const Expr& b) {
            return named(b).as<Broadcast>() ? within(a) : named(a).as<Broadcast>() ? within(b) : Expr();
        };
        if (const Min* least = meant.as<Min>()) return of(least->a, least->b);
        if (const Max* most = meant.as<Max>()) return of(most->a, most->b);
        return Expr();
    }

    using IRMutator::mutate;
    Expr mutate(const Expr& value) override {
        const Expr meant = named(value);
        if (meant.as<Min>() || meant.as<Max>()) {
            const Expr inner = within(meant);
            plain_ = plain_ && inner.defined() && !row.defined();
            row = inner, clamped = meant;
            return inner.defined() ? inner : meant;
        }
        if (meant.as<Add>() || meant.as<Sub>()) return IRMutator::mutate(meant);
        return meant;
    }
};

class LoadClampedRows : public IRMutator {
public:
    explicit LoadClampedRows(const Halide::Target& target) : target_(target) {}

private:
    const Halide::Target target_;
    std::map<std::string, Expr> lets_; // of vectors

    using IRMutator::visit;
    Expr visit(const Load* load) override {
        const int lanes = load->type.lanes();
        if (lanes < least_lanes || !is_const_one(load->predicate) ||
            !has_masked_loads(target_, load->type.bits()) || load->index.as<Ramp>())
            return IRMutator::visit(load);
        ClampedRow clamped(lets_);
        const Expr dense = clamped.without_bounds(load->index);
        if (!clamped.row.defined()) return IRMutator::visit(load);
        const Expr &row = clamped.row, &within = clamped.clamped;
        const auto at = [&](const Expr& index, const Expr& predicate) {
            return Load::make(load->type.with_lanes(index.type().lanes()), load->name, index, load->image,
                              load->param, predicate, ModulusRemainder());
        };
        // Lanes below the lower bound begin with the first, those above the upper one end with the last.
        const auto end = [&](int lane) {
            return Broadcast::make(at(lane_of(load->index, lane), const_true()), lanes);
        };
        return Select::make(row < within, end(0),
                            Select::make(row > within, end(lanes - 1), at(dense, row == within)));
    }

    /// With what its lets stand for.
    Expr lane_of(const Expr& index, int lane) const {
        Expr value = index;
        for (bool more = true; more;) {
            const Expr next = Halide::Internal::substitute(lets_, value);
            more = !next.same_as(value);
            value = next;
        }
        return simplify(extract_lane(value, lane));
    }

    template<typename Op>
    auto with_let(const Op* op) {
        const bool vector = op->value.type().is_vector() && op->value.type().is_int();
        if (vector) lets_[op->name] = op->value;
        const auto result = IRMutator::visit(op);
        lets_.erase(op->name);
        return result;
    }
    Expr visit(const Let* op) override { return with_let(op); }
    Stmt visit(const LetStmt* op) override { return with_let(op); }
};

} // namespace

void load_clamped_rows(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new LoadClampedRows(target));
}

} // namespace autoconfig::lowering
