// The weights of conv2d, packed once for all the calls of a kernel that share them:
//   packed = a header, and weights (k, c/groups, s, r) in panels of `panel` channels (packed_weights.h)
// A kernel built with the same params, and packed_weights, takes them.
#include "autoconfig/halide_compat.h"
#include "generators/convolution.h"
#include "generators/packed_weights.h"
#include "generators/sizes.h"

#include <Halide.h>

#include <string>
#include <vector>

namespace {

using autoconfig::Convolution;
using autoconfig::LayerTypes;
using autoconfig::ScalarType;
using autoconfig::Size;

class Conv2dPack : public Halide::Generator<Conv2dPack> {
public:
    GeneratorParam<int> c_{"c", 1}, k_{"k", 1}, r_{"r", 1}, s_{"s", 1}, groups_{"groups", 1};
    GeneratorParam<LayerTypes> type_{"type", LayerTypes::f32, autoconfig::layer_types};
    GeneratorParam<int> panel_{"panel", 16};
    GeneratorParam<int> winograd_{"winograd", 0}; // m of F(m x m, 3x3)

    void configure() {
        layer.c = c_, layer.k = k_, layer.r = r_, layer.s = s_, layer.groups = groups_;
        if (type_ == LayerTypes::u8i8i32) layer.weights = {ScalarType::Kind::Int, 8};
        require(std::min({layer.c, layer.k, layer.r, layer.s, layer.groups}) > 0 && panel_ > 0,
                "sizes, groups and panel are above 0");
        require(winograd_ == 0 || winograd_ == 2 || winograd_ == 4, "winograd is 0, 2 or 4");
        require(winograd_ == 0 || (layer.r == 3 && layer.s == 3 && layer.groups == 1),
                "winograd needs a window of 3x3 and one group");
        require(layer.c % layer.groups == 0, "groups must divide c");
        const Halide::Type type = autoconfig::halide_type(layer.weights);
        weights = add_input<Buffer<>>("weights", type, 4);
        packed = add_output<Buffer<>>("packed", type, 1);
    }

    void generate() {
        const autoconfig::PackedForm form{panel_, winograd_};
        (*packed)(Halide::_) = autoconfig::packed_weights(layer, *weights, form)(Halide::_);
        const auto size = [](std::int64_t extent) { return Size(static_cast<int>(extent)); };
        autoconfig::state_sizes(*weights,
                                {size(layer.k), size(layer.c / layer.groups), size(layer.s), size(layer.r)});
        autoconfig::state_sizes(*packed, {autoconfig::packed_size(layer, form)});
    }

private:
    Convolution layer;
    Input<Buffer<>>* weights = nullptr;
    Output<Buffer<>>* packed = nullptr;

    static void require(bool holds, const char* rule) {
        if (!holds) autoconfig::compat::user_error(std::string("generator conv2d_pack: ") + rule);
    }
};

} // namespace

HALIDE_REGISTER_GENERATOR(Conv2dPack, conv2d_pack)
