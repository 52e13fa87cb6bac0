// Vectors that are loaded under a mask.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Does the target load vectors of such elements under a mask: AVX of 32 and 64 bits, AVX-512 with BW of any?
/// LLVM loads them lane by lane elsewhere, each behind a branch.
inline bool has_masked_loads(const Halide::Target& target, int bits) {
    const bool any = target.has_feature(Halide::Target::AVX512_Skylake);
    return target.arch == Halide::Target::X86 &&
           (any || (target.has_feature(Halide::Target::AVX) && bits >= 32));
}

} // namespace autoconfig::lowering
