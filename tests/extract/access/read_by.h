// Two Funcs, one of which reads the other: for tests of what follows from how it does.
#pragma once

#include <Halide.h>

#include <functional>

namespace autoconfig::testing {

/// f(x, y) = in(x, y) + 1, and out(x, y) as `value` says.
struct ReadBy {
    using Value =
        std::function<Halide::Expr(const Halide::Func& f, const Halide::Var& x, const Halide::Var& y)>;

    Halide::Func f{"f"}, out{"out"};

    explicit ReadBy(const Value& value) {
        const Halide::Var x("x"), y("y");
        const Halide::ImageParam in(Halide::Float(32), 2, "in");
        f(x, y) = in(x, y) + 1.0f;
        out(x, y) = value(f, x, y);
    }
};

} // namespace autoconfig::testing
