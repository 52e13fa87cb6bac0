// Which strided loads become loads of neighbours, and that results stay as they are.
#include "lowering/neighbours_together.h"

#include "tests/lowering/lowered.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace autoconfig::testing {
namespace {

using namespace Halide;

/// out(x) of so many elements of each group of `stride` ones, in vectors of 16.
struct Mixed {
    ImageParam in{Int(16), 1, "in"};
    Func out{"out"};

    Mixed(int stride, int loaded, TailStrategy tail = TailStrategy::GuardWithIf) {
        const Var x("x"), vector("vector"), lane("lane");
        Expr sum = 0;
        for (int turn = 0; turn < loaded; ++turn) sum = sum * 3 + in(x * stride + turn);
        out(x) = sum;
        out.split(x, vector, lane, 16, tail).vectorize(lane);
    }

    VectorLoads loads(bool together, const Target& target = get_host_target()) const {
        Pipeline pipeline(out);
        if (together) lowering::load_neighbours_together(pipeline, target);
        return vector_loads_in_lowered(pipeline, {in});
    }
};

TEST(NeighboursTogether, AreLoadedOnce) {
    for (const int stride : {2, 3, 4}) {
        EXPECT_EQ(Mixed(stride, stride).loads(false).dense, 0) << stride;
        EXPECT_GE(Mixed(stride, stride).loads(true).dense, 1) << stride;
        EXPECT_LT(Mixed(stride, stride).loads(true).gathers, Mixed(stride, stride).loads(false).gathers)
            << stride;
    }
}

TEST(NeighboursTogether, AreNotWhereOneIsLeftOut) {
    EXPECT_EQ(Mixed(3, 2).loads(true).dense, 0) << "the last one may not be there";
}

/// Gives what places are made of another name within each value.
class NamePlaces : public Internal::IRMutator {
    using IRMutator::visit;
    Internal::Stmt visit(const Internal::Store* store) override {
        struct Places : Internal::IRVisitor {
            std::string name;

            using IRVisitor::visit;
            void visit(const Internal::Ramp* row) override { row->base.accept(this); }
            void visit(const Internal::Variable* variable) override { name = variable->name; }
        } places;
        store->value.accept(&places);
        const Expr of = Internal::Variable::make(Int(32), places.name),
                   named = Internal::Variable::make(Int(32), "named");
        const Expr value = Internal::substitute(places.name, named, store->value);
        return Internal::Store::make(store->name, Internal::Let::make("named", of, value), store->index,
                                     store->param, store->predicate, store->alignment);
    }
};

TEST(NeighboursTogether, StayWherePlacesAreNamedWithin) {
    const Mixed mixed(2, 2, TailStrategy::RoundUp);
    Pipeline pipeline(mixed.out);
    pipeline.add_custom_lowering_pass(new NamePlaces);
    lowering::load_neighbours_together(pipeline, get_host_target());
    EXPECT_EQ(vector_loads_in_lowered(pipeline, {mixed.in}).dense, 0);
}

TEST(NeighboursTogether, StayOnDevices) {
    EXPECT_EQ(Mixed(2, 2).loads(true, get_host_target().with_feature(Target::CUDA)).dense, 0);
}

TEST(NeighboursTogether, GiveTheSameResults) {
    for (const int stride : {2, 3, 4}) {
        Mixed mixed(stride, stride);
        Pipeline pipeline(mixed.out);
        lowering::load_neighbours_together(pipeline, get_host_target());
        for (const int columns : {1, 16, 37}) {
            Buffer<std::int16_t> image(columns * stride);
            image.for_each_element([&](int i) { image(i) = static_cast<std::int16_t>(i * 37 % 1001 - 500); });
            mixed.in.set(image);
            const Buffer<std::int32_t> out = pipeline.realize({columns});
            for (int x = 0; x < columns; ++x) {
                int sum = 0;
                for (int turn = 0; turn < stride; ++turn) sum = sum * 3 + image(x * stride + turn);
                ASSERT_EQ(out(x), sum) << stride << " at " << x;
            }
        }
    }
}

} // namespace
} // namespace autoconfig::testing
