// A header, and output channels in panels.
#include "generators/packed_weights.h"

#include "autoconfig/halide_compat.h"
#include "autoconfig/integers.h"
#include "generators/convolution.h"
#include "generators/winograd.h"

#include <algorithm>
#include <array>

namespace autoconfig {

using Halide::Expr;
using Halide::Func;
using Halide::Var;

namespace {

constexpr std::uint64_t magic = 0x666e6f436f747541; // "AutoConf", lowest byte first
constexpr std::uint64_t format_version = 1;
constexpr int header_bytes = 64;

/// FNV-1a.
std::uint64_t hash(const std::string& text) {
    std::uint64_t value = 14695981039346656037u;
    for (const char byte : text) value = (value ^ static_cast<unsigned char>(byte)) * 1099511628211u;
    return value;
}

/// Of the layout: the type of the elements, their number in each dimension, and the transform.
std::uint64_t key_of(const Convolution& layer, const PackedForm& form) {
    std::string text = to_string(layer.weights);
    for (const std::int64_t number : {layer.k, layer.c / layer.groups, layer.s, layer.r,
                                      std::int64_t(form.panel), std::int64_t(form.winograd)})
        text += " " + std::to_string(number);
    return hash(text);
}

int elements_of_header(const Convolution& layer) { return header_bytes / layer.weights.bytes(); }

/// Extents of the panels, dimension 0 first.
std::vector<int> panel_sizes(const Convolution& layer, const PackedForm& form) {
    std::vector<std::int64_t> sizes = {form.panel, layer.c / layer.groups};
    if (form.winograd > 0)
        sizes.push_back(WinogradForm{form.winograd, form.panel}.points());
    else
        sizes.insert(sizes.end(), {layer.s, layer.r});
    sizes.push_back(ceil_div(layer.k, form.panel));
    return {sizes.begin(), sizes.end()};
}

/// The element of a row that holds `indices`.
Expr place(const Convolution& layer, const PackedForm& form, const std::vector<Expr>& indices) {
    const std::vector<int> sizes = panel_sizes(layer, form);
    Expr result = elements_of_header(layer);
    int stride = 1;
    for (std::size_t d = 0; d < sizes.size(); d++) {
        result += indices[d] * stride;
        stride *= sizes[d];
    }
    return result;
}

/// Indices of what lies `element` elements behind the header.
std::vector<Expr> indices_at(const Expr& element, const std::vector<int>& sizes) {
    std::vector<Expr> result;
    Expr rest = element;
    for (const int size : sizes) {
        result.push_back(rest % size);
        rest /= size;
    }
    return result;
}

/// An element of the header.
Expr header_element(const Convolution& layer, const PackedForm& form, const Expr& element) {
    const Halide::Type type = halide_type(layer.weights);
    const int in_word = 64 / type.bits();
    const std::array<std::uint64_t, 3> words = {magic, format_version, key_of(layer, form)};
    Expr word = Halide::cast<std::uint64_t>(0);
    for (std::size_t w = 0; w < words.size(); w++)
        word = Halide::select(element / in_word == static_cast<int>(w), Expr(words[w]), word);
    const Expr bits = word >> Halide::cast<std::uint64_t>((element % in_word) * type.bits());
    return Halide::reinterpret(type, Halide::cast(Halide::UInt(type.bits()), bits));
}

/// A word of the header of an input.
Expr word_of(const Func& packed, int word) {
    const Expr first = packed.value(); // of an image, at a Var
    const auto* image = first.as<Halide::Internal::Call>();
    const int bits = first.type().bits(), in_word = 64 / bits;
    Expr result = Halide::cast<std::uint64_t>(0);
    for (int i = 0; i < in_word; i++) {
        const Expr element = Halide::Internal::Call::make(image->param, {word * in_word + i});
        const Expr unsigned_bits = Halide::reinterpret(Halide::UInt(bits), element);
        result = result | (Halide::cast<std::uint64_t>(unsigned_bits) << Expr(std::uint64_t(i * bits)));
    }
    return result;
}

/// In panels, as they are: (kn, c, s, r, panel).
Func in_panels(const Convolution& layer, const Func& weights, const PackedForm& form) {
    const Var kn("kn"), c("c"), s("s"), r("r"), panel("panel");
    const int channels = static_cast<int>(layer.k);
    Func all = weights;
    if (channels % form.panel != 0)
        all = Halide::BoundaryConditions::constant_exterior(
            weights, Halide::cast(weights.function().output_types().front(), 0),
            {{0, channels}, {Expr(), Expr()}, {Expr(), Expr()}, {Expr(), Expr()}});
    Func panels("panels");
    panels(kn, c, s, r, panel) = all(panel * form.panel + kn, c, s, r);
    return panels;
}

} // namespace

Size packed_size(const Convolution& layer, const PackedForm& form) {
    std::int64_t elements = 1;
    for (const int size : panel_sizes(layer, form)) elements = std::min(elements * size, max_elements + 1);
    elements += elements_of_header(layer);
    if (elements > max_elements)
        compat::user_error("packed weights are more than 2^31 - 1 elements: take fewer channels");
    return Size(static_cast<int>(elements));
}

Func packed_weights(const Convolution& layer, const Func& weights, const PackedForm& form) {
    const Func panels = form.winograd > 0
                            ? winograd_pack(weights, static_cast<int>(layer.k), {form.winograd, form.panel})
                            : in_panels(layer, weights, form);
    const Var element("element");
    const Expr behind = Halide::max(element - elements_of_header(layer), 0);
    Func packed("packed");
    packed(element) =
        Halide::select(element < elements_of_header(layer), header_element(layer, form, element),
                       panels(indices_at(behind, panel_sizes(layer, form))));
    return packed;
}

Func unpacked_weights(const Convolution& layer, const Func& packed, const PackedForm& form) {
    const Var k("k"), c("c"), s("s"), r("r"), kn("kn"), point("point"), panel("panel");
    Func filters("filters");
    if (form.winograd > 0)
        filters(kn, c, point, panel) = packed(place(layer, form, {kn, c, point, panel}));
    else if (form.panel == layer.k)
        filters(k, c, s, r) = packed(place(layer, form, {k, c, s, r, 0}));
    else
        filters(k, c, s, r) = packed(place(layer, form, {k % form.panel, c, s, r, k / form.panel}));
    return filters;
}

std::vector<Requirement> packed_requirements(const Convolution& layer, const Func& packed,
                                             const PackedForm& form) {
    return {
        {word_of(packed, 0) == Expr(magic), "weights are not packed: give what the kernel's packer writes"},
        {word_of(packed, 1) == Expr(format_version),
         "weights are packed by another version of AutoConfig: pack them again"},
        {word_of(packed, 2) == Expr(key_of(layer, form)),
         "weights are packed for another layout: pack them by this kernel's packer"}};
}

} // namespace autoconfig
