// Which arrays ask for large pages, and that Linux gives them what they ask for.
#include "lowering/large_pages.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// in -> stored -> out: of so many elements, or of any number where that is 0.
struct Stored {
    const Var x{"x"};
    ImageParam in{Float(32), 1, "in"};
    Func stored{"stored"}, out{"out"};

    explicit Stored(int elements) {
        stored(x) = in(x)*2.0f;
        out(x) = stored(x) + stored(x + 1);
        stored.compute_root();
        if (elements > 0) out.bound(x, 0, elements - 1);
    }

    Pipeline lowered(const Target& target = get_host_target()) const {
        Pipeline pipeline(out);
        lowering::ask_for_large_pages(pipeline, target);
        return pipeline;
    }
    int calls(const Target& target = get_host_target()) const {
        return calls_in_lowered(lowered(target), {in}, "madvise");
    }
};

TEST(LargePages, AreForSeveralOfThem) {
    EXPECT_EQ(Stored(0).calls(), 1); // asks at run time
    EXPECT_EQ(Stored(1 << 20).calls(), 1);
    EXPECT_EQ(Stored((1 << 20) - 1).calls(), 0);
}

TEST(LargePages, AreNotForStepsOfLoops) {
    const Var x("x"), y("y");
    ImageParam in(Float(32), 2, "in");
    Func line("line"), result("result");
    line(x, y) = in(x, y) * 2.0f;
    result(x, y) = line(x, y) + line(x + 1, y);
    line.compute_at(result, y);
    Pipeline pipeline(result);
    lowering::ask_for_large_pages(pipeline, get_host_target());
    EXPECT_EQ(calls_in_lowered(pipeline, {in}, "madvise"), 0);
}

TEST(LargePages, AreForLinuxOf64BitsWithoutADevice) {
    const Stored stored(0);
    for (const char* target : {"x86-64-linux-cuda", "x86-32-linux", "x86-64-windows", "wasm-32-wasmrt"})
        EXPECT_EQ(stored.calls(Target(target)), 0) << target;
    EXPECT_EQ(stored.calls(Target("arm-64-linux")), 1);
}

/// Does Linux say of the pages there that large ones are wanted (proc(5), VmFlags of smaps)?
bool large_pages_wanted(std::uintptr_t address) {
    std::ifstream maps("/proc/self/smaps");
    bool within = false;
    for (std::string line; std::getline(maps, line);) {
        std::uintptr_t begin = 0, end = 0;
        char dash = 0;
        std::istringstream range(line);
        if (range >> std::hex >> begin >> dash >> end && dash == '-')
            within = begin <= address && address < end;
        else if (within && line.rfind("VmFlags:", 0) == 0)
            return line.find(" hg") != std::string::npos;
    }
    return false;
}

bool wanted = false;

void look_and_give_back(JITUserContext*, void* block) {
    constexpr std::uintptr_t page = 4096;
    wanted = wanted || large_pages_wanted(reinterpret_cast<std::uintptr_t>(block) + page);
    std::free(block);
}

class LargePagesOf : public ::testing::TestWithParam<int> {};

TEST_P(LargePagesOf, GiveTheSameResults) {
    const int size = GetParam();
    if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage"))
        GTEST_SKIP() << "this Linux has no large pages";
    Buffer<float> in(size + 1);
    for (int x = 0; x < in.width(); ++x) in(x) = static_cast<float>(x % 7);
    Stored stored(0);
    stored.in.set(in);
    Pipeline pipeline = stored.lowered();
    pipeline.jit_handlers().custom_malloc = [](JITUserContext*, std::size_t bytes) {
        constexpr std::size_t aligned = 128;
        return std::aligned_alloc(aligned, (bytes + aligned - 1) / aligned * aligned);
    };
    pipeline.jit_handlers().custom_free = look_and_give_back;
    wanted = false;
    Buffer<float> out(size);
    pipeline.realize(out);
    EXPECT_EQ(wanted, size >= 1 << 20);
    for (int x = 0; x < size; ++x) ASSERT_EQ(out(x), 2 * (in(x) + in(x + 1))) << x;
}

INSTANTIATE_TEST_SUITE_P(Sizes, LargePagesOf, ::testing::Values(1, 1000, 100'000, 1'100'000, 9'000'000));

} // namespace
} // namespace autoconfig::testing
