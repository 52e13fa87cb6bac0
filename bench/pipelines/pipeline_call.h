// A compiled pipeline, loaded: what it takes, and a call on it.
#pragma once

#include "bench/halide_library.h"
#include "bench/measure.h"
#include "bench/pipelines/arguments.h"

#include <string>

namespace autoconfig::bench {

class CompiledPipeline {
public:
    /// A shared library made by link_shared. Error when it or its function cannot be loaded.
    CompiledPipeline(const std::string& shared_library, const std::string& function);

    const halide_filter_metadata_t& metadata() const { return *metadata_; }

    /// The call throws Error when the pipeline returns an error or reports one. Error when it takes other
    /// arguments than those were made for, by their number.
    Call call_on(Arguments& arguments) const;

    /// For arguments whose inputs hold all that this pipeline reads.
    Arguments::BoundsQuery bounds_query() const;

    const HalideLibrary& library() const { return library_; }

private:
    HalideLibrary library_;
    std::string function_;
    const halide_filter_metadata_t* metadata_;
};

} // namespace autoconfig::bench
