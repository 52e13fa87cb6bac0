// The choices that several strategies have, each in the file of its subject.
#pragma once

#include "autoconfig/space/facts.h"
#include "autoconfig/space/space.h"

namespace autoconfig {

/// Register tiles of as many rows as registers and L1 have room for, or of those that a clipped window
/// leaves, as wide as the panels that B lies in, where some are. (tiles.cpp)
std::vector<TileShape> tiles_of(const Facts& facts);

/// Tiles for columns that fill none: of whole vectors, or of sums along k; of many rows first, of one last;
/// serial. (any_columns.cpp)
std::vector<Config> tiles_for_any_columns(const Facts& facts);

/// Whether to copy a: in place unless its arithmetic would be repeated for every tile. (packing.cpp)
std::vector<bool> copies_of_a(const Facts& facts);
/// Whether to pack panels of NR columns of b: within blocks of rows they are packed anew for each.
std::vector<bool> copies_of_b(const Facts& facts, int NR, bool within_row_blocks);
/// Lets the first row of tiles pack a panel, under its arithmetic, where that can be.
void set_k_pack(Config& config, const Facts& facts);
/// Words of a name: " pack_a pack_b".
std::string words_of(const Copies& copies);

/// More accumulators than elements: chains, each the sum of some steps of K, and rows of B side by side in a
/// vector. (chains.cpp)
struct SumsOfElement {
    int b_rows, chains;
};
/// As many as may keep the multiply-add units busy where the accumulators of `tile` do not, which is one of
/// register_tile or along_k that reads both operands in place.
std::vector<SumsOfElement> sums_side_by_side(const Config& tile, const Facts& facts);

/// Row blocks to try (RB): 0, which is panels around all rows, and blocks with all panels within. Of two M
/// loops: about 1, 2, 4, ... of the outer one, as long as their rows of a leave half of L2 free. Of one: an
/// equal share of its tiles for each core. (loops.cpp)
std::vector<std::int64_t> row_blocks(const Facts& facts, int MR);
/// Threads share rows of the outer M loop in config.tasks equal parts of however many there are at run time,
/// not in blocks of RB. Halide cuts what lies inside of boundary conditions out of the first loop over rows
/// that it can solve for, and its first and last iteration stay uncut: with blocks of known rows all of the
/// first and last block, with parts it cannot solve for only the first and last row. (loops.cpp)
bool shares_rows_at_run_time(const Problem& problem, const Config& config);
/// Iterations of a loop that threads may share, each a task.
std::int64_t tasks_of(ParallelLoop loop, const Config& config, const Facts& facts);
/// Adds `config` with a loop of so many tasks shared by the threads; nothing for fewer than two.
void add_shared(std::vector<Config>& configs, const Config& config, ParallelLoop loop, std::int64_t tasks);
/// Adds `config` once for every loop the threads could share, and serial.
void add_parallel_variants(std::vector<Config>& configs, const Config& config, const Facts& facts);

} // namespace autoconfig
