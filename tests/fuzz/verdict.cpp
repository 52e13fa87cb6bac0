// See verdict.h. The child says each step before it takes it, so that a crash is known by the last one said.
#include "tests/fuzz/verdict.h"

#include "autoconfig/autoschedule.h"
#include "autoconfig/extract/scheduled.h"
#include "autoconfig/halide_compat.h"
#include "lowering/passes.h"
#include "tests/fuzz/build.h"
#include "tests/fuzz/child.h"
#include "tests/support/fenced.h"
#include "tests/support/guarded.h"
#include "tests/support/planned_code.h"
#include "tests/support/plus_one.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <sstream>

/// What Kind::Extern calls.
extern "C" int autoconfig_fuzz_plus_one(halide_buffer_t* in, halide_buffer_t* out) {
    return autoconfig::plus_one(in, out);
}

namespace autoconfig::fuzz {

using Halide::Buffer;
using testing::Guarded;

namespace {

Halide::Target target_of(const Plan& plan) {
    const Halide::Target host = Halide::get_jit_target_from_environment();
    if (plan.feature == Feature::None) return host;
    return Halide::Target(host.to_string() + "-" + name_of(plan.feature));
}

Options options_of(const Plan& plan) {
    Options options;
    options.parallelism = plan.threads;
    return options;
}

/// LLVM 14 turns a row of 3 scanned by 2 steps into vectors that each read what had been there before the
/// step before. What the pipeline itself asks to be at hand is checked here.
Halide::Target target_of_reference(const Plan& plan) {
    return compat::without_loop_vectorizer(target_of(plan).without_feature(Halide::Target::NoAsserts));
}

bool has_place(const Halide::Internal::Function& function) {
    return extraction::compute_site(function) != extraction::ComputeSite::Inlined;
}

bool is_input(const Case& built, const std::string& func) {
    return std::any_of(built.inputs.begin(), built.inputs.end(),
                       [&](const Halide::ImageParam& input) { return func == Halide::Func(input).name(); });
}

/// What AutoConfig is compared with: every Func at root that has no place by hand; also, with what was
/// scheduled by hand, what Halide makes of that alone. Inputs are read where they are: Halide 14 compiles no
/// reduction whose RDom::where reads a Func if it needs that value to say how much of an input it reads.
Case case_at_root(const Plan& plan, bool scheduled_by_hand) {
    Case built = build(plan, scheduled_by_hand);
    for (const Halide::Func& output : built.pipeline.outputs())
        for (auto& [name, function] : Halide::Internal::find_transitive_calls(output.function()))
            if (name != output.name() && !is_input(built, name) && !has_place(function))
                Halide::Func(function).compute_root();
    return built;
}

std::vector<Halide::Type> output_types(const Plan& plan, const Case& built) {
    std::vector<Halide::Type> types;
    for (const Output& output : plan.outputs) {
        const Halide::Internal::Function function = built.funcs[output.stage].function();
        types.insert(types.end(), function.output_types().begin(), function.output_types().end());
    }
    return types;
}

std::vector<int> shape_of(const Buffer<>& buffer) {
    std::vector<int> shape;
    for (int d = 0; d < buffer.dimensions(); d++) shape.push_back(buffer.dim(d).extent());
    return shape;
}

Buffer<> laid_out(testing::Layout layout, const Buffer<>& like) {
    Buffer<> buffer = testing::laid_out(layout, like.type(), shape_of(like));
    for (int d = 0; d < like.dimensions(); d++) buffer.translate(d, like.dim(d).min());
    return buffer;
}

/// Sets input 0 to the size of the run, the others to what the pipeline needs. Input 0 is filled first: how
/// much of the others is needed may depend on what it holds.
void set_inputs(const Plan& plan, Case& built, const Size& size, Halide::Realization& outputs,
                const Halide::Target& target) {
    for (Halide::ImageParam& input : built.inputs) input.reset();
    Buffer<> first = testing::laid_out(plan.inputs_lie, built.inputs[0].type(), {size.width, size.height});
    testing::fill(first, 0);
    built.inputs[0].set(first);
    built.pipeline.infer_input_bounds(outputs, target);
    for (std::size_t i = 1; i < built.inputs.size(); i++) {
        if (!built.inputs[i].get().defined()) continue;
        Buffer<> buffer = laid_out(plan.inputs_lie, built.inputs[i].get());
        testing::fill(buffer, static_cast<int>(i));
        built.inputs[i].set(buffer);
    }
}

Halide::Realization outputs_of(const std::vector<Guarded>& guarded) {
    std::vector<Buffer<>> buffers;
    for (const Guarded& one : guarded) buffers.push_back(one.inside());
    return Halide::Realization(buffers);
}

/// "f0" of "f0$1", as Halide names the second Func of that name.
std::string stage_name(const std::string& func) { return func.substr(0, func.find('$')); }

enum class Scheduled { ByAutoConfig, ByPlugin, ByHandAlone, ByHalide };

/// Both pipelines of a plan.
class Contest {
public:
    explicit Contest(const Plan& plan) : plan_(plan), reference_(case_at_root(plan, false)) {
        testing::Code code;
        reference_.pipeline.add_custom_lowering_pass(new testing::CodeReader(code));
        reference_.pipeline.compile_jit(target_of_reference(plan));
        reference_.pipeline.clear_custom_lowering_passes();
        for (const Halide::Func& output : reference_.pipeline.outputs())
            for (const auto& [name, function] : Halide::Internal::find_transitive_calls(output.function()))
                if (code.allocated.count(name) == 0) never_stored_.insert(stage_name(name));
    }

