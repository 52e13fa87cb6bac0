// Buffers for comparing two runs of a pipeline: inputs of small whole numbers, outputs that notice what is
// written around them, and where two outputs differ.
#pragma once

#include "tests/support/layout.h"

#include <Halide.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace autoconfig::testing {

/// Extents, or a place, dimension 0 first.
using Shape = std::vector<int>;

namespace detail {

/// Calls `use` with a null pointer of the C++ type of a Halide type.
template<typename Use>
void with_type(const Halide::Type& type, const Use& use) {
    if (type == Halide::Bool()) return use(static_cast<bool*>(nullptr));
    if (type == Halide::UInt(8)) return use(static_cast<std::uint8_t*>(nullptr));
    if (type == Halide::Int(8)) return use(static_cast<std::int8_t*>(nullptr));
    if (type == Halide::UInt(16)) return use(static_cast<std::uint16_t*>(nullptr));
    if (type == Halide::Int(16)) return use(static_cast<std::int16_t*>(nullptr));
    if (type == Halide::UInt(32)) return use(static_cast<std::uint32_t*>(nullptr));
    if (type == Halide::Int(32)) return use(static_cast<std::int32_t*>(nullptr));
    if (type == Halide::UInt(64)) return use(static_cast<std::uint64_t*>(nullptr));
    if (type == Halide::Int(64)) return use(static_cast<std::int64_t*>(nullptr));
    if (type == Halide::Float(16)) return use(static_cast<Halide::float16_t*>(nullptr));
    if (type == Halide::BFloat(16)) return use(static_cast<Halide::bfloat16_t*>(nullptr));
    if (type == Halide::Float(32)) return use(static_cast<float*>(nullptr));
    if (type == Halide::Float(64)) return use(static_cast<double*>(nullptr));
    throw std::runtime_error("tests have no buffers of this type");
}

inline double value(const Halide::Buffer<>& buffer, const Shape& at) {
    const void* element = buffer.raw_buffer()->address_of(at.data());
    double result = 0;
    with_type(buffer.type(), [&](auto* type) {
        result = static_cast<double>(*static_cast<const std::remove_pointer_t<decltype(type)>*>(element));
    });
    return result;
}

inline std::string place(const Shape& at) {
    std::string text;
    for (int index : at) text += (text.empty() ? "" : ", ") + std::to_string(index);
    return "(" + text + ")";
}

} // namespace detail

/// Calls `visit` with every place of a buffer.
template<typename Visit>
void for_each_place(const Halide::Buffer<>& buffer, const Visit& visit) {
    Shape at;
    for (int d = 0; d < buffer.dimensions(); ++d) at.push_back(buffer.dim(d).min());
    if (buffer.number_of_elements() == 0) return;
    for (int carry = -1; carry < buffer.dimensions();) {
        visit(at);
        for (carry = 0; carry < buffer.dimensions(); ++carry) {
            if (++at[carry] <= buffer.dim(carry).max()) break;
            at[carry] = buffer.dim(carry).min();
        }
    }
}

namespace detail {

/// Element i of an input: in [-5, 5], in [0, 10] where the type is unsigned, 0 or 1 where it is boolean.
template<typename T>
T filling(std::size_t i, int seed) {
    const auto number = static_cast<int>((i * 37 + i / 11 * 5 + static_cast<std::size_t>(seed)) % 11);
    if (std::is_same<T, bool>::value) return static_cast<T>(number % 2);
    return static_cast<T>(number - (std::is_unsigned<T>::value ? 0 : 5));
}

} // namespace detail

/// Fills a buffer with small whole numbers.
inline void fill(Halide::Buffer<>& buffer, int seed) {
    detail::with_type(buffer.type(), [&](auto* type) {
        using T = std::remove_pointer_t<decltype(type)>;
        std::size_t i = 0;
        for_each_place(buffer, [&](const Shape& at) {
            *reinterpret_cast<T*>(buffer.raw_buffer()->address_of(at.data())) = detail::filling<T>(i++, seed);
        });
    });
}

/// An output with a margin around it in every dimension.
class Guarded {
public:
    /// `offset`: elements from an aligned address to the first one.
    Guarded(Halide::Type type, const Shape& shape, int offset = 0, const Shape& mins = {},
            Layout layout = Layout::Planar)
        : layout_(layout), around_(laid_out(layout, type, with_margins(shape))) {
        for_each_place(around_, [&](const Shape& at) {
            std::memset(around_.raw_buffer()->address_of(at.data()), poison, around_.type().bytes());
        });
        Halide::Runtime::Buffer<> inner = *around_.get();
        for (int d = 0; d < inner.dimensions(); ++d) {
            starts_.push_back(margin(d) + (d == 0 ? offset : 0));
            inner.crop(d, starts_[d], shape[d]);
            inner.translate(d, (mins.empty() ? 0 : mins[d]) - starts_[d]);
        }
        inside_ = Halide::Buffer<>(std::move(inner));
    }

    const Halide::Buffer<>& inside() const { return inside_; }

    /// Elements of the margin that were written.
    std::size_t written_around() const {
        const std::string untouched(around_.type().bytes(), static_cast<char>(poison));
        std::size_t count = 0;
        for_each_place(around_, [&](const Shape& at) {
            bool in = true;
            for (int d = 0; d < around_.dimensions(); ++d)
                in &= at[d] >= starts_[d] && at[d] < starts_[d] + inside_.dim(d).extent();
            const void* element = around_.raw_buffer()->address_of(at.data());
            if (!in && std::memcmp(element, untouched.data(), untouched.size()) != 0) ++count;
        });
        return count;
    }

private:
    static constexpr int poison = 0x5b;
    /// Along dimension 0 it keeps the first element aligned as Halide's own buffers are; interleaved channels
    /// lie side by side.
    int margin(int dimension) const {
        if (dimension == 2 && layout_ == Layout::Interleaved) return 0;
        return dimension == 0 ? 128 : 2;
    }
    Shape with_margins(Shape shape) const {
        for (std::size_t d = 0; d < shape.size(); ++d) shape[d] += 2 * margin(static_cast<int>(d));
        return shape;
    }

    Layout layout_;
    Halide::Buffer<> around_, inside_;
    Shape starts_;
};

/// Empty where every element of `got` is within the relative tolerance of that of `want`, which has the same
/// shape.
inline std::string where_different(const Halide::Buffer<>& got, const Halide::Buffer<>& want,
                                   double tolerance) {
    std::string wrong;
    int count = 0;
    for_each_place(got, [&](const Shape& at) {
        const double one = detail::value(got, at), other = detail::value(want, at);
        if (std::abs(one - other) <= tolerance * (1 + std::abs(other))) return;
        if (count++ == 0)
            wrong = detail::place(at) + " is " + std::to_string(one) + ", not " + std::to_string(other);
    });
    return count == 0 ? "" : wrong + " and " + std::to_string(count - 1) + " more";
}

} // namespace autoconfig::testing
