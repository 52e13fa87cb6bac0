// A lowering pass over loads whose index is a clamped row.
#include "lowering/clamped_rows.h"

#include "lowering/known_start.h"
#include "lowering/lets.h"
#include "lowering/masked_loads.h"

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

constexpr int least_lanes = 8; // fewer are as fast one by one

/// An index that is a clamped row of neighbours, and the same number added to all of them.
class ClampedRow : public IRMutator {
public:
    Expr row, clamped; // what is clamped, and what becomes of it; no row where there is none, or are several

    /// The index without its bounds.
    Expr without_bounds(const Expr& index) {
        const Expr dense = simplify(mutate(index));
        const Ramp* neighbours = dense.as<Ramp>();
        if (!plain_ || !neighbours || !is_const_one(neighbours->stride)) row = Expr();
        return dense;
    }

private:
    bool plain_ = true;

    /// The row within minima and maxima with numbers; undefined where it is anything else.
    static Expr within(const Expr& value) {
        if (value.as<Ramp>()) return value;
        const auto of = [](const Expr& a, const Expr& b) {
            return b.as<Broadcast>() ? within(a) : a.as<Broadcast>() ? within(b) : Expr();
        };
        if (const Min* least = value.as<Min>()) return of(least->a, least->b);
        if (const Max* most = value.as<Max>()) return of(most->a, most->b);
        return Expr();
    }

    using IRMutator::mutate;
    Expr mutate(const Expr& value) override {
        if (value.as<Add>() || value.as<Sub>()) return IRMutator::mutate(value);
        if (!value.as<Min>() && !value.as<Max>()) return value;
        const Expr inner = within(value);
        plain_ = plain_ && inner.defined() && !row.defined();
        row = inner, clamped = value;
        return inner.defined() ? inner : value;
    }
};

class LoadClampedRows : public IRMutator {
public:
    explicit LoadClampedRows(const Halide::Target& target) : target_(target) {}

private:
    const Halide::Target target_;
    Lets lets_; // of vectors

    using IRMutator::visit;
    Expr visit(const Load* load) override {
        const int lanes = load->type.lanes();
        if (lanes < least_lanes || !is_const_one(load->predicate) ||
            !has_masked_loads(target_, load->type.bits()) || load->index.as<Ramp>())
            return IRMutator::visit(load);
        const Expr index = spelled_out(load->index, lets_);
        ClampedRow clamped;
        const Expr dense = clamped.without_bounds(index);
        if (!clamped.row.defined() || begins_before_the_buffer(simplify(dense)))
            return IRMutator::visit(load);
        const Expr &row = clamped.row, &within = clamped.clamped;
        const auto at = [&](const Expr& places, const Expr& predicate) {
            return Load::make(load->type.with_lanes(places.type().lanes()), load->name, places, load->image,
                              load->param, predicate, ModulusRemainder());
        };
        // Lanes below the lower bound begin with the first, those above the upper one end with the last.
        const auto end = [&](int lane) {
            return Broadcast::make(at(simplify(extract_lane(index, lane)), const_true()), lanes);
        };
        return Select::make(row < within, end(0),
                            Select::make(row > within, end(lanes - 1), at(dense, row == within)));
    }

    template<typename Op>
    auto with_let(const Op* op) {
        const bool vector = op->value.type().is_vector() && op->value.type().is_int();
        if (vector) lets_.emplace_back(op->name, op->value);
        const auto result = IRMutator::visit(op);
        if (vector) lets_.pop_back();
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
