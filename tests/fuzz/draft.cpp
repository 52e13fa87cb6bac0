// See draft.h.
#include "tests/fuzz/draft.h"

namespace autoconfig::fuzz {

Draft::Draft(Writer& writer, const Stage& stage, const std::vector<Handle>& before)
    : writer_(writer), details_(stage.details), type_(type_of(stage.element)), arithmetic_(type_),
      at_(writer.vars(stage.dimensions)) {
    for (int which : {0, 1}) {
        const Source& from = stage.from[which];
        sources_[which] = from.input ? &writer.inputs()[from.index] : &before[from.index];
        inputs_[which] = from.input ? from.index : -1;
    }
    if (only_stored() || (type_.bits() < 32 && choice(2) == 0)) arithmetic_ = wide();
}

Halide::Type Draft::wide() const {
    if (type_.bits() >= 32) return type_;
    return type_.is_float() ? Halide::Float(32) : Halide::Int(32);
}

int Draft::choice(int n) {
    const int digit = static_cast<int>(details_ % static_cast<std::uint32_t>(n));
    details_ /= static_cast<std::uint32_t>(n);
    return digit;
}

Term Draft::read(int which, const Terms& at, int most, Halide::Type type) {
    const Handle& from = source(which);
    Terms place = at;
    place.resize(from.dimensions(), constant(0));
    if (inputs_read(which) == 0)
        for (int d = 0; d < from.dimensions(); d++)
            place[d] = clamp(place[d], constant(0), writer_.extent(d) - constant(1));
    const int value = choice(static_cast<int>(from.most.size()));
    return limited(cast(type, writer_.load(from, place, value)), most);
}

Term Draft::index(int which, const Terms& at, int dimension) {
    const Term anywhere = read(which, at, 1 << 20, Halide::Int(32));
    return clamp(anywhere, constant(0), writer_.extent(dimension) - constant(1));
}

} // namespace autoconfig::fuzz
