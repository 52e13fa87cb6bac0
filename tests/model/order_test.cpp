// The order of a ledger's terms means nothing.
#include "autoconfig/model/contraction.h"
#include "tests/model/spaces.h"

#include <random>

namespace autoconfig::testing {
namespace {

/// The terms of a cost, in another order.
Ledger shuffled(const Cost& cost, std::mt19937& random) {
    Ledger ledger(Words::No);
    ledger.terms() = cost.terms;
    for (Term& term : ledger.terms()) term.overlapped = false; // for compose() to find out
    std::shuffle(ledger.terms().begin(), ledger.terms().end(), random);
    return ledger;
}

/// The sum of squares tells apart what the sum does not.
std::pair<double, double> digest(const Cost& cost, bool hidden_only) {
    double sum = 0, squares = 0;
    for (const Term& term : cost.terms) {
        if (hidden_only && !term.overlapped) continue;
        sum += term.total;
        squares += term.total * term.total;
    }
    return {sum, squares};
}

/// Sums in another order differ in their last digits.
void expect_near(double a, double b) { EXPECT_NEAR(a, b, 1e-9 * std::abs(a)); }

void expect_same(const Cost& a, const Cost& b) {
    expect_near(a.cycles, b.cycles);
    expect_near(a.serial_cycles, b.serial_cycles);
    ASSERT_EQ(a.times.size(), b.times.size());
    for (std::size_t t = 0; t < a.times.size(); ++t) {
        EXPECT_EQ(a.times[t].phase, b.times[t].phase);
        expect_near(a.times[t].cycles.value(), b.times[t].cycles.value());
    }
    for (bool hidden_only : {false, true}) {
        expect_near(digest(a, hidden_only).first, digest(b, hidden_only).first);
        expect_near(digest(a, hidden_only).second, digest(b, hidden_only).second);
    }
}

TEST(Order, ChangesNothingOfALedgerMadeByHand) {
    Cost made;
    Ledger ledger(Words::No);
    for (int r = 0; r < resources; ++r)
        for (int p = 0; p < phases; ++p)
            ledger.add("T", static_cast<Resource>(r), static_cast<Phase>(p), 10 + 7 * r + 3 * p, r == 9);
    made.terms = ledger.terms();
    std::mt19937 random(1);
    for (const Machine& machine : both_policies(4))
        for (const Shares& shares : {Shares{}, Shares{0.1, 0.3}, Shares{0.75, 0.5}})
            for (int i = 0; i < 20; ++i)
                expect_same(compose(ledger, shares, {4, 10}, machine),
                            compose(shuffled(made, random), shares, {4, 10}, machine));
}

TEST(Order, ChangesNothingOfAnyConfiguration) {
    std::mt19937 random(1);
    for (const Machine& machine : both_policies(4))
        for_each_configuration(machine, [&](const Facts& facts, const Config& config) {
            const Cost cost = evaluate(facts, config, Words::No);
            const Tiling tiling(facts, config);
            const double tasks = config.parallel == ParallelLoop::None ? 1 : config.tasks;
            expect_same(cost, compose(shuffled(cost, random), shares_of_steps({facts, config, tiling}),
                                      {std::min(4.0, tasks), tasks}, machine));
        });
}

} // namespace
} // namespace autoconfig::testing
