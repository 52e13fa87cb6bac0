// See functions.h.
#include "tests/fuzz/functions.h"

namespace autoconfig::fuzz {

namespace {

/// -16 to 15, as a float.
Term small_float(const Term& a) {
    return cast(Halide::Float(32), cast(Halide::Int(32), a) % constant(32) - constant(16));
}

struct Approximated {
    Halide::Expr (*value)(const Halide::Expr& v, const Halide::Expr& w);
    const char* text; // of V and W
};

constexpr Approximated approximated[roundings] = {
    {[](auto& v, auto& w) { return tanh(v * 0.25f) * (50.0f / (1.0f + exp(-w * 0.25f))); },
     "tanh(V * 0.25f) * (50.0f / (1.0f + exp(-W * 0.25f)))"},
    {[](auto& v, auto& w) { return v * 10.0f / (w + 17.3f); }, "V * 10.0f / (W + 17.3f)"},
    {[](auto& v, auto&) { return exp(v * 0.125f) * 7.0f; }, "exp(V * 0.125f) * 7.0f"},
    {[](auto& v, auto&) { return log(v + 17.0f) * 10.0f; }, "log(V + 17.0f) * 10.0f"},
    {[](auto& v, auto&) { return sqrt(abs(v)) * 9.0f; }, "sqrt(abs(V)) * 9.0f"},
    {[](auto& v, auto&) { return sin(v) * 7.0f; }, "sin(V) * 7.0f"},
    {[](auto& v, auto&) { return cos(v) * 9.0f; }, "cos(V) * 9.0f"},
    {[](auto& v, auto&) { return Halide::erf(v * 0.25f) * 13.0f; }, "erf(V * 0.25f) * 13.0f"},
    {[](auto& v, auto&) { return pow(v + 17.0f, 0.4f) * 13.0f; }, "pow(V + 17.0f, 0.4f) * 13.0f"},
    {[](auto& v, auto&) { return 10.0f / (1.0f + exp(-v * 0.25f)); }, "10.0f / (1.0f + exp(-V * 0.25f))"},
};

/// The text with those of V and W in their places.
std::string filled(const std::string& text, const Term& v, const Term& w) {
    std::string result;
    for (const char one : text) result += one == 'V' ? v.text : one == 'W' ? w.text : std::string(1, one);
    return result;
}

} // namespace

Term rounded(int which, const Term& a, const Term& b) {
    const Term v = small_float(a), w = small_float(b);
    const Halide::Expr value = Halide::round(approximated[which].value(v.expr, w.expr));
    return cast(a.expr.type(), Term{value, "round(" + filled(approximated[which].text, v, w) + ")", 260});
}

Term fixed_point(int which, const Term& a, const Term& b) {
    const Halide::Type narrow = Halide::Int(16), wide = Halide::Int(32), type = a.expr.type();
    const Term x = cast(wide, cast(narrow, a)), y = cast(wide, cast(narrow, b));
    const Term low = constant(-32768), high = constant(32767);
    switch (which) {
    case 1: return cast(type, cast(narrow, (x * y) >> constant(16)));
    case 2: return cast(type, cast(narrow, clamp(x + y, low, high)));
    case 3: return cast(type, cast(narrow, clamp((x * y + constant(1 << 14)) >> constant(15), low, high)));
    case 4: return cast(type, (x & y) + (x ^ constant(21)));
    case 5: return cast(type, limited(x, 1 << 12) << (y & constant(7)));
    case 6: return cast(type, cast(Halide::UInt(8), x >> (y & constant(3))));
    case 7: return cast(type, (x | constant(1)) - (max(x, y) - min(x, y)));
    default: return cast(type, cast(narrow, (x + y + constant(1)) >> constant(1)));
    }
}

} // namespace autoconfig::fuzz
