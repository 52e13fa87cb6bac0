// How the threads of a kernel share its loops and wait for the next (runtime/threads.cpp).
#pragma once

#include <Halide.h>

#include <string>

namespace autoconfig::lowering {

/// Whether libraries for `target` can be given our way to wait: it is compiled for the machine that the
/// command itself is for, and is part of the runtime.
bool can_wait_awake(const Halide::Target& target);

/// Has a kernel with parallel loops refer to that object, so that who links the kernel links both.
void wait_awake(Halide::Pipeline& pipeline);

/// The object file.
std::string waiting_object();

} // namespace autoconfig::lowering
