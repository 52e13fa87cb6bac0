// Scheduling calls that are applied and written down at once. Every method here makes exactly one
// Halide scheduling call and appends the same call, as C++ source, to its Script; the source of a
// whole schedule can be replayed on the unscheduled pipeline.
#pragma once

#include "autoconfig/extract/problem.h"
#include "autoconfig/extract/stages.h"
#include "schedules/extent.h"

#include <Halide.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace autoconfig {

class Script;

/// Place of the loop of that name; -1 where there is none.
int place_of(const std::vector<Halide::Var>& loops, const std::string& name);

/// A loop as scheduling calls name it, and the C++ identifier it has in the source.
struct Axis {
    Halide::VarOrRVar loop = Halide::Var();
    std::string id;
};

/// One definition of a Func: the pure one, an update, or a specialization of either.
class StageScript {
public:
    StageScript(Script& script, Halide::Stage stage, std::string source)
        : script_(&script), stage_(std::move(stage)), source_(std::move(source)) {}

    StageScript& split(const Axis& old, const Axis& outer, const Axis& inner, std::int64_t factor,
                       Halide::TailStrategy tail);
    StageScript& split(const Axis& old, const Axis& outer, const Axis& inner, const Extent& factor,
                       Halide::TailStrategy tail);
    StageScript& fuse(const Axis& inner, const Axis& outer, const Axis& fused);
    /// Innermost first, as in Halide.
    StageScript& reorder(const std::vector<Axis>& axes);
    StageScript& vectorize(const Axis& axis);
    StageScript& unroll(const Axis& axis);
    StageScript& parallel(const Axis& axis);
    StageScript& atomic();
    StageScript& allow_race_conditions();
    /// Says that leaving the stage as it is is meant.
    StageScript& unscheduled();
    /// A copy of the schedule so far for sizes that meet the condition, named `id` in the source.
    StageScript specialize(const Condition& condition, const std::string& id);

    const Halide::Stage& stage() const { return stage_; }
    Halide::Stage& stage() { return stage_; }

private:
    StageScript& record(const std::string& call);
    Script* script_;
    Halide::Stage stage_;
    std::string source_;
};

/// A Func of the pipeline, or one that scheduling made.
class FuncScript {
public:
    FuncScript(Script& script, Halide::Func func, std::string id)
        : script_(&script), func_(std::move(func)), id_(std::move(id)) {}

    FuncScript& compute_root();
    FuncScript& compute_at(const FuncScript& consumer, const Axis& axis);
    FuncScript& store_at(const FuncScript& consumer, const Axis& axis);
    FuncScript& reorder_storage(const std::vector<Axis>& axes);
    /// What is computed of a dimension at a time is so long, also where Halide could not tell.
    FuncScript& bound_extent(const Axis& axis, std::int64_t extent);
    /// The same, and it starts at a multiple of the extent.
    FuncScript& bound_panel(const Axis& axis, std::int64_t extent);
    /// Storage of a dimension has room for so many, which are all that is ever computed at a time.
    FuncScript& bound_storage(const Axis& axis, std::int64_t extent);
    FuncScript& fold_storage(const Axis& axis, std::int64_t extent);
    /// Storage of constant size, however large, on the stack.
    FuncScript& store_on_stack();
    /// One allocation for all iterations of the loop it is made in, whatever its size.
    FuncScript& reuse_storage();
    StageScript pure();
    StageScript update(int index = 0);
    /// A copy of this Func that only `consumer` reads.
    FuncScript in(const FuncScript& consumer, const std::string& id);
    /// A copy of this Func that every consumer reads.
    FuncScript in(const std::string& id);
    /// This Func again, for these consumers alone.
    FuncScript clone_in(const std::vector<FuncScript>& consumers, const std::string& id);
    /// The definition of this Func takes up that of one that it reads.
    FuncScript& take_up(const FuncScript& read);
    /// A copy of `sum` that the last specialization of this Func reads in its place.
    FuncScript body_of(const FuncScript& sum);
    /// Update 0 leaves out the steps that read an operand where it is zero along one of its dimensions.
    FuncScript& leave_out_zeros(const std::string& operand, int dimension);
    /// The partial results of update 0 as a Func of their own; `kept` loops become pure `as` loops.
    FuncScript rfactor(const std::vector<std::pair<Axis, Axis>>& kept, const std::string& id, int update = 0);

    /// Of the buffer this Func, a pipeline output, is written to, or of the image that it stands for and that
    /// is given at run time. Stride: elements between neighbours in a dimension.
    Extent extent(int dimension) const;
    Extent min(int dimension) const;
    Extent stride(int dimension) const;

