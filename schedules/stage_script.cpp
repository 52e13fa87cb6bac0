// Calls that schedule one definition of a Func, applied and recorded.
#include "schedules/script.h"

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

/// Halide calls stages "f" and "f.update(0)".
std::string func_of(const Halide::Stage& stage) {
    const std::string name = stage.name();
    return name.substr(0, name.find('.'));
}

std::vector<Halide::VarOrRVar> loops(const std::vector<Axis>& axes) {
    std::vector<Halide::VarOrRVar> list;
    for (const Axis& axis : axes) list.push_back(axis.loop);
    return list;
}

} // namespace

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
    script_->note_parallel(func_of(stage_));
    return record("parallel(" + script_->mention({axis}) + ")");
}

StageScript& StageScript::unscheduled() {
    stage_.unscheduled();
    return record("unscheduled()");
}

StageScript& StageScript::allow_race_conditions() {
    stage_.allow_race_conditions();
    return record("allow_race_conditions()");
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

} // namespace autoconfig
