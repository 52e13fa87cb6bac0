// What is said about Funcs outside the contractions, against stored texts, and what must hold for any.
#include "autoconfig/report/fusion.h"

#include "tests/report/fusion_samples.h"
#include "tests/report/page.h"
#include "tests/support/golden.h"

#include <gtest/gtest.h>

namespace autoconfig {
namespace {

using testing_support::matches_golden;

struct Sample {
    const char* name;
    Fusion fusion;
};

class FusionReport : public testing::TestWithParam<Sample> {
protected:
    std::string file(const std::string& extension) const {
        return std::string("report/golden/fusion_") + GetParam().name + extension;
    }
};

TEST_P(FusionReport, TextIsTheStoredOne) {
    EXPECT_TRUE(matches_golden(file(".txt"), text_report(GetParam().fusion)));
}

TEST_P(FusionReport, JsonIsTheStoredOne) {
    EXPECT_TRUE(matches_golden(file(".json"), json_report(GetParam().fusion).dump(2) + "\n"));
}

INSTANTIATE_TEST_SUITE_P(Samples, FusionReport,
                         testing::Values(Sample{"pointwise", samples::pointwise()},
                                         Sample{"unsharp", samples::unsharp()},
                                         Sample{"equalized", samples::equalized()}),
                         [](const auto& info) { return info.param.name; });

TEST(FusionText, IsEmptyWhereThereIsNothingToSay) { EXPECT_EQ(text_report(Fusion()), ""); }

TEST(FusionText, StaysOnThePageWithLongNames) {
    const std::string word(150, 'x');
    Fusion fusion = samples::equalized();
    fusion.groups[0].leader.name = fusion.groups[0].funcs[0] = word;
    fusion.groups[0].funcs.insert(fusion.groups[0].funcs.end(), 20, "member");
    fusion.groups[1].cost.terms[0].formula = fusion.choices[1].func = word;
    fusion.choices[1].places[1].refusal = fusion.choices[2].reason = word;
    expect_fits_the_page(text_report(fusion));
}

} // namespace
} // namespace autoconfig
