// A lowering pass over stores that follow each other.
#include "lowering/shared_values.h"

#include "lowering/lets.h"

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

/// A store with what stands in the lets around it, which say what it is made of.
struct SpelledStore {
    const Store* store;
    Expr value, index, predicate; // without lets

    Stmt made() const {
        return Store::make(store->name, common_subexpression_elimination(value), index, store->param,
                           predicate, store->alignment);
    }

    static std::optional<SpelledStore> of(Stmt statement) {
        std::vector<std::pair<std::string, Expr>> lets;
        for (; const LetStmt* let = statement.as<LetStmt>(); statement = let->body)
            lets.emplace_back(let->name, let->value);
        const Store* store = statement.as<Store>();
        if (!store) return std::nullopt;
        const auto spelled = [&](Expr expr) {
            for (auto let = lets.rbegin(); let != lets.rend(); ++let)
                expr = Let::make(let->first, let->second, expr);
            return substitute_in_all_lets(expr);
        };
        return SpelledStore{store, spelled(store->value), spelled(store->index), spelled(store->predicate)};
    }
};

/// "f" of "f.1", as Halide calls the storage of a Tuple's value.
std::string tuple_of(const std::string& name) {
    const std::size_t dot = name.rfind('.');
    const bool numbered = dot != std::string::npos && dot + 1 < name.size() &&
                          name.find_first_not_of("0123456789", dot + 1) == std::string::npos;
    return numbered ? name.substr(0, dot) : "";
}

struct Calls : IRGraphVisitor {
    std::vector<Expr> functions; // of other code, always the same of the same operands
    std::set<std::string> loaded;
    bool pure = true;

    using IRGraphVisitor::visit;
    void visit(const Call* call) override {
        pure = pure && call->is_pure();
        if (call->is_extern()) functions.emplace_back(call);
        IRGraphVisitor::visit(call);
    }
    void visit(const Load* load) override {
        loaded.insert(load->name);
        IRGraphVisitor::visit(load);
    }
};

Calls calls_of(const SpelledStore& one) {
    Calls calls;
    for (const Expr& expr : {one.value, one.index, one.predicate}) expr.accept(&calls);
    return calls;
}

class SharedValues : public IRMutator {
    Lets outside_; // of scalars

    using IRMutator::visit;
    Stmt visit(const LetStmt* let) override {
        outside_.emplace_back(let->name, let->value);
        Stmt result = IRMutator::visit(let);
        outside_.pop_back();
        return result;
    }
    Stmt visit(const Block* block) override {
        const Block* rest = block->rest.as<Block>();
        const auto first = SpelledStore::of(block->first);
        const auto second = first ? SpelledStore::of(rest ? rest->first : block->rest) : std::nullopt;
        const std::vector<Expr> shared = second ? in_common(*first, *second) : std::vector<Expr>();
        if (shared.empty()) return IRMutator::visit(block);
        const Stmt both = together(*first, *second, shared);
        return rest ? Block::make(both, mutate(rest->rest)) : both;
    }

    /// Functions that the first value and the second call of the same operands, as the first does; none where
    /// the second may depend on what the first stores.
    std::vector<Expr> in_common(const SpelledStore& first, const SpelledStore& second) const {
        const std::string tuple = tuple_of(first.store->name);
        if (tuple.empty() || tuple != tuple_of(second.store->name)) return {};
        const Calls of_first = calls_of(first), of_second = calls_of(second);
        if (!of_first.pure || !of_second.pure || of_second.loaded.count(first.store->name) > 0) return {};
        std::vector<Expr> shared;
        for (const Expr& function : of_first.functions)
            if (is_among(function, of_second.functions)) shared.push_back(function);
        return shared;
    }

    bool is_among(const Expr& function, const std::vector<Expr>& functions) const {
        const Call& call = *function.as<Call>();
        return std::any_of(functions.begin(), functions.end(), [&](const Expr& one) {
            const bool alike = one.as<Call>()->name == call.name && one.type() == call.type;
            return alike && graph_equal(spelled(one), spelled(function));
        });
    }

    /// By what is defined outside of all lets.
    Expr spelled(Expr expr) const {
        for (auto let = outside_.rbegin(); let != outside_.rend(); ++let)
            expr = graph_substitute(let->first, let->second, expr);
        return expr;
    }

    /// Functions that are shared, once, and then both stores.
    Stmt together(const SpelledStore& first, const SpelledStore& second,
                  const std::vector<Expr>& shared) const {
        SpelledStore stores[] = {first, second};
        Lets values;
        for (const Expr& function : shared) {
            values.emplace_back(unique_name(first.store->name + ".shared"), function);
            const Expr value = Variable::make(function.type(), values.back().first);
            for (SpelledStore& one : stores)
                for (const Expr& call : calls_of(one).functions)
                    if (is_among(function, {call})) one.value = graph_substitute(call, value, one.value);
        }
        Stmt both = Block::make(stores[0].made(), stores[1].made());
        for (auto value = values.rbegin(); value != values.rend(); ++value)
            both = LetStmt::make(value->first, common_subexpression_elimination(value->second), both);
        return both;
    }
};

} // namespace

void share_values_of_tuples(Halide::Pipeline& pipeline, const Halide::Target& target) {
    if (!target.has_gpu_feature()) pipeline.add_custom_lowering_pass(new SharedValues);
}

} // namespace autoconfig::lowering
