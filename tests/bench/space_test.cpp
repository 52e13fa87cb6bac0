#include "autoconfig/error.h"
#include "bench/space.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Space, CyclesBecomeSecondsInTheReportsOrder) {
    const TemporaryFolder folder;
    const auto space =
        read_space(folder.write("a.json", R"({"targets": [{"decisions": [{"machine": {"frequency_ghz": 2.0},
        "space": [{"name": "b", "cycles": 4e9}, {"name": "a", "cycles": 5e9}]}]}]})"));
    ASSERT_EQ(space.size(), 2u);
    EXPECT_EQ(space[0].name, "b");
    EXPECT_DOUBLE_EQ(space[0].seconds, 2);
    EXPECT_DOUBLE_EQ(space[1].seconds, 2.5);
}

TEST(Space, AReportWithoutOneIsNamed) {
    const TemporaryFolder folder;
    for (const char* text : {"", "{}", R"({"targets": [{"decisions": []}]})",
                             R"({"targets": [{"decisions": [{"machine": {}}]}]})"}) {
        const std::string path = folder.write("a.json", text);
        EXPECT_THAT([&] { read_space(path); },
                    ThrowsMessage<Error>(HasSubstr(path + ": no space of configurations")));
    }
    EXPECT_THAT([&] { read_space("/nonexistent.json"); }, ThrowsMessage<Error>(HasSubstr("cannot be read")));
}

} // namespace
} // namespace autoconfig::bench
