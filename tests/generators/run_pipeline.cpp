// See run_pipeline.h.
#include "tests/generators/run_pipeline.h"

#include "autoconfig/autoschedule.h"
#include "autoconfig/halide_compat.h"

namespace autoconfig::testing {

namespace {

/// Buffers and scalars a pipeline reads, by name.
struct Parameters : Halide::Internal::IRVisitor {
    std::map<std::string, decltype(Halide::Internal::Call::param)> found;

    explicit Parameters(const Halide::Pipeline& pipeline) {
        for (const Halide::Func& output : pipeline.outputs())
            for (auto& [name, function] : Halide::Internal::find_transitive_calls(output.function()))
                function.accept(this);
    }

private:
    using IRVisitor::visit;
    void visit(const Halide::Internal::Call* call) override {
        if (call->param.defined() && call->param.is_buffer()) found.emplace(call->name, call->param);
        IRVisitor::visit(call);
    }
    void visit(const Halide::Internal::Variable* variable) override {
        if (variable->param.defined() && !variable->param.is_buffer())
            found.emplace(variable->name, variable->param);
    }
};

} // namespace

PipelineRun::PipelineRun(const std::string& generator, const std::map<std::string, std::string>& params) {
    const Halide::Target target = Halide::get_jit_target_from_environment();
    pipeline_ = compat::build_pipeline(generator, params, target);
    parameters_ = Parameters(pipeline_).found;
    autoschedule(pipeline_, target, {});
}

void PipelineRun::set(const std::string& input, const Halide::Buffer<>& buffer) {
    parameters_.at(input).set_buffer(buffer);
}

PipelineRun::Parameter& PipelineRun::scalar(const std::string& input) { return parameters_.at(input); }

const std::vector<std::pair<int, int>>& image_sizes() {
    static const std::vector<std::pair<int, int>> sizes = {{1, 1}, {2, 7}, {33, 17}, {300, 70}};
    return sizes;
}

} // namespace autoconfig::testing
