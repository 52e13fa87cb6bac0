// What is said about the algorithm of a layer, against stored texts.
#include "autoconfig/report/algorithms.h"

#include "tests/report/page.h"
#include "tests/report/samples.h"
#include "tests/support/golden.h"

#include <gtest/gtest.h>

namespace autoconfig {
namespace {

using testing_support::matches_golden;

TEST(AlgorithmReport, TextsAreTheStoredOnes) {
    for (const auto& [name, layer] : samples::layers()) {
        EXPECT_TRUE(matches_golden("report/golden/" + name + ".txt", text_report(layer)));
        expect_fits_the_page(text_report(layer));
    }
}

TEST(AlgorithmReport, JsonIsTheStoredOne) {
    for (const auto& [name, layer] : samples::layers())
        EXPECT_TRUE(matches_golden("report/golden/" + name + ".json", json_report(layer).dump(2) + "\n"));
}

} // namespace
} // namespace autoconfig
