// Fusions of small pipelines.
#include "tests/report/samples.h"

#include "tests/support/machines.h"
#include "tests/support/stage_graphs.h"

#include <stdexcept>

namespace autoconfig::samples {
namespace {

using namespace testing_support;

StageGraph pointwise() {
    StageGraph graph;
    graph.funcs = {plane("input", 1024, 768)};
    graph.funcs.push_back(computed(graph.funcs[0], "brighter", 2, {around(0, 0, 0, 1)}));
    graph.funcs[1].inlinable = false;
    graph.funcs[1].output = true;
    return graph;
}

/// input -> gray -> histogram -> curve; equalized reads gray, and the curve where gray says.
StageGraph equalization() {
    StageGraph graph;
    graph.funcs = {plane("input", 1024, 768)};
    graph.funcs.push_back(computed(graph.funcs[0], "gray", 3, {around(0, 0, 0, 3)}));
    FuncStages histogram = computed(plane("", 256, 1), "histogram", 1, {});
    histogram.inlinable = false;
    histogram.root_only = "every dimension is scattered to or scanned";
    Read all = around(1, 1023, 767, 1);
    all.at[0].slope = all.at[1].slope = {0, 0};
    histogram.stages[0].iterations = 1024 * 768 / 256;
    histogram.stages[0].reads = {all};
    graph.funcs.push_back(histogram);
    graph.funcs.push_back(computed(plane("", 256, 1), "curve", 2, {around(2, 0, 0, 1)}));
    FuncStages equalized = computed(graph.funcs[0], "equalized", 1, {around(1, 0, 0, 1), around(3, 0, 0, 1)});
    equalized.stages[0].reads[1].at[0].known = false;
    equalized.inlinable = false;
    equalized.output = true;
    graph.funcs.push_back(equalized);
    return graph;
}

/// The result, the last Func, has as many rows as its buffer.
Fusion fused(StageGraph graph, const Machine& machine) {
    FuncStages& output = graph.funcs.back();
    output.dimensions[1].at_run_time = OutputRows{output.name, "y"};
    return fuse(graph, machine);
}

} // namespace

const std::vector<Named<Fusion>>& fusions() {
    static const std::vector<Named<Fusion>> fusions = {
        {"pointwise", fused(pointwise(), testing::avx512())},
        {"blur", fused(separable_blur(2048, 2048, 20), testing::avx512(2))},
        {"equalization", fused(equalization(), testing::avx512(2))}};
    return fusions;
}

const Fusion& fusion(const std::string& name) {
    for (const auto& one : fusions())
        if (one.name == name) return one.decision;
    throw std::runtime_error("no sample " + name);
}

} // namespace autoconfig::samples
