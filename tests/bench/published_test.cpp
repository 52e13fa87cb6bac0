// Tables of README.md and bench/results.md against the raw results that the repository keeps.
#include "autoconfig/error.h"
#include "bench/files.h"
#include "bench/published/document.h"
#include "bench/published/markdown.h"
#include "tests/support/golden.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

using testing_support::matches_golden;

std::string repository(const std::string& path) { return std::string(tests_dir()) + "/../" + path; }

TEST(Published, ReadmesTablesAreThoseOfTheRawResults) {
    const Raw raw(repository("bench/results"));
    EXPECT_TRUE(matches_golden("../README.md", with_tables(read_file(repository("README.md")), raw)));
}

/// Lines of tables with a figure to compare, which is bold.
int rows_with_figures(const std::string& text) {
    int rows = 0;
    for (const std::string& line : testing_support::lines_of(text))
        if (line.rfind("| ", 0) == 0 && line.find("| **") != std::string::npos) rows++;
    return rows;
}

TEST(Published, NoTableOfComparisonsStandsBesideThem) {
    EXPECT_EQ(rows_with_figures(without_tables(read_file(repository("README.md")))), 0);
}

TEST(Published, ColumnsEndInTheirMeansWhereRatiosAboveTwoCountAsTwo) {
    const MarkdownTable table{{"shape", "speed", "best"},
                              {{words("a"), number(12.34, 1), ratio_of(0.5)},
                               {words("b"), number(5, 1), ratio_of(8)},
                               {words("c"), words("-"), ratio_of(0)}},
                              {2}};
    EXPECT_EQ(markdown(table), "| shape | speed | best |\n"
                               "| --- | --- | --- |\n"
                               "| a | 12.3 | **0.50** |\n"
                               "| b | 5.0 | **8.00** |\n"
                               "| c | - | - |\n"
                               "| geomean |  | **1.00** |\n"
                               "| median |  | **1.25** |\n"
                               "| worst |  | **0.50** |\n");
}

TEST(Published, TablesWithoutAnEndOrByNoNameAreErrors) {
    const Raw raw(repository("bench/results"));
    EXPECT_THROW(with_tables("<!-- table matmul -->\n", raw), Error);
    EXPECT_THROW(with_tables("<!-- table matmul -->\n<!-- table conv2d -->\n<!-- end of table -->", raw),
                 Error);
    EXPECT_THROW(with_tables("<!-- table none -->\n<!-- end of table -->", raw), Error);
    EXPECT_EQ(with_tables("no table", raw), "no table");
}

TEST(Published, ResultsOfAnotherFormAreNamed) {
    const TemporaryFolder folder;
    write_file(folder.path("matmul-1.json"), "{\"shapes\": 1}");
    try {
        Raw(folder.path()).operators("matmul-1");
        FAIL() << "not refused";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr("matmul-1.json: not results of `autoconfig bench`"));
    }
}

} // namespace
} // namespace autoconfig::bench
