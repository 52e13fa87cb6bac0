// A lowering pass over stores that follow each other.
#include "lowering/shared_values.h"

#include "lowering/gathers.h"
#include "lowering/lets.h"

#include <algorithm>
#include <set>
#include <string>
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

    static SpelledStore of(Stmt statement) {
        Lets lets;
        for (; const LetStmt* let = statement.as<LetStmt>(); statement = let->body)
            lets.emplace_back(let->name, let->value);
        const Store* store = statement.as<Store>();
        const auto spelled = [&](const Expr& expr) {
            return substitute_in_all_lets(spelled_out(expr, lets));
        };
        return {store, spelled(store->value), spelled(store->index), spelled(store->predicate)};
    }
};

/// "f" of a store to "f.1", as Halide calls the storage of a Tuple's value.
std::string tuple_stored_to(const Stmt& statement) {
    const Store* store = behind_lets(statement).as<Store>();
    const std::string name = store ? store->name : "";
    const std::size_t dot = name.rfind('.');
    const bool numbered = dot != std::string::npos && dot + 1 < name.size() &&
                          name.find_first_not_of("0123456789", dot + 1) == std::string::npos;
    return numbered ? name.substr(0, dot) : "";
}

struct Calls : IRGraphVisitor {
    std::vector<Expr> functions; // of other code, or lookups: always the same of the same operands
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
        if (is_gather(*load)) functions.emplace_back(load);
        IRGraphVisitor::visit(load);
    }
};

Calls calls_of(const SpelledStore& one) {
    Calls calls;
    for (const Expr& expr : {one.value, one.index, one.predicate}) expr.accept(&calls);
    return calls;
}

/// How often an expression goes on, as far as 1000 times.
class Nodes : public IRVisitor {
public:
    bool few() const { return left_ > 0; }

private:
    int left_ = 1000;

    using IRVisitor::visit;
    void visit(const Add* sum) override { count(sum); }
    void visit(const Sub* difference) override { count(difference); }
    void visit(const Mul* product) override { count(product); }
    void visit(const Select* select) override { count(select); }
    void visit(const Call* call) override { count(call); }
    void visit(const Load* load) override { count(load); }

    template<typename Node>
    void count(const Node* node) {
        if (--left_ > 0) IRVisitor::visit(node);
    }
};

class SharedValues : public WithLets<IRMutator> {
    using WithLets::visit;
    Stmt visit(const Block* block) override {
        const Block* rest = block->rest.as<Block>();
        const Stmt &one = block->first, &next = rest ? rest->first : block->rest;
        const std::string tuple = tuple_stored_to(one);
        if (tuple.empty() || tuple != tuple_stored_to(next)) return IRMutator::visit(block);
        const SpelledStore first = SpelledStore::of(one), second = SpelledStore::of(next);
        const std::vector<Expr> shared = in_common(first, second);
        if (shared.empty()) return IRMutator::visit(block);
        const Stmt both = together(first, second, shared);
        return rest ? Block::make(both, mutate(rest->rest)) : both;
    }

    /// Functions that the first value and the second call of the same operands, as the first does; none where
    /// the second may depend on what the first stores.
    std::vector<Expr> in_common(const SpelledStore& first, const SpelledStore& second) const {
        const Calls of_first = calls_of(first), of_second = calls_of(second);
        if (!of_first.pure || !of_second.pure || of_second.loaded.count(first.store->name) > 0) return {};
        std::vector<Expr> shared;
        for (const Expr& function : of_first.functions)
            if (is_among(function, of_second.functions)) shared.push_back(function);
        return shared;
    }

    /// By what is defined outside of all lets.
    bool is_among(const Expr& function, const std::vector<Expr>& functions) const {
        const Expr spelled = ordered(spelled_out(function, lets_));
        return std::any_of(functions.begin(), functions.end(), [&](const Expr& one) {
            return name_of(one) == name_of(function) && one.type() == function.type() &&
                   graph_equal(ordered(spelled_out(one, lets_)), spelled);
        });
    }

    /// With the terms of places in one order, where these are no long expressions.
    static Expr ordered(const Expr& function) {
        if (!function.as<Load>()) return function;
        Nodes nodes;
        function.accept(&nodes);
        return nodes.few() ? simplify(function) : function;
    }

    static const std::string& name_of(const Expr& function) {
        const Call* call = function.as<Call>();
        return call ? call->name : function.as<Load>()->name;
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
