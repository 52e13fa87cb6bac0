// oneDNN's convolution primitive: on plain NHWC buffers, and in the layouts it asks for, by each of its
// algorithms. What it asks for is reordered beforehand, the result left in its layout until it is checked.
#include "bench/peers/onednn.h"
#include "bench/conv2d/operands.h"
#include "bench/peers/peer.h"

#include <fmt/format.h>

#include <memory>
#include <unordered_map>

namespace autoconfig::bench {

namespace {

using Memory = dnnl::memory;
using Algorithm = dnnl::algorithm;

/// Which buffers are as the user has them: all, input and output, or none.
enum class Layouts { Plain, PlainImages, Own };

/// In oneDNN's order of dimensions, with the strides of NHWC.
Memory::desc image(const Conv2dShape& s, std::int64_t channels, std::int64_t rows, std::int64_t columns) {
    return {{s.n, channels, rows, columns}, Memory::data_type::f32, Memory::format_tag::nhwc};
}

Memory::desc filters(const Conv2dShape& s) {
    const std::int64_t in = s.c / s.groups, out = s.k / s.groups;
    if (s.groups == 1)
        return {{out, in, s.r, s.s}, Memory::data_type::f32, Memory::dims{1, s.k, s.k * in * s.s, s.k * in}};
    return {{s.groups, out, in, s.r, s.s},
            Memory::data_type::f32,
            Memory::dims{out, 1, s.k, s.k * in * s.s, s.k * in}};
}

class Convolution {
public:
    Convolution(const Conv2dOperands& operands, Algorithm algorithm, Layouts layouts);
    /// The first time, the result is also brought into the user's buffer, where it is checked.
    void run() {
        primitive_.execute(stream_, arguments_);
        stream_.wait();
        if (!delivered_) deliver();
    }

private:
    void deliver();

    dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream_{engine_};
    dnnl::convolution_forward primitive_;
    std::unordered_map<int, Memory> arguments_;
    Memory user_out_;
    bool delivered_ = false;
};

dnnl::convolution_forward::primitive_desc choose(const Conv2dShape& s, const Epilogue& epilogue,
                                                 Algorithm algorithm, Layouts layouts,
                                                 const dnnl::engine& engine) {
    Memory::desc in = image(s, s.c, s.h, s.w), weights = filters(s),
                 out = image(s, s.k, s.out_h(), s.out_w());
    if (layouts == Layouts::Own) in = any_layout(in), out = any_layout(out);
    if (layouts != Layouts::Plain) weights = any_layout(weights);
    const Memory::dims strides{s.stride, s.stride}, dilation{s.dilation - 1, s.dilation - 1},
        pad{s.pad, s.pad};
    const Memory::desc bias({s.k}, Memory::data_type::f32, Memory::format_tag::x);
    const auto chosen_for = [&](const auto&... operand) {
        return described<dnnl::convolution_forward>(engine, onednn_attributes(epilogue),
                                                    dnnl::prop_kind::forward_inference, algorithm, operand...,
                                                    strides, dilation, pad, pad);
    };
    return epilogue.bias ? chosen_for(in, weights, bias, out) : chosen_for(in, weights, out);
}

Convolution::Convolution(const Conv2dOperands& operands, Algorithm algorithm, Layouts layouts) {
    const Conv2dShape& s = operands.shape;
    const auto chosen = choose(s, operands.epilogue, algorithm, layouts, engine_);
    primitive_ = dnnl::convolution_forward(chosen);
    const auto user = [&](const Memory::desc& desc, float* data) { return Memory(desc, engine_, data); };
    user_out_ = user(image(s, s.k, s.out_h(), s.out_w()), operands.out());
    arguments_ = {
        {DNNL_ARG_SRC,
         reordered(user(image(s, s.c, s.h, s.w), operands.input()), chosen.src_desc(), stream_)},
        {DNNL_ARG_WEIGHTS, reordered(user(filters(s), operands.weights()), chosen.weights_desc(), stream_)},
        {DNNL_ARG_DST,
         chosen.dst_desc() == user_out_.get_desc() ? user_out_ : Memory(chosen.dst_desc(), engine_)}};
    if (operands.epilogue.bias)
        arguments_.emplace(DNNL_ARG_BIAS,
                           user({{s.k}, Memory::data_type::f32, Memory::format_tag::x}, operands.bias()));
}

void Convolution::deliver() {
    Memory& out = arguments_.at(DNNL_ARG_DST);
    if (out.get_desc() != user_out_.get_desc())
        dnnl::reorder(out, user_out_).execute(stream_, out, user_out_);
    stream_.wait();
    delivered_ = true;
}

std::function<Call(const Operands&, int)> by(Algorithm algorithm, Layouts layouts) {
    return on<Conv2dOperands>([=](const Conv2dOperands& operands, int) -> Call {
        try {
            auto convolution = std::make_shared<Convolution>(operands, algorithm, layouts);
            return [convolution] { convolution->run(); };
        } catch (const dnnl::error& error) {
            if (error.status == dnnl_unimplemented)
                throw DoesNotApply(
                    fmt::format("oneDNN has no such convolution of {}", operands.shape.name()));
            throw Error(fmt::format("oneDNN convolution: {}", error.what()));
        }
    });
}

} // namespace

std::vector<Peer> onednn_conv2d_peers() {
    constexpr auto direct = Algorithm::convolution_direct;
    const auto peer = [](const char* name, const char* family, Fairness fairness, Algorithm algorithm,
                         Layouts layouts) {
        return Peer{name, family, fairness, by(algorithm, layouts), describe_onednn};
    };
    return {
        peer("onednn_nhwc", "onednn_nhwc", Fairness::Plain, direct, Layouts::Plain),
        peer("onednn_nhwc_reordered", "onednn_nhwc_reordered", Fairness::Packs, direct, Layouts::PlainImages),
        peer("onednn_direct", "onednn_best", Fairness::Packs, direct, Layouts::Own),
        peer("onednn_winograd", "onednn_best", Fairness::Packs, Algorithm::convolution_winograd,
             Layouts::Own),
        peer("onednn_auto", "onednn_best", Fairness::Packs, Algorithm::convolution_auto, Layouts::Own)};
}

} // namespace autoconfig::bench
