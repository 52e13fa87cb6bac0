// Which Funcs at root share one allocation and a place in it, and that results stay as they are.
#include "lowering/pooled_storage.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// in -> first -> second -> third -> out, each from the one before at x and x + 1, all but out at root.
struct Chain {
    ImageParam in{Float(32), 1, "in"};
    std::vector<Func> stages;

    explicit Chain(int count) {
        const Var x("x");
        for (int s = 0; s < count; ++s) {
            Func stage("stage" + std::to_string(s));
            stage(x) = s == 0 ? in(x)*2.0f : stages.back()(x) + stages.back()(x + 1) * 3.0f;
            stages.push_back(stage);
            if (s + 1 < count) stage.compute_root();
        }
    }

    Pipeline lowered(bool pooled, const Target& target = get_host_target()) const {
        Pipeline pipeline(stages.back());
        if (pooled) lowering::pool_storage(pipeline, target, {});
        return pipeline;
    }
};

/// What is allocated, and how many different places there are in the pool.
struct Allocations : Internal::IRVisitor {
    std::vector<std::string> names;
    int places = 0;

    bool pooled() const {
        for (const std::string& name : names)
            if (name.rfind("pool", 0) == 0) return true;
        return false;
    }

    using IRVisitor::visit;
    void visit(const Internal::Allocate* array) override {
        names.push_back(array->name);
        IRVisitor::visit(array);
    }
    void visit(const Internal::LetStmt* let) override {
        places += let->name.find(".end") != std::string::npos;
        IRVisitor::visit(let);
    }
};

Allocations of(const Chain& chain, const Pipeline& pipeline) {
    Allocations found;
    visit_lowered(pipeline, {chain.in}, found);
    return found;
}

TEST(PooledStorage, OneFuncAtRootHasItsOwn) {
    const Chain chain(2);
    EXPECT_FALSE(of(chain, chain.lowered(true)).pooled());
}

TEST(PooledStorage, ThoseThatAreThereTogetherHavePlacesOfTheirOwn) {
    const Chain chain(3);
    const Allocations found = of(chain, chain.lowered(true));
    EXPECT_TRUE(found.pooled());
    EXPECT_EQ(found.places, 2);
}

TEST(PooledStorage, OthersShareThem) {
    const Chain chain(6);
    EXPECT_EQ(of(chain, chain.lowered(true)).places, 2);
}

/// One Func at root, and of rows of so many columns another one for each row of the output.
Allocations with_rows_beside(int columns) {
    const Var x("x"), y("y");
    ImageParam in(Float(32), 2, "in");
    Func root("root"), row("row"), out("out");
    root(x, y) = in(x, y) * 2.0f;
    row(x, y) = root(x, y) + root(x + 1, y) * 3.0f;
    out(x, y) = row(x, y) + row(x + 1, y);
    root.compute_root();
    row.compute_at(out, y).bound_extent(x, columns);
    out.bound(x, 0, columns - 1);
    Pipeline pipeline(out);
    lowering::pool_storage(pipeline, get_host_target(), {{"root", "root", 1 << 20}});
    Allocations found;
    visit_lowered(pipeline, {in}, found);
    return found;
}

TEST(PooledStorage, IsAsLargeAsWhatStepsOfLoopsHaveBesideIt) {
    EXPECT_FALSE(with_rows_beside(1 << 17).pooled()); // half of it
    EXPECT_TRUE(with_rows_beside(1 << 19).pooled());
}

TEST(PooledStorage, IsForLinuxOf64BitsWithoutADevice) {
    const Chain chain(4);
    for (const char* target : {"x86-64-linux-cuda", "x86-32-linux", "x86-64-windows", "wasm-32-wasmrt"})
        EXPECT_FALSE(of(chain, chain.lowered(true, Target(target))).pooled()) << target;
}

/// Blocks of more than a page asked for in a run.
int large_blocks = 0;

void* count_and_take(JITUserContext*, std::size_t bytes) {
    constexpr std::size_t page = 4096, aligned = 128;
    large_blocks += bytes > page;
    return std::aligned_alloc(aligned, (bytes + aligned - 1) / aligned * aligned);
}

void give_back(JITUserContext*, void* block) { std::free(block); }

struct Sized {
    int elements, large_blocks;
};

class PooledStorageOf : public ::testing::TestWithParam<Sized> {};

/// Four Funcs in two places.
TEST_P(PooledStorageOf, GivesTheSameResults) {
    const int size = GetParam().elements;
    Buffer<float> in(size + 8);
    for (int x = 0; x < in.width(); ++x) in(x) = static_cast<float>(x % 7);
    const auto result = [&](bool pooled) {
        Chain chain(5);
        chain.in.set(in);
        Pipeline pipeline = chain.lowered(pooled);
        pipeline.jit_handlers().custom_malloc = count_and_take;
        pipeline.jit_handlers().custom_free = give_back;
        large_blocks = 0;
        Buffer<float> out(size);
        pipeline.realize(out);
        return out;
    };
    const Buffer<float> apart = result(false), pooled = result(true);
    EXPECT_EQ(large_blocks, GetParam().large_blocks);
    for (int x = 0; x < size; ++x) ASSERT_EQ(pooled(x), apart(x)) << x;
}

/// With room in the pool for both places, for one of them, for none.
INSTANTIATE_TEST_SUITE_P(Sizes, PooledStorageOf,
                         ::testing::Values(Sized{1, 0}, Sized{8, 0}, Sized{2000, 1}, Sized{100'000, 1},
                                           Sized{4'000'000, 1}, Sized{6'000'000, 3}, Sized{9'000'000, 4}));

} // namespace
} // namespace autoconfig::testing
