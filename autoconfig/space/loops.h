// What runs around register tiles: blocks of rows, and the loop that threads share.
#pragma once

#include "autoconfig/space/facts.h"

#include <vector>

namespace autoconfig {

/// Row blocks to try (RB): 0, which is panels around all rows, and blocks with all panels within. Of two M
/// loops: about 1, 2, 4, ... of the outer one, as long as their rows of a leave half of L2 free. Of one: an
/// equal share of its tiles for each core.
std::vector<std::int64_t> row_blocks(const Facts& facts, int MR);

/// Adds `config` once for every loop the threads could share, and serial.
void add_parallel_variants(std::vector<Config>& configs, const Config& config, const Facts& facts);

} // namespace autoconfig
