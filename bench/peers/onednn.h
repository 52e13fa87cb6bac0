// What oneDNN's peers of all operators share, and what differs between its versions 2 and 3.
#pragma once

#include "bench/operands.h"

#include <oneapi/dnnl/dnnl.hpp>

#include <string>

namespace autoconfig::bench {

/// The activation as a post-operation.
dnnl::primitive_attr onednn_attributes(const Epilogue& epilogue);

/// The memory itself where it already has the layout, otherwise a copy that does.
dnnl::memory reordered(const dnnl::memory& memory, const dnnl::memory::desc& layout, dnnl::stream& stream);

/// The same dimensions in whatever layout a primitive likes best.
dnnl::memory::desc any_layout(const dnnl::memory::desc& like);

/// How oneDNN computes a primitive on this engine; `what`: all that describes it but its attributes.
template<typename Primitive, typename... What>
typename Primitive::primitive_desc described(const dnnl::engine& engine,
                                             const dnnl::primitive_attr& attributes, const What&... what) {
#if DNNL_VERSION_MAJOR < 3
    return {typename Primitive::desc(what...), attributes, engine};
#else
    return {engine, what..., attributes};
#endif
}

/// "oneDNN 2.6.3, avx512_core".
std::string describe_onednn();

} // namespace autoconfig::bench
