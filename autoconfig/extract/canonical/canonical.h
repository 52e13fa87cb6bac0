// One form for what is written in several ways, so that the rest reads, schedules and explains one: an output
// that is a sum becomes a copy of a Func that is; arithmetic on an operand of a product, or bounds on its
// indices, become a Func, and so does an operand at places that follow no rule; sums and maxima over boxes go
// through one dimension after the other; a maximum along a row that has an argument, or keeps what is no
// number, is found in lanes; an update that a condition on data leaves out chooses values; a tanh that is
// called once an element becomes arithmetic.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

namespace autoconfig {

/// What was written otherwise.
struct Canonical {
    std::string source;             // C++ that does the same to the pipeline as it was; expects `pipeline`
    std::vector<std::string> notes; // for the report, one a change
};

/// Changes definitions of the pipeline's Funcs, not what they compute but for the last bits of a tanh and of
/// sums of floats over boxes.
/// Funcs of a pipeline with a schedule of any kind stay as they are but for that: its author may refer to
/// loops that are there. tanh stays for a target with strict_float or a GPU.
Canonical canonicalise(const Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig
