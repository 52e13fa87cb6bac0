// What looks like a contraction and must not be taken for one.
#include "cases.h"

#include "tests/support/vars.h"

namespace autoconfig::testing {

using namespace Halide;

namespace {

struct Inputs {
    ImageParam A = input("A", {128, 128}), B = input("B", {128, 128}), w = input("w", {128});
    RDom k{0, 128, "k"};
    Func C{"C"};
};

/// C(x, y) += term(inputs).
Pipeline adds(const std::function<Expr(Inputs&)>& term) {
    Inputs in;
    in.C(x, y) += term(in);
    return bounded(in.C, {64, 32});
}

/// C(x, y) = update(inputs) after C(x, y) = 0.
Pipeline updates(const std::function<Expr(Inputs&)>& update) {
    Inputs in;
    in.C(x, y) = 0.0f;
    in.C(x, y) = update(in);
    return bounded(in.C, {64, 32});
}

Pipeline two_updates() {
    Inputs in;
    in.C(x, y) += in.A(in.k, y) * in.B(x, in.k);
    in.C(x, y) += 1.0f;
    return bounded(in.C, {64, 32});
}

Pipeline predicate() {
    Inputs in;
    in.k.where(in.k < 100);
    in.C(x, y) += in.A(in.k, y) * in.B(x, in.k);
    return bounded(in.C, {64, 32});
}

Pipeline tuple() {
    Inputs in;
    in.C(x, y) = Tuple(0.0f, 0.0f);
    const Expr product = in.A(in.k, y) * in.B(x, in.k);
    in.C(x, y) = Tuple(in.C(x, y)[0] + product, in.C(x, y)[1] + product);
    return bounded(in.C, {64, 32});
}

Pipeline written_at_reduced_site() {
    Inputs in;
    RDom r(0, 128, 0, 64, "r");
    in.C(x, y) = 0.0f;
    in.C(r.y, y) += in.A(r.x, y) * in.B(r.y, r.x);
    return bounded(in.C, {64, 32});
}

Pipeline broadcast_loop() {
    Inputs in;
    in.C(x, y, z) += in.A(in.k, y) * in.B(x, in.k);
    return bounded(in.C, {64, 32, 4});
}

Pipeline batched_dot() {
    Inputs in;
    in.C(y) += in.A(in.k, y) * in.B(in.k, y);
    return bounded(in.C, {32});
}

Pipeline gather() {
    Inputs in;
    ImageParam index = input("index", {128}, Int(32));
    in.C(x, y) += in.A(index(in.k), y) * in.B(x, in.k);
    return bounded(in.C, {64, 32});
}

Pipeline no_reduced_loop() {
    Inputs in;
    in.C(x, y) = 1.0f;
    in.C(x, y) += in.A(0, y) * in.B(x, 0);
    return bounded(in.C, {64, 32});
}

Pipeline scheduled() {
    Inputs in;
    in.C(x, y) += in.A(in.k, y) * in.B(x, in.k);
    in.C.update().vectorize(x, 8);
    return bounded(in.C, {64, 32});
}

Pipeline computed_somewhere() {
    Inputs in;
    Func out("out");
    in.C(x, y) += in.A(in.k, y) * in.B(x, in.k);
    out(x, y) = in.C(x, y);
    in.C.compute_root();
    return bounded(out, {64, 32});
}

Pipeline specialized() {
    Inputs in;
    Param<bool> fast("fast");
    in.C(x, y) += in.A(in.k, y) * in.B(x, in.k);
    in.C.update().specialize(fast);
    return bounded(in.C, {64, 32});
}

Expr product(Inputs& in) { return in.A(in.k, y) * in.B(x, in.k); }

} // namespace

std::vector<Case> near_miss_cases() {
    return {
        {"maximum_of_one",
         [] { return updates([](Inputs& in) { return max(in.C(x, y), in.A(in.k, y)); }); },
         {"C refused: max-reduction"}},
        {"minimum_of_three",
         [] { return updates([](Inputs& in) { return min(in.C(x, y), product(in) * in.w(in.k)); }); },
         {"C refused: min-reduction"}},
        {"difference_of_loops",
         [] { return adds([](Inputs& in) { return abs(in.A(in.k, y) - in.B(x, in.k) * y); }); },
         {"C refused: one factor reads both A and B"}},
        {"pair_without_reuse",
         [] { return adds([](Inputs& in) { return abs(in.A(in.k, y) - in.B(in.k, y)); }); },
         {"C refused: loop x is in neither operand"}},
        {"multiplied",
         [] { return updates([](Inputs& in) { return in.C(x, y) * product(in); }); },
         {"C refused: product-reduction"}},
        {"subtracted",
         [] { return updates([](Inputs& in) { return in.C(x, y) - product(in); }); },
         {"C refused: subtracts instead of adding"}},
        {"overwritten",
         [] { return updates([](Inputs& in) { return product(in); }); },
         {"C refused: does not add to itself"}},
        {"doubled",
         [] { return updates([](Inputs& in) { return in.C(x, y) + in.C(x, y) + product(in); }); },
         {"C refused: reads itself 2 times"}},
        {"plain_sum",
         [] { return adds([](Inputs& in) { return in.A(in.k, y); }); },
         {"C refused: reads only A: no product"}},
        {"sum_of_squares",
         [] { return adds([](Inputs& in) { return in.A(in.k, y) * in.A(in.k, y); }); },
         {"C refused: A is multiplied by itself: no reuse"}},
        {"sum_of_indices",
         [] { return adds([](Inputs& in) { return cast<float>(in.k) * 2.0f; }); },
         {"C refused: a factor depends on a loop and reads nothing"}},
        {"weighted",
         [] { return adds([](Inputs& in) { return product(in) * in.w(in.k); }); },
         {"C refused: product of 3 operands"}},
        {"two_products",
         [] { return adds([](Inputs& in) { return product(in) + in.B(in.k, y) * in.A(x, in.k); }); },
         {"C refused: adds a sum of 2 terms"}},
        {"index_product",
         [] { return adds([](Inputs& in) { return in.A(in.k, x * y) * in.B(x, in.k); }); },
         {"C refused: index x*y of A is not affine"}},
        {"index_quotient",
         [] { return adds([](Inputs& in) { return in.A(in.k, y) * in.B(x / 2, in.k); }); },
         {"C refused: index x/2 of B is not affine"}},
        {"index_clamped",
         [] { return adds([](Inputs& in) { return in.A(clamp(in.k, 0, 9), y) * in.B(x, in.k); }); },
         {"C refused: index max(min(k$x, 9), 0) of A is not affine"}},
        {"gather", gather, {"C refused: index index(k$x) of A is not affine"}},
        {"reduced_in_one_operand",
         [] { return adds([](Inputs& in) { return in.A(in.k, y) * in.B(x, y); }); },
         {"C refused: reduced loop k$x is only in A"}},
        {"mask_over_other_loop",
         [] { return adds([](Inputs& in) { return select(x < y, in.A(in.k, y), 0.0f) * in.B(x, in.k); }); },
         {"C refused: a factor of A depends on a loop that does not index it"}},
        {"two_updates", two_updates, {"C refused: 2 update definitions"}},
        {"predicate", predicate, {"C refused: RDom::where predicate"}},
        {"tuple", tuple, {"C refused: Tuple of 2 values"}},
        {"written_at_reduced_site", written_at_reduced_site, {"C refused: writes at r$y, not at its own x"}},
        {"growth",
         [] { return updates([](Inputs& in) { return in.C(x, y) + in.C(x, y) * product(in); }); },
         {"C refused: reads itself in what it adds"}},
        {"broadcast_loop", broadcast_loop, {"C refused: loop z is in neither operand"}},
        {"batched_dot", batched_dot, {"C refused: both operands carry the same loops: no reuse"}},
        {"no_reduced_loop", no_reduced_loop, {"C refused: no reduced loop"}},
        {"scheduled", scheduled, {"C refused: already scheduled"}},
        {"computed_somewhere", computed_somewhere, {"C refused: already scheduled"}},
        {"specialized", specialized, {"C refused: already scheduled"}},
    };
}

} // namespace autoconfig::testing
