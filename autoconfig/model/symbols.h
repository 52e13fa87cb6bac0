// The quantities that several files' terms are made of, by the names they have in formulas.
#pragma once

#include "autoconfig/model/expression.h"

namespace autoconfig::symbol {

// Of a configuration.
constexpr Symbol MR{"MR"}, n_v{"n_v"}, KC{"KC"};
constexpr Symbol tiles{"tiles"}, blocks{"blocks"}, vectors{"vectors"};
constexpr Symbol lines_of_a{"lines of A"}, lines_of_b{"lines of B"}, lines_of_out{"lines of out"};
constexpr Symbol runs{"runs"};

// Of a machine; see machine.h for each.
constexpr Symbol N_fma{"N_fma", rate_unit}, P_ld{"P_ld", rate_unit}, P_st{"P_st", rate_unit};
constexpr Symbol issue_width{"issue width", rate_unit}, L{"L", cycles_unit};
constexpr Symbol L1L2{"L1L2", cycles_unit}, L2L3{"L2L3", cycles_unit}, L3Mem{"L3Mem", cycles_unit}; // a line
constexpr Symbol ahead{"fetched ahead", cycles_unit}, evict{"evict", cycles_unit};                  // a line
constexpr Symbol start{"start", cycles_unit}, allocation{"allocation", cycles_unit};
constexpr Symbol loop_exit{"loop exit", cycles_unit};

} // namespace autoconfig::symbol
