// Branches that store the same value under a mask or without.
#pragma once

#include <Halide.h>

#include <string>

namespace autoconfig::lowering {

/// Has one store to the buffer where a branch has a store on either side and the two differ only by masks of
/// what they load: with the masks, of which all lanes hold where the condition does. Halide asks for each
/// vector of an unrolled tile whether it is whole; LLVM keeps no accumulator in a register across such
/// branches. Not where the target has no masked loads of some element (masked_loads.h): whole vectors would
/// be loaded lane by lane, too.
Halide::Internal::Stmt join_branches(const Halide::Internal::Stmt& body, const std::string& buffer,
                                     const Halide::Target& target);

} // namespace autoconfig::lowering
