// Where memory comes from, by how much is asked for.
#pragma once

#include <cstdint>

namespace autoconfig {

constexpr std::int64_t kibibyte = 1024, mebibyte = 1024 * kibibyte;

/// Arrays of a constant size up to this lie on the stack, others come from malloc (Halide's
/// can_allocation_fit_on_stack).
constexpr std::int64_t halide_stack_bytes = 16 * kibibyte;

/// Larger blocks glibc's malloc gives back to the system whenever they are freed
/// (DEFAULT_MMAP_THRESHOLD_MAX on 64 bits; mallopt(3), M_MMAP_THRESHOLD).
constexpr std::int64_t malloc_never_keeps_bytes = 32 * mebibyte;

/// What Linux gives at once, on the machines that are described.
constexpr std::int64_t page_bytes = 4 * kibibyte;

/// And where large pages are asked for (lowering/large_pages.h).
constexpr std::int64_t large_page_bytes = 2 * mebibyte;

/// Halide refuses larger buffers at run time.
constexpr std::int64_t halide_most_buffer_bytes = 2147483647;

} // namespace autoconfig
