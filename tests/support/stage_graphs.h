// Small pipelines as `extract` describes them, made by hand.
#pragma once

#include "autoconfig/extract/stages.h"

#include <string>
#include <utility>
#include <vector>

namespace autoconfig::testing_support {

/// One f32 Func of width x height, or an input of that size where it has no stage yet.
inline FuncStages plane(const std::string& name, std::int64_t width, std::int64_t height) {
    FuncStages func;
    func.name = name;
    func.dimensions = {{"x", width, ExtentSource::Estimate, true},
                       {"y", height, ExtentSource::Estimate, true}};
    func.image = true;
    return func;
}

/// Reads x + 0 ... across and y + 0 ... down of a plane, so many loads in all.
inline Read around(int producer, double across, double down, double loads) {
    return {producer, loads, {{{1, 0}, 0, across}, {{0, 1}, 0, down}}};
}

/// A pure Func of the same size; f32 instructions an element.
inline FuncStages computed(const FuncStages& like, const std::string& name, double instructions,
                           std::vector<Read> reads) {
    FuncStages func = like;
    func.name = name;
    func.image = false;
    func.inlinable = true;
    StageWork work;
    work.register_bytes = 4 * instructions;
    work.operations = work.float_operations = instructions;
    work.reads = std::move(reads);
    func.stages = {work};
    return func;
}

/// input -> sum of 3 along x -> sum of 3 along y, each `instructions` long.
inline StageGraph separable_blur(std::int64_t width, std::int64_t height, double instructions) {
    StageGraph graph;
    graph.funcs.push_back(plane("input", width + 2, height + 2));
    graph.funcs.push_back(computed(graph.funcs[0], "across", instructions, {around(0, 2, 0, 3)}));
    graph.funcs.push_back(computed(plane("", width, height), "output", instructions, {around(1, 0, 2, 3)}));
    graph.funcs[2].inlinable = false;
    graph.funcs[2].output = true;
    return graph;
}

/// input -> source -> output, which reads places of its own row of the source that follow no rule.
inline StageGraph resampled() {
    StageGraph graph = separable_blur(2048, 2048, 20);
    for (Movement& move : graph.funcs[1].stages[0].reads[0].at) move.floored = move.capped = true;
    graph.funcs[2].stages[0].reads = {around(1, 0, 0, 4)};
    graph.funcs[2].stages[0].reads[0].at[0].scattered = {true, false};
    return graph;
}

} // namespace autoconfig::testing_support
