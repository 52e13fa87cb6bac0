// Memory for the experiments.
#include "runtime/memory.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace autoconfig::runtime {

Memory allocate(std::size_t bytes) {
    const std::size_t whole = (bytes + page_bytes - 1) / page_bytes * page_bytes;
    void* memory = std::aligned_alloc(page_bytes, whole);
    if (!memory) throw std::bad_alloc();
    std::memset(memory, 0, whole);
    return Memory(static_cast<char*>(memory), std::free);
}

std::size_t whole_blocks(std::int64_t bytes) { return static_cast<std::size_t>(bytes) / 512 * 512; }

} // namespace autoconfig::runtime
