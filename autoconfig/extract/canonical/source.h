// The texts of the rewrites' headers, for the schedules that are written.
#pragma once

#include <string>

namespace autoconfig {

extern const std::string source_of_added_terms, source_of_extremum_lanes, source_of_gathered_operands,
    source_of_joined_operands, source_of_operand_funcs, source_of_output_sum, source_of_picked_terms,
    source_of_separated_window, source_of_summed_products, source_of_vector_tanh;

} // namespace autoconfig
