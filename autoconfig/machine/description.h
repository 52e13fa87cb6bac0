// A machine file, read: the numbers of a Machine, and what else the file says about when and how to use
// them.
//
//   {
//     "summary":  "one line on what this describes",
//     "based_on": "x86-avx2",                     built-in name, or a path relative to this file; optional
//     "serves":  [{"arch": "x86", "bits": 64,     targets this file is chosen for; optional, not inherited
//                  "features": ["avx2"],          Halide feature names that must all be there
//                  "cpus": ["haswell"]}, ...],    LLVM CPU names; optional: any CPU
//     "llvm":     {"cpu": "haswell",              whose scheduling tables stand for this machine when the
//                                                 target names no CPU
//                  "refines": ["mac_f32", ...]},  what those tables know better; optional
//     "l2":       {"size": {"value": 256, "unit": "KiB", "source": "..."}, ...}, and so on: see fields.cpp;
//                                                measured ones may say "spread": 0.5, in the same unit
//   }
#pragma once

#include "autoconfig/machine/embedded.h"
#include "autoconfig/machine/machine.h"

#include <set>
#include <string>
#include <vector>

namespace autoconfig {

/// A kind of target a description is chosen for.
struct Serves {
    std::string arch;
    int bits = 64;
    std::set<std::string> features;
    std::set<std::string> cpus; // empty: any
};

struct LlvmUse {
    std::string cpu;
    std::set<std::string> refines; // of llvm_refinable()
};

struct Description {
    Machine machine;
    MacRate mac_f32_strict, mac_f64_strict; // where a product and a sum may not be fused
    LlvmUse llvm;
    std::vector<std::string> lineage; // this file's name, then that of the file it is based on, ...
};

/// The names "refines" may hold.
const std::set<std::string>& llvm_refinable();

/// The kinds of target a built-in description is chosen for, read without the rest of it; none: it is chosen
/// by name only.
std::vector<Serves> served_by(const EmbeddedTarget& target);

/// A built-in description. Error where there is none of that name.
Description load_builtin(const std::string& name);

/// A description from a file, or, where `path` is the name of a built-in one, that.
/// Error, starting with the file's name: missing, malformed, unknown key, missing quantity, bad unit or
/// value, based_on cycle.
Description load_description(const std::string& path);

} // namespace autoconfig