    double schedule(Scheduled how) {
        if (how == Scheduled::ByHandAlone) {
            scheduled_ = case_at_root(plan_, true);
            return 0;
        }
        scheduled_ = build(plan_, true);
        if (how == Scheduled::ByHalide) return 0;
        const Halide::Target target = target_of(plan_);
        const auto start = std::chrono::steady_clock::now();
        if (how == Scheduled::ByPlugin)
            compat::schedule_with("AutoConfig", scheduled_.pipeline, target, {{}, plan_.threads, 0});
        else
            schedule_and_plan(target);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        return took.count();
    }

    /// Where the code is not what AutoConfig planned: how.
    std::string compile() {
        if (plan_of_schedule_) leave_out_what_cancels(*plan_of_schedule_);
        const auto compile = [&](Halide::Pipeline& pipeline) { pipeline.compile_jit(target_of(plan_)); };
        if (plan_of_schedule_)
            return testing::unlike_planned(*plan_of_schedule_, scheduled_.pipeline, compile);
        compile(scheduled_.pipeline);
        return "";
    }

    void run_reference(const Size& size) {
        expected_.clear();
        const auto types = output_types(plan_, reference_);
        const auto shapes = output_shapes(plan_, reference_, size);
        for (std::size_t i = 0; i < shapes.size(); i++)
            expected_.emplace_back(types[i], shapes[i], 0, origin(static_cast<int>(shapes[i].size())),
                                   plan_.outputs_lie);
        Halide::Realization outputs = outputs_of(expected_);
        const Halide::Target target = target_of_reference(plan_);
        set_inputs(plan_, reference_, size, outputs, target);
        reference_.pipeline.realize(outputs, target);
        // Halide 14 does not notice every output that is too small for what other Funcs read of it.
        for (const Guarded& one : expected_)
            if (one.written_around() > 0) throw std::runtime_error("an output is too small");
    }

    std::string run_scheduled() {
        set_fenced_inputs();
        std::vector<Guarded> got;
        for (const Guarded& expected : expected_)
            got.emplace_back(expected.inside().type(), shape_of(expected.inside()), plan_.offset,
                             origin(expected.inside().dimensions()), plan_.outputs_lie);
        scheduled_.pipeline.realize(outputs_of(got), target_of(plan_));
        for (std::size_t i = 0; i < got.size(); i++) {
            const std::string wrong = testing::where_different(got[i].inside(), expected_[i].inside(), 0);
            if (!wrong.empty()) return "output " + std::to_string(i) + " at " + wrong;
            if (got[i].written_around() > 0) return "written around output " + std::to_string(i);
        }
        return "";
    }

private:
    /// Those of the reference, each where memory ends: at its last byte in one run, before its first in the
    /// next.
    void set_fenced_inputs() {
        const auto fence = fenced_runs_++ % 2 == 0 ? testing::Fence::Behind : testing::Fence::Before;
        fenced_.clear();
        for (std::size_t i = 0; i < reference_.inputs.size(); i++) {
            scheduled_.inputs[i].reset();
            if (!reference_.inputs[i].get().defined()) continue;
            fenced_.push_back(std::make_unique<testing::Fenced>(reference_.inputs[i].get(), fence));
            scheduled_.inputs[i].set(fenced_.back()->inside());
        }
    }

    void schedule_and_plan(const Halide::Target& target) {
        const Outcome outcome = autoschedule(scheduled_.pipeline, target, options_of(plan_));
        lowering::add_passes(scheduled_.pipeline, target, outcome.plan.storage, outcome.threads_pay);
        plan_of_schedule_ = outcome.plan;
    }

    /// Halide drops Funcs whose values cancel, however they are scheduled.
    void leave_out_what_cancels(autoconfig::Plan& plan) const {
        const auto cancels = [&](const std::string& func) {
            const bool of_operand = func.find("_operand") != std::string::npos; // one that AutoConfig made
            return of_operand ? !never_stored_.empty() : never_stored_.count(stage_name(func)) > 0;
        };
        auto& storage = plan.storage;
        const auto is_of_those = [&](const Storage& one) { return cancels(one.func); };
        storage.erase(std::remove_if(storage.begin(), storage.end(), is_of_those), storage.end());
        auto& groups = plan.fusion.groups;
        const auto is_led_by_one = [&](const FusedGroup& group) { return cancels(group.funcs.front()); };
        groups.erase(std::remove_if(groups.begin(), groups.end(), is_led_by_one), groups.end());
    }

