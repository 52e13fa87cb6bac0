// A lowering pass over the stores of serial loops.
#include "lowering/fetch_ahead.h"

#include "autoconfig/halide_compat.h"
#include "autoconfig/machine/llvm_prefetch.h"
#include "lowering/indices.h"
#include "lowering/lets.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

constexpr const char* fetch = "autoconfig_fetch";

/// Loads of consecutive elements.
struct DenseLoads : IRVisitor {
    std::vector<const Load*> found;

    using IRVisitor::visit;
    void visit(const Load* load) override {
        const Ramp* ramp = load->index.as<Ramp>();
        if (ramp && is_const_one(ramp->stride) && is_const_one(load->predicate)) found.push_back(load);
        IRVisitor::visit(load);
    }
};

/// What a loop loads and sums up itself, not in loops within.
struct Work : IRVisitor {
    LoopWork counted() const { return {vectors_.size(), scalars_.size(), sums_}; }

private:
    std::set<Expr, IRDeepCompare> vectors_, scalars_;
    std::size_t sums_ = 0;
    std::string place_; // of the sum

    using IRVisitor::visit;
    void visit(const For*) override {}
    void visit(const Store* store) override {
        if (!store->value.type().is_vector()) return;
        place_ = store->name;
        ++sums_;
        store->value.accept(this);
    }
    void visit(const Load* load) override {
        if (load->name != place_) (load->type.is_vector() ? vectors_ : scalars_).insert(load);
    }
};

/// The innermost serial loop around a statement, what is defined within, and what it fetches already.
struct Inside {
    const For* loop = nullptr;
    bool has_room = false;           // for fetching beside the sums
    std::set<std::string> allocated; // afresh in every iteration
    Lets lets;
    std::vector<std::pair<std::string, Expr>> fetched;

    /// From one iteration to the next.
    Expr step(const Expr& index) const {
        const Expr next = Variable::make(Halide::Int(32), loop->name) + 1;
        return simplify(substitute(loop->name, next, index) - index);
    }

    /// Is the line at `index` fetched already?
    bool has(const std::string& buffer, const Expr& index, int bytes, int line_bytes) const {
        return std::any_of(fetched.begin(), fetched.end(), [&](const auto& other) {
            if (other.first != buffer) return false;
            const Expr apart = simplify(index - other.second);
            const auto elements = as_const_int(apart);
            return elements && std::abs(*elements) * bytes < line_bytes;
        });
    }

    /// Nothing where it is not known.
    std::optional<std::int64_t> iterations() const {
        const auto extent = as_const_int(loop->extent);
        return extent ? std::optional<std::int64_t>(*extent) : std::nullopt;
    }
};

/// What is done with a load: the place of a sum stays from one iteration to the next.
struct Use {
    bool sum, copy;
};

class FetchAhead : public IRMutator {
public:
    explicit FetchAhead(const FetchLimits& limits) : limits_(limits) {}

private:
    using IRMutator::visit;

    FetchLimits limits_;
    Inside inside_;

    Stmt visit(const For* loop) override {
        Inside outer = std::exchange(inside_, {});
        if (loop->for_type == ForType::Serial) {
            Work work;
            loop->body.accept(&work);
            inside_.loop = loop;
            inside_.has_room = has_room(limits_, work.counted());
        }
        Stmt result = IRMutator::visit(loop);
        inside_ = std::move(outer);
        return result;
    }

    Stmt visit(const LetStmt* let) override {
        inside_.lets.emplace_back(let->name, let->value);
        Stmt result = IRMutator::visit(let);
        inside_.lets.pop_back();
        return result;
    }

    Stmt visit(const Allocate* buffer) override {
        inside_.allocated.insert(buffer->name);
        return IRMutator::visit(buffer);
    }

    Stmt visit(const Store* store) override {
        if (!inside_.loop || !store->value.type().is_vector()) return store;
        const Expr value = substitute_in_all_lets(store->value);
        Use use;
        use.sum = inside_.has_room && inside_.allocated.count(store->name) == 0 &&
                  is_const_zero(inside_.step(spelled_out(first_of(store->index), inside_.lets)));
        use.copy = value.as<Load>() != nullptr;
        DenseLoads loads;
        value.accept(&loads);
        Stmt result = store;
        for (const Load* load : loads.found) result = fetch_for(*load, use, result);
        return result;
    }

    LoadRun run_of(const Expr& step, int bytes, Use use) const {
        const auto elements = as_const_int(step);
        LoadRun run{std::nullopt, inside_.iterations(), use.sum, use.copy};
        if (elements) run.moves = *elements * bytes;
        return run;
    }

    /// `rest`, and before it the fetching of what `load` will load.
    Stmt fetch_for(const Load& load, Use use, Stmt rest) {
        const Expr index = spelled_out(first_of(load.index), inside_.lets), step = inside_.step(index);
        const int bytes = load.type.bytes();
        const std::optional<int> ahead = iterations_ahead(limits_, run_of(step, bytes, use));
        if (!ahead || inside_.has(load.name, index, bytes, limits_.line_bytes)) return rest;
        inside_.fetched.emplace_back(load.name, index);
        const auto wide = [](const Expr& value) { return Halide::cast<int64_t>(value); };
        const Expr offset = (wide(first_of(load.index)) + simplify(wide(step) * *ahead)) * bytes;
        const Expr base = Variable::make(Halide::type_of<void*>(), load.name);
        const Expr call = Call::make(Halide::Int(32), fetch, {base, offset}, Call::Extern);
        return Block::make(Evaluate::make(call), rest);
    }
};

const std::vector<std::uint8_t>& code() {
    static const std::vector<std::uint8_t> bitcode = prefetch_bitcode(fetch, "x86_64--linux-gnu");
    return bitcode;
}

} // namespace

bool can_fetch_ahead(const Halide::Target& target) {
    const bool known =
        target.arch == Halide::Target::X86 && target.bits == 64 && target.os == Halide::Target::Linux;
    return compat::links_bitcode && known && !code().empty();
}

void fetch_ahead(Halide::Pipeline& pipeline, const FetchLimits& limits) {
    pipeline.add_custom_lowering_pass(new FetchAhead(limits));
}

void add_fetch_code(Halide::Module& module, const Halide::Target& target) {
    compat::append_bitcode(module, target, code(), fetch);
}

} // namespace autoconfig::lowering
