// Builds a pipeline and writes down, at every step, the C++ that builds it.
#pragma once

#include "tests/fuzz/plan.h"
#include "tests/fuzz/term.h"

#include <Halide.h>

#include <string>
#include <utility>
#include <vector>

namespace autoconfig::fuzz {

/// Something that can be read at places: an input or a Func, how the source calls it, and how large its
/// values are, one number a Tuple's value.
struct Handle {
    Halide::Func func;
    std::string id;
    std::vector<double> most;
    int dimensions() const { return func.dimensions(); }
};

/// A reduction domain and its loops.
struct Domain {
    Halide::RDom rdom;
    std::string id;
    Terms loops;
};

/// First value and number of values of a loop.
using Range = std::pair<Term, Term>;

class Writer {
public:
    explicit Writer(const Plan& plan);

    /// x, y, z, w, v; as many as asked for.
    Terms vars(int count) const;
    /// A scalar parameter.
    Term parameter() const;
    /// Extents of dimension 0 to 4 of a run: from input 0, or what is bound.
    Term extent(int dimension) const;

    Handle func();
    Domain domain(const std::vector<Range>& ranges);
    void where(Domain& domain, const Term& condition);
    /// A pure definition, the first of a Func, or an update; several values make a Tuple.
    void define(Handle& func, const Terms& at, const Terms& values);
    /// A new Func that extends another beyond its first `dimensions` extents, as Halide's boundary condition
    /// of that name does.
    Handle bounded(const Handle& source, const std::string& condition, int dimensions);
    /// A new Func of one dimension that repeats the last of 16 numbers, which lie in the pipeline's code.
    Handle table();
    /// A new Func of 32-bit integers, made by external code: one more than the source's values.
    Handle plus_one(const Handle& source);

    Term load(const Handle& source, const Terms& at, int value = 0) const;

    /// A scheduling call, or any other statement that has been carried out already.
    void wrote(const std::string& statement) { text_ += "    " + statement + "\n"; }

    std::vector<Handle>& inputs() { return handles_; }
    const std::vector<Halide::ImageParam>& params() const { return params_; }
    const std::string& text() const { return text_; }

private:
    void add_input(const Input& input);

    const Plan& plan_;
    Halide::Param<int> parameter_;
    std::vector<Halide::ImageParam> params_;
    std::vector<Handle> handles_; // of the inputs
    std::string text_;
    int funcs_ = 0, domains_ = 0, tables_ = 0;
};

Halide::Type type_of(Element element);

} // namespace autoconfig::fuzz
