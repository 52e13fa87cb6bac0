// oneDNN's post-operations, layouts and names.
#include "bench/peers/onednn.h"

#include <fmt/format.h>

namespace autoconfig::bench {

dnnl::primitive_attr onednn_attributes(const Epilogue& epilogue) {
    dnnl::post_ops operations;
    const auto append = [&](dnnl::algorithm activation) {
#if DNNL_VERSION_MAJOR < 3
        operations.append_eltwise(1.0f, activation, 0.0f, 0.0f);
#else
        operations.append_eltwise(activation, 0.0f, 0.0f);
#endif
    };
    if (epilogue.activation == "relu") append(dnnl::algorithm::eltwise_relu);
    if (epilogue.activation == "gelu") append(dnnl::algorithm::eltwise_gelu_tanh);
    if (epilogue.activation == "gelu_erf") append(dnnl::algorithm::eltwise_gelu_erf);
    dnnl::primitive_attr attributes;
    attributes.set_post_ops(operations);
    return attributes;
}

dnnl::memory reordered(const dnnl::memory& memory, const dnnl::memory::desc& layout, dnnl::stream& stream) {
    if (memory.get_desc() == layout) return memory;
    dnnl::memory copy(layout, memory.get_engine());
    dnnl::reorder(memory, copy).execute(stream, const_cast<dnnl::memory&>(memory), copy);
    stream.wait();
    return copy;
}

dnnl::memory::desc any_layout(const dnnl::memory::desc& like) {
#if DNNL_VERSION_MAJOR < 3
    const dnnl::memory::dims dimensions = like.dims();
#else
    const dnnl::memory::dims dimensions = like.get_dims();
#endif
    return {dimensions, dnnl::memory::data_type::f32, dnnl::memory::format_tag::any};
}

namespace {

const char* isa_name(dnnl::cpu_isa isa) {
    switch (isa) {
    case dnnl::cpu_isa::sse41: return "sse41";
    case dnnl::cpu_isa::avx: return "avx";
    case dnnl::cpu_isa::avx2: return "avx2";
    case dnnl::cpu_isa::avx512_core: return "avx512_core";
    case dnnl::cpu_isa::avx512_core_vnni: return "avx512_core_vnni";
    case dnnl::cpu_isa::avx512_core_bf16: return "avx512_core_bf16";
    case dnnl::cpu_isa::avx512_core_amx: return "avx512_core_amx";
    default: return "another instruction set";
    }
}

} // namespace

std::string describe_onednn() {
    const dnnl_version_t* version = dnnl_version();
    return fmt::format("oneDNN {}.{}.{}, {}", version->major, version->minor, version->patch,
                       isa_name(dnnl::get_effective_cpu_isa()));
}

} // namespace autoconfig::bench
