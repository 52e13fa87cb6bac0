// Where Halide holds an LLVM of its own, which cannot be asked.
#include "autoconfig/machine/llvm_prefetch.h"

namespace autoconfig {

std::vector<std::uint8_t> prefetch_bitcode(const std::string&, const std::string&) { return {}; }

} // namespace autoconfig
