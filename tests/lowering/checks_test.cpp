// Checks of arguments stay, one by one, and requirements without any.
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

int errors = 0;

void count_error(Halide::JITUserContext*, const char*) { ++errors; }

/// copy = image where the image holds 7 at its first place, in code without checks. The number of errors.
int errors_without_checks(bool kept, float first, Halide::Buffer<float>& copied) {
    Copy copy;
    Halide::Pipeline pipeline(copy.func);
    const Halide::Target target = Halide::get_jit_target_from_environment();
    Halide::Target unchecked = target.with_feature(Halide::Target::NoAsserts);
    const Halide::Expr at_first = Call::make(copy.image.parameter(), {0, 0});
    pipeline.add_requirement(at_first == 7.0f, "not 7");
    if (kept) unchecked = lowering::keep_requirements(pipeline, unchecked);
    pipeline.jit_handlers().custom_error = count_error;
    Halide::Buffer<float> image(5, 3);
    image.fill(first);
    copy.image.set(image);
    errors = 0;
    copied.fill(0);
    pipeline.realize(copied, unchecked);
    return errors;
}

TEST(Requirements, AreKeptWithoutChecks) {
    Halide::Buffer<float> copied(5, 3);
    EXPECT_EQ(errors_without_checks(true, 7, copied), 0);
    EXPECT_EQ(copied(4, 2), 7);
    EXPECT_EQ(errors_without_checks(true, 8, copied), 1);
    EXPECT_EQ(copied(4, 2), 0); // nothing is done
    EXPECT_EQ(errors_without_checks(false, 8, copied), 0);
    EXPECT_EQ(copied(4, 2), 8);
}

} // namespace
} // namespace autoconfig::testing
