// Which Funcs stay where Halide has them because of the schedules that others were given by hand.
#pragma once

#include "autoconfig/extract/graph.h"

#include <map>
#include <string>

namespace autoconfig::extraction {

/// Of a graph in which `scheduled` means by hand: Funcs without a schedule that must keep none, with the
/// reason: loops that somebody computes others in, or with, keep their names, what reads such a Func has to
/// be within that loop too, and what only Funcs on a GPU read is made there.
std::map<std::string, std::string> left_by_hand_schedules(const Graph& graph);

} // namespace autoconfig::extraction