    testing::Shape origin(int dimensions) const {
        testing::Shape origin = {plan_.origin_x, plan_.origin_y};
        origin.resize(static_cast<std::size_t>(dimensions));
        return origin;
    }

    const Plan& plan_;
    Case reference_, scheduled_;
    std::set<std::string> never_stored_;               // not with every Func at root either
    std::optional<autoconfig::Plan> plan_of_schedule_; // where AutoConfig made it
    std::vector<Guarded> expected_;
    std::vector<std::unique_ptr<testing::Fenced>> fenced_;
    int fenced_runs_ = 0;
};

template<typename Work>
std::string error_of(const Work& work) {
    try {
        work();
        return "";
    } catch (const Halide::Error& error) { // no std::exception since Halide 15
        return error.what();
    } catch (const std::exception& error) {
        return error.what();
    }
}

/// One line.
std::string flat(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

/// "reference", "scheduling", "scheduled <seconds>", "compiling", "reference <run>", "run <run>" as they
/// begin, where "reference" is the first run's, too; last "right", "wrong <reason>" or "discarded <reason>".
void contest(const Plan& plan, Scheduled how, const Say& say) {
    const auto holds = [&](const char* otherwise, const std::string& reason) {
        if (!reason.empty()) say(otherwise + (" " + flat(reason)));
        return reason.empty();
    };
    say("reference");
    std::optional<Contest> both;
    if (!holds("discarded", error_of([&] { both.emplace(plan); }))) return;
    const auto reference_runs = [&](std::size_t i) {
        return holds("discarded", error_of([&] { both->run_reference(plan.runs[i]); }));
    };
    if (!reference_runs(0)) return;
    say("scheduling");
    double seconds = 0;
    if (!holds("wrong scheduling:", error_of([&] { seconds = both->schedule(how); }))) return;
    say("scheduled " + std::to_string(seconds));
    say("compiling");
    std::string unlike_planned;
    if (!holds("wrong compiling:", error_of([&] { unlike_planned = both->compile(); }))) return;
    if (!holds("wrong plan:", unlike_planned)) return;
    for (std::size_t i = 0; i < plan.runs.size(); i++) {
        if (i > 0) {
            say("reference " + std::to_string(i));
            if (!reference_runs(i)) return;
        }
        say("run " + std::to_string(i));
        std::string wrong;
        const std::string error = error_of([&] { wrong = both->run_scheduled(); });
        if (!holds("wrong", error + wrong)) return;
    }
    say("right");
}

std::string last_lines(const std::string& text) {
    return text.size() < 600 ? text : "..." + text.substr(text.size() - 600);
}

bool has_schedules_by_hand(const Plan& plan) {
    return std::any_of(plan.stages.begin(), plan.stages.end(),
                       [](const Stage& stage) { return stage.by_hand != ByHand::No; });
}

Verdict judge(const Plan& plan, Scheduled how, int seconds) {
    const Ended ended = in_child([&](const Say& say) { contest(plan, how, say); }, seconds);
    Verdict verdict;
    std::istringstream lines(ended.said);
    std::string line, last, phase;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        words >> phase;
        last = line;
        if (phase == "scheduled") words >> verdict.scheduling_seconds;
        if (phase == "run") words >> verdict.run;
    }
    if (phase == "right") return verdict;
    const bool of_reference = phase == "discarded" || phase == "reference";
    verdict.what = of_reference ? Verdict::Discarded : Verdict::Wrong;
    verdict.reason = last + (ended.how.empty() ? "" : ": " + ended.how);
    if (!ended.errors.empty()) verdict.reason += " " + flat(last_lines(ended.errors));
    return verdict;
}

} // namespace

void warm_up(const Trial& trial) {
    if (!trial.plugin.empty()) Halide::load_plugin(trial.plugin);
    Halide::Func f;
    f() = 0;
    f.compile_jit(target_of({}));
}

Verdict judge(const Plan& plan, const Trial& trial) {
    const auto by_us = trial.plugin.empty() ? Scheduled::ByAutoConfig : Scheduled::ByPlugin;
    const int seconds = trial.seconds;
    Verdict verdict = judge(plan, by_us, seconds);
    if (verdict.what != Verdict::Wrong) return verdict;
    if (has_schedules_by_hand(plan)) {
        const Verdict by_hand = judge(plan, Scheduled::ByHandAlone, seconds);
        if (by_hand.what == Verdict::Wrong) return {Verdict::Discarded, "by hand alone: " + by_hand.reason};
    }
    const bool as_by_halide = judge(plan, Scheduled::ByHalide, seconds).reason == verdict.reason;
    return as_by_halide ? Verdict{Verdict::Discarded, "by Halide alone: " + verdict.reason} : verdict;
}

std::string schedule_of(const Plan& plan, int seconds) {
    const auto schedule = [&](const Say& say) {
        std::string source;
        const std::string error = error_of([&] {
            source =
                autoschedule(build(plan, true).pipeline, target_of(plan), options_of(plan)).schedule_source;
        });
        say(source + error);
    };
    return in_child(schedule, seconds).said;
}

} // namespace autoconfig::fuzz
