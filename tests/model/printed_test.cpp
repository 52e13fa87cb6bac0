// Every configuration's terms and times are in cycles, and their numbers come to them.
#include "tests/model/printed.h"
#include "tests/model/spaces.h"

namespace autoconfig::testing {
namespace {

TEST(Printed, IsWhatWasComputed) {
    for (const Machine& machine : both_policies(4))
        for_each_configuration(machine, [&](const Facts& facts, const Config& config) {
            const Cost cost = evaluate(facts, config, Words::Yes);
            for (const Term& term : cost.terms) expect_printed(term.cycles, term.name);
            for (const PhaseTime& time : cost.times) expect_printed(time.cycles, to_string(time.phase));
            if (cost.parallel) expect_printed(cost.elapsed, "threads");
        });
}

TEST(Printed, WordsChangeNoNumbers) {
    const Machine machine = plain_machine(4);
    for_each_configuration(machine, [&](const Facts& facts, const Config& config) {
        const Cost with = evaluate(facts, config, Words::Yes), without = evaluate(facts, config, Words::No);
        EXPECT_EQ(with.cycles, without.cycles);
        ASSERT_EQ(with.terms.size(), without.terms.size());
        for (std::size_t t = 0; t < with.terms.size(); ++t) {
            EXPECT_EQ(with.terms[t].total, without.terms[t].total) << with.terms[t].name;
            EXPECT_EQ(without.terms[t].cycles.unit(), count_unit);
        }
    });
}

} // namespace
} // namespace autoconfig::testing
