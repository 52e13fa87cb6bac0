#include "bench/matmul/operands.h"
#include "bench/peers/library.h"
#include "bench/peers/peer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace autoconfig::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

struct Case {
    MatmulShape shape;
    Epilogue epilogue;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    for (int op = 0; op < 4; ++op)
        for (std::int64_t batch : {1, 3})
            all.push_back({{7, 21, 13, batch, (op & 2) != 0, (op & 1) != 0, ""}, {}});
    for (const char* activation : {"", "relu", "gelu", "gelu_erf"})
        all.push_back({{5, 19, 8, 2, false, true, ""}, {true, activation}});
    all.push_back({{1, 1, 1, 1, false, false, ""}, {}});
    return all;
}

std::string title(const Case& c) {
    return c.shape.file() + (c.epilogue.bias ? "_bias_" : "") + c.epilogue.activation;
}

class EveryPeer : public ::testing::TestWithParam<Case> {};

TEST_P(EveryPeer, IsRightOrSaysItDoesNotApply) {
    const MatmulOperands operands(GetParam().shape, GetParam().epilogue);
    for (const Peer& peer : library_peers("matmul")) {
        SCOPED_TRACE(peer.name);
        operands.poison();
        try {
            peer.prepare(operands, 1)();
            EXPECT_EQ(operands.check(), "");
        } catch (const DoesNotApply& refusal) {
            EXPECT_EQ(peer.name, "libxsmm") << refusal.what();
            EXPECT_TRUE(GetParam().shape.trans_b) << refusal.what();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryPeer, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return title(info.param); });

TEST(Peers, HaveNamesOfTheirOwnAndDescribeThemselves) {
    std::set<std::string> names;
    for (const Peer& peer : library_peers("matmul")) {
        EXPECT_TRUE(names.insert(peer.name).second) << peer.name;
        EXPECT_NE(peer.describe(), "") << peer.name;
    }
}

TEST(Peers, OpenblasAndBlisRunTheirOwnCode) {
    const Library openblas("libopenblas.so.0"), blis("libblis.so.4");
    EXPECT_NE(openblas.find<void()>("cblas_sgemm"), blis.find<void()>("cblas_sgemm"));
    EXPECT_THAT([&] { openblas.find<void()>("bli_sgemm"); },
                ThrowsMessage<Error>(HasSubstr("has no symbol")));
    EXPECT_THAT(blis_peer().describe(), HasSubstr("BLIS"));
    EXPECT_THAT(openblas_peer().describe(), HasSubstr("OpenBLAS"));
}

TEST(Peers, ASymbolOfAnotherLibraryIsRefused) {
    const Library openblas("libopenblas.so.0");
    EXPECT_THAT([&] { openblas.find<void()>("malloc"); }, ThrowsMessage<Error>(HasSubstr("not from itself")));
}

TEST(Peers, AMissingLibraryIsNamed) {
    EXPECT_THAT([] { Library("libnonexistent.so.9"); },
                ThrowsMessage<Error>(HasSubstr("libnonexistent.so.9")));
}

TEST(Peers, SmallOnesLeaveLargeProductsAlone) {
    const MatmulOperands operands({100, 100, 100, 1, false, false, ""}, {});
    EXPECT_THROW(libxsmm_peer().prepare(operands, 1), DoesNotApply);
    EXPECT_THROW(scalar_peer().prepare(operands, 1), DoesNotApply);
}

} // namespace
} // namespace autoconfig::bench
