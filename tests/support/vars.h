// The names of dimensions in the tests' pipelines.
#pragma once

#include <Halide.h>

namespace autoconfig::testing {

// Of images: columns, rows, planes, volumes, channels; of products: columns, rows, what is reduced, batches.
inline const Halide::Var x("x"), y("y"), z("z"), t("t"), c("c");
inline const Halide::Var n("n"), m("m"), k("k"), b("b");

} // namespace autoconfig::testing
