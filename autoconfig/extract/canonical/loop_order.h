// Which loops lead to an expression, and in which order they lead through what it loads.
#pragma once

#include <Halide.h>

#include <set>
#include <string>
#include <vector>

namespace autoconfig::extraction {

using LoopSet = std::set<std::string>;

/// Those of some loops that lead to an expression.
LoopSet loops_of(const Halide::Expr& value, const std::vector<std::string>& loops);

/// Those loops that are used, as they lead through the load that most of them move, else as they are given.
std::vector<std::string> in_order(const LoopSet& used, const std::vector<std::string>& loops,
                                  const std::vector<const Halide::Internal::Call*>& loads);

} // namespace autoconfig::extraction
