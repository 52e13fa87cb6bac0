// An expression over quantities: what it comes to, how it is written in symbols, and with the numbers put in.
// All three come from the same operators, so that a formula cannot say anything but what was computed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace autoconfig {

/// What a quantity counts: cycles and bytes to some power. Everything else (elements, lines, tiles, pages)
/// is a plain number.
struct Unit {
    int cycles = 0, bytes = 0;

    bool operator==(const Unit& other) const { return cycles == other.cycles && bytes == other.bytes; }
};
constexpr Unit count_unit{0, 0}, cycles_unit{1, 0}, rate_unit{-1, 0};

/// The name of a number in formulas and its unit: {"MR"}, {"L", cycles_unit}, {"N_fma", rate_unit}.
struct Symbol {
    const char* name;
    Unit unit = count_unit;
};

/// Whether expressions carry their formulas and numbers in words.
enum class Words { No, Yes };

class Expression {
public:
    /// A number that is written as it is in formulas too: the 2 of "2 * lines".
    Expression(double constant = 0) : value_(constant) {}
    /// A quantity.
    Expression(const Symbol& symbol, double value, Words words);

    double value() const { return value_; }
    /// "MR * n_v / N_fma", "6 * 4 / 2"; a number alone without words.
    std::string formula() const;
    std::string numbers() const;
    /// Of what it comes to; meaningful with words only. Error of the term's author where terms of a sum
    /// differ: see mixes_units().
    Unit unit() const;
    /// Were quantities of different units added or compared?
    bool mixes_units() const;

    friend Expression operator+(const Expression& a, const Expression& b);
    friend Expression operator*(const Expression& a, const Expression& b);
    friend Expression operator/(const Expression& a, const Expression& b);
    friend Expression max(const Expression& a, const Expression& b);
    friend Expression min(const Expression& a, const Expression& b);

private:
    struct Text;
    Expression(double value, std::shared_ptr<const Text> text) : value_(value), text_(std::move(text)) {}
    static Expression binary(double value, const Expression& a, char sign, const Expression& b);
    static Expression call(double value, const char* function, const Expression& a, const Expression& b);
    Text text() const;

    double value_ = 0;
    std::shared_ptr<const Text> text_; // none without words, and for constants
};

} // namespace autoconfig
