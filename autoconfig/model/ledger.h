// The ledger: terms are entered in any order, each one expression over quantities, on one resource. A term
// reads no other; what they come to together is settled in one place (compose.h).
#pragma once

#include "autoconfig/model/cost.h"

#include <string_view>
#include <vector>

namespace autoconfig {

class Ledger {
public:
    /// Terms named `without` are not entered: what the model would say if it did not know of them.
    explicit Ledger(Words words, std::string_view without = {});

    /// A quantity that expressions of this ledger are made of.
    Expression q(const Symbol& symbol, double value) const { return {symbol, value, words_}; }

    /// Cycles of the whole problem. A term of no cycles is not entered.
    void add(const char* name, Resource resource, Phase phase, const Expression& cycles, bool shared = false);
    /// Cycles of each of so many steps of the inner loop.
    void add_per_step(const char* name, Resource resource, const Expression& cycles, double steps,
                      bool shared = false);

    const std::vector<Term>& terms() const { return terms_; }
    /// The terms, in this order from now on: nothing that is asked of them depends on it.
    std::vector<Term>& terms() { return terms_; }
    Words words() const { return words_; }

private:
    Term* enter(const char* name, Resource resource, Phase phase, const Expression& cycles);

    Words words_;
    std::string_view without_;
    std::vector<Term> terms_;
};

} // namespace autoconfig
