// A pipeline to lower, and what its lowered code holds: for tests of the command's lowering passes.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

namespace autoconfig::testing {

/// copy(x, y) = image(x, y), of f32.
struct Copy {
    Halide::ImageParam image{Halide::Float(32), 2, "image"};
    Halide::Var x{"x"}, y{"y"};
    Halide::Func func{"copy"};

    Copy() { func(x, y) = image(x, y); }
};

/// Shows the visitor every function of the lowered pipeline.
inline void visit_lowered(Halide::Pipeline pipeline, const std::vector<Halide::Argument>& arguments,
                          Halide::Internal::IRVisitor& visitor) {
    for (const Halide::Internal::LoweredFunc& function :
         pipeline.compile_to_module(arguments, "f").functions())
        function.body.accept(&visitor);
}

/// Calls of an external function in the lowered pipeline.
inline int calls_in_lowered(const Halide::Pipeline& pipeline, const std::vector<Halide::Argument>& arguments,
                            const std::string& name) {
    struct Calls : Halide::Internal::IRVisitor {
        std::string name;
        int count = 0;

        using IRVisitor::visit;
        void visit(const Halide::Internal::Call* call) override {
            count += call->name == name;
            IRVisitor::visit(call);
        }
    } calls;
    calls.name = name;
    visit_lowered(pipeline, arguments, calls);
    return calls.count;
}

/// Loads of vectors by neighbours, and others.
struct VectorLoads : Halide::Internal::IRVisitor {
    int dense = 0, gathers = 0;

    using IRVisitor::visit;
    void visit(const Halide::Internal::Load* load) override {
        const auto* row = load->index.as<Halide::Internal::Ramp>();
        const bool neighbours = row && Halide::Internal::is_const_one(row->stride);
        if (load->type.is_vector()) (neighbours ? dense : gathers) += 1;
        IRVisitor::visit(load);
    }
};

inline VectorLoads vector_loads_in_lowered(const Halide::Pipeline& pipeline,
                                           const std::vector<Halide::Argument>& arguments) {
    VectorLoads loads;
    visit_lowered(pipeline, arguments, loads);
    return loads;
}

} // namespace autoconfig::testing
