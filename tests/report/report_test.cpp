// Whole reports against stored ones, and what must hold for any.
#include "autoconfig/report/report.h"
#include "tests/report/page.h"
#include "tests/report/samples.h"
#include "tests/support/golden.h"

#include <gtest/gtest.h>

namespace autoconfig {
namespace {

using testing_support::matches_golden;

struct Sample {
    const char* name;
    Decision decision;
};

void PrintTo(const Sample& sample, std::ostream* stream) { *stream << sample.name; }

class Report : public testing::TestWithParam<Sample> {
protected:
    std::string file(const std::string& extension) const {
        return std::string("report/golden/") + GetParam().name + extension;
    }
};

TEST_P(Report, TextIsTheStoredOne) {
    EXPECT_TRUE(matches_golden(file(".txt"), text_report(GetParam().decision)));
}

TEST_P(Report, JsonIsTheStoredOne) {
    EXPECT_TRUE(matches_golden(file(".json"), json_report(GetParam().decision).dump(2) + "\n"));
}

TEST_P(Report, JsonReadsBack) {
    const nlohmann::ordered_json report = json_report(GetParam().decision);
    EXPECT_EQ(nlohmann::ordered_json::parse(report.dump()), report);
}

INSTANTIATE_TEST_SUITE_P(Samples, Report,
                         testing::Values(Sample{"blocked", samples::blocked()},
                                         Sample{"register_tile", samples::register_tile()},
                                         Sample{"tiny", samples::tiny()}),
                         [](const auto& info) { return info.param.name; });

TEST(TextReport, StaysOnThePage) {
    for (const Decision& decision : {samples::blocked(), samples::register_tile(), samples::tiny()})
        expect_fits_the_page(text_report(decision));
}

TEST(TextReport, StaysOnThePageWithLongNames) {
    const std::string word(150, 'x');
    Decision d = samples::blocked();
    d.problem.func = d.problem.out.func = d.problem.consumer = d.problem.a.func = word;
    d.problem.loops[0].name = d.machine.name = d.machine.origin = word;
    d.problem.notes = {word};
    d.ranked[0].cost.terms[0].formula = d.ranked[0].cost.terms[0].numbers = word;
    d.ranked[1].cost.terms[0].formula = word;
    d.refused[0] = {word, word};
    d.flips[0] = {word, word};
    expect_fits_the_page(text_report(d));
}

TEST(TextReport, SaysWhenTheRegisterTileSpills) {
    Decision d = samples::register_tile();
    d.machine.registers = 16;
    EXPECT_NE(text_report(d).find("29 > 16"), std::string::npos);
    EXPECT_NE(text_report(d).find("spills"), std::string::npos);
}

TEST(JsonReport, KeysFollowTheTextReport) {
    const nlohmann::ordered_json report = json_report(samples::blocked());
    std::vector<std::string> keys;
    for (const auto& [key, value] : report.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"problem", "machine", "decision", "terms", "registers",
                                              "losers", "refused", "flips", "not_modelled", "space"}));
}

TEST(JsonReport, ListsTheWholeSpaceWithCycles) {
    const Decision d = samples::register_tile();
    const auto space = json_report(d)["space"];
    ASSERT_EQ(space.size(), d.ranked.size());
    EXPECT_EQ(space[1]["name"], d.ranked[1].config.name());
    EXPECT_EQ(space[1]["cycles"], d.ranked[1].cost.cycles);
}

} // namespace
} // namespace autoconfig
