// The instruction that fetches a line ahead, as code that Halide links into a kernel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace autoconfig {

/// Bitcode of `int32 NAME(base, int64 bytes)`: fetches the line at base + bytes into all caches, where it is
/// mapped, and gives 0. Always inlined. For the LLVM triple's data layout; empty where LLVM cannot be asked.
std::vector<std::uint8_t> prefetch_bitcode(const std::string& name, const std::string& triple);

} // namespace autoconfig
