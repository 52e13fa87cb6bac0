// What a kernel checks of its arguments before it runs.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Has Halide test the checks one after the other. Four and more in a row it gathers into the bits of one
/// integer, which LLVM puts together in AVX-512's mask registers, shift by shift. [1x1x1 f32 takes 40 ns so
/// and 18 ns one by one, 16x16x16 f32 165 and 130, reference machine (Xeon, Emerald Rapids, model 207, 2
/// cores, KVM), 2026-11-22]
void check_one_by_one(Halide::Pipeline& pipeline);

/// Keeps the pipeline's own requirements under `no_asserts`, which drops them with Halide's checks: where one
/// does not hold, the error handler is called and nothing else is done. [A kernel without checks returns no
/// error code: 0 then, where the handler returns.] The target to lower for: Halide 19 and later have to be
/// asked for all checks, of which the pass leaves the requirements.
Halide::Target keep_requirements(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
