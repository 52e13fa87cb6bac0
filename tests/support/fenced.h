// Inputs that end, or begin, where memory does: what reads beyond them dies.
#pragma once

#include <Halide.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace autoconfig::testing {

enum class Fence { Before, Behind };

/// A copy of a buffer, of the same strides, whose first or last byte lies beside a page that cannot be read.
class Fenced {
public:
    Fenced(const Halide::Buffer<>& like, Fence fence) {
        const halide_buffer_t& raw = *like.raw_buffer();
        const auto element = static_cast<std::int64_t>(like.type().bytes());
        const bool empty = like.number_of_elements() == 0;
        std::int64_t below = 0, above = empty ? 0 : element; // bytes from the first element
        for (int d = 0; d < raw.dimensions && !empty; d++) {
            const std::int64_t reach = (raw.dim[d].extent - std::int64_t(1)) * raw.dim[d].stride * element;
            (reach < 0 ? below : above) += reach;
        }
        const std::int64_t bytes = above - below, page = sysconf(_SC_PAGESIZE);
        const std::int64_t readable = (bytes + page - 1) / page * page;
        size_ = static_cast<std::size_t>(readable + 2 * page);
        pages_ = mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        auto* begin = static_cast<std::uint8_t*>(pages_) + page;
        if (pages_ == MAP_FAILED ||
            mprotect(begin, static_cast<std::size_t>(readable), PROT_READ | PROT_WRITE) != 0)
            throw std::runtime_error("no memory for an input");
        std::uint8_t* lowest = fence == Fence::Before ? begin : begin + readable - bytes;
        if (!empty) std::memcpy(lowest, raw.host + below, static_cast<std::size_t>(bytes));
        inside_ =
            Halide::Buffer<>(Halide::Runtime::Buffer<>(like.type(), lowest - below, raw.dimensions, raw.dim));
    }
    ~Fenced() { munmap(pages_, size_); }
    Fenced(const Fenced&) = delete;
    Fenced& operator=(const Fenced&) = delete;

    const Halide::Buffer<>& inside() const { return inside_; }

private:
    void* pages_ = nullptr;
    std::size_t size_ = 0;
    Halide::Buffer<> inside_;
};

} // namespace autoconfig::testing
