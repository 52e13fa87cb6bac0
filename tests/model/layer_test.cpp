// What a layer does beside its contraction, by hand.
#include "autoconfig/model/layer.h"
#include "autoconfig/model/minimal_filter.h"
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

/// 64 x 64 filters: 256 vectors; 2304 lines of 3 x 3 are read, and of 6 x 6, beyond L2 or not, written.
TEST(Layer, FiltersAreTransformed) {
    Ledger ledger(Words::Yes);
    add_filter_transform(ledger, layer(8, 64), 4, plain_machine());
    ASSERT_EQ(ledger.terms().size(), 3u);
    for (const Term& term : ledger.terms()) {
        EXPECT_EQ(term.name, "T_transform");
        expect_printed(term.cycles, term.name);
    }
    EXPECT_DOUBLE_EQ(ledger.terms()[0].total, 256 * minimal_filter(4).filter_operations / 2.0);
    EXPECT_DOUBLE_EQ(ledger.terms()[1].total, 2304 * 2);
    EXPECT_DOUBLE_EQ(ledger.terms()[2].total, 2 * 9216 * 2);
}

} // namespace
} // namespace autoconfig::testing
