// Memory for the experiments, from the system as a program's own arrays are, every page touched.
#pragma once

#include "autoconfig/allocation_limits.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace autoconfig::runtime {

using Memory = std::unique_ptr<char, void (*)(void*)>;

/// At the start of a page.
Memory allocate(std::size_t bytes);

/// What Kernels::read takes, at most so many bytes.
std::size_t whole_blocks(std::int64_t bytes);

constexpr std::size_t page_bytes = autoconfig::page_bytes;

} // namespace autoconfig::runtime
