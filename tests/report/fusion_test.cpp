// What is said about Funcs outside the contractions, against stored texts, and what must hold for any.
#include "autoconfig/report/fusion.h"

#include "tests/report/page.h"
#include "tests/report/samples.h"
#include "tests/support/golden.h"

#include <gtest/gtest.h>

namespace autoconfig {
namespace {

using testing_support::matches_golden;

TEST(FusionReport, TextsAreTheStoredOnes) {
    for (const auto& [name, fusion] : samples::fusions()) {
        EXPECT_TRUE(matches_golden("report/golden/fusion_" + name + ".txt", text_report(fusion)));
        expect_fits_the_page(text_report(fusion));
    }
}

TEST(FusionReport, JsonIsTheStoredOne) {
    for (const auto& [name, fusion] : samples::fusions())
        EXPECT_TRUE(
            matches_golden("report/golden/fusion_" + name + ".json", json_report(fusion).dump(2) + "\n"));
}

TEST(FusionText, IsEmptyWhereThereIsNothingToSay) { EXPECT_EQ(text_report(Fusion()), ""); }

TEST(FusionText, StaysOnThePageWithLongNames) {
    const std::string word(150, 'x');
    Fusion fusion = samples::fusion("equalization");
    fusion.groups[0].leader.name = fusion.groups[0].funcs[0] = word;
    fusion.groups[0].funcs.insert(fusion.groups[0].funcs.end(), 20, "member");
    fusion.groups[0].updates.resize(fusion.groups[0].funcs.size());
    fusion.groups[0].updates[0] = {UpdateForm{2}}; // a row of the reductions with the long name
    fusion.groups[0].cost.terms[0].cycles = Expression({word.c_str()}, 1, Words::Yes);
    FuncChoice &gray = fusion.choices[1], &histogram = fusion.choices[2];
    ASSERT_GT(gray.places.size(), 1u);
    gray.func = gray.places[1].refusal = histogram.reason = word;
    expect_fits_the_page(text_report(fusion));
}

} // namespace
} // namespace autoconfig
