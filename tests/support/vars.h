// The names of dimensions in the tests' pipelines.
#pragma once

#include <Halide.h>

namespace autoconfig::testing {

inline const Halide::Var x("x"), y("y"), z("z"), t("t");        // columns, rows, planes, their number
inline const Halide::Var c("c"), n("n"), m("m"), k("k"), b("b"); // channels, columns, rows, reduced ones, batches

} // namespace autoconfig::testing
