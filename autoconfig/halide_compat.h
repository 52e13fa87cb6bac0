// The only file that asks which Halide this is: 14, or 16 to 21. What differs between them and is needed
// here: how an autoscheduler is called and what it reports, how GenGen is told about one, how a registered
// Generator becomes a Pipeline, and who turns loops into vectors. Everything else in the project is the same
// source for all.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

// HalideRuntime.h says its version since 17. Before that, the include guards of the parts of Halide.h do:
// StageStridedLoads.h is new in 16, AbstractGenerator.h in 15.
#if defined(AUTOCONFIG_HALIDE_MAJOR)
// The build says it.
#elif defined(HALIDE_VERSION_MAJOR)
#define AUTOCONFIG_HALIDE_MAJOR HALIDE_VERSION_MAJOR
#elif defined(HALIDE_INTERNAL_STAGE_STRIDED_LOADS_H)
#define AUTOCONFIG_HALIDE_MAJOR 16
#elif defined(HALIDE_ABSTRACT_GENERATOR_H_)
#define AUTOCONFIG_HALIDE_MAJOR 15
#else
#define AUTOCONFIG_HALIDE_MAJOR 14
#endif
#if AUTOCONFIG_HALIDE_MAJOR != 14 && (AUTOCONFIG_HALIDE_MAJOR < 16 || AUTOCONFIG_HALIDE_MAJOR > 21)
#error "AutoConfig needs Halide 14, or 16 to 21"
#endif

