// What is said to flip a decision flips it, and one step before does not.
#include "autoconfig/decide/decide.h"
#include "tests/support/problems.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace autoconfig::testing {
namespace {

/// The same decision to a reader: tile sizes may adapt.
bool same_kind(const Config& a, const Config& b) {
    return a.strategy.index() == b.strategy.index() && a.pack_a() == b.pack_a() && a.pack_b() == b.pack_b() &&
           (a.parallel == ParallelLoop::None) == (b.parallel == ParallelLoop::None);
}

/// "m <= 60", "L2 >= 2048K"
struct Change {
    std::string what;
    bool down;
    std::int64_t value;
};

Change parse(const std::string& text) {
    std::smatch match;
    EXPECT_TRUE(std::regex_match(text, match, std::regex("(\\S+) (<=|>=) (\\d+)K?"))) << text;
    return {match[1], match[2] == "<=", std::stoll(match[3])};
}

/// What wins where the changed number is `value`.
Config winner_at(const Decision& decision, const std::string& what, std::int64_t value) {
    Problem problem = decision.problem;
    Machine machine = decision.machine;
    if (what == "L2") machine.l2.bytes = value * 1024;
    bool found = what == "L2";
    for (Loop& loop : problem.loops)
        if (loop.name == what) {
            loop.extent = value;
            found = true;
        }
    EXPECT_TRUE(found) << what;
    return decide(problem, machine).winner().config;
}

/// The size of L2 goes by steps of 16 sets; extents by one.
std::int64_t step_of(const Decision& decision, const std::string& what) {
    return what == "L2" ? decision.machine.l2.ways * decision.machine.l2.line_bytes * 16 / 1024 : 1;
}

class Flips : public ::testing::TestWithParam<const char*> {};

TEST_P(Flips, ReallyFlip) {
    int seen = 0;
    for (Matmul mm :
         {Matmul{128, 3072, 768}, Matmul{64, 512, 512}, Matmul{1, 2304, 768}, Matmul{24, 384, 96}})
        for (bool trans_b : {false, true}) {
            mm.trans_b = trans_b;
            const Decision decision = explained(decide(problem_of(mm), machine_from_file(GetParam())));
            const Config& now = decision.winner().config;
            for (const Flip& flip : decision.flips) {
                SCOPED_TRACE(std::to_string(mm.m) + "x" + std::to_string(mm.n) + "x" + std::to_string(mm.k) +
                             (trans_b ? " NT " : " NN ") + now.name() + ": " + flip.change);
                const Change change = parse(flip.change);
                const Config then = winner_at(decision, change.what, change.value);
                EXPECT_EQ(then.name(), flip.winner);
                EXPECT_FALSE(same_kind(then, now)) << then.name();
                const std::int64_t step = step_of(decision, change.what);
                const Config before =
                    winner_at(decision, change.what, change.value + (change.down ? step : -step));
                EXPECT_TRUE(same_kind(before, now)) << before.name();
                ++seen;
            }
        }
    EXPECT_GT(seen, 4);
}

INSTANTIATE_TEST_SUITE_P(Machines, Flips, ::testing::Values("x86-avx512", "x86-avx2", "arm-neon"),
                         [](const auto& info) {
                             return std::regex_replace(std::string(info.param), std::regex("-"), "_");
                         });

TEST(Flips, AtMostOneANumberAndDirection) {
    const Decision decision =
        explained(decide(problem_of({128, 3072, 768}), machine_from_file("x86-avx512")));
    std::set<std::string> seen;
    for (const Flip& flip : decision.flips)
        EXPECT_TRUE(seen.insert(flip.change.substr(0, flip.change.find_first_of("<>") + 1)).second)
            << flip.change;
}

} // namespace
} // namespace autoconfig::testing
