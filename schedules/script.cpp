// Scheduling calls, applied and recorded.
#include "schedules/script.h"

#include "autoconfig/extract/functions.h"
#include "autoconfig/extract/legality/defects.h"
#include "autoconfig/extract/legality/lost_reads.h"
#include "autoconfig/extract/legality/own_rows.h"

#include "schedules/rewrites/size_body.h"
#include "schedules/rewrites/source.h"

#include <algorithm>
#include <cctype>

namespace autoconfig {

using Halide::TailStrategy;

namespace {

const char* source_of(TailStrategy tail) {
    switch (tail) {
    case TailStrategy::RoundUp: return "TailStrategy::RoundUp";
    case TailStrategy::GuardWithIf: return "TailStrategy::GuardWithIf";
    case TailStrategy::ShiftInwards: return "TailStrategy::ShiftInwards";
    default: return "TailStrategy::Auto";
    }
}

std::string identifier(const std::string& name) {
    std::string id;
    for (char c : name) id += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return id.empty() || std::isdigit(static_cast<unsigned char>(id[0])) ? "f" + id : id;
}

/// Names that mean something else where the source is compiled.
constexpr const char* words_of_the_source[] = {"pipeline",     "target",
                                               "Func",         "Var",
                                               "RVar",         "TailStrategy",
                                               "MemoryType",   "Halide",
                                               "Pipeline",     "Target",
                                               "std",          "auto",
                                               "bool",         "break",
                                               "case",         "catch",
                                               "char",         "class",
                                               "const",        "continue",
                                               "default",      "delete",
                                               "do",           "double",
                                               "else",         "enum",
                                               "extern",       "false",
                                               "float",        "for",
                                               "goto",         "if",
                                               "inline",       "int",
                                               "long",         "namespace",
                                               "new",          "not",
                                               "and",          "or",
                                               "operator",     "private",
                                               "public",       "register",
                                               "return",       "short",
                                               "signed",       "sizeof",
                                               "static",       "struct",
                                               "switch",       "this",
                                               "throw",        "true",
                                               "try",          "typedef",
                                               "AddedTerms",   "ExtremumLanes",
                                               "OperandFuncs", "OutputSum",
                                               "SizeBody",     "VectorTanh",
                                               "union",        "using",
                                               "unsigned",     "virtual",
                                               "void",         "volatile",
                                               "while",        "xor"};

std::vector<Halide::VarOrRVar> loops(const std::vector<Axis>& axes) {
    std::vector<Halide::VarOrRVar> list;
    for (const Axis& axis : axes) list.push_back(axis.loop);
    return list;
}

Halide::LoopLevel level(const FuncScript& consumer, const Axis& axis) {
    return axis.loop.is_rvar ? Halide::LoopLevel(consumer.func(), axis.loop.rvar)
                             : Halide::LoopLevel(consumer.func(), axis.loop.var);
}

} // namespace

int place_of(const std::vector<Halide::Var>& loops, const std::string& name) {
    const auto is_it = [&](const Halide::Var& loop) { return loop.name() == name; };
    const auto found = std::find_if(loops.begin(), loops.end(), is_it);
    return found == loops.end() ? -1 : static_cast<int>(found - loops.begin());
}

StageScript& StageScript::record(const std::string& call) {
    script_->statement(source_, call);
    return *this;
}

StageScript& StageScript::split(const Axis& old, const Axis& outer, const Axis& inner, std::int64_t factor,
                                TailStrategy tail) {
    return split(old, outer, inner, Extent{static_cast<int>(factor), std::to_string(factor)}, tail);
}

StageScript& StageScript::split(const Axis& old, const Axis& outer, const Axis& inner, const Extent& factor,
                                TailStrategy tail) {
    stage_.split(old.loop, outer.loop, inner.loop, factor.expr, tail);
    return record("split(" + script_->mention({old, outer, inner}) + ", " + factor.source + ", " +
                  source_of(tail) + ")");
}

StageScript& StageScript::fuse(const Axis& inner, const Axis& outer, const Axis& fused) {
    stage_.fuse(inner.loop, outer.loop, fused.loop);
    return record("fuse(" + script_->mention({inner, outer, fused}) + ")");
}

StageScript& StageScript::reorder(const std::vector<Axis>& axes) {
    stage_.reorder(loops(axes));
    return record("reorder(" + script_->mention(axes) + ")");
}

StageScript& StageScript::vectorize(const Axis& axis) {
    stage_.vectorize(axis.loop);
    return record("vectorize(" + script_->mention({axis}) + ")");
}

StageScript& StageScript::unroll(const Axis& axis) {
    stage_.unroll(axis.loop);
    return record("unroll(" + script_->mention({axis}) + ")");
}

StageScript& StageScript::parallel(const Axis& axis) {
    stage_.parallel(axis.loop);
    return record("parallel(" + script_->mention({axis}) + ")");
}

StageScript& StageScript::unscheduled() {
    stage_.unscheduled();
    return record("unscheduled()");
}

StageScript& StageScript::atomic() {
    stage_.atomic();
    return record("atomic()");
}

StageScript StageScript::specialize(const Condition& condition, const std::string& id) {
    const std::string fresh = script_->fresh_id(id);
    script_->statement("::Halide::Stage " + fresh + " = " + source_ + ".specialize(" + condition.source +
                       ");");
    return StageScript(*script_, stage_.specialize(condition.expr), fresh);
}

FuncScript& FuncScript::record(const std::string& call) {
    script_->statement(id_, call);
    return *this;
}

FuncScript& FuncScript::compute_root() {
    func_.compute_root();
    return record("compute_root()");
}

FuncScript& FuncScript::compute_at(const FuncScript& consumer, const Axis& axis) {
    func_.compute_at(level(consumer, axis));
    return record("compute_at(" + consumer.id() + ", " + script_->mention({axis}) + ")");
}

FuncScript& FuncScript::store_at(const FuncScript& consumer, const Axis& axis) {
    func_.store_at(level(consumer, axis));
    return record("store_at(" + consumer.id() + ", " + script_->mention({axis}) + ")");
}

FuncScript& FuncScript::reorder_storage(const std::vector<Axis>& axes) {
    std::vector<Halide::Var> dimensions;
    for (const Axis& axis : axes) dimensions.push_back(axis.loop.var);
    func_.reorder_storage(dimensions);
    return record("reorder_storage(" + script_->mention(axes) + ")");
}

FuncScript& FuncScript::bound_extent(const Axis& axis, std::int64_t extent) {
    func_.bound_extent(axis.loop.var, static_cast<int>(extent));
    return record("bound_extent(" + script_->mention({axis}) + ", " + std::to_string(extent) + ")");
}

FuncScript& FuncScript::bound_storage(const Axis& axis, std::int64_t extent) {
    func_.bound_storage(axis.loop.var, static_cast<int>(extent));
    return record("bound_storage(" + script_->mention({axis}) + ", " + std::to_string(extent) + ")");
}

FuncScript& FuncScript::fold_storage(const Axis& axis, std::int64_t extent) {
    func_.fold_storage(axis.loop.var, static_cast<int>(extent));
    return record("fold_storage(" + script_->mention({axis}) + ", " + std::to_string(extent) + ")");
}

FuncScript& FuncScript::bound_panel(const Axis& axis, std::int64_t extent) {
    bound_extent(axis, extent); // Halide applies what is said last first
    func_.align_bounds(axis.loop.var, static_cast<int>(extent));
    return record("align_bounds(" + script_->mention({axis}) + ", " + std::to_string(extent) + ")");
}

FuncScript& FuncScript::store_on_stack() {
    if (!defects::applies(Defect::PutsLargeStacksOnTheHeap)) return reuse_storage();
    func_.store_in(Halide::MemoryType::Register);
    return record("store_in(MemoryType::Register)");
}

FuncScript& FuncScript::reuse_storage() {
    func_.store_in(Halide::MemoryType::Stack);
    return record("store_in(MemoryType::Stack)");
}

StageScript FuncScript::pure() { return StageScript(*script_, func_, id_); }

StageScript FuncScript::update(int index) {
    return StageScript(*script_, func_.update(index), id_ + ".update(" + std::to_string(index) + ")");
}

FuncScript FuncScript::in(const FuncScript& consumer, const std::string& id) {
    const std::string fresh = script_->fresh_id(id);
    script_->statement("Func " + fresh + " = " + id_ + ".in(" + consumer.id() + ");");
    return FuncScript(*script_, func_.in(consumer.func()), fresh);
}

FuncScript FuncScript::in(const std::string& id) {
    const std::string fresh = script_->fresh_id(id);
    script_->statement("Func " + fresh + " = " + id_ + ".in();");
    const Halide::Func copy = func_.in();
    script_->copies_.emplace(func_.name(), Script::Copy{copy, fresh});
    return FuncScript(*script_, copy, fresh);
}

FuncScript FuncScript::clone_in(const std::vector<FuncScript>& consumers, const std::string& id) {
    const std::string fresh = script_->fresh_id(id);
    std::vector<Halide::Func> funcs;
    std::string list;
    for (const FuncScript& consumer : consumers) {
        funcs.push_back(consumer.func());
        list += (list.empty() ? "" : ", ") + consumer.id();
    }
    script_->statement("Func " + fresh + " = " + id_ + ".clone_in(std::vector<Func>{" + list + "});");
    return FuncScript(*script_, func_.clone_in(funcs), fresh);
}

FuncScript& FuncScript::take_up(const FuncScript& read) {
    SizeBody::take_up(func_, read.func_);
    script_->statement("SizeBody::take_up(" + id_ + ", " + read.id_ + ");");
    return *this;
}

FuncScript FuncScript::body_of(const FuncScript& sum) {
    const std::string fresh = script_->fresh_id(sum.id_ + "_body");
    script_->statement("Func " + fresh + " = SizeBody::copy(" + id_ + ", " + sum.id_ + ");");
    return FuncScript(*script_, SizeBody::copy(func_, sum.func_), fresh);
}

FuncScript FuncScript::rfactor(const std::vector<std::pair<Axis, Axis>>& kept, const std::string& id,
                               int update) {
    const std::string fresh = script_->fresh_id(id);
    std::vector<std::pair<Halide::RVar, Halide::Var>> preserved;
    std::string list;
    for (const auto& [loop, as] : kept) {
        preserved.emplace_back(loop.loop.rvar, as.loop.var);
        list += (list.empty() ? "{" : ", {") + script_->mention({loop, as}) + "}";
    }
    script_->statement("Func " + fresh + " = " + id_ + ".update(" + std::to_string(update) +
                       ").rfactor(std::vector<std::pair<RVar, Var>>{" + list + "});");
    return FuncScript(*script_, func_.update(update).rfactor(preserved), fresh);
}

std::string FuncScript::buffer_dimension(int dimension) const {
    const std::string buffer = id_ + (func_.outputs() == 1 ? ".output_buffer()" : ".output_buffers()[0]");
    return buffer + ".dim(" + std::to_string(dimension) + ")";
}

Extent FuncScript::extent(int dimension) const {
    if (!script_->is_output(func_.name())) return of_image("extent", dimension);
    return {func_.output_buffers()[0].dim(dimension).extent(), buffer_dimension(dimension) + ".extent()"};
}

Extent FuncScript::min(int dimension) const {
    if (!script_->is_output(func_.name())) return of_image("min", dimension);
    return {func_.output_buffers()[0].dim(dimension).min(), buffer_dimension(dimension) + ".min()"};
}

Extent FuncScript::stride(int dimension) const {
    if (!script_->is_output(func_.name())) return of_image("stride", dimension);
    return {func_.output_buffers()[0].dim(dimension).stride(), buffer_dimension(dimension) + ".stride()"};
}

Extent FuncScript::of_image(const std::string& which, int dimension) const {
    return {SizeBody::size(func_, which, dimension),
            "SizeBody::size(" + id_ + ", \"" + which + "\", " + std::to_string(dimension) + ")"};
}

bool FuncScript::vectors_are_aligned_on_trust(std::size_t update, bool written_out) const {
    const Halide::Internal::Function function = func_.function();
    return !function.output_buffers().empty() &&
           extraction::reads_own_rows_at_known_places(function, update, written_out);
}

bool FuncScript::can_be_specialized() const { return !extraction::loses_a_read(func_.function()); }

Axis FuncScript::axis(int dimension) { return script_->existing_var(func_.args()[dimension].name()); }

Script::Script(const Halide::Pipeline& pipeline) {
    for (const char* word : words_of_the_source) ids_[word] = 1;
    const extraction::Functions functions(pipeline);
    for (const auto& [name, function] : functions.all) {
        funcs_.emplace(name, Halide::Func(function));
        loop_names_.insert(function.args().begin(), function.args().end());
    }
    for (const Halide::Internal::Function& output : functions.outputs) outputs_.insert(output.name());
    order_ = functions.order();
}

Extent Script::extent(const RunTimeExtent& at) {
    FuncScript asked = func(at.func);
    if (at.update < 0) return asked.extent(at.index);
    const Halide::Internal::Function function = asked.func().function();
    const Halide::Internal::Definition& update = function.update(at.update);
    return {update.schedule().rvars()[at.index].extent,
            asked.id() + ".function().update(" + std::to_string(at.update) + ").schedule().rvars()[" +
                std::to_string(at.index) + "].extent"};
}

Extent Script::part(const OutputRows& at, std::int64_t parts, std::int64_t least) {
    const FuncScript output = func(at.output);
    Extent rows = output.extent(output.dimension(at.along));
    if (at.times != 1 || at.over != 1 || at.window != 1)
        rows = max((rows - 1) * at.times / at.over + at.window, 1);
    const Extent part = parts == 1 ? rows : min(max((rows + (at.more + parts - 1)) / parts, least), rows);
    return defects::applies(Defect::RefusesPartsOfNone) ? max(part, 1) : part;
}

FuncScript Script::func(const std::string& name) {
    auto found = func_ids_.find(name);
    if (found == func_ids_.end()) {
        found = func_ids_.emplace(name, fresh_id(name)).first;
        std::size_t index = 0;
        while (order_[index] != name) ++index;
        declare("Func " + found->second + " = pipeline.get_func(" + std::to_string(index) + ");");
    }
    return FuncScript(*this, funcs_.at(name), found->second);
}

void Script::add(const std::string& name, const FuncScript& made) {
    funcs_.emplace(name, made.func());
    func_ids_.emplace(name, made.id());
}

FuncScript Script::read(const std::string& name) {
    const auto copy = copies_.find(name);
    return copy == copies_.end() ? func(name) : FuncScript(*this, copy->second.func, copy->second.id);
}

std::string Script::fresh_id(const std::string& name) {
    const std::string id = identifier(name);
    const int uses = ids_[id]++;
    return uses == 0 ? id : fresh_id(id + "_" + std::to_string(uses + 1));
}

Axis Script::named(const std::string& kind, const std::string& name) {
    Axis& axis = axes_[kind + name];
    if (axis.id.empty()) {
        axis.id = fresh_id(name);
        if (kind == "Var ")
            axis.loop = Halide::Var(name);
        else
            axis.loop = Halide::RVar(name);
        loop_names_.insert(name);
    }
    return axis;
}

std::string Script::mention(const std::vector<Axis>& axes) {
    std::string list;
    for (const Axis& axis : axes) {
        if (mentioned_.insert(axis.id).second)
            declare((axis.loop.is_rvar ? "RVar " : "Var ") + axis.id + "(\"" + axis.loop.name() + "\");");
        list += (list.empty() ? "" : ", ") + axis.id;
    }
    return list;
}

Axis Script::existing_var(const std::string& name) { return named("Var ", name); }
Axis Script::existing_rvar(const std::string& name) { return named("RVar ", name); }

std::string Script::free_loop_name(const std::string& name) const {
    std::string free = name;
    for (int number = 2; loop_names_.count(free); ++number) free = name + std::to_string(number);
    return free;
}

Axis Script::var(const std::string& name) { return existing_var(free_loop_name(name)); }
Axis Script::rvar(const std::string& name) { return existing_rvar(free_loop_name(name)); }

void Script::statement(const std::string& receiver, const std::string& call) {
    if (!statements_.empty() && statements_.back().receiver == receiver)
        statements_.back().calls += "\n    ." + call;
    else
        statements_.push_back({receiver, "." + call});
}

std::string Script::source() const {
    const bool has_bodies = std::any_of(statements_.begin(), statements_.end(), [](const Statement& one) {
        return one.calls.find("SizeBody::") != std::string::npos;
    });
    std::string text = has_bodies ? source_of_size_body : "";
    for (const std::string& line : declarations_) text += line + "\n";
    for (const Statement& statement : statements_)
        text += statement.receiver + statement.calls + (statement.receiver.empty() ? "\n" : ";\n");
    return text;
}

} // namespace autoconfig
