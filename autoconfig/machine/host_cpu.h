// Which CPU this is, where its features do not tell: Halide 14 sees the same AVX-512 in CPUs of both makers.
#pragma once

#include <string>

namespace autoconfig {

/// Who made a CPU and of which family and model it is, extended ones counted in (CPUID leaves 0 and 1).
struct CpuIdentity {
    std::string vendor; // "AuthenticAMD"; empty where this is not an x86 CPU
    int family = 0, model = 0;
};

CpuIdentity read_identity();

/// Does a hypervisor say that it is there (CPUID leaf 1, ECX bit 31)?
bool is_virtual_machine();

/// LLVM's name of the CPU, as the "cpus" of machine descriptions have it: "znver5". Empty for one whose
/// features say enough.
std::string cpu_name(const CpuIdentity& cpu);

} // namespace autoconfig
