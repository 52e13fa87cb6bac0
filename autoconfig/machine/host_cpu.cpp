// A table: vendor, family and models of CPUID -> LLVM's name of the CPU.
#include "autoconfig/machine/host_cpu.h"

#include <array>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace autoconfig {

namespace {

struct Row {
    const char* vendor;
    int family, first_model, last_model;
    const char* name;
};

// [Linux, arch/x86/kernel/cpu/amd.c: which models of a family are of which generation; without the models of
// Zen 5 for laptops, whose units are 256 bits wide]
constexpr std::array<Row, 10> rows{{
    {"AuthenticAMD", 0x17, 0x30, 0x4f, "znver2"},
    {"AuthenticAMD", 0x17, 0x60, 0x7f, "znver2"},
    {"AuthenticAMD", 0x17, 0x90, 0x91, "znver2"},
    {"AuthenticAMD", 0x17, 0xa0, 0xaf, "znver2"},
    {"AuthenticAMD", 0x19, 0x00, 0x0f, "znver3"},
    {"AuthenticAMD", 0x19, 0x10, 0x1f, "znver4"},
    {"AuthenticAMD", 0x19, 0x20, 0x5f, "znver3"},
    {"AuthenticAMD", 0x19, 0x60, 0xaf, "znver4"},
    {"AuthenticAMD", 0x1a, 0x00, 0x1f, "znver5"},
    {"AuthenticAMD", 0x1a, 0x40, 0x4f, "znver5"},
}};

} // namespace

std::string cpu_name(const CpuIdentity& cpu) {
    for (const Row& row : rows)
        if (cpu.vendor == row.vendor && cpu.family == row.family && cpu.model >= row.first_model &&
            cpu.model <= row.last_model)
            return row.name;
    return "";
}

#if defined(__x86_64__)

CpuIdentity read_identity() {
    CpuIdentity cpu;
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx)) return cpu;
    for (const unsigned part : {ebx, edx, ecx})
        cpu.vendor.append(reinterpret_cast<const char*>(&part), sizeof part);
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx)) return cpu;
    const auto field = [&](int first, int width) {
        return static_cast<int>((eax >> first) & ((1u << width) - 1));
    };
    cpu.family = field(8, 4) == 0xf ? 0xf + field(20, 8) : field(8, 4);
    cpu.model = (field(16, 4) << 4) | field(4, 4);
    return cpu;
}

bool is_virtual_machine() {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx >> 31) != 0;
}

#else

CpuIdentity read_identity() { return {}; }
bool is_virtual_machine() { return false; }

#endif

} // namespace autoconfig
