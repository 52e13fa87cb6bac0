// Checks of arguments stay, one by one.
#include "lowering/checks.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using namespace Halide::Internal;

struct Checks : IRVisitor {
    int all = 0, in_a_row = 0;

    using IRVisitor::visit;
    void visit(const AssertStmt*) override { ++all; }
    void visit(const Block* block) override {
        const auto* next = block->rest.as<Block>();
        const Stmt& after = next ? next->first : block->rest;
        in_a_row += block->first.as<AssertStmt>() && after.as<AssertStmt>();
        IRVisitor::visit(block);
    }
};

/// Of a Func that copies an image.
Checks checks_of(bool one_by_one) {
    const Copy copy;
    Halide::Pipeline pipeline(copy.func);
    if (one_by_one) lowering::check_one_by_one(pipeline);
    Checks checks;
    visit_lowered(pipeline, {copy.image}, checks);
    return checks;
}

TEST(Checks, StayOneByOne) {
    const Checks together = checks_of(false), apart = checks_of(true);
    EXPECT_GT(together.in_a_row, 0);
    EXPECT_EQ(apart.in_a_row, 0);
    EXPECT_EQ(apart.all, together.all);
}

} // namespace
} // namespace autoconfig::testing
