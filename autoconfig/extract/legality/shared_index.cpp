// See shared_index.h.
#include "autoconfig/extract/legality/shared_index.h"

#include "autoconfig/extract/access/tags.h"
#include "autoconfig/extract/legality/defects.h"

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

namespace {

/// An index as its let would hold it.
struct Held {
    Expr value;
    bool clamped_outside = false;
};

/// The operand of `e` that its let would hold where the other one is a constant; undefined where there is
/// none.
Expr inside_of(const Expr& e) {
    const auto if_constant = [](const auto* op) { return is_const(op->b) ? op->a : Expr(); };
    if (const auto* op = e.as<Add>()) return if_constant(op);
    if (const auto* op = e.as<Sub>()) return if_constant(op);
    if (const auto* op = e.as<Mul>()) return if_constant(op);
    if (const auto* op = e.as<Div>()) return if_constant(op);
    if (const auto* op = e.as<Min>()) return if_constant(op);
    if (const auto* op = e.as<Max>()) return if_constant(op);
    const auto* tag = e.as<Call>();
    return tag && is_likely(tag) ? tag->args[0] : Expr();
}

Held held(const Expr& index) {
    Held result{index};
    while (true) {
        const Expr inside = inside_of(result.value);
        if (!inside.defined()) return result;
        result.clamped_outside = result.clamped_outside || result.value.as<Min>() || result.value.as<Max>();
        result.value = inside;
    }
}

bool chooses(const Expr& e) {
    struct FindChoice : IRGraphVisitor {
        bool found = false;
        using IRGraphVisitor::visit;
        void visit(const Min*) override { found = true; }
        void visit(const Max*) override { found = true; }
        void visit(const Select*) override { found = true; }
    } find;
    e.accept(&find);
    return find.found;
}

} // namespace

bool shared_index_gathers(const Expr& index) {
    if (!defects::applies(Defect::GathersSharedClamps)) return false;
    const Held let = held(index);
    return chooses(let.value) && (let.clamped_outside || !has_tag(let.value));
}

} // namespace autoconfig::extraction
