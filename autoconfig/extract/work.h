// What the arithmetic of a definition costs, by the vector registers it fills.
#pragma once

#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/outcomes.h"
#include "autoconfig/extract/work_by_loops.h"

#include <string>
#include <vector>

namespace autoconfig::extraction {

struct Work {
    /// Sum over the instructions of an iteration of the bytes of their results: divided by the bytes of a
    /// register, and times the lanes, it is the instructions of a vector. Loads, their indices but for those
    /// that depend on data, and what producers compute, do not count; shared subexpressions do once. A
    /// division or root counts as the instructions that fit in the time it takes, exp, log and pow as
    /// Halide's polynomials.
    double register_bytes = 0;
    /// Of these, the multiplication of floats that makes the value; 0 where something else does.
    double product_bytes = 0;
    /// Scalar instructions of an iteration that is no vector's, those on floats apart.
    double operations = 0, float_operations = 0;
    double call_instructions = 0; // of the C library, of each lane, in none of the others
    WorkByLoops by_loops;         // register_bytes, by the loops that move what is computed
    bool f64 = false;             // computes in f64
    bool narrow = false;          // reads or makes integers of 8 or 16 bits
    int widest_bytes = 1;         // of the types computed with or stored, loads included
};

/// The mean over the outcomes of its selects, at least one.
/// `loops`: of the Func, in the order of its dimensions.
Work work_of(const Stage& stage, const std::vector<std::string>& loops, const Graph& graph,
             const std::vector<Outcome>& outcomes);

} // namespace autoconfig::extraction
