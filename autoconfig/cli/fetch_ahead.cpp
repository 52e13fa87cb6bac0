// A lowering pass over the stores of serial loops.
#include "autoconfig/cli/fetch_ahead.h"

#include "autoconfig/halide_compat.h"
#include "autoconfig/machine/llvm_prefetch.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace autoconfig::cli {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

constexpr const char* fetch = "autoconfig_fetch";
constexpr int line_bytes = 64; // of every x86
/// How far ahead in a sum: 1, 2, 4 and 8 KB do alike.
constexpr int bytes_ahead = 4096;
/// Rows of which hardware takes each for a new run, and how many of them ahead: 16 and 32 do alike.
constexpr int far_bytes = 1024, rows_ahead = 16;
/// Of rows whose lines fall on the same sets of L1, a page apart, how many stay there until they are loaded.
/// [16x3072x768 f32 in tiles 8x3, B in place: 330 to 350 us with 4 rows ahead, 345 to 380 with none, 417 to
/// 445 with 8 and 440 to 540 with 16; EPYC (Zen 5, family 26 model 2, 2 cores, KVM), 2026-11-22]
constexpr int same_sets_ahead = 4;
constexpr std::int64_t page_bytes = 4096; // as far as addresses decide the sets of L1
/// What a loop reads in all and finds in L1 again, of 32 KB and more: half of it.
constexpr int kept_bytes = 16 << 10;

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
    std::set<Expr, IRDeepCompare> vectors, scalars;
    std::size_t sums = 0;

    /// Whether a loop that fetches every vector takes at most a tenth longer, as two loads and two
    /// multiply-adds start in a cycle on every x86 with vectors of 32 bytes. [12 times 128x128x64 f32 in
    /// tiles 2x8: 10 loads, 8 fetches, 16 multiply-adds a step; .97 of oneDNN's speed without them and .90
    /// with; reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-22]
    bool has_room() const {
        const std::size_t loads = vectors.size() + scalars.size();
        return 10 * (loads + vectors.size()) <= 11 * std::max(sums, loads);
    }

private:
    std::string place_; // of the sum

    using IRVisitor::visit;
    void visit(const For*) override {}
    void visit(const Store* store) override {
        if (!store->value.type().is_vector()) return;
        place_ = store->name;
        ++sums;
        store->value.accept(this);
    }
    void visit(const Load* load) override {
        if (load->name != place_) (load->type.is_vector() ? vectors : scalars).insert(load);
    }
};

Expr first_of(const Expr& index) {
    const Ramp* ramp = index.as<Ramp>();
    return ramp ? ramp->base : index;
}

/// The innermost serial loop around a statement, what is defined within, and what it fetches already.
struct Inside {
    const For* loop = nullptr;
    bool has_room = false;           // for fetching beside the sums
    std::set<std::string> allocated; // afresh in every iteration
    std::vector<std::pair<std::string, Expr>> lets, fetched;

    /// By the loop's variable and what is defined outside.
    Expr spelled_out(Expr value) const {
        for (auto let = lets.rbegin(); let != lets.rend(); ++let)
            value = substitute(let->first, let->second, value);
        return value;
    }

    /// From one iteration to the next.
    Expr step(const Expr& index) const {
        const Expr next = Variable::make(Halide::Int(32), loop->name) + 1;
        return simplify(substitute(loop->name, next, index) - index);
    }

    bool has(const std::string& buffer, const Expr& index, int bytes) const {
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

/// Of rows so far apart, how many L1 holds ahead of their loads.
int held_rows(std::int64_t apart) {
    const std::int64_t starts = page_bytes / std::gcd(apart, page_bytes);
    return static_cast<int>(std::min<std::int64_t>(rows_ahead, starts * same_sets_ahead));
}

/// Iterations ahead, if worth it, for a load that moves by `step`.
std::optional<int> iterations_ahead(const Inside& inside, const Expr& step, int bytes, Use use) {
    const auto elements = as_const_int(step);
    const std::int64_t moves = elements ? std::abs(*elements) * bytes : far_bytes; // rows of some image
    const std::optional<std::int64_t> iterations = inside.iterations();
    if (!use.sum && !(use.copy && moves >= far_bytes)) return std::nullopt;
    if (moves < line_bytes || (iterations && *iterations * moves <= kept_bytes)) return std::nullopt;
    const int ahead = moves >= far_bytes ? held_rows(moves) : static_cast<int>(bytes_ahead / moves);
    return iterations && *iterations <= ahead ? std::nullopt : std::optional<int>(ahead);
}

class FetchAhead : public IRMutator {
    using IRMutator::visit;

    Inside inside_;

    Stmt visit(const For* loop) override {
        Inside outer = std::exchange(inside_, {});
        if (loop->for_type == ForType::Serial) {
            Work work;
            loop->body.accept(&work);
            inside_.loop = loop;
            inside_.has_room = work.has_room();
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
                  is_const_zero(inside_.step(inside_.spelled_out(first_of(store->index))));
        use.copy = value.as<Load>() != nullptr;
        DenseLoads loads;
        value.accept(&loads);
        Stmt result = store;
        for (const Load* load : loads.found) result = fetch_for(*load, use, result);
        return result;
    }

    /// `rest`, and before it the fetching of what `load` will load.
    Stmt fetch_for(const Load& load, Use use, Stmt rest) {
        const Expr index = inside_.spelled_out(first_of(load.index)), step = inside_.step(index);
        const int bytes = load.type.bytes();
        const std::optional<int> ahead = iterations_ahead(inside_, step, bytes, use);
        if (!ahead || inside_.has(load.name, index, bytes)) return rest;
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

void fetch_ahead(Halide::Pipeline& pipeline) { pipeline.add_custom_lowering_pass(new FetchAhead); }

void add_fetch_code(Halide::Module& module, const Halide::Target& target) {
    compat::append_bitcode(module, target, code(), fetch);
}

} // namespace autoconfig::cli
