// See expression.h.
#include "autoconfig/model/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

constexpr int sum = 1, product = 2, atom = 3; // how tightly the operators of an expression bind

/// Whole numbers with all digits, others with four significant ones, both without an exponent.
std::string written(double value) {
    if (value == std::round(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
    const int before_point = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    std::string text = fmt::format("{:.{}f}", value, std::clamp(4 - before_point, 0, 12));
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

std::string enclosed(const std::string& text, int binds, int least) {
    return binds < least ? "(" + text + ")" : text;
}

} // namespace

struct Expression::Text {
    std::string formula, numbers;
    int formula_binds = atom, numbers_bind = atom;
    Unit unit;
    bool mixed = false;
};

Expression::Expression(const Symbol& symbol, double value, Words words) : value_(value) {
    if (words == Words::No) return;
    Text text;
    text.formula = symbol.name;
    text.numbers = written(value);
    text.numbers_bind = value < 0 ? sum : atom;
    text.unit = symbol.unit;
    text_ = std::make_shared<const Text>(std::move(text));
}

Expression::Text Expression::text() const {
    if (text_) return *text_;
    Text constant;
    constant.formula = constant.numbers = written(value_);
    return constant;
}

std::string Expression::formula() const { return text().formula; }
std::string Expression::numbers() const { return text().numbers; }
Unit Expression::unit() const { return text().unit; }
bool Expression::mixes_units() const { return text().mixed; }

Expression Expression::binary(double value, const Expression& a, char sign, const Expression& b) {
    if (!a.text_ && !b.text_) return value;
    const bool adds = sign == '+';
    const int binds = adds ? sum : product;
    const int right = sign == '/' ? binds + 1 : binds; // a / (b * c)
    const Text x = a.text(), y = b.text();
    Text text;
    text.formula = enclosed(x.formula, x.formula_binds, binds) + ' ' + sign + ' ' +
                   enclosed(y.formula, y.formula_binds, right);
    text.numbers = enclosed(x.numbers, x.numbers_bind, binds) + ' ' + sign + ' ' +
                   enclosed(y.numbers, y.numbers_bind, right);
    text.formula_binds = text.numbers_bind = binds;
    const int power = sign == '/' ? -1 : 1;
    text.unit = adds ? (a.text_ ? x.unit : y.unit)
                     : Unit{x.unit.cycles + power * y.unit.cycles, x.unit.bytes + power * y.unit.bytes};
    text.mixed = x.mixed || y.mixed || (adds && a.text_ && b.text_ && !(x.unit == y.unit));
    return {value, std::make_shared<const Text>(std::move(text))};
}

Expression Expression::call(double value, const char* function, const Expression& a, const Expression& b) {
    if (!a.text_ && !b.text_) return value;
    const Text x = a.text(), y = b.text();
    const std::string opened = std::string(function) + "(";
    // max(max(x, y), z) is written max(x, y, z).
    const bool goes_on = x.formula_binds == atom && x.formula.rfind(opened, 0) == 0;
    const auto with_arguments = [&](const std::string& first, const std::string& second) {
        const std::string arguments = goes_on ? first.substr(0, first.size() - 1) : opened + first;
        return arguments + ", " + second + ")";
    };
    Text text;
    text.formula = with_arguments(x.formula, y.formula);
    text.numbers = with_arguments(x.numbers, y.numbers);
    text.unit = a.text_ ? x.unit : y.unit;
    text.mixed = x.mixed || y.mixed || (a.text_ && b.text_ && !(x.unit == y.unit));
    return {value, std::make_shared<const Text>(std::move(text))};
}

Expression operator+(const Expression& a, const Expression& b) {
    if (!a.text_ && a.value_ == 0) return b;
    if (!b.text_ && b.value_ == 0) return a;
    return Expression::binary(a.value_ + b.value_, a, '+', b);
}

Expression operator*(const Expression& a, const Expression& b) {
    if (!a.text_ && a.value_ == 1) return b;
    if (!b.text_ && b.value_ == 1) return a;
    return Expression::binary(a.value_ * b.value_, a, '*', b);
}

Expression operator/(const Expression& a, const Expression& b) {
    if (!b.text_ && b.value_ == 1) return a;
    return Expression::binary(a.value_ / b.value_, a, '/', b);
}

Expression max(const Expression& a, const Expression& b) {
    return Expression::call(std::max(a.value_, b.value_), "max", a, b);
}

Expression min(const Expression& a, const Expression& b) {
    return Expression::call(std::min(a.value_, b.value_), "min", a, b);
}
} // namespace autoconfig
