// Calls that schedule a Func, or make others of it, applied and recorded.
#include "schedules/script.h"

#include "autoconfig/extract/legality/defects.h"
#include "autoconfig/extract/legality/lost_reads.h"
#include "autoconfig/extract/legality/own_rows.h"
#include "autoconfig/extract/match/zero_padding.h"
#include "schedules/rewrites/size_body.h"

namespace autoconfig {

namespace {

Halide::LoopLevel level(const FuncScript& consumer, const Axis& axis) {
    return axis.loop.is_rvar ? Halide::LoopLevel(consumer.func(), axis.loop.rvar)
                             : Halide::LoopLevel(consumer.func(), axis.loop.var);
}

} // namespace

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
    const FuncScript clone(*script_, func_.clone_in(funcs), fresh);
    script_->clones_.push_back({*this, clone});
    return clone;
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

FuncScript& FuncScript::leave_out_zeros(const std::string& operand, int dimension) {
    const FuncScript read = script_->func(operand);
    ZeroPadding::leave_out(func_, read.func_, dimension);
    script_->statement("ZeroPadding::leave_out(" + id_ + ", " + read.id_ + ", " + std::to_string(dimension) +
                       ");");
    return *this;
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
    const FuncScript partials(*script_, func_.update(update).rfactor(preserved), fresh);
    hand_on_clones(partials);
    return partials;
}

void FuncScript::hand_on_clones(const FuncScript& partials) {
    const auto reads = [](const FuncScript& reader, const FuncScript& read) {
        return Halide::Internal::find_direct_calls(reader.func_.function()).count(read.func_.name()) > 0;
    };
    for (const auto& [original, clone] : script_->clones_) {
        Halide::Internal::FuncSchedule& schedule = original.func_.function().schedule();
        const auto read = schedule.wrappers().find(func_.name());
        const Halide::Internal::FunctionPtr contents = clone.func_.function().get_contents();
        if (read == schedule.wrappers().end() || !read->second.same_as(contents)) continue;
        const std::string changed = original.id_ + ".function().schedule().";
        if (reads(partials, original)) {
            schedule.add_wrapper(partials.func_.name(), contents);
            script_->statement(changed + "add_wrapper(" + partials.id_ + ".name(), " + clone.id_ +
                               ".function().get_contents());");
        }
        if (!reads(*this, original)) {
            schedule.wrappers().erase(func_.name());
            script_->statement(changed + "wrappers().erase(" + id_ + ".name());");
        }
    }
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

} // namespace autoconfig
