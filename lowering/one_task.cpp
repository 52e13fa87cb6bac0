// A lowering pass that puts a loop of its own into each task.
#include "lowering/one_task.h"

#include "autoconfig/halide_compat.h"

#include <cstring>
#include <utility>

namespace autoconfig::lowering {

namespace {

using namespace Halide::Internal;
using Halide::Expr;

/// Halide has dropped what it knew of the buffers' sizes that nothing else asks for.
class AskBuffers : public IRMutator {
    using IRMutator::visit;
    Expr visit(const Variable* size) override {
        if (!size->param.defined() || !size->param.is_buffer()) return size;
        for (const auto& [infix, question] :
             {std::pair(".extent.", Call::buffer_get_extent), std::pair(".min.", Call::buffer_get_min),
              std::pair(".stride.", Call::buffer_get_stride)})
            if (const std::size_t at = size->name.rfind(infix); at != std::string::npos)
                return ask(question, size->name.substr(0, at),
                           std::stoi(size->name.substr(at + std::strlen(infix))));
        return size;
    }

    static Expr ask(const char* question, const std::string& buffer, int dimension) {
        const Expr asked = Variable::make(Halide::type_of<halide_buffer_t*>(), buffer + ".buffer");
        return Call::make(Halide::Int(32), question, {asked, dimension}, Call::Extern);
    }
};

/// for parallel i                   let shared = ..
///   body                =>         for parallel task in [0, shared ? extent : 1)
///                                    for i in [min + task, .. + (shared ? 1 : extent))
///                                      body
class OneTask : public IRMutator {
public:
    explicit OneTask(const std::map<std::string, Expr>& threads_pay) {
        for (const auto& [func, condition] : threads_pay) conditions_[func] = AskBuffers().mutate(condition);
    }

private:
    std::map<std::string, Expr> conditions_;

    using IRMutator::visit;
    Stmt visit(const For* loop) override {
        const Stmt same = IRMutator::visit(loop);
        loop = same.as<For>();
        const auto found = conditions_.find(loop->name.substr(0, loop->name.find('.')));
        if (loop->for_type != ForType::Parallel || found == conditions_.end()) return same;
        const std::string task_name = unique_name(loop->name + ".task");
        const std::string shared_name = unique_name(loop->name + ".shared");
        const Expr task = Variable::make(Halide::Int(32), task_name);
        const Expr shared = Variable::make(Halide::Bool(), shared_name);
        const Stmt within = compat::loop_like(*loop, loop->name, ForType::Serial, loop->min + task,
                                              select(shared, 1, loop->extent), loop->body);
        const Stmt tasks = compat::loop_like(*loop, task_name, ForType::Parallel, 0,
                                             select(shared, loop->extent, 1), within);
        return LetStmt::make(shared_name, found->second, tasks);
    }
};

} // namespace

void run_as_one_task(Halide::Pipeline& pipeline, const std::map<std::string, Expr>& threads_pay) {
    if (!threads_pay.empty()) pipeline.add_custom_lowering_pass(new OneTask(threads_pay));
}

} // namespace autoconfig::lowering