namespace autoconfig::compat {

constexpr int halide_version = AUTOCONFIG_HALIDE_MAJOR;
/// Under `no_asserts` checks are dropped before custom lowering passes run, not after them.
constexpr bool drops_checks_before_passes = halide_version >= 19;

/// What a caller told the autoscheduler. Zero and absent keys mean: not said.
struct SchedulerParams {
    std::map<std::string, std::string> extra; // "machine", "explain"; always empty under Halide 14
    int parallelism = 0;                      // threads
    std::int64_t last_level_cache = 0;        // bytes
};

/// Stops with a Halide user error (an exception, or abort in a Halide built without them).
[[noreturn]] inline void user_error(const std::string& line) {
    _halide_user_assert(false) << line << "\n";
    std::abort();
}

#if AUTOCONFIG_HALIDE_MAJOR == 14

namespace detail {
/// What Halide takes where nobody says anything; MachineParams::generic() would ask the environment first.
inline Halide::MachineParams built_in_params() {
    return Halide::MachineParams(16, std::uint64_t(16) << 20, 40);
}
} // namespace detail

/// MachineParams has no "not said": Halide's built-in values are taken for it.
inline SchedulerParams from_halide(const Halide::MachineParams& params) {
    if (params.to_string() == detail::built_in_params().to_string()) return {};
    return {{}, params.parallelism, static_cast<std::int64_t>(params.last_level_cache_size)};
}

inline Halide::MachineParams to_halide(const std::string&, const SchedulerParams& params) {
    Halide::MachineParams result = detail::built_in_params();
    if (params.parallelism > 0) result.parallelism = params.parallelism;
    if (params.last_level_cache > 0)
        result.last_level_cache_size = static_cast<std::uint64_t>(params.last_level_cache);
    return result;
}

inline Halide::AutoSchedulerResults schedule_with(const std::string& scheduler, Halide::Pipeline pipeline,
                                                  const Halide::Target& target,
                                                  const SchedulerParams& params) {
    Halide::AutoSchedulerResults results =
        pipeline.auto_schedule(scheduler, target, to_halide(scheduler, params));
    results.scheduler_name = scheduler;
    return results;
}

/// What schedule.h says about a schedule that was made without going through Halide's registry.
inline Halide::AutoSchedulerResults results_of(const std::string& scheduler, const Halide::Target& target,
                                               const SchedulerParams& params, const std::string& source) {
    Halide::AutoSchedulerResults results;
    results.scheduler_name = scheduler;
    results.target = target;
    results.machine_params_string = to_halide(scheduler, params).to_string();
    results.schedule_source = source;
    return results;
}

inline std::vector<std::string> gengen_arguments(const std::string& scheduler,
                                                 const SchedulerParams& params) {
    return {"-s", scheduler, "auto_schedule=true",
            "machine_params=" + to_halide(scheduler, params).to_string()};
}

namespace detail {
/// Names GeneratorBase's protected members, public in later versions.
struct Opened : Halide::Internal::GeneratorBase {
    static Halide::Pipeline build(Halide::Internal::GeneratorBase& generator) {
        (generator.*&Opened::ensure_configure_has_been_called)();
        return (generator.*&Opened::build_pipeline)();
    }
};
} // namespace detail

/// Loops stay as they are scheduled: LLVM turns none into vectors of its own accord.
inline Halide::Target without_loop_vectorizer(const Halide::Target& target) {
    return target.with_feature(Halide::Target::DisableLLVMLoopOpt);
}

#else

namespace detail {

inline std::int64_t positive(const std::string& key, const std::string& value) {
    char* end = nullptr;
    const long long number = std::strtoll(value.c_str(), &end, 10);
    if (value.empty() || *end != '\0' || number <= 0)
        user_error("AutoConfig: param '" + key + "' is '" + value + "': give a whole number above 0");
    return number;
}

} // namespace detail

/// Halide user error, naming the key and those that exist, on a param AutoConfig does not know.
inline SchedulerParams from_halide(const Halide::AutoschedulerParams& params) {
    SchedulerParams result;
    for (const auto& [key, value] : params.extra) {
        if (key == "parallelism")
            result.parallelism = static_cast<int>(detail::positive(key, value));
        else if (key == "last_level_cache_size")
            result.last_level_cache = detail::positive(key, value);
        else if (key == "machine" || key == "explain")
            result.extra[key] = value;
        else
            user_error("AutoConfig: unknown param '" + key +
                       "': it knows parallelism, last_level_cache_size, machine and explain");
    }
    return result;
}

/// Adams2019 and its relatives know no cache size; Mullapudi2016 does.
inline Halide::AutoschedulerParams to_halide(const std::string& scheduler, const SchedulerParams& params) {
    Halide::AutoschedulerParams result(scheduler, params.extra);
    if (params.parallelism > 0) result.extra["parallelism"] = std::to_string(params.parallelism);
    const bool knows_cache = scheduler == "AutoConfig" || scheduler == "Mullapudi2016";
    if (params.last_level_cache > 0 && knows_cache)
        result.extra["last_level_cache_size"] = std::to_string(params.last_level_cache);
    return result;
}

inline Halide::AutoSchedulerResults schedule_with(const std::string& scheduler, Halide::Pipeline pipeline,
                                                  const Halide::Target& target,
                                                  const SchedulerParams& params) {
    return pipeline.apply_autoscheduler(target, to_halide(scheduler, params));
}

/// What schedule.h says about a schedule that was made without going through Halide's registry.
inline Halide::AutoSchedulerResults results_of(const std::string& scheduler, const Halide::Target& target,
                                               const SchedulerParams& params, const std::string& source) {
    Halide::AutoSchedulerResults results;
    results.target = target;
    results.autoscheduler_params = to_halide(scheduler, params);
    results.schedule_source = source;
    return results;
}

inline std::vector<std::string> gengen_arguments(const std::string& scheduler,
                                                 const SchedulerParams& params) {
    std::vector<std::string> arguments = {"autoscheduler=" + scheduler};
    for (const auto& [key, value] : to_halide(scheduler, params).extra)
        arguments.push_back("autoscheduler." + key + "=" + value);
    return arguments;
}

inline Halide::Target without_loop_vectorizer(const Halide::Target& target) {
    return target.without_feature(Halide::Target::EnableLLVMLoopOpt);
}

#endif

/// Schedules the pipeline and returns the C++ source of what it did.
using SchedulerFn =
    std::function<std::string(const Halide::Pipeline&, const Halide::Target&, const SchedulerParams&)>;

/// Makes an autoscheduler known to Halide by name; once a process and name.
inline void add_autoscheduler(const std::string& name, const SchedulerFn& schedule) {
    Halide::Pipeline::add_autoscheduler(
        name, [name, schedule](const Halide::Pipeline& pipeline, const Halide::Target& target,
                               const auto& params, Halide::AutoSchedulerResults* results) {
            const SchedulerParams said = from_halide(params);
            *results = results_of(name, target, said, schedule(pipeline, target, said));
        });
}

/// A Generator's algorithm, without a schedule (and, from our generators, without a hand-written one).
/// Halide user error: unknown generator, unknown param, a value its type does not have.
inline Halide::Pipeline build_pipeline(const std::string& generator,
                                       const std::map<std::string, std::string>& params,
                                       const Halide::Target& target) {
    auto instance = Halide::Internal::GeneratorRegistry::create(generator, Halide::GeneratorContext(target));
    if (!instance) user_error("no generator is registered as '" + generator + "'");
#if AUTOCONFIG_HALIDE_MAJOR == 14
    instance->set_generator_param_values({params.begin(), params.end()});
    return detail::Opened::build(*instance);
#else
    for (const auto& [name, value] : params) instance->set_generatorparam_value(name, value);
    return instance->build_pipeline();
#endif
}

/// Does a Module take LLVM's bitcode, to be inlined into its functions? Since 16 there is no way in.
constexpr bool links_bitcode = AUTOCONFIG_HALIDE_MAJOR == 14;

#if AUTOCONFIG_HALIDE_MAJOR == 14
inline void append_bitcode(Halide::Module& module, const Halide::Target& target,
                           const std::vector<std::uint8_t>& code, const std::string& name) {
    module.append(Halide::ExternalCode::bitcode_wrapper(target, code, name));
}
#else
inline void append_bitcode(Halide::Module&, const Halide::Target&, const std::vector<std::uint8_t>&,
                           const std::string&) {}
#endif

/// A loop of a name and a type over a range, otherwise like another one.
inline Halide::Internal::Stmt loop_like(const Halide::Internal::For& loop, const std::string& name,
                                        Halide::Internal::ForType type, const Halide::Expr& min,
                                        const Halide::Expr& extent, const Halide::Internal::Stmt& body) {
#if AUTOCONFIG_HALIDE_MAJOR < 17
    return Halide::Internal::For::make(name, min, extent, type, loop.device_api, body);
#else
    return Halide::Internal::For::make(name, min, extent, type, loop.partition_policy, loop.device_api, body);
#endif
}

/// A loop over another range, with another body.
inline Halide::Internal::Stmt loop_over(const Halide::Internal::For& loop, const Halide::Expr& min,
                                        const Halide::Expr& extent, const Halide::Internal::Stmt& body) {
    return loop_like(loop, loop.name, loop.for_type, min, extent, body);
}

/// The features of a target by Halide's names: "avx2", "fma", ...
inline std::set<std::string> feature_names(const Halide::Target& target) {
    std::set<std::string> names;
    for (int i = 0; i < Halide::Target::FeatureEnd; i++)
        if (const auto feature = static_cast<Halide::Target::Feature>(i); target.has_feature(feature))
            names.insert(Halide::Target::feature_to_name(feature));
    return names;
}

/// Does one instruction of an x86 target multiply four bytes with and without a sign in each lane of 32 bits
/// and add them to it (VPDPBUSD), where Halide knows that it does?
inline bool has_dot_products_of_bytes(const Halide::Target& target) {
    if (target.has_feature(Halide::Target::AVX512_SapphireRapids)) return true;
#if AUTOCONFIG_HALIDE_MAJOR < 17
    return false;
#else
    const std::set<std::string> names = feature_names(target);
    return names.count("avx512_zen4") || names.count("avx512_zen5");
#endif
}

} // namespace autoconfig::compat
