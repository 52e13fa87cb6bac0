// Stages of one pure definition. `kinds.h` lists them.
#include "tests/fuzz/functions.h"
#include "tests/fuzz/kinds.h"

namespace autoconfig::fuzz {

namespace {

Term blend(Draft& d, const Term& a, const Term& b) {
    const Term x = cast(a.expr.type(), d.dimensions() ? d.at()[0] : constant(2));
    switch (d.choice(9)) {
    case 1: return a - b;
    case 2: return limited(a, 32) * limited(b, 32);
    case 3: return max(a, b);
    case 4: return select(a < b, a, b + like(b, 1));
    case 5: return a * like(a, 3) + limited(x, 64);
    case 6: return a;
    case 7: return min(a, b) + select(x < like(x, 7), like(a, 1), like(a, 2));
    case 8: return a + cast(a.expr.type(), d.writer().parameter());
    default: return a + b;
    }
}

Terms moved(Terms at, int dx, int dy) {
    if (!at.empty()) at[0] = at[0] + constant(dx);
    if (at.size() > 1) at[1] = at[1] + constant(dy);
    return at;
}

/// Where every place lies on a grid that is `up` times as fine and `down` times as coarse, along x or along
/// both.
Terms scaled(Terms at, int up, int down, bool both) {
    for (std::size_t d = 0; d < at.size() && d < (both ? 2u : 1u); d++) {
        if (up > 1) at[d] = at[d] / constant(up);
        if (down > 1) at[d] = at[d] * constant(down);
    }
    return at;
}

using Taps = std::vector<std::pair<int, int>>;

const Taps& taps(int which) {
    static const Taps shapes[] = {
        {{0, 0}, {1, 0}, {2, 0}},
        {{0, -1}, {0, 0}, {0, 1}},
        {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {0, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}},
        {{0, 0}, {-2, 0}, {2, 0}, {0, -2}, {0, 2}},
        {{0, 0}, {4, 3}},
        {{-3, 0}, {1, 1}, {0, -7}},
    };
    return shapes[which];
}

Handle one_value(Draft& d, const Term& value) {
    Handle f = d.writer().func();
    d.writer().define(f, d.at(), {cast(d.type(), value)});
    return f;
}

} // namespace

Handle pointwise(Draft& d) {
    const Term a = d.read(0, d.at()), b = d.read(1, d.at());
    return one_value(d, blend(d, a, b));
}

Handle tuple(Draft& d) {
    const Term a = d.read(0, d.at()), b = d.read(1, d.at());
    Handle f = d.writer().func();
    d.writer().define(f, d.at(), {cast(d.type(), a + b), cast(d.wide(), max(a, b))});
    return f;
}

Handle approximate(Draft& d) {
    const Term a = d.read(0, d.at()), b = d.read(1, d.at());
    return one_value(d, rounded(d.choice(roundings), a, b));
}

Handle fixed_point(Draft& d) {
    const Term a = d.read(0, d.at()), b = d.read(1, d.at());
    return one_value(d, fixed_point(d.choice(fixed_points), a, b));
}

Handle stencil(Draft& d) {
    const Taps& shape = taps(d.choice(6));
    const int step = 1 + d.choice(3);
    Term sum;
    for (std::size_t i = 0; i < shape.size(); i++) {
        const Term value = d.read(0, moved(d.at(), shape[i].first * step, shape[i].second * step));
        const Term weighted = i % 3 ? value * like(value, 1 + static_cast<int>(i % 3)) : value;
        sum = i ? sum + weighted : weighted;
    }
    return one_value(d, sum);
}

Handle resample(Draft& d) {
    const Terms& at = d.at();
    const int factor = 2 + d.choice(2);
    const bool both = d.choice(2) == 0;
    switch (d.choice(5)) {
    case 1: return one_value(d, d.read(0, scaled(at, factor, 1, both)));
    case 2: {
        const Term here = d.read(0, scaled(at, factor, 1, both));
        return one_value(d, here + d.read(0, scaled(moved(at, 1, 1), factor, 1, both)));
    }
    case 3: {
        const Terms coarse = scaled(at, 2, 1, false);
        return one_value(d, select(at[0] % constant(2) == constant(0), d.read(0, coarse), d.read(1, coarse)));
    }
    case 4: {
        const Term here = d.read(0, scaled(at, 1, factor, both));
        return one_value(d, here + d.read(0, moved(scaled(at, 1, factor, both), 1, 1)));
    }
    default: return one_value(d, d.read(0, scaled(at, 1, factor, both)));
    }
}

Handle permute(Draft& d) {
    Terms at = d.at();
    switch (d.choice(6)) {
    case 1: at[0] = d.writer().extent(0) - constant(1) - at[0]; break;
    case 2: at = moved(at, 3, -2); break;
    case 3: at[0] = constant(0); break;
    case 4: at.back() = constant(2); break;
    case 5: at[0] = at[0] + d.writer().parameter(); break;
    default: std::rotate(at.begin(), at.begin() + 1, at.end());
    }
    return one_value(d, d.read(0, at));
}

Handle boundary(Draft& d) {
    const char* conditions[] = {"repeat_edge", "constant_exterior", "repeat_image", "mirror_image",
                                "mirror_interior"};
    const Handle& inner = d.source(0);
    if (inner.dimensions() == 0 || inner.most.size() > 1) return pointwise(d);
    const int dimensions = std::min(inner.dimensions(), d.choice(2) + 1);
    const Handle outer = d.writer().bounded(inner, conditions[d.choice(5)], dimensions);
    const auto read = [&](int dx, int dy) {
        Terms place = moved(d.at(), dx, dy);
        place.resize(outer.dimensions(), constant(0));
        return limited(cast(d.arithmetic(), d.writer().load(outer, place)), 1024);
    };
    const Term here = read(0, 0);
    return one_value(d, d.choice(2) ? here + read(-2, 1) + read(1, -3) : here + read(-1, 0));
}

Handle gather(Draft& d) {
    Terms at = d.at();
    const int dimension = d.choice(std::min(2, d.dimensions()));
    if (d.choice(2) == 0)
        at[dimension] = d.index(1, d.at(), dimension);
    else
        at[dimension] =
            cast(Halide::Int(32), cast(Halide::UInt(8), d.read(1, d.at(), 1 << 20, Halide::Int(32))));
    return one_value(d, d.read(0, at));
}

Handle external(Draft& d) {
    Handle before = d.writer().func();
    d.writer().define(before, d.at(), {d.read(0, d.at(), 1024, Halide::Int(32))});
    return d.writer().plus_one(before);
}

Handle table(Draft& d) {
    const Handle numbers = d.writer().table();
    const Term place = d.read(0, d.at(), 1 << 20, Halide::Int(32));
    const Term number = d.writer().load(
        numbers, {d.choice(2) ? place % constant(16) : clamp(place, constant(0), constant(15))});
    return one_value(d, cast(d.arithmetic(), number) + d.read(1, d.at()));
}

} // namespace autoconfig::fuzz
