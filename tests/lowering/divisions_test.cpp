// Which divisions are taken out of loops, and that results stay as they are.
#include "lowering/divisions.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

#include <string>

namespace autoconfig::testing {
namespace {

using namespace Halide;

constexpr int placeholder = 12345;

/// Puts (number + 100) % number, and a remainder of the loop, in the places of placeholders: Halide itself
/// takes out of loops what is there when it looks.
class PutRemainders : public Internal::IRMutator {
    std::string loop_;

    using IRMutator::visit;
    Internal::Stmt visit(const Internal::For* loop) override {
        loop_ = loop->name;
        return IRMutator::visit(loop);
    }
    Expr visit(const Internal::IntImm* number) override {
        if (number->value != placeholder && number->value != placeholder + 1) return number;
        const Expr divisor = Internal::Variable::make(Int(32), "number");
        const Expr divided =
            number->value == placeholder ? divisor + 100 : Internal::Variable::make(Int(32), loop_);
        return Internal::Mod::make(divided, divisor);
    }
};

/// out(x) = in(x) * ((number + 100) % number) + x % number + number.
struct Row {
    ImageParam in{Int(32), 1, "in"};
    Param<int> number{"number"};
    Func out{"out"};
    Pipeline pipeline;

    explicit Row(bool divided_before) {
        const Var x("x");
        out(x) = in(x)*placeholder + (placeholder + 1) + number;
        pipeline = Pipeline(out);
        pipeline.add_custom_lowering_pass(new PutRemainders);
        if (divided_before) lowering::divide_before_loops(pipeline, get_host_target());
    }
};

/// Remainders within loops.
struct Remainders : Internal::IRVisitor {
    int count = 0, loops = 0;

    using IRVisitor::visit;
    void visit(const Internal::For* loop) override {
        ++loops;
        IRVisitor::visit(loop);
        --loops;
    }
    void visit(const Internal::Mod* remainder) override {
        count += loops > 0;
        IRVisitor::visit(remainder);
    }
};

int within_loops(const Row& row) {
    Remainders remainders;
    visit_lowered(row.pipeline, {row.in, row.number}, remainders);
    return remainders.count;
}

TEST(Divisions, ThatALoopDoesNotChangeAreMadeBeforeIt) {
    EXPECT_EQ(within_loops(Row(false)), 2);
    EXPECT_EQ(within_loops(Row(true)), 1);
}

/// Also by zero, of which Halide makes zero.
TEST(Divisions, GiveTheSameResults) {
    Row row(true);
    Buffer<int> in(20);
    in.fill(3);
    row.in.set(in);
    for (int number : {0, 1, 7}) {
        row.number.set(number);
        const Buffer<int> got = row.pipeline.realize({20});
        for (int x = 0; x < 20; ++x)
            ASSERT_EQ(got(x), number == 0 ? 0 : 3 * ((number + 100) % number) + x % number + number) << x;
    }
}

} // namespace
} // namespace autoconfig::testing
