// See partials.h.
#include "schedules/partials.h"

#include "schedules/simple_loops.h"

#include <algorithm>

namespace autoconfig {

void combine_partials(Script& script, FuncScript& func, std::size_t index, const Partials& partials,
                      std::vector<Axis> pure, int shared, std::int64_t task) {
    const auto update = static_cast<int>(index);
    const Halide::Internal::Function function = func.func().function();
    std::vector<Axis> reduced;
    for (const auto& loop : function.updates()[index].schedule().rvars())
        reduced.push_back(script.existing_rvar(loop.var));
    const Axis step = script.rvar("step"), of_step = script.rvar("of_step"), partial = script.var("partial");
    func.update(update).split(reduced.front(), step, of_step, partials.width(),
                              Halide::TailStrategy::GuardWithIf);
    FuncScript side_by_side = func.rfactor({{of_step, partial}}, func.id() + "_partials", update);
    if (shared >= 0) {
        // Not before: rfactor() takes a pure loop that is split for one that is missing, and adds it again.
        const auto loop = pure.begin() + shared;
        const std::vector<Axis> around(loop + 1, pure.end());
        StageScript combined = func.update(update);
        *loop = share_out(script, combined, *loop, task, around);
        if (task <= 1) std::rotate(loop, loop + 1, pure.end()); // it runs outside of the others
        combined.unroll(of_step);
    } else {
        func.update(update).atomic().vectorize(of_step);
    }
    if (pure.empty())
        side_by_side.compute_root();
    else
        side_by_side.compute_at(func, pure.front());
    side_by_side.pure().vectorize(partial);
    StageScript sum = side_by_side.update(0);
    std::vector<Axis> order{partial, step};
    order.insert(order.end(), reduced.begin() + 1, reduced.end());
    sum.reorder(order).vectorize(partial);
}

} // namespace autoconfig
