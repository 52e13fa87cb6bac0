// What oneDNN's peers of all operators share.
#pragma once

#include "bench/operands.h"

#include <oneapi/dnnl/dnnl.hpp>

#include <string>

namespace autoconfig::bench {

/// The activation as a post-operation.
dnnl::primitive_attr onednn_attributes(const Epilogue& epilogue);

/// The memory itself where it already has the layout, otherwise a copy that does.
dnnl::memory reordered(const dnnl::memory& memory, const dnnl::memory::desc& layout, dnnl::stream& stream);

/// "oneDNN 2.6.3, avx512_core".
std::string describe_onednn();

} // namespace autoconfig::bench
