// What a cache keeps of rows that lie a stride apart.
#pragma once

#include "autoconfig/machine/machine.h"

namespace autoconfig {

constexpr double page_bytes = 4096;

/// Lines that a cache can keep of rows `stride_bytes` apart, of each of which so many are read: such rows may
/// fall on few sets. Addresses within a page decide the lower set bits; pages are spread over the rest.
double lines_kept(const Cache& cache, double stride_bytes, double lines_a_row);

} // namespace autoconfig
