// The C++ source of one schedule of each strategy, as it stands in .schedule.h.
#include "tests/schedules/run.h"
#include "tests/support/golden.h"
#include "tests/support/targets.h"

#include <algorithm>
#include <regex>

namespace autoconfig::testing {
namespace {

using testing_support::matches_golden;

/// The first configuration in the space, by its order of names, whose name starts and ends like this.
std::string named(const std::string& pipeline, const Sizes& sizes, const Bound& bound,
                  const std::string& start, const std::string& end) {
    std::vector<std::string> names = space_of(pipeline, sizes, bound, small_machine(), avx512_target);
    std::sort(names.begin(), names.end());
    for (const std::string& name : names)
        if (name.rfind(start, 0) == 0 && name.size() >= end.size() &&
            name.compare(name.size() - end.size(), end.size(), end) == 0)
            return name;
    return "no " + start + " ... " + end;
}

/// Halide numbers Funcs of the same name through the life of a process; the source without these numbers.
std::string without_numbers(const std::string& source) {
    return std::regex_replace(source, std::regex("\\b([A-Z]|y|out|A_im|B_im)_[0-9]+"), "$1");
}

/// What the schedule calls, without the text of the rewrite that gives it bodies.
std::string without_rewrites(const std::string& source) {
    const std::string end = "};\n";
    return source.rfind("struct SizeBody", 0) == 0 ? source.substr(source.find("\n" + end) + 1 + end.size())
                                                   : source;
}

std::string source_of(const std::string& pipeline, const Sizes& sizes, const Bound& bound,
                      const std::string& start, const std::string& end) {
    Options options = small_machine();
    options.force = named(pipeline, sizes, bound, start, end);
    Built built = build(pipeline, sizes, bound);
    return "// " + pipeline + " " + sizes.name() + ": " + options.force + "\n" +
           without_numbers(
               without_rewrites(autoschedule(built.pipeline, avx512_target, options).schedule_source));
}

TEST(GoldenSchedule, RegisterTile) {
    EXPECT_TRUE(
        matches_golden("schedules/golden/register_tile.txt",
                       source_of("epilogue_NN", {12, 128, 32}, all_bound, "register_tile mr6 nv4", "nv4")));
}

TEST(GoldenSchedule, RegisterTileInPlacePackedByThreads) {
    EXPECT_TRUE(matches_golden(
        "schedules/golden/register_tile_in_place.txt",
        source_of("in_place_NT", {12, 128, 32}, all_bound, "register_tile mr6 nv4 pack_b jc", "")));
}

TEST(GoldenSchedule, RegisterTileOfSizesAtRunTime) {
    EXPECT_TRUE(matches_golden(
        "schedules/golden/register_tile_dynamic.txt",
        source_of("epilogue_NN", {512, 512, 512}, none_bound, "register_tile mr6 nv4", "nv4")));
}

TEST(GoldenSchedule, RegisterTileInChains) {
    EXPECT_TRUE(
        matches_golden("schedules/golden/register_tile_chains.txt",
                       source_of("epilogue_NN", {1, 4, 96}, all_bound, "register_tile", "rows4 chains2")));
}

TEST(GoldenSchedule, Blocked) {
    EXPECT_TRUE(
        matches_golden("schedules/golden/blocked.txt",
                       source_of("epilogue_NN", {24, 128, 64}, all_bound, "blocked mr6 nv4", "pack_b")));
}

TEST(GoldenSchedule, StreamAlongN) {
    EXPECT_TRUE(matches_golden("schedules/golden/stream_along_n.txt",
                               source_of("row_vector", {1, 128, 32}, all_bound, "stream", "kc8")));
}

TEST(GoldenSchedule, StreamAlongK) {
    EXPECT_TRUE(
        matches_golden("schedules/golden/stream_along_k.txt",
                       source_of("epilogue_NT", {4, 16, 64}, all_bound, "stream mr2 nv4 along_k", "k")));
}

} // namespace
} // namespace autoconfig::testing
