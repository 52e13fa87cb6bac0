// Stages whose updates write other places than their pure definition runs over. `kinds.h` lists them.
#include "tests/fuzz/kinds.h"

namespace autoconfig::fuzz {

namespace {

/// Gives `place` another coordinate in one dimension.
Terms moved(Terms place, int dimension, const Term& coordinate) {
    place[dimension] = coordinate;
    return place;
}

Term sum(const Term& a, const Term& b) { return limited(a + b, 1 << 16); }

/// f(at) = what source 0 holds there.
Handle first_as_source(Draft& d, int most) {
    Handle f = d.writer().func();
    d.writer().define(f, d.at(), {d.read(0, d.at(), most, d.updated())});
    return f;
}

/// Along one dimension every value takes in the one before it.
void run_along(Draft& d, Handle& f, int dimension) {
    const Term extent = d.writer().extent(dimension), one = constant(1);
    const Domain r = d.writer().domain({{one, extent - one}});
    const bool backwards = d.choice(2), filter = d.choice(2);
    const Term here = backwards ? extent - one - r.loops[0] : r.loops[0];
    const Term before = backwards ? here + one : here - one;
    const Term last = d.writer().load(f, moved(d.at(), dimension, before));
    const Term now = d.writer().load(f, moved(d.at(), dimension, here));
    Term taken = filter ? last * like(last, 2) + now : last + now;
    if (filter) taken.most = 1e9; // it grows from place to place
    d.writer().define(f, moved(d.at(), dimension, here), {limited(taken, filter ? 64 : 1 << 16)});
}

/// One of several updates of a part of f.
void update_part(Draft& d, Handle& f) {
    const int dimension = d.choice(d.dimensions() > 1 ? 2 : 1);
    const Term extent = d.writer().extent(dimension);
    Terms place = d.at();
    switch (d.choice(6)) {
    case 1: place[dimension] = constant(0); break;
    case 2: place[dimension] = extent - constant(1); break;
    case 3: place[dimension] = d.writer().domain({{constant(0), extent}}).loops[0]; break;
    case 4: {
        const Term half = extent / constant(2);
        place[dimension] = d.writer().domain({{half, extent - half}}).loops[0];
        break;
    }
    case 5: {
        if (d.dimensions() < 2) break;
        Domain r =
            d.writer().domain({{constant(0), d.writer().extent(0)}, {constant(0), d.writer().extent(1)}});
        d.writer().where(r, r.loops[0] < r.loops[1]);
        place[0] = r.loops[0];
        place[1] = r.loops[1];
        break;
    }
    default: break;
    }
    const Term value = d.read(d.choice(2), place, 1024, d.updated());
    const Term now = d.writer().load(f, place);
    d.writer().define(f, place, {d.choice(2) ? limited(value, 1024) : sum(now, value)});
}

void update_parts(Draft& d, Handle& f) {
    for (int count = 1 + d.choice(2); count > 0; count--) update_part(d, f);
}

} // namespace

Handle scan(Draft& d) {
    Handle f = d.writer().func();
    d.writer().define(f, d.at(), {cast(d.updated(), d.read(0, d.at(), 64, d.wide()))});
    const int dimension = d.choice(d.dimensions() > 1 ? 2 : 1);
    run_along(d, f, dimension);
    if (d.choice(2) && d.dimensions() > 1) run_along(d, f, 1 - dimension);
    f.most = {1 << 23};
    return f;
}

/// Of everything, or row by row.
Handle histogram(Draft& d) {
    if (d.dimensions() > 2) d.set_dimensions(2);
    const Halide::Type type = d.wide();
    Handle f = d.writer().func();
    d.writer().define(f, d.at(), {cast(type, constant(0))});
    Terms seen, place = d.at();
    if (d.dimensions() == 2) {
        const Domain r = d.writer().domain({{constant(0), d.writer().extent(0)}});
        seen = {r.loops[0], d.at()[1]};
    } else {
        const Domain r =
            d.writer().domain({{constant(0), d.writer().extent(0)}, {constant(0), d.writer().extent(1)}});
        seen = r.loops;
    }
    place[0] = d.index(0, seen, 0);
    d.writer().define(f, place, {d.writer().load(f, place) + cast(type, constant(1))});
    f.most = {1 << 16};
    return f;
}

Handle scatter(Draft& d) {
    Handle f = first_as_source(d, 1024);
    Domain r = d.writer().domain({{constant(0), d.writer().extent(0)}});
    const bool anywhere = d.dimensions() > 1 && d.choice(2); // not in its own row only
    Terms from = moved(d.at(), 0, r.loops[0]);
    if (anywhere) from[1] = r.loops[0];
    Terms place = moved(d.at(), 0, d.index(1, from, 0));
    if (anywhere) place[1] = d.index(0, {r.loops[0]}, 1);
    const Terms at_loop(place.size(), r.loops[0]);
    if (d.choice(3) == 1)
        d.writer().where(r, d.read(1, {r.loops[0]}, 1024, Halide::Int(32)) % constant(3) < constant(2));
    const Term value = d.read(0, d.choice(2) ? Terms{r.loops[0]} : at_loop, 1024, d.updated());
    d.writer().define(f, place, {d.choice(2) ? value : sum(d.writer().load(f, place), value)});
    f.most = {1 << 20};
    return f;
}

Handle patch(Draft& d) {
    Handle f = first_as_source(d, 1024);
    update_parts(d, f);
    return f;
}

Handle undefined(Draft& d) {
    Handle f = d.writer().func();
    d.writer().define(f, d.at(), {{Halide::undef(d.updated()), "undef(" + text_of(d.updated()) + ")", 0}});
    d.writer().define(f, d.at(), {d.read(0, d.at(), 1024, d.updated())});
    if (d.choice(2)) update_parts(d, f);
    return f;
}

Handle wavefront(Draft& d) {
    if (d.dimensions() < 2) d.set_dimensions(2);
    Handle f = first_as_source(d, 64);
    const Term one = constant(1);
    const Domain r =
        d.writer().domain({{one, d.writer().extent(0) - one}, {one, d.writer().extent(1) - one}});
    const Term &x = r.loops[0], &y = r.loops[1];
    const auto at = [&](const Term& column, const Term& row) {
        return moved(moved(d.at(), 0, column), 1, row);
    };
    const auto value = [&](const Term& column, const Term& row) {
        return d.writer().load(f, at(column, row));
    };
    const int from = d.choice(3);
    Term taken = from == 0   ? value(x - one, y) + value(x, y - one) * value(x - one, y - one)
                 : from == 1 ? max(value(x - one, y), value(x, y - one)) + value(x, y)
                             : max(value(x - one, y - one), value(x, y - one)) + value(x, y);
    taken.most = 1e9; // it grows from place to place
    d.writer().define(f, at(x, y), {limited(taken, 64)});
    f.most = {1 << 16};
    return f;
}

} // namespace autoconfig::fuzz
