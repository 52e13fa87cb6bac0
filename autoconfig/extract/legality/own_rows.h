// Updates of an output that read it back at rows whose place in the buffer is known.
#pragma once

#include <Halide.h>

#include <cstddef>

namespace autoconfig::extraction {

/// Some read of the output by its own update lies a known number of elements behind the buffer's begin, but
/// for dimension 0: in every other dimension the stride is stated, or the index is a number. Halide
/// takes such a read in vectors for aligned, whatever the caller's buffer is (AlignsOwnRows in defects.h).
/// `written_out`: all steps of the reduction are, so that their indices are numbers.
bool reads_own_rows_at_known_places(const Halide::Internal::Function& output, std::size_t update,
                                    bool written_out);

} // namespace autoconfig::extraction
