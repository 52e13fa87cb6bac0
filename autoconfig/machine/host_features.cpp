// A table: Halide feature -> CPUID bits of the instructions that its LLVM CPU may use.
#include "autoconfig/machine/host_features.h"

#include <vector>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace autoconfig {

namespace {

constexpr std::uint32_t bits() { return 0; }
template<typename... Rest>
constexpr std::uint32_t bits(int first, Rest... rest) {
    return (std::uint32_t(1) << first) | bits(rest...);
}

/// XCR0: SSE and AVX; those and the three AVX-512 states; those and the two of AMX; APX.
constexpr std::uint64_t ymm_state = bits(1, 2), zmm_state = bits(1, 2, 5, 6, 7),
                        tile_state = bits(1, 2, 5, 6, 7, 17, 18), apx_state = bits(1, 2, 19);

struct Requirement {
    const char* feature;
    std::vector<const char*> also; // features it builds on
    CpuidBits needs;
};

CpuidBits needs_avx512(std::uint32_t ebx, std::uint32_t ecx = 0, std::uint32_t edx = 0,
                       std::uint32_t leaf7_1_eax = 0, std::uint64_t xcr0 = zmm_state) {
    CpuidBits needs;
    needs.leaf7_ebx = ebx;
    needs.leaf7_ecx = ecx;
    needs.leaf7_edx = edx;
    needs.leaf7_1_eax = leaf7_1_eax;
    needs.xcr0 = xcr0;
    return needs;
}

CpuidBits needs_leaf1(std::uint32_t ecx, std::uint64_t xcr0) {
    CpuidBits needs;
    needs.leaf1_ecx = ecx;
    needs.xcr0 = xcr0;
    return needs;
}

CpuidBits needs_avx2() {
    CpuidBits needs = needs_leaf1(bits(22), ymm_state); // movbe
    needs.leaf7_ebx = bits(3, 5, 8);                    // bmi1, avx2, bmi2
    needs.extended1_ecx = bits(5);                      // lzcnt
    return needs;
}

CpuidBits needs_leaf7_1_edx(std::uint32_t edx, std::uint64_t xcr0) {
    CpuidBits needs;
    needs.leaf7_1_edx = edx;
    needs.xcr0 = xcr0;
    return needs;
}

CpuidBits needs_fma4() {
    CpuidBits needs;
    needs.extended1_ecx = bits(16);
    needs.xcr0 = ymm_state;
    return needs;
}

/// vbmi2, gfni, vnni, bitalg, vpopcntdq: AVX-512 since Ice Lake and Zen 4.
constexpr std::uint32_t ice_lake_ecx = bits(6, 8, 11, 12, 14);

/// In an order where each row comes after those it builds on.
const std::vector<Requirement>& requirements() {
    static const std::vector<Requirement> table = {
        {"sse41", {}, needs_leaf1(bits(9, 19), 0)}, // ssse3, sse4.1
        {"avx",
         {"sse41"},
         needs_leaf1(bits(1, 20, 23, 27, 28), ymm_state)},              // pclmul, sse4.2, popcnt, osxsave
        {"f16c", {"avx"}, needs_leaf1(bits(29), ymm_state)},            //
        {"fma", {"avx"}, needs_leaf1(bits(12), ymm_state)},             //
        {"fma4", {"avx"}, needs_fma4()},                                //
        {"avx2", {"avx", "f16c", "fma"}, needs_avx2()},                 // as Haswell
        {"avx512", {"avx2"}, needs_avx512(bits(16, 28))},               // f, cd
        {"avx512_knl", {"avx512"}, needs_avx512(bits(26, 27))},         // pf, er
        {"avx512_skylake", {"avx512"}, needs_avx512(bits(17, 30, 31))}, // dq, bw, vl
        {"avx512_cannonlake", {"avx512_skylake"}, needs_avx512(bits(21), bits(1))},        // ifma, vbmi
        {"avxvnni", {"avx2"}, needs_avx512(0, 0, 0, bits(4), ymm_state)},                  //
        {"avx512_zen4", {"avx512_cannonlake"}, needs_avx512(0, ice_lake_ecx, 0, bits(5))}, // bf16
        {"avx512_zen5",
         {"avx512_zen4", "avxvnni"},
         needs_avx512(0, bits(27), bits(8))}, // movdiri, vp2intersect
        {"avx512_sapphirerapids",
         {"avx512_zen4", "avxvnni"},
         needs_avx512(0, 0, bits(22, 23, 24, 25), 0, tile_state)}, // amx-bf16, fp16, amx-tile, amx-int8
        {"avx10_1", {"avx2"}, needs_leaf7_1_edx(bits(19), ymm_state)},
        {"x86_apx", {}, needs_leaf7_1_edx(bits(21), apx_state)},
    };
    return table;
}

bool covers(const CpuidBits& has, const CpuidBits& needs) {
    const auto all = [](std::uint64_t present, std::uint64_t wanted) { return (present & wanted) == wanted; };
    return all(has.leaf1_ecx, needs.leaf1_ecx) && all(has.leaf7_ebx, needs.leaf7_ebx) &&
           all(has.leaf7_ecx, needs.leaf7_ecx) && all(has.leaf7_edx, needs.leaf7_edx) &&
           all(has.leaf7_1_eax, needs.leaf7_1_eax) && all(has.leaf7_1_edx, needs.leaf7_1_edx) &&
           all(has.extended1_ecx, needs.extended1_ecx) && all(has.xcr0, needs.xcr0);
}

} // namespace

std::set<std::string> runnable_features(const CpuidBits& has) {
    std::set<std::string> features;
    for (const Requirement& row : requirements()) {
        bool runnable = covers(has, row.needs);
        for (const char* base : row.also) runnable = runnable && features.count(base);
        if (runnable) features.insert(row.feature);
    }
    return features;
}

const std::set<std::string>& cpu_features() {
    static const std::set<std::string> names = [] {
        std::set<std::string> all;
        for (const Requirement& row : requirements()) all.insert(row.feature);
        return all;
    }();
    return names;
}

#if defined(__x86_64__)

namespace {

std::uint64_t read_xcr0() {
    std::uint32_t low = 0, high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (std::uint64_t(high) << 32) | low;
}

} // namespace

CpuidBits read_cpuid() {
    CpuidBits result;
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) result.leaf1_ecx = ecx;
    unsigned subleaves = 0;
    if (__get_cpuid_count(7, 0, &subleaves, &ebx, &ecx, &edx)) {
        result.leaf7_ebx = ebx;
        result.leaf7_ecx = ecx;
        result.leaf7_edx = edx;
    }
    if (subleaves >= 1 && __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx)) {
        result.leaf7_1_eax = eax;
        result.leaf7_1_edx = edx;
    }
    if (__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx)) result.extended1_ecx = ecx;
    if (result.leaf1_ecx & bits(27)) // osxsave: xgetbv may be used
        result.xcr0 = read_xcr0();
    return result;
}

#else

CpuidBits read_cpuid() { return {}; }

#endif

} // namespace autoconfig
