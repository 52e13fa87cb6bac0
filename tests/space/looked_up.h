// A Func that looks up what it computes.
#pragma once

#include "tests/support/stage_graphs.h"

namespace autoconfig::testing_support {

/// A row of a table at what each element says.
inline FuncStages looked_up() {
    FuncStages table = separable_blur(1024, 64, 1).funcs[2];
    table.stages[0].reads = {around(0, 0, 0, 1)};
    table.stages[0].reads[0].at[0].scattered = {true, false};
    return table;
}

} // namespace autoconfig::testing_support
