// See build.h.
#include "tests/fuzz/build.h"

#include "tests/fuzz/by_hand.h"
#include "tests/fuzz/kinds.h"

#include <algorithm>

namespace autoconfig::fuzz {

namespace {

Handle write_stage(Draft& draft, Kind kind) {
    switch (kind) {
    case Kind::Pointwise: return pointwise(draft);
    case Kind::Tuple: return tuple(draft);
    case Kind::Approximate: return approximate(draft);
    case Kind::FixedPoint: return fixed_point(draft);
    case Kind::Stencil: return stencil(draft);
    case Kind::Resample: return resample(draft);
    case Kind::Permute: return permute(draft);
    case Kind::Boundary: return boundary(draft);
    case Kind::Gather: return gather(draft);
    case Kind::Reduce: return reduce(draft);
    case Kind::Total: return total(draft);
    case Kind::Contract: return contract(draft);
    case Kind::Convolve: return convolve(draft);
    case Kind::ArgMax: return arg_max(draft);
    case Kind::Scan: return scan(draft);
    case Kind::Histogram: return histogram(draft);
    case Kind::Scatter: return scatter(draft);
    case Kind::Patch: return patch(draft);
    case Kind::Undef: return undefined(draft);
    case Kind::Extern: return external(draft);
    case Kind::Table: return table(draft);
    case Kind::Wavefront: return wavefront(draft);
    }
    return pointwise(draft);
}

Size divided(const Size& size, int divisor) {
    return {std::max(1, size.width / divisor), std::max(1, size.height / divisor)};
}

std::vector<int> shape(const Plan& plan, const Size& size, int dimensions) {
    std::vector<int> extents = {size.width, size.height, plan.depth, fourth_extent, fifth_extent};
    extents.resize(static_cast<std::size_t>(dimensions));
    return extents;
}

/// A buffer of the pipeline, and how the source calls it.
struct Named {
    Halide::OutputImageParam buffer;
    std::string id;
};

/// Bounds where asked for (Halide takes them for the first value of a Tuple only), and estimates.
void state(Writer& writer, Named named, const std::vector<int>& extents, bool bound, bool estimated) {
    for (int d = 0; d < static_cast<int>(extents.size()); d++) {
        const std::string arguments = "(0, " + std::to_string(extents[d]) + ")";
        const std::string dim = named.id + ".dim(" + std::to_string(d) + ")";
        if (bound) {
            named.buffer.dim(d).set_bounds(0, extents[d]);
            writer.wrote(dim + ".set_bounds" + arguments + ";");
        }
        if (estimated) {
            named.buffer.dim(d).set_estimate(0, extents[d]);
            writer.wrote(dim + ".set_estimate" + arguments + ";");
        }
    }
}

/// Strides are 1 along dimension 0 unless something else is said. `channels`: extent of dimension 2, 0 where
/// it is not known.
void state_strides(Writer& writer, Named named, testing::Layout layout, int channels) {
    const int dimensions = named.buffer.dimensions();
    const bool interleaved = layout == testing::Layout::Interleaved && dimensions > 2;
    const bool any = layout == testing::Layout::Strided || layout == testing::Layout::Transposed;
    if (dimensions == 0 || !(interleaved || any)) return;
    const bool known = interleaved && channels > 0;
    named.buffer.dim(0).set_stride(known ? Halide::Expr(channels) : Halide::Expr());
    writer.wrote(named.id + ".dim(0).set_stride(" + (known ? std::to_string(channels) : "Expr()") + ");");
    if (!interleaved) return;
    named.buffer.dim(2).set_stride(1);
    writer.wrote(named.id + ".dim(2).set_stride(1);");
}

void state_outputs(Writer& writer, const Plan& plan, std::vector<Handle>& stages) {
    for (const Output& output : plan.outputs) {
        const Handle& f = stages[output.stage];
        const auto extents = shape(plan, divided(plan.stated, output.divisor), f.dimensions());
        const std::vector<Halide::OutputImageParam> buffers = f.func.output_buffers();
        for (std::size_t i = 0; i < buffers.size(); i++) {
            const Named named = {buffers[i], f.id + ".output_buffers()[" + std::to_string(i) + "]"};
            const bool estimated = plan.estimated == Estimated::All || plan.estimated == Estimated::Outputs;
            state(writer, named, extents, plan.bound && i == 0, estimated);
            state_strides(writer, named, plan.outputs_lie, plan.depth);
        }
    }
}

void state_inputs(Writer& writer, const Plan& plan) {
    const std::vector<Halide::ImageParam>& inputs = writer.params();
    const bool estimated = plan.estimated == Estimated::All || plan.estimated == Estimated::Input;
    state(writer, {inputs[0], "in0"}, {plan.stated.width, plan.stated.height}, plan.bound, estimated);
    for (const Halide::ImageParam& input : inputs)
        state_strides(writer, {input, input.name()}, plan.inputs_lie, 0);
}

Halide::Pipeline pipeline_of(Writer& writer, const Plan& plan, const std::vector<Handle>& stages) {
    std::vector<Halide::Func> outputs;
    std::string list;
    for (const Output& output : plan.outputs) {
        outputs.push_back(stages[output.stage].func);
        list += (list.empty() ? "" : ", ") + stages[output.stage].id;
    }
    writer.wrote("pipeline = Pipeline(std::vector<Func>{" + list + "});");
    return Halide::Pipeline(outputs);
}

} // namespace

Case build(const Plan& plan, bool scheduled_by_hand) {
    Writer writer(plan);
    std::vector<Handle> stages;
    stages.reserve(plan.stages.size());
    for (const Stage& stage : plan.stages) {
        Draft draft(writer, stage, stages);
        stages.push_back(write_stage(draft, stage.kind));
    }
    state_inputs(writer, plan);
    state_outputs(writer, plan, stages);
    if (scheduled_by_hand) schedule_by_hand(writer, plan, stages);
    Case built{pipeline_of(writer, plan, stages), writer.params(), {}, writer.text()};
    for (const Handle& stage : stages) built.funcs.push_back(stage.func);
    return built;
}

std::vector<std::vector<int>> output_shapes(const Plan& plan, const Case& built, const Size& size) {
    std::vector<std::vector<int>> shapes;
    for (const Output& output : plan.outputs) {
        const Halide::Func& f = built.funcs[output.stage];
        const auto extents = shape(plan, divided(size, output.divisor), f.dimensions());
        shapes.insert(shapes.end(), f.function().output_types().size(), extents);
    }
    return shapes;
}

} // namespace autoconfig::fuzz
