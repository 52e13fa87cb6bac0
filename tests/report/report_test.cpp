// Whole reports against stored ones, and what must hold for any.
#include "autoconfig/report/report.h"
#include "autoconfig/report/wording.h"
#include "tests/report/page.h"
#include "tests/report/samples.h"
#include "tests/support/golden.h"

#include <gtest/gtest.h>

namespace autoconfig {
namespace {

using testing_support::matches_golden;

/// The first three of the space: all of them say nothing that these do not.
nlohmann::ordered_json abridged(nlohmann::ordered_json report) {
    nlohmann::ordered_json& space = report["space"];
    if (space.size() > 3) space.erase(space.begin() + 3, space.end());
    return report;
}

TEST(Report, TextsAreTheStoredOnes) {
    for (const auto& [name, decision] : samples::decisions())
        EXPECT_TRUE(matches_golden("report/golden/" + name + ".txt", text_report(decision)));
}

TEST(Report, JsonIsTheStoredOne) {
    for (const auto& [name, decision] : samples::decisions())
        EXPECT_TRUE(matches_golden("report/golden/" + name + ".json",
                                   abridged(json_report(decision)).dump(2) + "\n"));
}

TEST(Report, JsonReadsBack) {
    for (const auto& [name, decision] : samples::decisions()) {
        const nlohmann::ordered_json report = json_report(decision);
        EXPECT_EQ(nlohmann::ordered_json::parse(report.dump()), report) << name;
    }
}

TEST(TextReport, StaysOnThePage) {
    for (const auto& [name, decision] : samples::decisions()) expect_fits_the_page(text_report(decision));
}

TEST(TextReport, StaysOnThePageWithLongNames) {
    const std::string word(150, 'x');
    Decision d = samples::decision("feed_forward");
    d.problem.func = d.problem.out.func = d.problem.consumer = d.problem.a.func = word;
    d.problem.loops[0].name = d.machine.name = d.machine.origin = word;
    d.problem.notes = {word};
    for (int ranked : {0, 1})
        d.ranked[ranked].cost.terms[0].cycles = Expression({word.c_str()}, 1, Words::Yes) * 2;
    ASSERT_FALSE(d.refused.empty());
    d.refused[0] = {word, word};
    d.flips.push_back({word, word});
    expect_fits_the_page(text_report(d));
}

TEST(TextReport, SaysWhenTheRegisterTileSpills) {
    Decision d = samples::decision("square");
    const Config& config = d.winner().config;
    const int used = report::registers_used(config.MR, config, d.problem);
    d.machine.registers = used - 1;
    const std::string text = text_report(d);
    EXPECT_NE(text.find(std::to_string(used) + " > " + std::to_string(used - 1)), std::string::npos) << text;
    EXPECT_NE(text.find("spills"), std::string::npos);
}

TEST(JsonReport, KeysFollowTheTextReport) {
    const nlohmann::ordered_json report = json_report(samples::decision("tiny"));
    std::vector<std::string> keys;
    for (const auto& [key, value] : report.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"problem", "machine", "decision", "terms", "times", "registers",
                                              "losers", "refused", "flips", "not_modelled", "space"}));
}

TEST(JsonReport, TimesAddUpToTheCyclesOfOneThread) {
    for (const auto& [name, decision] : samples::decisions()) {
        const nlohmann::ordered_json report = json_report(decision);
        double sum = 0;
        for (const auto& time : report["times"])
            if (time["phase"] != "threads") sum += time["cycles"].get<double>();
        EXPECT_NEAR(sum, report["decision"]["serial_cycles"].get<double>(), 1e-6 * sum) << name;
    }
}

TEST(JsonReport, ListsTheWholeSpaceWithCycles) {
    const Decision d = samples::decision("square");
    const auto space = json_report(d)["space"];
    ASSERT_EQ(space.size(), d.ranked.size());
    EXPECT_EQ(space[1]["name"], d.ranked[1].config.name());
    EXPECT_EQ(space[1]["cycles"], d.ranked[1].cost.cycles);
}

} // namespace
} // namespace autoconfig
