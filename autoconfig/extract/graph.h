// A pipeline as extract sees it: every Func with its definitions, lets written out, what each definition
// loads, who consumes it, and whether somebody has scheduled it already.
#pragma once

#include <Halide.h>

#include <map>
#include <string>
#include <vector>

namespace autoconfig::extraction {

/// One definition of a Func, the pure one or an update.
struct Stage {
    std::vector<Halide::Expr> args, values; // without Let nodes; equal subexpressions share nodes
    std::vector<Halide::Internal::ReductionVariable> rvars; // innermost first
    std::vector<Halide::Expr> conditions;                   // of RDom::where; all are to hold
    std::vector<const Halide::Internal::Call*> picked_by;   // loads of these
    std::vector<const Halide::Internal::Call*> loads;       // of Funcs and images, anywhere in it

    bool predicated() const { return !conditions.empty(); }
};

struct Node {
    Halide::Internal::Function function;
    std::vector<Stage> stages;          // pure definition first; empty for an extern Func
    std::vector<std::string> consumers; // each once, by name
    bool output = false;
    bool scheduled = false; // by hand, or stays where Halide has it because others are
    std::string left;       // why it stays there, or empty
    std::string kept;       // why it is computed apart where it can be, or empty

    /// Only a pure definition, and no schedule: Halide inlines it unless somebody computes it.
    bool inlinable() const { return function.is_pure() && !scheduled && kept.empty(); }
    int dimensions() const { return function.dimensions(); }
};

struct Graph {
    std::map<std::string, Node> nodes;
    std::vector<std::string> order; // producers before consumers

    explicit Graph(const Halide::Pipeline& pipeline);
    const Node& at(const std::string& func) const { return nodes.at(func); }
    /// nullptr for a load of an image.
    const Node* callee(const Halide::Internal::Call* load) const;
};

/// The index is the variable of that name, and nothing else.
bool is_variable(const Halide::Expr& index, const std::string& name);

/// Each of the indices is the Func's own variable in its place.
bool is_own_place(const std::vector<Halide::Expr>& indices, const Node& node);

bool is_load(const Halide::Internal::Call* call);
/// Loads in `expr`, each node once; those inside the indices of another load only when `nested`.
std::vector<const Halide::Internal::Call*> loads_in(const Halide::Expr& expr, bool nested);

} // namespace autoconfig::extraction
