// What a layer does beside its contraction, by hand.
#include "autoconfig/model/layer.h"
#include "tests/model/printed.h"

namespace autoconfig::testing {
namespace {

Convolution layer(std::int64_t size, std::int64_t channels) {
    Convolution layer;
    layer.h = layer.w = size, layer.c = layer.k = channels;
    layer.r = layer.s = 3, layer.pad = 1;
    return layer;
}

/// 8 x 8 pixels of 9 x 16 elements are 576 lines in L2: read first, written and evicted.
TEST(Layer, WindowsAreCopied) {
    Ledger ledger(Words::Yes);
    add_columns(ledger, layer(8, 16), plain_machine());
    ASSERT_EQ(ledger.terms().size(), 1u);
    EXPECT_EQ(ledger.terms()[0].name, "T_pack");
    EXPECT_EQ(ledger.terms()[0].resource, Resource::L1L2);
    EXPECT_DOUBLE_EQ(ledger.terms()[0].total, 3 * 576 * 2);
    expect_printed(ledger.terms()[0].cycles, "T_pack");
}

TEST(Layer, WindowsBeyondTheCachesMoveLinesOfMemory) {
    Ledger ledger(Words::No);
    add_columns(ledger, layer(112, 64), plain_machine()); // 29 MB
    EXPECT_EQ(ledger.terms()[0].resource, Resource::Memory);
    EXPECT_TRUE(ledger.terms()[0].shared);
}

} // namespace
} // namespace autoconfig::testing
