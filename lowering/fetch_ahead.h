// Lines of operands that a kernel fetches before it loads them.
#pragma once

#include "lowering/fetch_distance.h"

#include <Halide.h>

namespace autoconfig::lowering {

/// Whether kernels for `target` can fetch ahead: x86-64 under Linux, where LLVM can be asked for the
/// instruction (machine/llvm_prefetch.h) and Halide takes it (14). Halide's own prefetch compiles to
/// prefetchnta, which passes L2 by.
bool can_fetch_ahead(const Halide::Target& target);

/// Has two kinds of loops fetch what they load some iterations later: sums, the dense vectors that move by a
/// line or more an iteration (panels of B); copies, the rows that lie far from each other (B to be packed).
/// The hardware's own fetching follows runs within a page, from L1's misses on, and comes late for both.
/// [1 thread, ratios to oneDNN in one run each without and with: 64x3136x576 .73 and .86, 1024^3 .85 and
/// 1.0, 49x2048x512 .82 and .88; convolutions whose weights come from L3: 7x7x512-512 3x3 .81 and 1.0,
/// 14x14x512-512 3x3 .87 and 1.05; reference machine (Xeon, Emerald Rapids, model 207, 2 cores, KVM),
/// 2026-11-22]
void fetch_ahead(Halide::Pipeline& pipeline, const FetchLimits& limits);

/// Adds the code of the instruction to the module that such a pipeline became.
void add_fetch_code(Halide::Module& module, const Halide::Target& target);

} // namespace autoconfig::lowering
