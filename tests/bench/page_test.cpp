#include "bench/page.h"
#include "bench/summary.h"
#include "tests/bench/sample_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Page : public ::testing::Test {
protected:
    const nlohmann::json results = summarised(sample_results());
    const std::string html = page(results);

    std::string between(const std::string& start, const std::string& end) const {
        const std::size_t from = html.find(start) + start.size();
        return html.substr(from, html.find(end, from) - from);
    }
};

TEST_F(Page, CarriesTheResultsWholeEvenWhereTheyNameScriptTags) {
    const std::string json = between("<script type=\"application/json\" id=\"results\">", "</script>");
    EXPECT_EQ(nlohmann::json::parse(json), results);
}

TEST_F(Page, EveryMarkerIsFilled) {
    for (const char* marker : {"/*STYLE*/", "/*SCRIPT*/", "/*RESULTS*/"})
        EXPECT_THAT(html, Not(HasSubstr(marker)));
    EXPECT_THAT(html, HasSubstr("prefers-color-scheme: dark"));
    EXPECT_THAT(html, HasSubstr("function rooflineChart"));
    EXPECT_THAT(html, HasSubstr("JSON.parse"));
}

TEST_F(Page, NeedsNothingFromOutside) {
    for (const char* reference : {"http:", "https:", "src=", "href=", "@import", "url("})
        EXPECT_THAT(html, Not(HasSubstr(reference)));
}

} // namespace
} // namespace autoconfig::bench
