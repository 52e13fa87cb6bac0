// Updates of an output that read it back at rows whose place in the buffer is known.
#pragma once

#include <Halide.h>

#include <cstddef>
#include <cstdint>

namespace autoconfig::extraction {

/// Steps of loops that become numbers, because they are unrolled or there is only one of them.
struct Numbered {
    std::int64_t rows = 1;  // of a loop over a dimension of the output
    bool reduction = false; // all of a reduction
};

/// Some read of the output by its own update lies a known number of elements behind the buffer's begin, but
/// for dimension 0: in every other dimension the stride is stated, or the index is a number. Halide
/// takes such a read in vectors for aligned, whatever the caller's buffer is (AlignsOwnRows in defects.h).
bool reads_own_rows_at_known_places(const Halide::Internal::Function& output, std::size_t update,
                                    const Numbered& numbered);

} // namespace autoconfig::extraction
