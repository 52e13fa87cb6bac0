// See trial.h.
#include "schedules/trial.h"

#include <map>
#include <string>

namespace autoconfig {

using namespace Halide::Internal;

namespace {

/// Numbers that nothing around them defines.
class FindFreeNumbers : public IRVisitor {
public:
    explicit FindFreeNumbers(const LoweredFunc& function) {
        for (const LoweredArgument& argument : function.args) ++defined_[argument.name];
        function.body.accept(this);
    }
    const std::string& found() const { return found_; }

private:
    using IRVisitor::visit;

    template<typename LetOrStmt>
    void visit_let(const LetOrStmt* op) {
        op->value.accept(this);
        within(op->name, op->body);
    }
    void visit(const Let* op) override { visit_let(op); }
    void visit(const LetStmt* op) override { visit_let(op); }
    void visit(const For* op) override {
        op->min.accept(this);
        op->extent.accept(this);
        within(op->name, op->body);
    }
    void visit(const Variable* op) override {
        if (!op->type.is_handle() && defined_[op->name] == 0) found_ = op->name;
    }

    template<typename Body>
    void within(const std::string& name, const Body& body) {
        ++defined_[name];
        body.accept(this);
        --defined_[name];
    }

    std::map<std::string, int> defined_;
    std::string found_;
};

} // namespace

std::string free_number(const Halide::Module& module) {
    for (const LoweredFunc& function : module.functions())
        if (const std::string name = FindFreeNumbers(function).found(); !name.empty()) return name;
    return "";
}

void lower_on_trial(const Halide::Pipeline& pipeline, const Halide::Target& target) {
    Halide::Pipeline same(pipeline.outputs()); // keeps the module, and is let go
    const std::string name =
        free_number(same.compile_to_module(same.infer_arguments(), "autoconfig_trial", target));
    if (!name.empty()) throw Halide::InternalError("Symbol not found: " + name);
}

} // namespace autoconfig
