#include "autoconfig/error.h"
#include "bench/shapes.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tests_dir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const std::string& source(const Shape& shape) { return std::get<MatmulShape>(shape).source; }

class Shapes : public ::testing::Test {
protected:
    TemporaryFolder folder;
    std::string csv(const std::string& text) { return folder.write("shapes.csv", text); }
};

TEST_F(Shapes, ReadsRowsSkipsCommentsAndBlankLines) {
    const auto shapes = read_shapes(csv("# M,N,K,batch,op,source\n"
                                        "\n"
                                        "128,3072,768,1,NT,BERT-base FFN1\n"
                                        "  12, 64 ,128,3,TN , a source, with a comma  # and a comment\r\n"
                                        "1,2,3,4,NN\n"),
                                    "matmul");
    ASSERT_EQ(shapes.size(), 3u);
    EXPECT_EQ(shapes[0].name(), "128x3072x768 NT");
    EXPECT_EQ(source(shapes[0]), "BERT-base FFN1");
    EXPECT_EQ(shapes[1].name(), "3x12x64x128 TN");
    EXPECT_EQ(source(shapes[1]), "a source, with a comma");
    EXPECT_EQ(shapes[1].file(), "b3_m12_n64_k128_tn");
    EXPECT_TRUE(std::get<MatmulShape>(shapes[1]).trans_a);
    EXPECT_FALSE(std::get<MatmulShape>(shapes[1]).trans_b);
    EXPECT_EQ(source(shapes[2]), "");
    EXPECT_DOUBLE_EQ(shapes[2].flops(), 2.0 * 1 * 2 * 3 * 4);
    EXPECT_DOUBLE_EQ(shapes[2].bytes_once(), 4.0 * (1 * 3 + 3 * 2 + 1 * 2) * 4);
}

TEST_F(Shapes, TheShippedFileIsWhole) {
    const auto shapes = read_shapes(tests_dir() + "/../bench/shapes/matmul.csv", "matmul");
    EXPECT_EQ(shapes.size(), 29u);
    EXPECT_EQ(shapes.front().name(), "128x768x768 NT");
    EXPECT_EQ(shapes.back().name(), "1x1x1 NN");
}

struct Bad {
    const char* name;
    const char* row;
    const char* message;
};
class BadRow : public Shapes, public ::testing::WithParamInterface<Bad> {};

TEST_P(BadRow, IsNamedByFileAndLine) {
    const std::string path = csv(std::string("# comment\n1,1,1,1,NN\n") + GetParam().row + "\n");
    EXPECT_THAT([&] { read_shapes(path, "matmul"); },
                ThrowsMessage<Error>(path + ":3: " + GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BadRow,
    ::testing::Values(Bad{"too_few", "1,2,3,4", "4 fields, needs M,N,K,batch,op[,source]"},
                      Bad{"word", "a,2,3,1,NN", "M is 'a', needs a whole number from 1 to 2^31-1"},
                      Bad{"trailing", "1,2x,3,1,NN", "N is '2x', needs a whole number from 1 to 2^31-1"},
                      Bad{"fraction", "1,2,3.5,1,NN", "K is '3.5', needs a whole number from 1 to 2^31-1"},
                      Bad{"empty", "1,2,,1,NN", "K is '', needs a whole number from 1 to 2^31-1"},
                      Bad{"zero_batch", "1,2,3,0,NN", "batch is '0', needs a whole number from 1 to 2^31-1"},
                      Bad{"negative", "-1,2,3,1,NN", "M is '-1', needs a whole number from 1 to 2^31-1"},
                      Bad{"over_32_bits", "2147483648,1,1,1,NN",
                          "M is '2147483648', needs a whole number from 1 to 2^31-1"},
                      Bad{"over_64_bits", "99999999999999999999,1,1,1,NN",
                          "M is '99999999999999999999', needs a whole number from 1 to 2^31-1"},
                      Bad{"too_large", "100000,100000,100000,1,NN",
                          "100000x100000x100000 NN needs 112 GiB, at most 16 are allowed"},
                      Bad{"lower_case", "1,2,3,1,nn", "op is 'nn', needs NN, NT, TN or TT"},
                      Bad{"half_op", "1,2,3,1,N", "op is 'N', needs NN, NT, TN or TT"},
                      Bad{"no_op", "1,2,3,1,,source", "op is '', needs NN, NT, TN or TT"}),
    [](const auto& info) { return info.param.name; });

TEST_F(Shapes, AMissingFileIsNamed) {
    EXPECT_THAT([&] { read_shapes("/nonexistent/a.csv", "matmul"); },
                ThrowsMessage<Error>(HasSubstr("/nonexistent/a.csv: cannot be read")));
}

TEST_F(Shapes, AFolderIsNoFile) {
    EXPECT_THAT([&] { read_shapes(tests_dir(), "matmul"); },
                ThrowsMessage<Error>(HasSubstr("cannot be read")));
}

TEST_F(Shapes, AFileWithoutShapesIsAnError) {
    const std::string path = csv("# nothing\n");
    EXPECT_THAT([&] { read_shapes(path, "matmul"); }, ThrowsMessage<Error>(HasSubstr(path + ": no shapes")));
}

} // namespace
} // namespace autoconfig::bench
