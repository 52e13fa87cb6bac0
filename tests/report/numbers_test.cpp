// The numbers that stored reports show come to the cycles that they show.
#include "tests/support/arithmetic.h"
#include "tests/support/tests_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace autoconfig {
namespace {

/// Calls visit(object) for all objects that hold numbers, however deep.
template<typename Visit>
void for_each_printed(const nlohmann::json& part, const Visit& visit) {
    if (part.is_object() && part.contains("numbers")) visit(part);
    if (part.is_structured())
        for (const auto& inner : part) for_each_printed(inner, visit);
}

double cycles_of(const nlohmann::json& printed) {
    const double per_step = printed.value("cycles_per_step", 0.0);
    return per_step > 0 ? per_step : printed.at("cycles").get<double>();
}

TEST(Numbers, ComeToTheCyclesOfEveryStoredReport) {
    int reports = 0, printed = 0;
    for (const auto& file : std::filesystem::directory_iterator(tests_dir() + "/report/golden")) {
        if (file.path().extension() != ".json") continue;
        ++reports;
        SCOPED_TRACE(file.path().filename().string());
        std::ifstream stream(file.path());
        for_each_printed(nlohmann::json::parse(stream), [&](const nlohmann::json& one) {
            ++printed;
            const double cycles = cycles_of(one);
            EXPECT_NEAR(testing_support::arithmetic(one.at("numbers")), cycles, 5e-3 * cycles) << one.dump();
        });
    }
    EXPECT_GE(reports, 9);
    EXPECT_GE(printed, 100);
}

} // namespace
} // namespace autoconfig
