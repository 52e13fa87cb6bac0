// A lowering pass that makes a kernel depend on an object, and that object.
#include "lowering/waiting.h"

#include "lowering/threads_object.h"

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;

struct ParallelLoops : IRVisitor {
    bool found = false;

    using IRVisitor::visit;
    void visit(const For* loop) override {
        found = found || loop->for_type == ForType::Parallel;
        IRVisitor::visit(loop);
    }
};

/// Is given the body of the whole pipeline.
class CallFirst : public IRMutator {
public:
    using IRMutator::mutate;
    Stmt mutate(const Stmt& body) override {
        ParallelLoops loops;
        body.accept(&loops);
        if (!loops.found) return body;
        const Halide::Expr call = Call::make(Halide::Int(32), "autoconfig_threads", {}, Call::Extern);
        return Block::make(Evaluate::make(call), body);
    }
};

} // namespace

bool can_wait_awake(const Halide::Target& target) {
    const Halide::Target here = Halide::get_host_target();
    return target.os == here.os && target.arch == here.arch && target.bits == here.bits &&
           !target.has_feature(Halide::Target::NoRuntime);
}

void wait_awake(Halide::Pipeline& pipeline) { pipeline.add_custom_lowering_pass(new CallFirst); }

std::string waiting_object() {
    return {reinterpret_cast<const char*>(threads_object), sizeof threads_object};
}

} // namespace autoconfig::lowering
