// What an expression of numbers comes to: + - * / with parentheses, and max, min, ceil as functions.
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace autoconfig::testing_support {

class Arithmetic {
public:
    explicit Arithmetic(const std::string& text) : text_(text) {}

    double value() {
        const double value = sum();
        if (peek() != 0) fail("unexpected '" + text_.substr(at_) + "'");
        return value;
    }

private:
    double sum() {
        double value = product();
        for (char sign = peek(); sign == '+' || sign == '-'; sign = peek()) {
            ++at_;
            const double next = product();
            value = sign == '+' ? value + next : value - next;
        }
        return value;
    }

    double product() {
        double value = factor();
        for (char sign = peek(); sign == '*' || sign == '/'; sign = peek()) {
            ++at_;
            const double next = factor();
            value = sign == '*' ? value * next : value / next;
        }
        return value;
    }

    double factor() {
        const char first = peek();
        if (first == '-') return ++at_, -factor();
        if (first == '(') return enclosed();
        if (std::isalpha(static_cast<unsigned char>(first)) != 0) return function();
        return number();
    }

    double enclosed() {
        expect('(');
        const double value = sum();
        expect(')');
        return value;
    }

    double function() {
        const std::size_t begin = at_;
        while (std::isalpha(static_cast<unsigned char>(peek())) != 0) ++at_;
        const std::string name = text_.substr(begin, at_ - begin);
        if (name == "ceil") return std::ceil(enclosed());
        if (name != "max" && name != "min") fail("no function " + name);
        expect('(');
        double most = sum();
        while (peek() == ',') {
            ++at_;
            most = name == "max" ? std::max(most, sum()) : std::min(most, sum());
        }
        expect(')');
        return most;
    }

    double number() {
        const char* begin = text_.c_str() + at_;
        char* end = nullptr;
        const double value = std::strtod(begin, &end);
        if (end == begin) fail("no number at '" + text_.substr(at_) + "'");
        at_ += static_cast<std::size_t>(end - begin);
        return value;
    }

    /// The next character that is not a blank; 0 at the end.
    char peek() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    void expect(char wanted) {
        if (peek() != wanted) fail(std::string("no '") + wanted + "' at '" + text_.substr(at_) + "'");
        ++at_;
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error("'" + text_ + "': " + what);
    }

    std::string text_;
    std::size_t at_ = 0;
};

/// Throws std::runtime_error where the text is anything else.
inline double arithmetic(const std::string& text) { return Arithmetic(text).value(); }

} // namespace autoconfig::testing_support
