// Which indices Halide sees to go on with the loops, so that it slides a window along one.
#pragma once

#include "autoconfig/extract/access/span.h"

#include <map>
#include <string>
#include <vector>

namespace autoconfig::extraction {

/// Does Halide see that the index never goes back as one of the loops goes on, wherever the reduced ones are?
bool is_seen_to_go_on(const Halide::Expr& index, const std::vector<std::string>& loops,
                      const std::map<std::string, Span>& reduced);

} // namespace autoconfig::extraction