    /// This Func, a pipeline output, is read back by its update in vectors that Halide takes for aligned.
    bool vectors_are_aligned_on_trust(std::size_t update, bool written_out = false) const;

    /// Halide can specialize its pure definition.
    bool can_be_specialized() const;

    /// The i-th dimension's loop.
    Axis axis(int dimension);
    int dimensions() const { return func_.dimensions(); }
    /// Which of its own dimensions a loop is.
    int dimension(const std::string& loop) const { return place_of(func_.args(), loop); }
    const Halide::Func& func() const { return func_; }
    Halide::Func& func() { return func_; }
    const std::string& id() const { return id_; }

private:
    FuncScript& record(const std::string& call);
    /// What this Func's update read of clones, its partial results read of them now.
    void hand_on_clones(const FuncScript& partials);
    std::string buffer_dimension(int dimension) const;
    Extent of_image(const std::string& which, int dimension) const;
    Script* script_;
    Halide::Func func_;
    std::string id_;
};

class Script {
public:
    explicit Script(const Halide::Pipeline& pipeline);

    /// A Func of the pipeline by name, or one that was added; it exists.
    FuncScript func(const std::string& name);
    /// A Func that scheduling made is one of the pipeline's by this name from now on.
    void add(const std::string& name, const FuncScript& made);
    /// What every consumer of the Func reads: its copy where in() made one for all, else the Func itself.
    FuncScript read(const std::string& name);
    bool is_copied(const std::string& name) const { return copies_.count(name) > 0; }
    bool is_output(const std::string& name) const { return outputs_.count(name) != 0; }
    Extent extent(const RunTimeExtent& at_run_time);
    /// One of so many parts of a dimension, rounded up, but so many rows or more as far as there are: 0 where
    /// an output has none, of which Halide makes no iteration, and 1 where it would refuse that, so that one
    /// without rows is an error.
    Extent part(const OutputRows& at_run_time, std::int64_t parts, std::int64_t least);
    /// Threads pay only where this holds, in all loops made parallel from now on; anywhere if it is
    /// undefined.
    void threads_pay_where(const Halide::Expr& condition) { threads_pay_where_ = condition; }
    /// When threads pay, by the Func whose parallel loops they share.
    const std::map<std::string, Halide::Expr>& threads_pay() const { return threads_pay_; }
    /// The topological order of the pipeline's Funcs before anything was scheduled.
    const std::vector<std::string>& order() const { return order_; }

    /// A new pure loop called `name`, or as near to it as is free.
    Axis var(const std::string& name);
    /// A new reduction loop.
    Axis rvar(const std::string& name);
    /// An existing loop.
    Axis existing_var(const std::string& name);
    Axis existing_rvar(const std::string& name);

    /// A name for a Func or stage that is free in the source.
    std::string fresh_id(const std::string& name);

    /// C++ source of everything so far; expects `pipeline` in scope.
    std::string source() const;

private:
    friend class StageScript;
    friend class FuncScript;
    void declare(const std::string& line) { declarations_.push_back(line); }
    void statement(const std::string& receiver, const std::string& call);
    void statement(const std::string& whole) { statements_.push_back({"", whole}); }
    /// Of the dimension or the variable itself.
    Extent asked_extent(const RunTimeExtent& at_run_time);
    void note_parallel(const std::string& func);
    std::string free_loop_name(const std::string& name) const;
    Axis named(const std::string& kind, const std::string& name);
    /// "x, y": loops as a call lists them, each declared when it is first mentioned.
    std::string mention(const std::vector<Axis>& axes);

    struct Statement {
        std::string receiver, calls;
    };
    struct Copy {
        Halide::Func func;
        std::string id;
    };
    /// A Func again for some of its consumers.
    struct Clone {
        FuncScript original, clone;
    };
    std::map<std::string, Halide::Func> funcs_;
    std::map<std::string, Copy> copies_; // for all consumers, by the name of what they copy
    std::vector<Clone> clones_;
    std::vector<std::string> order_;
    std::map<std::string, std::string> func_ids_; // name -> id, of the Funcs mentioned so far
    std::map<std::string, Axis> axes_;            // "Var x" or "RVar x" -> axis
    std::set<std::string> loop_names_;            // of any kind, in any Func
    std::set<std::string> mentioned_;             // axes, by identifier
    std::set<std::string> outputs_;
    Halide::Expr threads_pay_where_;
    std::map<std::string, Halide::Expr> threads_pay_;
    std::map<std::string, int> ids_; // identifiers taken
    std::vector<std::string> declarations_;
    std::vector<Statement> statements_;
};

} // namespace autoconfig
