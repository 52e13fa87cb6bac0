// The recorder: each call is applied and written down, and every name in the source is a fresh identifier.
#include "schedules/script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace autoconfig::testing {
namespace {

using Halide::Func;
using Halide::Pipeline;
using Halide::TailStrategy;
using Halide::Var;
using ::testing::HasSubstr;

/// out(x, y) reads producer(x, y).
struct Pair {
    Var x{"x"}, y{"y"};
    Func producer, out;
    Pipeline pipeline;

    explicit Pair(const std::string& producer_name = "producer", const std::string& out_name = "out")
        : producer(producer_name), out(out_name) {
        producer(x, y) = x + y;
        out(x, y) = producer(x, y) * 2;
        pipeline = Pipeline(out);
    }
};

/// What a name is declared as: "Func NAME = ".
std::string declaration(const std::string& source, const std::string& type) {
    const std::size_t start = source.find(type + " ");
    const std::size_t end = source.find_first_of(" (", start + type.size() + 1);
    return source.substr(start + type.size() + 1, end - start - type.size() - 1);
}

TEST(Script, WritesWhatItApplies) {
    Pair pair;
    Script script(pair.pipeline);
    FuncScript out = script.func(pair.out.name()), producer = script.func(pair.producer.name());
    const Axis outer = script.var("outer"), inner = script.var("inner");
    out.pure()
        .split(out.axis(0), outer, inner, 8, TailStrategy::GuardWithIf)
        .vectorize(inner)
        .parallel(out.axis(1));
    producer.compute_at(out, outer);
    const Halide::Internal::Function function = pair.out.function();
    const auto& schedule = function.definition().schedule();
    ASSERT_EQ(schedule.splits().size(), 1u);
    EXPECT_EQ(schedule.splits()[0].tail, TailStrategy::GuardWithIf);
    EXPECT_EQ(schedule.dims()[0].for_type, Halide::Internal::ForType::Vectorized);
    EXPECT_EQ(schedule.dims()[2].for_type, Halide::Internal::ForType::Parallel);
    EXPECT_THAT(script.source(), HasSubstr("split(x, outer, inner, 8, TailStrategy::GuardWithIf)"));
    EXPECT_THAT(script.source(), HasSubstr(".vectorize(inner)"));
    EXPECT_THAT(script.source(), HasSubstr(producer.id() + ".compute_at(" + out.id() + ", outer);"));
}

TEST(Script, FuncsAreFoundByTheirPlaceInThePipeline) {
    Pair pair;
    Script script(pair.pipeline);
    ASSERT_EQ(script.order().size(), 2u);
    script.func(pair.out.name()).pure();
    EXPECT_THAT(script.source(), HasSubstr("= pipeline.get_func(1);"));
    EXPECT_EQ(Pipeline(pair.out).get_func(1).name(), pair.out.name());
}

/// Partial results of one update of two read a clone, which the other one still reads.
TEST(Script, ClonesAreReadByThePartialResultsOfTheirReaders) {
    const Var x("x");
    const Halide::RDom r(0, 32, "r"), s(0, 4, "s");
    for (bool twice : {false, true}) {
        Func squares("squares"), sum("sum"), out("out");
        squares(x) = x * x;
        sum() = 0;
        sum() += squares(r);
        if (twice) sum() += squares(s);
        out(x) = sum() + squares(x);
        Pipeline pipeline(out);
        Script script(pipeline);
        FuncScript clone = script.func(squares.name()).clone_in({script.func(sum.name())}, "squares_for_sum");
        FuncScript summed = script.func(sum.name());
        const Axis step = script.rvar("step"), of_step = script.rvar("of_step"), lane = script.var("lane");
        summed.update(0).split(script.existing_rvar(r.x.name()), step, of_step, 8, TailStrategy::GuardWithIf);
        summed.rfactor({{of_step, lane}}, "sum_partials").compute_root();
        summed.compute_root();
        if (twice) summed.update(1).unscheduled();
        clone.compute_root();
        const Halide::Buffer<int> result = pipeline.realize({3});
        EXPECT_EQ(result(2), 31 * 32 * 63 / 6 + (twice ? 14 : 0) + 4);
        EXPECT_THAT(script.source(), HasSubstr("add_wrapper(sum_partials.name(), "));
        EXPECT_EQ(script.source().find("wrappers().erase(") == std::string::npos, twice);
    }
}

TEST(Script, OddNamesBecomeIdentifiers) {
    Pair pair("7 up$1", "a::b");
    Script script(pair.pipeline);
    script.func(pair.producer.name());
    script.func(pair.out.name());
    for (char c : declaration(script.source(), "Func")) EXPECT_TRUE(std::isalnum(c) || c == '_') << c;
    EXPECT_EQ(std::isdigit(declaration(script.source(), "Func")[0]), 0);
}

TEST(Script, NamesThatCollideStayApart) {
    // All of these are f_x as identifiers.
    Pair pair("f-x", "f$x");
    Script script(pair.pipeline);
    const FuncScript producer = script.func(pair.producer.name()), out = script.func(pair.out.name());
    const std::string stage = script.fresh_id("f_x"), var = script.var("f_x").id;
    EXPECT_EQ((std::set<std::string>{producer.id(), out.id(), stage, var}).size(), 4u);
}

TEST(Script, NewLoopsAvoidTheLoopsOfEveryFunc) {
    Pair pair;
    Script script(pair.pipeline);
    EXPECT_NE(script.var("x").loop.name(), "x");
    const Axis first = script.var("jc"), second = script.var("jc"), reduced = script.rvar("jc");
    EXPECT_NE(first.loop.name(), second.loop.name());
    EXPECT_NE(second.loop.name(), reduced.loop.name());
    EXPECT_NE(first.id, second.id);
    EXPECT_TRUE(reduced.loop.is_rvar);
    EXPECT_EQ(script.existing_var("x").id, script.existing_var("x").id);
}

TEST(Script, AVarIsNoWordOfTheSource) {
    // The source declares all of its names next to these.
    Var pipeline("pipeline"), keyword("int");
    Func out("out");
    out(pipeline, keyword) = pipeline + keyword;
    Script script{Pipeline(out)};
    FuncScript func = script.func(out.name());
    EXPECT_NE(func.axis(0).id, "pipeline");
    EXPECT_NE(func.axis(1).id, "int");
}

TEST(Script, NamesOfHalideAreTaken) {
    Pair pair("Func", "Var");
    Script script(pair.pipeline);
    for (const char* name : {"Func", "Var", "RVar", "TailStrategy", "target", "Halide", "std", "MemoryType"})
        EXPECT_NE(script.fresh_id(name), name);
}

TEST(Script, SpecialisesByRunTimeExtents) {
    Pair pair;
    Script script(pair.pipeline);
    FuncScript out = script.func(pair.out.name());
    Condition whole;
    whole.add({out.extent(0)}, 64);
    whole.add({out.extent(1)}, 6);
    StageScript large = out.pure().specialize(whole, "large");
    large.vectorize(out.axis(0));
    ASSERT_EQ(pair.out.function().definition().specializations().size(), 1u);
    EXPECT_THAT(script.source(), HasSubstr("::Halide::Stage large = " + out.id() + ".specialize(" + out.id() +
                                           ".output_buffer().dim(0).extent() >= 64 && " + out.id() +
                                           ".output_buffer().dim(1).extent() >= 6);\n"));
    EXPECT_THAT(script.source(), HasSubstr("large.vectorize(x);"));
}

} // namespace
} // namespace autoconfig::testing
