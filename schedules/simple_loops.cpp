// See simple_loops.h.
#include "schedules/simple_loops.h"

#include "autoconfig/extract/access/affine.h"
#include "schedules/partials.h"

#include <algorithm>

namespace autoconfig {

std::vector<Halide::Var> pure_loops(const Halide::Internal::Function& function, std::size_t update) {
    std::vector<Halide::Var> loops;
    const auto& args = function.updates()[update].args();
    for (std::size_t d = 0; d < args.size(); ++d) {
        const auto* loop = args[d].as<Halide::Internal::Variable>();
        if (loop && loop->name == function.args()[d]) loops.emplace_back(loop->name);
    }
    return loops;
}

Halide::TailStrategy tail_of(RowEnd end) {
    switch (end) {
    case RowEnd::Guard: break;
    case RowEnd::Overlap: return Halide::TailStrategy::ShiftInwards;
    case RowEnd::RoundUp: return Halide::TailStrategy::RoundUp;
    }
    return Halide::TailStrategy::GuardWithIf;
}

Axis share_out(Script& script, StageScript& stage, const Axis& loop, std::int64_t task,
               std::vector<Axis> around) {
    Axis tasks = loop, element = loop;
    if (task > 1) {
        tasks = script.var("task"), element = script.var("element");
        stage.split(loop, tasks, element, task, Halide::TailStrategy::GuardWithIf);
    }
    stage.parallel(tasks);
    around.push_back(tasks);
    if (around.size() > 1) stage.reorder(around);
    return element;
}

Axis vectorize_rows(Script& script, StageScript& stage, const Axis& x, const RowVectors& vectors) {
    if (vectors.lanes <= 1) return x;
    const Axis vector = script.var("vector"), lane = script.var("lane");
    stage.split(x, vector, lane, vectors.lanes, tail_of(vectors.end)).vectorize(lane);
    return vector;
}

void vectorize_turned(Script& script, StageScript& stage, const RowVectors& vectors,
                      const std::vector<Halide::Var>& pure) {
    const Axis vector = script.var("vector"), lane = script.var("lane");
    stage.split(script.existing_var(vectors.along), vector, lane, vectors.lanes, tail_of(vectors.end))
        .vectorize(lane);
    std::vector<Axis> order{lane, vector};
    for (const Halide::Var& loop : pure)
        if (loop.name() != vectors.along) order.push_back(script.existing_var(loop.name()));
    stage.reorder(order);
}

void store_innermost(FuncScript& func, const std::vector<Axis>& first) {
    std::vector<Axis> order = first;
    for (int d = 0; d < func.dimensions(); ++d) {
        const Axis axis = func.axis(d);
        const auto is_it = [&](const Axis& one) { return one.id == axis.id; };
        if (std::none_of(first.begin(), first.end(), is_it)) order.push_back(axis);
    }
    func.reorder_storage(order);
}

namespace {

/// Those behind the loop, but for the one that vectors run along.
std::vector<Axis> loops_around(const std::vector<Axis>& loops, std::size_t loop, const std::string& along) {
    std::vector<Axis> around;
    for (std::size_t l = loop + 1; l < loops.size(); ++l)
        if (loops[l].id != along) around.push_back(loops[l]);
    return around;
}

/// Names of the reduced loops, innermost first, where the update writes elsewhere as the innermost goes on.
std::vector<std::string> loops_of_scan(const Halide::Internal::Definition& update) {
    std::vector<std::string> loops;
    for (const auto& reduced : update.schedule().rvars()) loops.push_back(reduced.var);
    const auto& args = update.args();
    const bool moves =
        !loops.empty() && std::any_of(args.begin(), args.end(), [&](const Halide::Expr& index) {
            return extraction::uses_any(index, {loops.front()});
        });
    return moves ? loops : std::vector<std::string>();
}

/// Rows one after the other: a scan down a column at a time would touch a page for every row.
void scan_row_by_row(Script& script, StageScript& update, const Axis& vector,
                     const std::vector<std::string>& scan) {
    if (scan.empty()) return;
    std::vector<Axis> order{vector};
    for (const std::string& loop : scan) order.push_back(script.existing_rvar(loop));
    update.reorder(order);
}

/// other reduced loops
///   vector
///     written-out loops
void write_out(Script& script, StageScript& update, const Halide::Internal::Definition& definition,
               const Axis& vector, std::size_t written_out) {
    if (written_out == 0) return;
    std::vector<Axis> order;
    for (const auto& reduced : definition.schedule().rvars()) {
        if (order.size() == written_out) order.push_back(vector);
        order.push_back(script.existing_rvar(reduced.var));
    }
    if (order.size() > written_out) update.reorder(order);
    for (std::size_t loop = 0; loop < written_out; ++loop) update.unroll(order[loop]);
}

/// vector
///   reduced loops
///     elements of another dimension, written out
void make_together(Script& script, StageScript& update, const Halide::Internal::Definition& definition,
                   const Axis& vector, const Axis& elements) {
    std::vector<Axis> order{elements};
    for (const auto& reduced : definition.schedule().rvars())
        order.push_back(script.existing_rvar(reduced.var));
    order.push_back(vector);
    update.reorder(order).unroll(elements);
}

/// other loops
///   vector, lane         (of the innermost reduced loop, whose steps do not race: StageWork::free_rows)
void vectorize_free_rows(Script& script, StageScript& update, const Halide::Internal::Definition& definition,
                         int lanes) {
    const Axis vector = script.rvar("vector"), lane = script.rvar("lane");
    const Axis row = script.existing_rvar(definition.schedule().rvars().front().var);
    update.allow_race_conditions()
        .split(row, vector, lane, lanes, Halide::TailStrategy::GuardWithIf)
        .vectorize(lane);
}

/// turns                  (groups of elements of a pure loop)
///   reduced loops
///     turn
/// The loop over groups.
Axis take_turns(Script& script, StageScript& update, const Halide::Internal::Definition& definition,
                const Axis& pure, int abreast) {
    const Axis turns = script.var("turns"), turn = script.var("turn");
    std::vector<Axis> order{turn};
    for (const auto& reduced : definition.schedule().rvars())
        order.push_back(script.existing_rvar(reduced.var));
    order.push_back(turns);
    update.split(pure, turns, turn, abreast, Halide::TailStrategy::GuardWithIf).reorder(order).unroll(turn);
    return turns;
}

/// tasks                    (so many results, where threads share them)
///   other pure loops
///     columns              (so many results, where they are cut)
///       other reduced loops
///         rows
///           vector
///             row, lane
void sweep_rows(Script& script, StageScript& update, const Halide::Internal::Definition& definition,
                const RowVectors& vectors, const std::vector<Axis>& pure, const RowSweep& sweep,
                std::int64_t task) {
    const Axis lane = script.var("lane"), rows = script.rvar("rows"), row = script.rvar("row");
    Axis vector = script.var("vector");
    update.split(pure.front(), vector, lane, vectors.lanes, tail_of(vectors.end));
    if (task > 0)
        vector = share_out(script, update, vector, task / vectors.lanes, {pure.begin() + 1, pure.end()});
    std::vector<Axis> around;
    if (sweep.columns > 0) {
        const Axis columns = script.var("columns"), of_columns = script.var("vector");
        update.split(vector, columns, of_columns, sweep.columns / vectors.lanes,
                     Halide::TailStrategy::GuardWithIf);
        vector = of_columns;
        around.push_back(columns);
    }
    around.insert(around.end(), pure.begin() + 1, pure.end());
    const auto& reduced = definition.schedule().rvars();
    update.split(script.existing_rvar(reduced.front().var), rows, row, sweep.rows,
                 Halide::TailStrategy::GuardWithIf);
    std::vector<Axis> order{lane, row, vector, rows};
    for (std::size_t loop = 1; loop < reduced.size(); ++loop)
        order.push_back(script.existing_rvar(reduced[loop].var));
    order.insert(order.end(), around.begin(), around.end());
    update.reorder(order).vectorize(lane).unroll(row);
}

void schedule_update(Script& script, FuncScript& func, std::size_t index, RowVectors rows,
                     const UpdateForm& form, const SharedLoop& shared) {
    const Halide::Internal::Function function = func.func().function();
    const Halide::Internal::Definition& definition = function.updates()[index];
    const std::vector<Halide::Var> pure = pure_loops(function, index);
    StageScript update = func.update(static_cast<int>(index));
    const bool trusted =
        script.is_output(function.name()) && func.vectors_are_aligned_on_trust(index, form.written_out > 0);
    const bool turned = !rows.along.empty() && rows.lanes > 1;
    rows.lanes = std::min(rows.lanes, form.lanes);
    const bool vectors = turned || (rows.lanes > 1 && !trusted);
    if (vectors && form.free_rows) return vectorize_free_rows(script, update, definition, rows.lanes);
    const bool in_turns = !vectors && form.abreast > 1;
    std::vector<Axis> loops;
    for (const Halide::Var& loop : pure) loops.push_back(script.existing_var(loop.name()));
    const int at = place_of(pure, shared.loop);
    if (form.partials.lanes > 1)
        return combine_partials(script, func, index, form.partials, loops, at, shared.task);
    const bool shares_first = at == 0 && !turned;
    const auto share_first = [&](const Axis& loop, std::int64_t task) {
        return share_out(script, update, loop, task, {loops.begin() + 1, loops.end()});
    };
    if (shares_first && !vectors) loops[0] = share_first(loops[0], shared.task);
    Axis vector;
    if (turned) {
        vectorize_turned(script, update, rows, pure);
    } else if (vectors && form.sweep.rows > 0) {
        sweep_rows(script, update, definition, rows, loops, form.sweep, shares_first ? shared.task : 0);
    } else if (vectors) {
        vector = vectorize_rows(script, update, loops.front(), rows);
        if (shares_first) vector = share_first(vector, shared.task / rows.lanes);
        scan_row_by_row(script, update, vector, loops_of_scan(definition));
    }
    if (vectors && !form.together.empty())
        make_together(script, update, definition, vector, script.existing_var(form.together));
    else if (vectors)
        write_out(script, update, definition, vector, form.written_out);
    if (in_turns) loops[0] = take_turns(script, update, definition, loops.front(), form.abreast);
    if (at >= 0 && !shares_first) {
        const auto loop = static_cast<std::size_t>(at);
        share_out(script, update, loops[loop], shared.task,
                  loops_around(loops, loop, turned ? rows.along : ""));
    }
    if (!vectors && !in_turns && at < 0) update.unscheduled();
}

} // namespace

void schedule_updates(Script& script, FuncScript& func, const RowVectors& rows,
                      const std::vector<UpdateForm>& forms, const std::vector<SharedLoop>& shared) {
    for (std::size_t i = 0; i < func.func().function().updates().size(); ++i)
        schedule_update(script, func, i, rows, forms[i], shared.empty() ? SharedLoop() : shared[i + 1]);
}

void share_out_pure(Script& script, FuncScript& func, const SharedLoop& shared, const std::string& along) {
    std::vector<Axis> loops;
    for (int d = 0; d < func.dimensions(); ++d) loops.push_back(func.axis(d));
    const auto loop = static_cast<std::size_t>(func.dimension(shared.loop));
    StageScript pure = func.pure();
    share_out(script, pure, loops[loop], shared.task, loops_around(loops, loop, along));
}

void schedule_turned(Script& script, FuncScript& func, const RowVectors& vectors,
                     const std::vector<UpdateForm>& updates, const std::vector<SharedLoop>& shared) {
    store_innermost(func, {script.existing_var(vectors.along)});
    StageScript pure = func.pure();
    vectorize_turned(script, pure, vectors, func.func().args());
    if (!shared.empty() && !shared.front().loop.empty())
        share_out_pure(script, func, shared.front(), vectors.along);
    schedule_updates(script, func, vectors, updates, shared);
}

} // namespace autoconfig
