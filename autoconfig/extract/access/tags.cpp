// See tags.h.
#include "autoconfig/extract/access/tags.h"

namespace autoconfig::extraction {

using namespace Halide::Internal;
using Halide::Expr;

bool is_likely(const Call* call) {
    return call->is_intrinsic(Call::likely) || call->is_intrinsic(Call::likely_if_innermost);
}

bool stands_for_argument(const Call* call) {
    return is_likely(call) || call->is_intrinsic(Call::promise_clamped) ||
           call->is_intrinsic(Call::unsafe_promise_clamped);
}

bool is_tagged(const Expr& e) {
    if (const auto* op = e.as<Min>()) return is_tagged(op->a) || is_tagged(op->b);
    if (const auto* op = e.as<Max>()) return is_tagged(op->a) || is_tagged(op->b);
    const auto* call = e.as<Call>();
    return call && is_likely(call);
}

bool has_tag(const Expr& index) {
    struct FindTag : IRGraphVisitor {
        bool found = false;
        using IRGraphVisitor::visit;
        void visit(const Call* op) override {
            found = found || is_likely(op);
            IRGraphVisitor::visit(op);
        }
    } find;
    index.accept(&find);
    return find.found;
}

} // namespace autoconfig::extraction
