// The upper half of the text report: what was asked and on which machine.
#pragma once

#include "autoconfig/extract/problem.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/report/layout.h"

#include <string>

namespace autoconfig::report {

constexpr std::size_t section_column = 10; // where the text of a section starts
constexpr std::size_t detail_column = 14;  // the same for the labelled lines inside a section

/// A labelled line inside a section; its items are kept whole where they fit.
std::string item_row(const std::string& label, const Lines& items, const std::string& separator);

/// "matmul C   C[n, m] += A[k, m] * B[n, k]   f32", then loops, work, what surrounds it, notes.
std::string problem_section(const Problem& problem, const Machine& machine);

/// "machine   x86-avx512 (from target)", then the numbers the model uses for this problem's type.
std::string machine_section(const Problem& problem, const Machine& machine);

} // namespace autoconfig::report
