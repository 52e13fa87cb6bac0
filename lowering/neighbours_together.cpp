// A lowering pass over the strided loads of each store.
#include "lowering/neighbours_together.h"

#include "autoconfig/strided.h"
#include "lowering/invariant.h"
#include "lowering/lets.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// A vector of every so many elements.
struct StridedLoad {
    const Load* load;
    std::int64_t stride;
    Expr first;                // its place, without
    std::int64_t constant = 0; // what is added to that

    static std::optional<StridedLoad> of(const Load* load) {
        const Ramp* row = load->index.as<Ramp>();
        const auto stride = as_const_int(row ? row->stride : Expr());
        if (!stride || !is_strided_step(static_cast<double>(*stride)) || *stride < 2 ||
            !is_const_one(load->predicate) || !row->base.type().is_scalar())
            return std::nullopt;
        const Expr base = simplify(row->base);
        const Add* sum = base.as<Add>();
        const auto constant = as_const_int(sum ? sum->b : Expr());
        if (constant) return StridedLoad{load, *stride, sum->a, *constant};
        return StridedLoad{load, *stride, base, 0};
    }

    bool takes_turns_with(const StridedLoad& other) const {
        return load->name == other.load->name && load->type == other.load->type && stride == other.stride &&
               equal(first, other.first);
    }
};

/// The loads of a store's value that go by a stride, from places that are known before it.
class StridedLoads : public IRGraphVisitor {
public:
    explicit StridedLoads(const Stmt& store) {
        for (const std::string& name : names_defined_in(store)) within_.push(name);
    }

    std::vector<StridedLoad> found;

private:
    Scope<> within_;

    using IRGraphVisitor::visit;
    void visit(const Load* load) override {
        const auto strided = StridedLoad::of(load);
        if (strided && !expr_uses_vars(load->index, within_)) found.push_back(*strided);
        IRGraphVisitor::visit(load);
    }
    void visit(const Call* call) override { // one side of it alone is computed
        if (!call->is_intrinsic(Call::if_then_else)) IRGraphVisitor::visit(call);
    }
};

/// What lies between the first and the last element of all vectors that take turns.
struct Neighbours {
    StridedLoad any;
    std::int64_t from; // constant of the first one

    int lanes() const { return any.load->type.lanes() * static_cast<int>(any.stride); }
    Expr loaded() const {
        const Load& like = *any.load;
        const Expr first = simplify(any.first + make_const(any.first.type(), from));
        return Load::make(like.type.with_lanes(lanes()), like.name, Ramp::make(first, 1, lanes()), like.image,
                          like.param, const_true(lanes()), ModulusRemainder());
    }
    bool holds(const StridedLoad& load) const {
        return load.takes_turns_with(any) && load.constant >= from && load.constant < from + any.stride;
    }
};

/// The first loads that leave nothing out between them.
std::optional<Neighbours> neighbours(const std::vector<StridedLoad>& loads) {
    for (const StridedLoad& first : loads) {
        const auto loads_place = [&](std::int64_t turn) {
            return std::any_of(loads.begin(), loads.end(), [&](const StridedLoad& other) {
                return other.takes_turns_with(first) && other.constant == first.constant + turn;
            });
        };
        bool all = true;
        for (std::int64_t turn = 1; turn < first.stride; ++turn) all = all && loads_place(turn);
        if (all) return Neighbours{first, first.constant};
    }
    return std::nullopt;
}

/// Takes vectors out of what was loaded under a name.
class TakenOut : public IRGraphMutator {
public:
    TakenOut(const Neighbours& neighbours, const std::string& name) : neighbours_(neighbours), name_(name) {}

private:
    const Neighbours& neighbours_;
    const std::string& name_;

    using IRGraphMutator::visit;
    Expr visit(const Load* load) override {
        const auto strided = StridedLoad::of(load);
        if (!strided || !neighbours_.holds(*strided)) return IRGraphMutator::visit(load);
        const Expr all = Variable::make(load->type.with_lanes(neighbours_.lanes()), name_);
        return Shuffle::make_slice(all, static_cast<int>(strided->constant - neighbours_.from),
                                   static_cast<int>(strided->stride), load->type.lanes());
    }
};

class NeighboursTogether : public IRMutator {
    using IRMutator::visit;
    Stmt visit(const Store* store) override {
        Expr value = store->value;
        Lets loaded;
        for (;;) {
            StridedLoads loads(store);
            value.accept(&loads);
            const auto found = neighbours(loads.found);
            if (!found) break;
            const std::string name = unique_name("neighbours");
            loaded.emplace_back(name, found->loaded());
            value = TakenOut(*found, name).mutate(value);
        }
        if (loaded.empty()) return store;
        for (auto let = loaded.rbegin(); let != loaded.rend(); ++let)
            value = Let::make(let->first, let->second, value);
        return Store::make(store->name, value, store->index, store->param, store->predicate,
                           store->alignment);
    }
};

} // namespace

void load_neighbours_together(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new NeighboursTogether);
}

} // namespace autoconfig::lowering
