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

} // namespace
} // namespace autoconfig::bench
