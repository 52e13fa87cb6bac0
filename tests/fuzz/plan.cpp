// Plans as one line of text.
#include "tests/fuzz/plan.h"

namespace autoconfig::fuzz {

namespace {

const char* name_of(Element element) {
    constexpr const char* names[] = {"u8",  "u16", "u32", "u64", "i8",   "i16", "i32",
                                     "i64", "f32", "f64", "f16", "bf16", "bool"};
    return names[static_cast<int>(element)];
}

std::string text_of(const Size& size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

std::string text_of(const Source& source) {
    return (source.input ? "in" : "s") + std::to_string(source.index);
}

std::string text_of(const Stage& stage) {
    constexpr const char* by_hand[] = {
        "",         "at root",      "in vectors",  "specialized", "unrolled",
        "parallel", "in a wrapper", "memoized",    "async",       "rfactored",
        "atomic",   "aligned",      "at a reader", "folded",      "with another"};
    return std::string(name_of(stage.kind)) + " " + name_of(stage.element) + " " +
           std::to_string(stage.dimensions) + "-D of " + text_of(stage.from[0]) + ", " +
           text_of(stage.from[1]) + " details " + std::to_string(stage.details) +
           (stage.by_hand == ByHand::No ? "" : " by hand ") + by_hand[static_cast<int>(stage.by_hand)];
}

} // namespace

const char* name_of(Kind kind) {
    constexpr const char* names[] = {
        "pointwise", "tuple",  "approximate", "fixed_point", "stencil",  "resample", "permute", "boundary",
        "gather",    "reduce", "total",       "contract",    "convolve", "arg_max",  "scan",    "histogram",
        "scatter",   "patch",  "undef",       "extern",      "table",    "wavefront"};
    return names[static_cast<int>(kind)];
}

const char* name_of(testing::Layout layout) {
    constexpr const char* names[] = {"planar", "interleaved", "strided", "transposed", "upwards"};
    return names[static_cast<int>(layout)];
}

const char* name_of(Feature feature) {
    constexpr const char* names[] = {"", "strict_float", "no_asserts", "large_buffers"};
    return names[static_cast<int>(feature)];
}

std::string summary(const Plan& plan) {
    std::string text;
    for (const Input& input : plan.inputs)
        text += std::string(name_of(input.element)) + " " + std::to_string(input.dimensions) + "-D; ";
    for (const Stage& stage : plan.stages) text += text_of(stage) + "; ";
    text += "outputs";
    for (const Output& output : plan.outputs)
        text += " s" + std::to_string(output.stage) + "/" + std::to_string(output.divisor);
    text +=
        (plan.bound ? "; bound " : "; estimates ") + text_of(plan.stated) + "x" + std::to_string(plan.depth);
    constexpr const char* estimated[] = {"", " of outputs", " of in0", " of nothing"};
    text += estimated[static_cast<int>(plan.estimated)];
    if (plan.inputs_lie != testing::Layout::Planar)
        text += std::string("; inputs ") + name_of(plan.inputs_lie);
    if (plan.outputs_lie != testing::Layout::Planar)
        text += std::string("; outputs ") + name_of(plan.outputs_lie);
    text += "; offset " + std::to_string(plan.offset) + "; from " + std::to_string(plan.origin_x) + ", " +
            std::to_string(plan.origin_y);
    if (plan.feature != Feature::None) text += std::string("; ") + name_of(plan.feature);
    if (plan.threads > 0) text += "; " + std::to_string(plan.threads) + " threads";
    text += "; runs";
    for (const Size& run : plan.runs) text += " " + text_of(run);
    return text;
}

} // namespace autoconfig::fuzz
