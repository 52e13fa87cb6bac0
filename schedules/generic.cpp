// The lower rungs of the ladder: compute_root, vectorized and parallel where legal, or left inlined.
#include "schedules/generic.h"

#include "autoconfig/extract/scheduled.h"

#include <map>

namespace autoconfig {

using Halide::Internal::Function;

namespace {

/// How the definitions of one Func read the others.
class Reads : public Halide::Internal::IRVisitor {
public:
    struct Kind {
        bool elsewhere = false; // at indices that are not the reader's own loops
        bool unbounded = false; // at indices that depend on data: the region may be unlimited
    };
    std::map<std::string, Kind> of;

    explicit Reads(const Function& reader) : own_(reader.args()) { reader.accept(this); }

private:
    using IRVisitor::visit;
    void visit(const Halide::Internal::Call* call) override {
        IRVisitor::visit(call);
        if (call->call_type != Halide::Internal::Call::Halide) return;
        Kind& kind = of[call->name];
        for (std::size_t d = 0; d < call->args.size(); ++d) {
            const auto* loop = call->args[d].as<Halide::Internal::Variable>();
            if (!loop || d >= own_.size() || loop->name != own_[d]) kind.elsewhere = true;
            if (reads_data(call->args[d])) kind.unbounded = true;
        }
    }
    static bool reads_data(const Halide::Expr& index) {
        struct Finder : IRVisitor {
            bool found = false;
            using IRVisitor::visit;
            void visit(const Halide::Internal::Call* call) override {
                IRVisitor::visit(call);
                if (call->call_type == Halide::Internal::Call::Halide ||
                    call->call_type == Halide::Internal::Call::Image)
                    found = true;
            }
        } finder;
        index.accept(&finder);
        return finder.found;
    }
    std::vector<std::string> own_;
};

/// Nothing but a read of something else: wrappers that ImageParam and Input<Buffer> make.
bool is_alias(const Function& function) {
    if (!function.has_pure_definition() || function.has_update_definition() || function.values().size() != 1)
        return false;
    return function.values()[0].as<Halide::Internal::Call>() != nullptr;
}

class Ladder {
public:
    Ladder(Script& script, const Halide::Pipeline& pipeline, const Halide::Target& target)
        : script_(script), target_(target) {
        std::vector<Function> outputs;
        for (const Halide::Func& output : pipeline.outputs()) outputs.push_back(output.function());
        environment_ = Halide::Internal::build_environment(outputs);
        for (const auto& [name, function] : environment_)
            for (const auto& [read, kind] : Reads(function).of) {
                if (read == name) continue;
                readers_[read]++;
                kinds_[read].elsewhere |= kind.elsewhere;
                kinds_[read].unbounded |= kind.unbounded;
            }
    }

    GenericStep schedule(const std::string& name) {
        const Function& function = environment_.at(name);
        if (!needs_memory(name, function)) return {name, "inlined"};
        FuncScript func = script_.func(name);
        std::string what = script_.is_output(name) ? "output" : "computed at root";
        if (!script_.is_output(name)) func.compute_root();
        if (function.has_extern_definition()) return {name, what + ", made by external code"};
        what += loops(func, func.pure(), func.func().args(), function);
        for (std::size_t i = 0; i < function.updates().size(); ++i) schedule_update(func, function, i);
        return {name, what};
    }

private:
    bool needs_memory(const std::string& name, const Function& function) const {
        if (script_.is_output(name) || function.has_update_definition() || function.has_extern_definition())
            return true;
        if (is_alias(function) || !readers_.count(name)) return false;
        const Reads::Kind& kind = kinds_.at(name);
        return !kind.unbounded && (kind.elsewhere || readers_.at(name) > 1);
    }

    void schedule_update(FuncScript& func, const Function& function, std::size_t index) {
        const std::vector<Halide::Var> pure = pure_loops(function, index);
        StageScript update = func.update(static_cast<int>(index));
        const bool trusted = script_.is_output(function.name()) && func.vectors_are_aligned_on_trust();
        if (loops(func, update, pure, function, !trusted).empty()) update.unscheduled();
    }

    /// Loops of an update that run over its Func's own dimensions, in place.
    static std::vector<Halide::Var> pure_loops(const Function& function, std::size_t update) {
        std::vector<Halide::Var> loops;
        const auto& args = function.updates()[update].args();
        for (std::size_t d = 0; d < args.size(); ++d) {
            const auto* loop = args[d].as<Halide::Internal::Variable>();
            if (loop && loop->name == function.args()[d]) loops.emplace_back(loop->name);
        }
        return loops;
    }

    /// Vectors along the innermost loop, threads along the outermost; guarded, so that nothing outside is
    /// touched.
    std::string loops(FuncScript& func, StageScript stage, const std::vector<Halide::Var>& pure,
                      const Function& function, bool vectors = true) {
        if (pure.empty()) return "";
        std::string what;
        const Halide::Type type = function.output_types()[0];
        const int lanes = target_.natural_vector_size(type.is_handle() ? Halide::Int(32) : type);
        const bool along_rows = pure.front().name() == function.args().front();
        if (vectors && lanes > 1 && along_rows) {
            const Axis vector = script_.var("vector"), lane = script_.var("lane");
            stage
                .split(script_.existing_var(pure.front().name()), vector, lane, lanes,
                       Halide::TailStrategy::GuardWithIf)
                .vectorize(lane);
            what += ", " + std::to_string(lanes) + " wide";
        }
        if (pure.size() > 1 && func.dimensions() > 1) {
            stage.parallel(script_.existing_var(pure.back().name()));
            what += ", parallel over " + pure.back().name();
        }
        return what;
    }

    Script& script_;
    const Halide::Target& target_;
    std::map<std::string, Function> environment_;
    std::map<std::string, int> readers_;
    std::map<std::string, Reads::Kind> kinds_;
};

} // namespace

std::set<std::string> scheduled_by_hand(const Halide::Pipeline& pipeline) {
    std::vector<Function> outputs;
    for (const Halide::Func& output : pipeline.outputs()) outputs.push_back(output.function());
    std::set<std::string> names;
    for (const auto& [name, function] : Halide::Internal::build_environment(outputs))
        if (extraction::is_scheduled(function)) names.insert(name);
    return names;
}

std::vector<GenericStep> schedule_rest(Script& script, const Halide::Pipeline& pipeline,
                                       const Halide::Target& target, const std::set<std::string>& taken) {
    Ladder ladder(script, pipeline, target);
    std::vector<GenericStep> steps;
    for (const std::string& name : script.order())
        if (!taken.count(name)) steps.push_back(ladder.schedule(name));
    return steps;
}

} // namespace autoconfig
