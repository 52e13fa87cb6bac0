// Every pipeline of the table against what is to be seen in it.
#include "autoconfig/extract/extract.h"

#include "cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

namespace autoconfig::testing {

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

namespace {

/// Without "$<number>" and "_im".
std::string plain_name(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t number = text[i] == '$' ? text.find_first_not_of("0123456789", i + 1) : i + 1;
        if (text.compare(i, 3, "_im") == 0)
            i += 3;
        else if (text[i] == '$' && number != i + 1)
            i = std::min(number, text.size());
        else
            result += text[i++];
    }
    return result;
}

std::string line(const Problem& problem) {
    std::string result = problem.func + ":";
    for (const Loop& loop : problem.loops) {
        const char* certainty = loop.source == ExtentSource::Bound      ? ""
                                : loop.source == ExtentSource::Estimate ? "~"
                                                                        : "?";
        result += " " + loop.name + "=" + to_string(loop.role) + certainty + std::to_string(loop.extent);
    }
    return plain_name(result + " a=" + problem.a.func + " b=" + problem.b.func + " -> " +
                      (problem.consumer.empty() ? "-" : problem.consumer) +
                      (problem.step ? ": " + problem.step->expression : ""));
}

std::vector<std::string> lines(const Extraction& extraction) {
    std::vector<std::string> result;
    for (const Problem& problem : extraction.contractions) result.push_back(line(problem));
    for (const Unmodelled& func : extraction.unmodelled)
        result.push_back(plain_name(func.func + " refused: " + func.reason));
    return result;
}

class Table : public ::testing::TestWithParam<Case> {};

TEST_P(Table, IsSeenAs) { EXPECT_EQ(lines(extract(GetParam().build())), GetParam().expected); }

std::string name_of(const ::testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Product, Table, ::testing::ValuesIn(product_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Index, Table, ::testing::ValuesIn(index_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Chain, Table, ::testing::ValuesIn(chain_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Extent, Table, ::testing::ValuesIn(extent_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(NearMiss, Table, ::testing::ValuesIn(near_miss_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Network, Table, ::testing::ValuesIn(network_cases()), name_of);

} // namespace
} // namespace autoconfig::testing
