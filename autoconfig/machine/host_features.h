// Which of Halide's x86 features this CPU really has. Halide 14 infers a whole CPU generation from a few
// CPUID bits: on some CPUs its `host` says avx512_sapphirerapids though AMX or AVX512-FP16 are missing,
// and LLVM then emits instructions that die of SIGILL.
#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace autoconfig {

/// The CPUID registers that matter, named leaf[_subleaf]_register, and XCR0: the register state that
/// the operating system saves (Intel SDM vol. 2A, CPUID; vol. 1, 13.3).
struct CpuidBits {
    std::uint32_t leaf1_ecx = 0;
    std::uint32_t leaf7_ebx = 0, leaf7_ecx = 0, leaf7_edx = 0;
    std::uint32_t leaf7_1_eax = 0, leaf7_1_edx = 0;
    std::uint32_t extended1_ecx = 0; // leaf 0x80000001
    std::uint64_t xcr0 = 0;
};

/// Zeros where this is not an x86 CPU.
CpuidBits read_cpuid();

/// Halide's x86 CPU features, by its names, whose every instruction the CPU has: all that the LLVM CPU
/// may use which Halide's back end picks for the feature.
std::set<std::string> runnable_features(const CpuidBits& bits);

/// The features runnable_features knows about; others ("no_asserts", "cuda") are none of the CPU's.
const std::set<std::string>& cpu_features();

} // namespace autoconfig
