// See run.h.
#include "tests/schedules/run.h"
#include "tests/support/tests_dir.h"

#include <algorithm>
#include <regex>

namespace autoconfig::testing {

namespace {

using Halide::Buffer;

void set_inputs(Built& built, const Sizes& sizes) {
    const std::vector<Shape> shapes = built.input_shapes(sizes);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        Buffer<> buffer(built.inputs[i].type(), shapes[i]);
        fill(buffer, static_cast<int>(i));
        built.inputs[i].set(buffer);
    }
}

std::vector<Halide::Type> output_types(const Built& built) {
    std::vector<Halide::Type> types;
    for (const Halide::Func& output : Halide::Pipeline(built.pipeline).outputs()) {
        const Halide::Internal::Function function = output.function();
        types.insert(types.end(), function.output_types().begin(), function.output_types().end());
    }
    return types;
}

/// Every Func that can be.
void compute_at_root(Built& built) {
    for (const Halide::Func& output : built.pipeline.outputs())
        for (auto& [name, function] : Halide::Internal::find_transitive_calls(output.function()))
            if (name != output.name() &&
                std::find(built.inlined.begin(), built.inlined.end(), name) == built.inlined.end())
                Halide::Func(function).compute_root();
}

} // namespace

Halide::Target target() { return Halide::get_jit_target_from_environment(); }

Options small_machine() {
    Options options;
    options.machine = tests_dir() + "/schedules/small_caches.json";
    return options;
}

Unscheduled::Unscheduled(const std::string& name) : Unscheduled(build(name, {16, 16, 16}, none_bound)) {}

Unscheduled::Unscheduled(Built built) : built_(std::move(built)) {
    compute_at_root(built_);
    built_.pipeline.compile_jit(target());
}

std::vector<Buffer<>> Unscheduled::at(const Sizes& sizes) {
    set_inputs(built_, sizes);
    const std::vector<Halide::Type> types = output_types(built_);
    const std::vector<Shape> shapes = built_.output_shapes(sizes);
    std::vector<Buffer<>> outputs;
    for (std::size_t i = 0; i < shapes.size(); ++i) outputs.emplace_back(types[i], shapes[i]);
    built_.pipeline.realize(Halide::Realization(outputs), target());
    return outputs;
}

std::string difference(Built& built, const Sizes& sizes, const std::vector<Buffer<>>& expected, int offset) {
    set_inputs(built, sizes);
    std::vector<Guarded> guarded;
    std::vector<Buffer<>> outputs;
    const std::vector<Shape> shapes = built.output_shapes(sizes);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        guarded.emplace_back(expected[i].type(), shapes[i], offset);
        outputs.push_back(guarded.back().inside());
    }
    built.pipeline.realize(Halide::Realization(outputs), target());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::string wrong = where_different(outputs[i], expected[i], built.tolerance);
        if (!wrong.empty()) return "output " + std::to_string(i) + " at " + wrong;
        const std::size_t written = guarded[i].written_around();
        if (written > 0) return std::to_string(written) + " elements around the output were written";
    }
    return "";
}

std::string difference(const std::string& name, const Sizes& sizes, const Bound& bound,
                       const Options& options, const std::vector<Buffer<>>& expected) {
    try {
        Built built = build(name, sizes, bound);
        autoschedule(built.pipeline, target(), options);
        return difference(built, sizes, expected);
    } catch (const Halide::Error& error) {
        return error.what();
    }
}

std::vector<std::string> space_of(const std::string& name, const Sizes& sizes, const Bound& bound,
                                  const Options& options, const Halide::Target& compiled_for) {
    std::vector<std::string> names;
    const Outcome outcome = analyse(build(name, sizes, bound).pipeline, compiled_for, options);
    for (const Candidate& candidate : outcome.decisions.at(0).ranked)
        names.push_back(candidate.config.name());
    return names;
}

std::string without_suffixes(const std::string& text) {
    return std::regex_replace(text, std::regex("[$_][0-9]+"), "");
}

} // namespace autoconfig::testing
