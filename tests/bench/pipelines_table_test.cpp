#include "bench/page.h"
#include "bench/pipelines/results.h"
#include "tests/support/golden.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing_support::matches_golden;

Outcome timed(const std::string& name, Kind kind, double schedule_ms, double ms) {
    Outcome outcome;
    outcome.name = outcome.family = name;
    outcome.kind = kind;
    outcome.status = Status::Ok;
    outcome.schedule_ms = schedule_ms;
    outcome.rounds_s = {ms * 1e-3, ms * 1e-3, ms * 1e-3};
    return outcome;
}

Outcome absent(const std::string& name, Status status, const std::string& reason) {
    Outcome outcome = timed(name, Kind::Stock, 0, 0);
    outcome.status = status;
    outcome.reason = reason;
    outcome.rounds_s.clear();
    return outcome;
}

/// Twice as fast as the best stock schedule, half as fast, and one that no stock scheduler gets right.
PipelineResults sample() {
    PipelineResults results;
    results.machine = "a CPU";
    results.pipelines = {
        {{"blur", Group::Classic, {}, false},
         1,
         1,
         {timed("ours", Kind::Ours, 5, 1), timed("adams2019", Kind::Stock, 900, 2),
          timed("li2018", Kind::Stock, 1, 4)}},
        {{"harris", Group::Classic, {}, false},
         1,
         1,
         {timed("ours", Kind::Ours, 7, 3),
          absent("adams2019", Status::Failed, "stopped after its time limit of 60 s"),
          timed("li2018", Kind::Stock, 2, 1.5)}},
        {{"mlp", Group::Network, {}, false},
         2,
         1,
         {timed("ours", Kind::Ours, 9, 8), absent("adams2019", Status::Wrong, "1 of 3 elements differ"),
          absent("li2018", Status::Failed, "ended by signal 6 (Aborted)")}}};
    results.pipelines.push_back({{"lens_blur", Group::Application, {}, false},
                                 1,
                                 0.6,
                                 {timed("ours", Kind::Ours, 0, 8), timed("manual", Kind::Manual, 0, 6)}});
    results.pipelines.back().contestants[1].peak_bytes = 1500000;
    results.scaling = {{"ours", 10, 2, ""},
                       {"ours", 20, 4, ""},
                       {"adams2019", 10, 800, ""},
                       {"adams2019", 20, 0, "stopped"}};
    return results;
}

TEST(PipelinesTable, WithWrongFailedAndScaling) {
    EXPECT_TRUE(matches_golden("bench/golden/pipelines_table.txt", text_table(sample())));
}

TEST(PipelinesSummary, RatiosAreAboveOneWhereOursIsFaster) {
    const PipelineResults results = sample();
    EXPECT_NEAR(ratio_to_best(results.pipelines[0]), 2, 1e-9);
    EXPECT_NEAR(ratio_to_best(results.pipelines[1]), 0.5, 1e-9);
    EXPECT_EQ(ratio_to_best(results.pipelines[2]), 0);
    const nlohmann::json json = summarised(results);
    EXPECT_EQ(json["pipelines"][0]["best_stock"], "adams2019");
    EXPECT_NEAR(json["pipelines"][0]["contestants"][2]["our_speedup"].get<double>(), 4, 1e-9);
    EXPECT_FALSE(json["pipelines"][2].contains("best_stock"));
    EXPECT_FALSE(json["pipelines"][2].contains("ratio_to_hand"));
    EXPECT_NEAR(json["pipelines"][3]["ratio_to_hand"].get<double>(), 0.75, 1e-9);
}

TEST(PipelinesPage, HoldsStyleScriptsAndResults) {
    const std::string html = pipelines_page(summarised(sample()));
    for (const char* marker : {"/*STYLE*/", "/*SCRIPT*/", "/*RESULTS*/"})
        EXPECT_THAT(html, Not(HasSubstr(marker)));
    EXPECT_THAT(html, HasSubstr("scalingChart"));
    EXPECT_THAT(html, HasSubstr("\"best_stock\":\"adams2019\""));
}

} // namespace
} // namespace autoconfig::bench
