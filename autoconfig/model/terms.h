// Terms as they are worked out, and in words where those are asked for.
#pragma once

#include "autoconfig/model/cost.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace autoconfig {

struct Terms {
    explicit Terms(Words w) : words(w) {}

    Words words;
    std::vector<Term> terms;

    /// A term of so many cycles in all.
    template<typename... Numbers>
    Term& total(const char* name, double cycles, const char* formula, const char* numbers,
                Numbers&&... values) {
        Term& term = terms.emplace_back();
        term.name = name;
        term.total = cycles;
        if (words == Words::Yes) {
            term.formula = formula;
            term.numbers = fmt::format(fmt::runtime(numbers), std::forward<Numbers>(values)...);
        }
        return term;
    }
};

} // namespace autoconfig
