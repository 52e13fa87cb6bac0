// One-line formatting of quantities.
#include "autoconfig/report/format.h"

#include <gtest/gtest.h>

namespace autoconfig::report {
namespace {

TEST(Format, BytesUseBinaryPrefixes) {
    EXPECT_EQ(bytes(0), "0");
    EXPECT_EQ(bytes(1023), "1023");
    EXPECT_EQ(bytes(48 * 1024), "48K");
    EXPECT_EQ(bytes(1536), "1.5K");
    EXPECT_EQ(bytes(1280 * 1024), "1.25M");
    EXPECT_EQ(bytes(std::int64_t{3} << 30), "3G");
}

TEST(Format, SiChoosesThePrefixAfterRounding) {
    EXPECT_EQ(si(603979776, "FLOP"), "604 MFLOP");
    EXPECT_EQ(si(11403264, "B"), "11.4 MB");
    EXPECT_EQ(si(999.4, "B"), "999 B");
    EXPECT_EQ(si(999.7, "B"), "1 kB");
    EXPECT_EQ(si(999999, "B"), "1 MB");
}

TEST(Format, SiReachesDownToNano) {
    EXPECT_EQ(si(1.5, "s"), "1.5 s");
    EXPECT_EQ(si(2.44e-3, "s"), "2.44 ms");
    EXPECT_EQ(si(12.34e-6, "s"), "12.3 µs");
    EXPECT_EQ(si(37e-9, "s"), "37 ns");
    EXPECT_EQ(si(0, "FLOP"), "0 FLOP");
}

TEST(Format, CyclesKeepFourDigits) {
    EXPECT_EQ(cycles(0), "0");
    EXPECT_EQ(cycles(0.25), "0.25");
    EXPECT_EQ(cycles(150), "150");
    EXPECT_EQ(cycles(9999), "9999");
    EXPECT_EQ(cycles(9999.6), "10.00k");
    EXPECT_EQ(cycles(20000), "20.00k");
    EXPECT_EQ(cycles(999960), "1.000M");
    EXPECT_EQ(cycles(10420374), "10.42M");
}

TEST(Format, NumbersHaveNoTrailingZerosAndNoExponent) {
    EXPECT_EQ(number(12), "12");
    EXPECT_EQ(number(100), "100");
    EXPECT_EQ(number(0.5), "0.5");
    EXPECT_EQ(number(5.8317, 2), "5.8");
    EXPECT_EQ(number(0.012345), "0.0123");
    EXPECT_EQ(number(1234567), "1230000");
    EXPECT_EQ(number(-2.5), "-2.5");
}

TEST(Format, PercentagesHaveOneDecimal) {
    EXPECT_EQ(percent(0.936), "93.6 %");
    EXPECT_EQ(percent(1), "100.0 %");
    EXPECT_EQ(signed_percent(0.03125), "+3.1 %");
    EXPECT_EQ(signed_percent(-0.5), "-50.0 %");
    EXPECT_EQ(signed_percent(0), "+0.0 %");
}

TEST(Format, CountedTakesAnSUnlessOne) {
    EXPECT_EQ(counted(1, "store"), "1 store");
    EXPECT_EQ(counted(0, "other"), "0 others");
    EXPECT_EQ(counted(2.5, "load"), "2.5 loads");
}

} // namespace
} // namespace autoconfig::report
