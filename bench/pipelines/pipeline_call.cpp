// Calls compiled pipelines by way of their NAME_argv and NAME_metadata.
#include "bench/pipelines/pipeline_call.h"

#include "autoconfig/error.h"

#include <fmt/format.h>

namespace autoconfig::bench {

CompiledPipeline::CompiledPipeline(const std::string& shared_library, const std::string& function)
    : library_(shared_library), function_(function),
      metadata_(library_.find<const halide_filter_metadata_t*()>((function + "_metadata").c_str())()) {}

Call CompiledPipeline::call_on(Arguments& arguments) const {
    std::vector<void*> pointers = arguments.pointers();
    if (static_cast<int>(pointers.size()) != metadata_->num_arguments)
        throw Error(fmt::format("{} takes {} arguments, not {}", function_, metadata_->num_arguments,
                                pointers.size()));
    auto* run = library_.find<int(void**)>((function_ + "_argv").c_str());
    return [run, pointers, function = function_]() mutable {
        HalideLibrary::check(run(pointers.data()), function);
    };
}

Arguments::BoundsQuery CompiledPipeline::bounds_query() const {
    return [this](std::vector<void*>& pointers) {
        HalideLibrary::check(library_.find<int(void**)>((function_ + "_argv").c_str())(pointers.data()),
                             "the bounds query of " + function_);
    };
}

} // namespace autoconfig::bench
