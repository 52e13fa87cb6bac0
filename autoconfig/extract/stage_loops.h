// What the loops of a definition do, as far as its indices tell.
#pragma once

#include "autoconfig/extract/access/span.h"
#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/stages.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace autoconfig::extraction {

/// Fills in how stage s of a Func of these dimensions goes through its elements: iterations, reduction,
/// window, innermost, passes, pure loops and what waits in turn. `may_be_cut`: it computes the same where a
/// pure loop that moves no condition is split or trimmed.
void describe_loops(StageWork& work, const Node& node, std::size_t s,
                    const std::map<std::string, Span>& reduced, const std::vector<Dimension>& dimensions,
                    bool may_be_cut);

} // namespace autoconfig::extraction
