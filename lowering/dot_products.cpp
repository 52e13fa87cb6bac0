// See dot_products.h.
#include "lowering/dot_products.h"

#include "autoconfig/halide_compat.h"
#include "lowering/innermost_loops.h"
#include "lowering/integer_sums.h"
#include "lowering/kept_vector.h"
#include "lowering/operands_together.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;
using Halide::Int;
using Halide::Type;
using Halide::UInt;

/// What one instruction multiplies and adds up in a lane of 32 bits, and the type that it takes the first
/// operand as: of eight bits, one has a sign and the other has not.
struct DotProduct {
    int steps;
    Type a, b, taken_as;

    /// Does the first operand change its sign bit, which moves it by 128?
    bool moves_a() const { return a != taken_as; }
};

std::vector<DotProduct> dot_products(const Halide::Target& target) {
    std::vector<DotProduct> all;
    const Type i8 = Int(8), u8 = UInt(8);
    if (compat::has_dot_products_of_bytes(target))
        all = {{4, u8, i8, u8}, {4, i8, u8, i8}, {4, i8, i8, u8}, {4, u8, u8, i8}};
    all.push_back({2, Int(16), Int(16), Int(16)});
    return all;
}

/// The same with factors of these types; nothing where a value may not fit.
std::optional<std::vector<IntegerSum>> narrowed(const std::vector<IntegerSum>& sums, const DotProduct& of) {
    std::vector<IntegerSum> all = sums;
    for (IntegerSum& sum : all)
        for (Factors& product : sum.products) {
            const int lanes = product.a.type().lanes();
            const Expr a = lossless_cast(of.a.with_lanes(lanes), product.a),
                       b = lossless_cast(of.b.with_lanes(lanes), product.b);
            if (!a.defined() || !b.defined()) return std::nullopt;
            product = {a, b};
        }
    return all;
}

using Together = Expr (*)(const std::vector<Expr>&);

/// One loop's sums by dot products.
class Rewriting {
public:
    Rewriting(const For& loop, const DotProduct& of, Together together)
        : loop_(loop), of_(of), together_(together) {}

    /// Undefined where operands cannot be put together.
    Stmt of(const std::vector<IntegerSum>& sums) {
        within_a_step_ = std::all_of(sums.begin(), sums.end(), [&](const IntegerSum& sum) {
            return sum.products.size() % static_cast<std::size_t>(of_.steps) == 0;
        });
        for (const IntegerSum& sum : sums) {
            const std::vector<Factors> operands = operands_of(sum);
            if (operands.empty()) return Stmt();
            add_sum(*sum.store, operands);
        }
        return with_moves_undone();
    }

private:
    /// 128 times the sum of operands, by which products with a moved one are too large.
    struct Excess {
        KeptVector sum;
        std::vector<Expr> of; // of one step of the loop
    };

    const For& loop_;
    const DotProduct& of_;
    Together together_;
    bool within_a_step_ = false; // are the products taken together those of one step of the loop?
    std::vector<Stmt> body_, after_;
    std::vector<Excess> excesses_;

    int steps_of_loop() const { return within_a_step_ ? 1 : of_.steps; }

    /// A step of the old loop, by the variable of the new one.
    Expr at(int step, const Expr& value) const {
        const Expr first = loop_.min + steps_of_loop() * Variable::make(Int(32), loop_.name);
        return simplify(substitute(loop_.name, first + step, value));
    }

    /// So many steps of each product, or so many products; empty where some cannot be put together.
    std::vector<Factors> operands_of(const IntegerSum& sum) const {
        std::vector<Factors> all;
        const int products = static_cast<int>(sum.products.size()), count = of_.steps;
        for (int first = 0; first < products; first += within_a_step_ ? count : 1) {
            std::vector<Expr> a, b;
            for (int i = 0; i < count; i++) {
                const int step = within_a_step_ ? 0 : i, place = within_a_step_ ? first + i : first;
                const Factors& product = sum.products[static_cast<std::size_t>(place)];
                a.push_back(at(step, product.a));
                b.push_back(at(step, product.b));
            }
            all.push_back({together_(a), together_(b)});
            if (!all.back().a.defined() || !all.back().b.defined()) return {};
        }
        return all;
    }

    /// 128, or -128 where that takes a sign: what changes the first bit of eight.
    static Expr first_bit(const Type& type) { return make_const(type, type.is_int() ? -128 : 128); }

    Expr moved(const Expr& a) const {
        const Type type = of_.taken_as.with_lanes(a.type().lanes());
        return of_.moves_a() ? Cast::make(type, a) ^ first_bit(type) : a;
    }

