// Stages that reduce: every update writes the places of the pure definition. `kinds.h` lists them.
#include "tests/fuzz/kinds.h"

#include <utility>

namespace autoconfig::fuzz {

namespace {

constexpr int largest = 100000;

/// Below all values of the type that a stage has.
Term below_all(Halide::Type type) { return cast(type, constant(type.is_uint() ? 0 : -largest)); }

/// The length of a reduction: an extent of the run, or a number.
Term length(Draft& d) {
    switch (d.choice(7)) {
    case 1: return d.writer().extent(0);
    case 2: return d.writer().extent(1);
    case 3: return constant(16);
    case 4: return constant(24);
    case 5: return constant(1);
    case 6: return d.writer().parameter();
    default: return constant(5);
    }
}

Terms with(Terms at, int position, const Term& loop) {
    at.insert(at.begin() + position, loop);
    return at;
}

/// Leaves out part of a domain of one loop, or none.
void restrict_once(Draft& d, Domain& r) {
    const Term& loop = r.loops[0];
    switch (d.choice(6)) {
    case 1:
        if (d.dimensions()) d.writer().where(r, loop < d.at()[0] + constant(3));
        break;
    case 2: d.writer().where(r, loop % constant(2) == constant(0)); break;
    case 3: {
        Terms place = d.at();
        if (place.empty() || d.choice(2))
            place = {loop};
        else
            place[0] = place[0] + loop;
        const Term threshold = d.read(1, place, 1024, Halide::Int(32));
        d.writer().where(r, threshold < constant(3));
        break;
    }
    default: break;
    }
}

void restrict_somehow(Draft& d, Domain& r) {
    restrict_once(d, r);
    if (d.choice(3) == 1) restrict_once(d, r);
}

/// f(at) += value, from 0, from 1, or from what source 1 holds: by a choice of 4.
Handle summed(Draft& d, const Term& value, int start) {
    const Halide::Type type = value.expr.type();
    Handle f = d.writer().func();
    if (start == 1) d.writer().define(f, d.at(), {d.read(1, d.at(), 1024, type)});
    if (start == 2) d.writer().define(f, d.at(), {cast(type, constant(1))});
    if (start == 0 || start == 3) d.writer().define(f, d.at(), {cast(type, constant(0))});
    d.writer().define(f, d.at(), {d.writer().load(f, d.at()) + value});
    f.most = {1 << 24};
    return f;
}

/// f(at) is the least value.
Handle least(Draft& d, const Term& value) {
    Handle f = d.writer().func();
    d.writer().define(f, d.at(), {cast(value.expr.type(), constant(largest))});
    d.writer().define(f, d.at(), {min(d.writer().load(f, d.at()), value)});
    f.most = {1 << 20};
    return f;
}

/// Real and imaginary part of a sum of complex products, or a sum and a difference of single ones.
Handle paired_twice(Draft& d, const Term& a, const Term& b) {
    const bool complex = d.choice(2) > 0;
    const Term c = a + constant(1), e = b - constant(2);
    Handle f = d.writer().func();
    const Term start = cast((a * b).expr.type(), constant(d.choice(2)));
    d.writer().define(f, d.at(), {start, start});
    const Term re = d.writer().load(f, d.at(), 0), im = d.writer().load(f, d.at(), 1);
    d.writer().define(f, d.at(),
                      {complex ? re + a * b - c * e : re + a * b, complex ? im + a * e + c * b : im - c * e});
    f.most = {1 << 24, 1 << 24};
    return f;
}

/// A sum of products, of distances or of squared ones, or the least sum of two.
Handle paired(Draft& d, const Term& a, const Term& b) {
    const int start = d.choice(4);
    switch (d.choice(6)) {
    case 3: return summed(d, max(a, b) - min(a, b), start);
    case 4: return summed(d, (a - b) * (a - b), start);
    case 5: return least(d, a + b);
    default: return summed(d, a * b, start);
    }
}

} // namespace

Handle reduce(Draft& d) {
    Domain r = d.writer().domain({{constant(0), length(d)}});
    restrict_somehow(d, r);
    const int most = 1024, position = d.choice(d.dimensions() + 1);
    const Term value = d.read(0, with(d.at(), position, r.loops[0]), most, d.wide());
    const int operation = d.choice(3);
    Handle f = d.writer().func();
    const Term first[] = {cast(d.wide(), constant(0)), below_all(d.wide()),
                          cast(d.wide(), constant(largest))};
    d.writer().define(f, d.at(), {first[operation]});
    const Term before = d.writer().load(f, d.at());
    d.writer().define(f, d.at(),
                      {operation == 0   ? before + value
                       : operation == 1 ? max(before, value)
                                        : min(before, value)});
    f.most = {1 << 20};
    return f;
}

Handle total(Draft& d) {
    d.set_dimensions(0);
    const Domain r =
        d.writer().domain({{constant(0), d.writer().extent(0)}, {constant(0), d.writer().extent(1)}});
    const Term value = d.read(0, r.loops, 64, d.wide());
    return summed(d, value, d.choice(4));
}

Handle contract(Draft& d) {
    const bool k_before_row = d.choice(2), k_before_column = d.choice(2);
    const auto operands = [&](const Term& k) {
        Terms a = {k}, b = {k};
        if (d.dimensions() > 1) a.insert(k_before_row ? a.end() : a.begin(), d.at()[1]);
        b.insert(k_before_column ? b.end() : b.begin(), d.at()[0]);
        for (int batch = 2; batch < d.dimensions(); batch++) a.push_back(d.at()[batch]);
        if (d.dimensions() > 2) b.push_back(d.at()[2]);
        return std::pair{d.read(0, a, 32, d.wide()), d.read(1, b, 32, d.wide())};
    };
    const auto loop = [&] { return d.writer().domain({{constant(0), length(d)}}).loops[0]; };
    const auto [of_rows, of_columns] = operands(loop());
    if (d.choice(4) == 0) return paired_twice(d, of_rows, of_columns);
    if (d.choice(4) > 0) return paired(d, of_rows, of_columns);
    Handle f = summed(d, of_rows * of_columns, d.choice(4)); // two updates
    const auto [other_rows, other_columns] = operands(loop());
    d.writer().define(f, d.at(), {d.writer().load(f, d.at()) + other_rows * (other_columns + constant(1))});
    f.most = {1 << 25};
    return f;
}

Handle convolve(Draft& d) {
    const std::pair<int, int> windows[] = {{3, 3}, {1, 1}, {5, 1}, {2, 2}};
    const auto [wide, high] = windows[d.choice(4)];
    const Term stride = constant(1 + d.choice(2)), dilation = constant(1 + d.choice(2));
    const bool by_channel = d.choice(2), apart = d.choice(2); // channels innermost; each for itself
    const Domain r = d.writer().domain(
        {{constant(0), constant(wide)}, {constant(0), constant(high)}, {constant(0), d.writer().extent(2)}});
    const Terms& at = d.at();
    const auto seen = [&](int from, int loop) { return at[from] * stride + r.loops[loop] * dilation; };
    Terms image, weights;
    if (d.dimensions() == 1) {
        image = {seen(0, 0), r.loops[1], r.loops[2]};
        weights = {r.loops[0], r.loops[1], r.loops[2]};
    } else if (d.dimensions() == 2) {
        image = {seen(0, 0), seen(1, 1), r.loops[2]};
        weights = {r.loops[0], r.loops[1], r.loops[2]};
    } else if (by_channel) {
        const Term& from = apart ? at[0] : r.loops[2];
        image = {from, seen(1, 0), seen(2, 1)};
        weights = apart ? Terms{at[0], r.loops[0], r.loops[1]} : Terms{at[0], from, r.loops[0], r.loops[1]};
    } else {
        const Term& from = apart ? at[2] : r.loops[2];
        image = {seen(0, 0), seen(1, 1), from};
        weights = apart ? Terms{r.loops[0], r.loops[1], at[2]} : Terms{r.loops[0], r.loops[1], from, at[2]};
    }
    if (d.dimensions() > 3) image.push_back(at[3]);
    return paired(d, d.read(0, image, 32, d.wide()), d.read(1, weights, 32, d.wide()));
}

Handle arg_max(Draft& d) {
    const Domain r = d.writer().domain({{constant(0), length(d)}});
    const Term& loop = r.loops[0];
    const Term value = d.read(0, with(d.at(), d.choice(d.dimensions() + 1), loop), 1024, d.wide());
    Handle f = d.writer().func();
    d.writer().define(f, d.at(), {constant(0), below_all(d.wide())});
    const Term place = d.writer().load(f, d.at(), 0), best = d.writer().load(f, d.at(), 1);
    d.writer().define(f, d.at(), {select(best < value, loop, place), max(best, value)});
    f.most = {5000, 1 << 20};
    return f;
}

} // namespace autoconfig::fuzz
