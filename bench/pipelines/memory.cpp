// Counts by taking the place of the runtime's allocator.
#include "bench/pipelines/memory.h"

#include <HalideRuntime.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace autoconfig::bench {

namespace {

constexpr std::size_t alignment = 128; // what the runtime's own allocator gives

std::atomic<std::size_t> held{0}, peak{0};

/// The size stands before the block.
void* counted_malloc(void*, std::size_t bytes) {
    const std::size_t whole = (bytes + 2 * alignment - 1) / alignment * alignment;
    auto* block = static_cast<unsigned char*>(std::aligned_alloc(alignment, whole));
    if (!block) return nullptr;
    new (block) std::size_t(bytes);
    const std::size_t now = held += bytes;
    for (std::size_t most = peak; most < now && !peak.compare_exchange_weak(most, now);) {
    }
    return block + alignment;
}

void counted_free(void*, void* pointer) {
    if (!pointer) return;
    unsigned char* block = static_cast<unsigned char*>(pointer) - alignment;
    held -= *reinterpret_cast<std::size_t*>(block);
    std::free(block);
}

} // namespace

std::size_t peak_bytes(const HalideLibrary& library, const Call& call) {
    auto* set_malloc = library.find<halide_malloc_t(halide_malloc_t)>("halide_set_custom_malloc");
    auto* set_free = library.find<halide_free_t(halide_free_t)>("halide_set_custom_free");
    held = peak = 0;
    const halide_malloc_t own_malloc = set_malloc(counted_malloc);
    const halide_free_t own_free = set_free(counted_free);
    const auto restore = [&] {
        set_malloc(own_malloc);
        set_free(own_free);
    };
    try {
        call();
    } catch (...) {
        restore();
        throw;
    }
    restore();
    return peak;
}

} // namespace autoconfig::bench