    static Expr dot_product(const Expr& a, const Expr& b, int lanes) {
        const int bits = 2 * a.type().bits();
        const Expr products =
            Call::make(Int(bits, a.type().lanes()), Call::widening_mul, {a, b}, Call::PureIntrinsic);
        const Type wide = Int(32, a.type().lanes());
        return VectorReduce::make(VectorReduce::Add,
                                  bits == wide.bits() ? products : Cast::make(wide, products), lanes);
    }

    /// Adds to what is stored somewhere.
    static Stmt added(const Store& store, const std::vector<Expr>& values) {
        Expr sum = Load::make(store.value.type(), store.name, store.index, Halide::Buffer<>(), store.param,
                              store.predicate, store.alignment);
        for (const Expr& value : values) sum = Add::make(value, sum);
        return Store::make(store.name, sum, store.index, store.param, store.predicate, store.alignment);
    }

    void add_sum(const Store& store, const std::vector<Factors>& operands) {
        const int lanes = store.value.type().lanes();
        std::vector<Expr> products, of_b;
        for (const Factors& operand : operands) {
            products.push_back(dot_product(moved(operand.a), operand.b, lanes));
            of_b.push_back(operand.b);
        }
        body_.push_back(added(store, products));
        if (of_.moves_a())
            after_.push_back(added(store, {make_zero(store.value.type()) - excess(of_b, lanes).value()}));
    }

    /// Sums that share their second operands share what they exceed by.
    KeptVector excess(const std::vector<Expr>& of, int lanes) {
        const auto is_same = [&](const Excess& other) {
            return other.of.size() == of.size() &&
                   std::equal(of.begin(), of.end(), other.of.begin(),
                              [](const Expr& a, const Expr& b) { return equal(a, b); });
        };
        const auto known = std::find_if(excesses_.begin(), excesses_.end(), is_same);
        if (known != excesses_.end()) return known->sum;
        const KeptVector sum{unique_name(loop_.name + ".excess"), Int(32, lanes)};
        excesses_.push_back({sum, of});
        Expr value = sum.value();
        for (const Expr& b : of)
            value =
                Add::make(dot_product(first_bit(of_.taken_as.with_lanes(b.type().lanes())), b, lanes), value);
        body_.push_back(sum.keep(value));
        return sum;
    }

    Stmt with_moves_undone() const {
        std::vector<Stmt> all{whole_loop()};
        all.insert(all.end(), after_.begin(), after_.end());
        Stmt result = Block::make(all);
        for (const Excess& excess : excesses_) result = excess.sum.around(result, make_zero(excess.sum.type));
        return result;
    }

    /// The steps that are left over go one by one.
    Stmt whole_loop() const {
        const int steps = steps_of_loop();
        const Expr blocks = simplify(loop_.extent / steps);
        const Stmt together = compat::loop_over(loop_, 0, blocks, Block::make(body_));
        const Expr left = simplify(max(loop_.extent, 0) % steps);
        if (is_const_zero(left)) return together;
        return Block::make(together,
                           compat::loop_over(loop_, simplify(loop_.min + blocks * steps), left, loop_.body));
    }
};

class DotProducts : public InnermostLoops {
public:
    explicit DotProducts(const Halide::Target& target) : kinds_(dot_products(target)) {}

private:
    std::vector<DotProduct> kinds_;
    std::set<std::string> summed_; // buffers of which only sums of lanes matter

    using InnermostLoops::visit;
    Stmt visit(const Allocate* op) override {
        if (matters_by_its_lanes_sum(*op)) summed_.insert(op->name);
        Stmt result = InnermostLoops::visit(op);
        summed_.erase(op->name);
        return result;
    }

    bool are_summed(const std::vector<IntegerSum>& sums) const {
        return std::all_of(sums.begin(), sums.end(),
                           [&](const IntegerSum& sum) { return summed_.count(sum.store->name) > 0; });
    }

    Stmt rewritten(const Stmt& statement) override {
        const For* loop = statement.as<For>();
        const std::vector<IntegerSum> sums = integer_sums(*loop);
        if (sums.empty()) return statement;
        const bool along_lanes = are_summed(sums), shares = along_lanes || is_register_tile(sums);
        for (const DotProduct& kind : kinds_) {
            const auto narrow = narrowed(sums, kind);
            if (!narrow || !(shares || kind.steps == 4)) continue;
            const Stmt result =
                Rewriting(*loop, kind, along_lanes ? one_after_another : in_turns).of(*narrow);
            if (result.defined()) return result;
        }
        return statement;
    }
};

} // namespace

void add_dot_products(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (target.arch == Halide::Target::X86 && !target.has_gpu_feature())
        pipeline.add_custom_lowering_pass(new DotProducts(target));
}

} // namespace autoconfig::lowering
