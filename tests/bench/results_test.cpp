#include "bench/summary.h"
#include "tests/bench/sample_results.h"

#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

TEST(Results, SurviveTheirJson) {
    const nlohmann::json json = sample_results();
    const Results back = nlohmann::json::parse(json.dump()).get<Results>();
    EXPECT_EQ(nlohmann::json(back), json);
    EXPECT_EQ(back.shapes[0].contestants[2].rounds_s, (std::vector<double>{0.020, 0.024, 0.020}));
    EXPECT_EQ(back.shapes[1].contestants[0].status, Status::Wrong);
    EXPECT_EQ(back.shapes[0].contestants[3].kind, Kind::Informational);
    EXPECT_TRUE(std::get<MatmulShape>(back.shapes[1].shape).trans_b);
    EXPECT_EQ(back.environment.at("OMP_NUM_THREADS"), "1");
}

TEST(Results, SummarisedOnesAreReadBackTheSame) {
    const Results results = sample_results();
    EXPECT_EQ(nlohmann::json(summarised(results).get<Results>()), nlohmann::json(results));
}

TEST(Results, JsonNamesKindsAndStatuses) {
    const nlohmann::json json = sample_results();
    EXPECT_EQ(json["shapes"][0]["contestants"][4]["status"], "not applicable");
    EXPECT_EQ(json["shapes"][0]["contestants"][5]["kind"], "stock");
}

TEST(Results, RoundsOfProcessesFollowEachOther) {
    const auto timed = [](std::vector<double> rounds_s) {
        Outcome outcome;
        outcome.status = Status::Ok;
        outcome.rounds_s = std::move(rounds_s);
        return outcome;
    };
    Outcome wrong;
    wrong.status = Status::Wrong;
    wrong.reason = "differs";
    std::map<std::string, Outcome> outcomes{{"ours", timed({1, 2})}, {"now", timed({3})}, {"before", wrong}};
    append_rounds(outcomes, {{"ours", timed({4})}, {"now", wrong}, {"before", timed({5})}});
    EXPECT_EQ(outcomes["ours"].rounds_s, (std::vector<double>{1, 2, 4}));
    for (const char* name : {"now", "before"}) {
        EXPECT_EQ(outcomes[name].status, Status::Wrong) << name;
        EXPECT_TRUE(outcomes[name].rounds_s.empty()) << name;
    }
}

} // namespace
} // namespace autoconfig::bench
