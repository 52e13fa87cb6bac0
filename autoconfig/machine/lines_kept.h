// What a cache keeps of rows that lie a stride apart.
#pragma once

#include "autoconfig/machine/machine.h"

namespace autoconfig {

/// Does a cache keep so many bytes? One whose sets follow from the address within a page, as an L1's, keeps
/// what it has room for. Of others all ways but one hold it, as what passes by takes one (Low et al., TOMS
/// 43(2), 2016, section 4). [11x29x1208 f32, transposed B, tiles 2x4 along k: 29 KiB stay in an L1 of 32,
/// EPYC (Zen 3, family 25 model 1, 2 cores, KVM), 2026-11-23]
bool fits(double bytes, const Cache& cache);

/// Does it keep them from one sweep over all of them to the next? A set that overflows loses all of its lines
/// then, and pages share the sets out by chance: up to three quarters stay. [conv 1x1 7x7 320->1280 f32,
/// 1.6 MB of weights for an L2 of 2 MB, 2 threads: 156 us where each sweeps over all of them, 135 where over
/// half, reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM), 2026-11-21]
bool stays_between_sweeps(double bytes, const Cache& cache);

/// Sets of a cache that rows `stride_bytes` apart fall on, with so many lines of each: such rows may fall on
/// few sets. Addresses within a page decide the lower set bits; pages are spread over the rest.
double sets_taken(const Cache& cache, double stride_bytes, double lines_a_row);

/// Lines that a cache can keep of rows `stride_bytes` apart, of each of which so many are read.
double lines_kept(const Cache& cache, double stride_bytes, double lines_a_row);

/// Of elements `stride_bytes` apart, each on a line of its own: where these do not begin alike they fall on
/// all of its sets.
double lines_kept(const Cache& cache, double stride_bytes);

} // namespace autoconfig
