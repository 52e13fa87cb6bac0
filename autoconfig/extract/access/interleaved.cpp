// See interleaved.h.
#include "autoconfig/extract/access/interleaved.h"

#include "autoconfig/extract/access/constants.h"
#include "autoconfig/extract/access/declared_region.h"
#include "autoconfig/strided.h"

#include <optional>

namespace autoconfig::extraction {

namespace {

/// An undefined one where there is none.
BufferParameter buffer_of(const Node& node) {
    if (node.output) {
        const auto& buffers = node.function.output_buffers();
        return buffers.size() == 1 ? buffers[0] : BufferParameter();
    }
    const auto* image = passed_through(node);
    return image ? image->param : BufferParameter();
}

bool is_bound(const std::optional<Number>& number, std::int64_t value) {
    return number && number->source == ExtentSource::Bound && number->value == value;
}

} // namespace

Interleaved interleaved(const Node& node, const std::vector<Dimension>& dimensions) {
    const BufferParameter buffer = buffer_of(node);
    if (!buffer.defined() || dimensions.size() < 2 || dimensions[0].source == ExtentSource::Default ||
        !is_strided_step(static_cast<double>(dimensions[0].extent)) ||
        !is_bound(number(buffer.stride_constraint(0)), 1))
        return {};
    const auto stride = number(buffer.stride_constraint(1));
    if (stride && stride->value != dimensions[0].extent) return {};
    const Declared row = declared(node, 0);
    const bool stated = stride && is_bound(row.extent, stride->value) && is_bound(row.min, 0);
    return {static_cast<int>(dimensions[0].extent), dimensions[1].name, !stated};
}

bool has_any_stride(const Node& node) {
    const BufferParameter buffer = buffer_of(node);
    return buffer.defined() && buffer.dimensions() > 0 && !buffer.stride_constraint(0).defined();
}

} // namespace autoconfig::extraction
