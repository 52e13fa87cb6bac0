// See integer_sums.h.
#include "lowering/integer_sums.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;
using Halide::Type;

/// A vector of copies, below casts.
bool is_in_all_lanes(const Expr& value) {
    const Cast* cast = value.as<Cast>();
    return value.as<Broadcast>() || (cast && is_in_all_lanes(cast->value));
}

std::optional<Factors> factors_of(const Expr& product) {
    Expr inner = product;
    if (const Cast* cast = product.as<Cast>()) inner = cast->value;
    const Call* widening = inner.as<Call>();
    if (widening && widening->is_intrinsic(Call::widening_mul))
        return Factors{widening->args[0], widening->args[1]};
    const Mul* wide = product.as<Mul>();
    return wide ? std::optional(Factors{wide->a, wide->b}) : std::nullopt;
}

bool loads(const Expr& value, const Store& store) {
    const Load* load = value.as<Load>();
    return load && load->name == store.name && is_const_one(load->predicate) &&
           equal(load->index, store.index);
}

/// Through a cast that changes no bit of an integer.
Expr same_bits(const Expr& value) {
    const Cast* cast = value.as<Cast>();
    const bool keeps = cast && cast->type.is_int_or_uint() && cast->value.type().is_int_or_uint() &&
                       cast->type.bits() == cast->value.type().bits();
    return keeps ? cast->value : value;
}

/// What is added to what: since Halide 16 to sums of 32 bits, signed or not, also products of 16.
std::optional<std::pair<Expr, Expr>> parts_of(const Expr& value) {
    if (const Add* sum = value.as<Add>()) return std::pair(sum->a, sum->b);
    const Expr unsigned_too = same_bits(value);
    const Call* sum = unsigned_too.as<Call>();
    const bool widens = sum && sum->is_intrinsic() && sum->name == "widen_right_add";
    return widens ? std::optional(std::pair(same_bits(sum->args[0]), sum->args[1])) : std::nullopt;
}

/// What the store adds to what it overwrites, in vectors of integers of 32 bits.
std::optional<Factors> product_added(const Store* store, const std::string& loop) {
    const auto sum = parts_of(store->value);
    const Type type = store->value.type();
    if (!sum || !(type.is_int() && type.bits() == 32 && type.is_vector()) ||
        !is_const_one(store->predicate) || expr_uses_var(store->index, loop))
        return std::nullopt;
    if (!loads(sum->first, *store) && !loads(sum->second, *store)) return std::nullopt;
    return factors_of(loads(sum->first, *store) ? sum->second : sum->first);
}

/// The sums of a body that does nothing else; the products of one may be anywhere in it.
bool add_sums(const Stmt& body, const std::string& loop, std::vector<IntegerSum>& sums) {
    if (const Block* block = body.as<Block>())
        return add_sums(block->first, loop, sums) && add_sums(block->rest, loop, sums);
    const Store* store = body.as<Store>();
    const std::optional<Factors> product = store ? product_added(store, loop) : std::nullopt;
    if (!product) return false;
    const auto own = std::find_if(sums.begin(), sums.end(), [&](const IntegerSum& sum) {
        return sum.store->name == store->name && equal(sum.store->index, store->index);
    });
    if (own == sums.end())
        sums.push_back({store, {*product}});
    else
        own->products.push_back(*product);
    return true;
}

/// A value that is the same in all lanes stands first in each product.
std::vector<IntegerSum> with_copies_first(std::vector<IntegerSum> sums) {
    for (IntegerSum& sum : sums)
        for (Factors& product : sum.products) {
            const bool is_second = !is_in_all_lanes(product.a) && is_in_all_lanes(product.b);
            if (is_second) std::swap(product.a, product.b);
        }
    return sums;
}

/// Are no sums read but to be added to?
bool are_apart(const std::vector<IntegerSum>& sums) {
    struct Loads : IRVisitor {
        std::set<std::string> names;
        using IRVisitor::visit;
        void visit(const Load* load) override {
            names.insert(load->name);
            IRVisitor::visit(load);
        }
    } loads;
    for (const IntegerSum& sum : sums)
        for (const Factors& product : sum.products) {
            product.a.accept(&loads);
            product.b.accept(&loads);
        }
    return std::none_of(sums.begin(), sums.end(),
                        [&](const IntegerSum& sum) { return loads.names.count(sum.store->name) > 0; });
}

/// Does nothing read the buffer but sums of all lanes of a vector, and what is added to it?
class SumsOfLanes : public IRVisitor {
public:
    explicit SumsOfLanes(const std::string& buffer) : buffer_(buffer) {}
    bool are_all() const { return !is_read_otherwise_; }

private:
    const std::string& buffer_;
    bool is_read_otherwise_ = false;

    bool is_read(const Expr& value) const {
        const Load* load = value.as<Load>();
        return load && load->name == buffer_;
    }

    using IRVisitor::visit;
    void visit(const Load* load) override {
        is_read_otherwise_ = is_read_otherwise_ || load->name == buffer_;
        IRVisitor::visit(load);
    }
    /// The buffer as a whole, for what is not Halide's.
    void visit(const Variable* variable) override {
        is_read_otherwise_ =
            is_read_otherwise_ || (variable->type.is_handle() &&
                                   (variable->name == buffer_ || variable->name == buffer_ + ".buffer"));
    }
    void visit(const VectorReduce* reduced) override {
        const bool sums = reduced->op == VectorReduce::Add && reduced->type.is_scalar();
        if (!sums || !is_read(reduced->value)) IRVisitor::visit(reduced);
    }
    void visit(const Store* store) override {
        const auto sum = parts_of(store->value);
        if (store->name != buffer_ || !sum) return IRVisitor::visit(store);
        for (const Expr& added : {sum->first, sum->second})
            if (!loads(added, *store)) added.accept(this);
    }
};

} // namespace

std::vector<IntegerSum> integer_sums(const For& loop) {
    std::vector<IntegerSum> sums;
    const bool are_all = add_sums(loop.body, loop.name, sums) && are_apart(sums);
    return are_all ? with_copies_first(sums) : std::vector<IntegerSum>();
}

bool is_register_tile(const std::vector<IntegerSum>& sums) {
    std::vector<Expr> vectors;
    std::size_t products = 0;
    for (const IntegerSum& sum : sums)
        for (const Factors& product : sum.products)
            for (const Expr& operand : {product.a, product.b}) {
                products += operand.same_as(product.a) ? 1 : 0;
                const auto is_same = [&](const Expr& other) { return equal(other, operand); };
                if (!is_in_all_lanes(operand) && std::none_of(vectors.begin(), vectors.end(), is_same))
                    vectors.push_back(operand);
            }
    return 2 * vectors.size() <= products;
}

bool matters_by_its_lanes_sum(const Allocate& buffer) {
    SumsOfLanes sums(buffer.name);
    buffer.body.accept(&sums);
    return sums.are_all();
}

} // namespace autoconfig::lowering
