// Parallel loops that are not worth waking threads for.
#pragma once

#include <Halide.h>

#include <map>
#include <string>

namespace autoconfig::lowering {

/// The parallel loops of these Funcs run as one task where their condition, on sizes of buffers and on
/// parameters, does not hold: Halide's pool wakes no thread for that. [a loop called again after 0.1 ms and
/// after 5 ms: one task 0.1 and 0.6 us, two empty ones 8 and 32 us; Halide 14's pool, EPYC (Zen 5, family 26
/// model 2, 2 cores, KVM), 2026-11-29]
void run_as_one_task(Halide::Pipeline& pipeline, const std::map<std::string, Halide::Expr>& threads_pay);

} // namespace autoconfig::lowering
