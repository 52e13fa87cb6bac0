// See operands_together.h.
#include "lowering/operands_together.h"

#include "lowering/indices.h"

#include <algorithm>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// Loads of elements that lie so far apart, one for each lane; else nullptr.
const Load* load_in_steps_of(int stride, const Expr& value) {
    const Load* load = value.as<Load>();
    if (!load || !is_const_one(load->predicate)) return nullptr;
    const Ramp* row = load->index.as<Ramp>();
    return load->type.is_scalar() || (row && is_const(row->stride, stride)) ? load : nullptr;
}

/// Loads of elements `stride` apart in each, of which each begins `distance` behind the last, as one of all
/// elements between; undefined of anything else.
Expr loaded_together(const std::vector<Expr>& values, int stride, int distance) {
    std::vector<const Load*> loads;
    for (const Expr& value : values) {
        loads.push_back(load_in_steps_of(stride, value));
        const Load* load = loads.back();
        if (!load || load->name != loads.front()->name) return Expr();
        const int behind = distance * static_cast<int>(loads.size() - 1);
        if (!is_const_zero(simplify(first_of(load->index) - first_of(loads.front()->index) - behind)))
            return Expr();
    }
    const Load& first = *loads.front();
    const int lanes = static_cast<int>(loads.size()) * first.type.lanes();
    return Load::make(first.type.with_lanes(lanes), first.name, Ramp::make(first_of(first.index), 1, lanes),
                      first.image, first.param, const_true(lanes), first.alignment);
}

/// The operands of nodes of one type.
template<typename Node>
std::vector<Expr> inner_values(const std::vector<Expr>& values) {
    std::vector<Expr> inner;
    for (const Expr& value : values)
        if (const Node* node = value.as<Node>()) inner.push_back(node->value);
    const bool of_all = inner.size() == values.size();
    const bool alike = of_all && std::all_of(inner.begin(), inner.end(), [&](const Expr& value) {
                           return value.type() == inner.front().type();
                       });
    return alike ? inner : std::vector<Expr>();
}

/// What `together` makes of values, below casts that all have alike; undefined where it makes nothing.
template<typename Together>
Expr below_casts(const std::vector<Expr>& values, const Together& together) {
    const std::vector<Expr> inner = inner_values<Cast>(values);
    if (inner.empty()) return together(values);
    const Expr made = below_casts(inner, together);
    return made.defined() ? Cast::make(values.front().type().with_lanes(made.type().lanes()), made) : made;
}

/// Vectors are put one behind the other first: one instruction then orders the elements of all.
Expr interleaved(const std::vector<Expr>& vectors) {
    const int count = static_cast<int>(vectors.size()), lanes = vectors.front().type().lanes();
    if (lanes == 1 || count == 2) return Shuffle::make_interleave(vectors);
    std::vector<int> order;
    for (int lane = 0; lane < lanes; lane++)
        for (int vector = 0; vector < count; vector++) order.push_back(vector * lanes + lane);
    return Shuffle::make({Shuffle::make_concat(vectors)}, order);
}

} // namespace

Expr one_after_another(const std::vector<Expr>& vectors) {
    return below_casts(vectors, [](const std::vector<Expr>& values) {
        return loaded_together(values, 1, values.front().type().lanes());
    });
}

Expr in_turns(const std::vector<Expr>& vectors) {
    return below_casts(vectors, [](const std::vector<Expr>& values) {
        const std::vector<Expr> in_all_lanes = inner_values<Broadcast>(values);
        if (!in_all_lanes.empty())
            return Shuffle::make_broadcast(in_turns(in_all_lanes), values.front().type().lanes());
        const Expr loaded = loaded_together(values, static_cast<int>(values.size()), 1);
        return loaded.defined() ? loaded : interleaved(values);
    });
}

} // namespace autoconfig::lowering
