// What LLVM's scheduling tables say about a CPU. Two definitions: llvm_costs.cpp asks LLVM,
// llvm_costs_none.cpp is for builds whose Halide brings an LLVM that cannot be asked.
#pragma once

#include "autoconfig/machine/machine.h"

#include <optional>
#include <string>

namespace autoconfig {

/// The instructions a Halide target compiles a multiply-accumulate loop to.
enum class InstructionSet { Sse41, Avx, Avx2, Avx512, Neon };

/// Each number is empty where the tables do not have it.
struct LlvmCosts {
    std::optional<MacRate> mac_f32, mac_f64, mac_i32;
    std::optional<double> loads_per_cycle, stores_per_cycle, issue_width;
};

/// Latencies and throughputs of the vector instructions of `set` on `cpu`. `fused` says whether products
/// and sums may be one instruction. Empty where LLVM does not know the CPU or has no tables for it.
std::optional<LlvmCosts> llvm_costs(InstructionSet set, bool fused, const std::string& cpu);

/// "LLVM 14.0.6"
std::string llvm_name();

} // namespace autoconfig
