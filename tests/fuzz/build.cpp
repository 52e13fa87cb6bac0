// See build.h.
#include "tests/fuzz/build.h"

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
    }
    return pointwise(draft);
}

/// The first update's first loop of its own, so far as it has one.
void rfactor_by_hand(Writer& writer, Handle& f) {
    if (!f.func.has_update_definition()) return;
    const auto& loops = f.func.function().update(0).schedule().rvars();
    if (loops.empty()) return;
    const Halide::RVar loop(loops[0].var);
    f.func.update(0).rfactor(loop, Halide::Var("u")).compute_root();
    writer.wrote(f.id + ".update(0).rfactor(RVar(" + f.id +
                 ".function().update(0).schedule().rvars()[0].var), Var(\"u\")).compute_root();");
}

/// The schedule of a stage that somebody wrote before. Halide 14 drops the guard of a vector with one element
/// in it where it knows all sizes, whatever else is scheduled: no guards there.
void schedule_by_hand(Writer& writer, Handle& f, ByHand how, bool output) {
    if (how == ByHand::No || f.dimensions() == 0 || f.func.function().has_extern_definition()) return;
    const bool of_what_is_stored = how == ByHand::Wrapped || how == ByHand::Memoized || how == ByHand::Async;
    if (output && of_what_is_stored) return;
    const auto wrote = [&](const std::string& call) { writer.wrote(f.id + "." + call + ";"); };
    const Halide::Var x("x");
    constexpr auto guarded = Halide::TailStrategy::GuardWithIf;
    if (!output) {
        f.func.compute_root();
        wrote("compute_root()");
    }
    switch (how) {
    case ByHand::Vectors:
        f.func.vectorize(x, 4, guarded);
        return wrote("vectorize(x, 4, TailStrategy::GuardWithIf)");
    case ByHand::Specialized: {
        const Term width = writer.extent(0);
        f.func.specialize(width.expr > 8).vectorize(x, 8, guarded);
        return wrote("specialize(" + width.text + " > 8).vectorize(x, 8, TailStrategy::GuardWithIf)");
    }
    case ByHand::Unrolled:
        f.func.unroll(x, 3, guarded);
        return wrote("unroll(x, 3, TailStrategy::GuardWithIf)");
    case ByHand::Parallel: f.func.parallel(x); return wrote("parallel(x)");
    case ByHand::Wrapped: f.func.in().compute_root(); return wrote("in().compute_root()");
    case ByHand::Memoized: f.func.memoize(); return wrote("memoize()");
    case ByHand::Async: f.func.async(); return wrote("async()");
    case ByHand::Rfactored: return rfactor_by_hand(writer, f);
    default: return;
    }
}

ByHand by_hand(const Plan& plan, std::size_t stage) {
    const ByHand how = plan.stages[stage].by_hand;
    return plan.bound && how != ByHand::No ? ByHand::AtRoot : how;
}

Size divided(const Size& size, int divisor) {
    return {std::max(1, size.width / divisor), std::max(1, size.height / divisor)};
}

std::vector<int> shape(const Plan& plan, const Size& size, int dimensions) {
    std::vector<int> extents = {size.width, size.height, plan.depth, fourth_extent};
    extents.resize(static_cast<std::size_t>(dimensions));
    return extents;
}

/// Bounds where asked for (Halide takes them for the first value of a Tuple only), and estimates.
void state(Writer& writer, Halide::OutputImageParam buffer, const std::string& id,
           const std::vector<int>& extents, bool bound) {
    for (int d = 0; d < static_cast<int>(extents.size()); d++) {
        const std::string arguments = "(0, " + std::to_string(extents[d]) + ")";
        if (bound) buffer.dim(d).set_bounds(0, extents[d]);
        buffer.dim(d).set_estimate(0, extents[d]);
        const std::string dim = id + ".dim(" + std::to_string(d) + ")";
        if (bound) writer.wrote(dim + ".set_bounds" + arguments + ";");
        writer.wrote(dim + ".set_estimate" + arguments + ";");
    }
}

void state_outputs(Writer& writer, const Plan& plan, std::vector<Handle>& stages) {
    for (const Output& output : plan.outputs) {
        const Handle& f = stages[output.stage];
        const auto extents = shape(plan, divided(plan.stated, output.divisor), f.dimensions());
        const std::vector<Halide::OutputImageParam> buffers = f.func.output_buffers();
        for (std::size_t i = 0; i < buffers.size(); i++)
            state(writer, buffers[i], f.id + ".output_buffers()[" + std::to_string(i) + "]", extents,
                  plan.bound && i == 0);
    }
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

bool is_output(const Plan& plan, int stage) {
    return std::any_of(plan.outputs.begin(), plan.outputs.end(),
                       [&](const Output& output) { return output.stage == stage; });
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
    state(writer, writer.params()[0], "in0", {plan.stated.width, plan.stated.height}, plan.bound);
    state_outputs(writer, plan, stages);
    for (std::size_t i = 0; i < stages.size() && scheduled_by_hand; i++)
        schedule_by_hand(writer, stages[i], by_hand(plan, i), is_output(plan, static_cast<int>(i)));
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
