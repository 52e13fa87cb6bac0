// autoconfig bench OPERATOR|pipelines|apps|regret ...: measures our kernels beside their peers, and our
// choice beside its space.
#include "autoconfig/cli/bench_applications.h"
#include "autoconfig/cli/bench_kernels.h"
#include "autoconfig/cli/bench_pipelines.h"
#include "autoconfig/cli/bench_regret.h"
#include "autoconfig/cli/commands.h"
#include "bench/bench.h"
#include "bench/regret/regret.h"

#include <memory>

namespace autoconfig::cli {

namespace {

/// What every operator's bench asks.
void add_common(CLI::App& sub, bench::Options& options) {
    sub.add_option("--peers", options.peers, "comma-separated: all, libraries, stock, or names; see README")
        ->delimiter(',');
    sub.add_option("--threads", options.threads, "threads of every kernel");
    sub.add_option("--processes", options.processes, "that time each shape, one after the other");
    sub.add_option("-o,--out", options.out_directory, "folder for results.json and index.html")->required();
    sub.add_flag("--oracle", options.oracle, "measure every configuration of our space");
    sub.add_flag("--bias", options.bias, "add a bias to every shape");
    sub.add_option("--scheduler-limit", options.scheduler_limit_s, "seconds a scheduler may take");
    sub.add_option("--jobs", options.build_jobs, "kernels compiled at a time");
}

std::shared_ptr<bench::Options> add_operator(CLI::App& command, const char* name, const char* description,
                                             const char* columns) {
    const auto options = std::make_shared<bench::Options>();
    options->op = name;
    CLI::App* sub = command.add_subcommand(name, description);
    sub->add_option("--shapes", options->shapes_path, std::string("CSV: ") + columns)->required();
    add_common(*sub, *options);
    sub->callback([options] { bench::run(*options, build_for_bench); });
    return options;
}

/// What every bench of whole pipelines asks; `names` is the option that chooses among them.
std::shared_ptr<bench::PipelineOptions> pipeline_options(CLI::App* sub, const char* names) {
    const auto options = std::make_shared<bench::PipelineOptions>();
    sub->add_option(names, options->pipelines, "comma-separated names; all by default")->delimiter(',');
    sub->add_option("--peers", options->peers,
                    "comma-separated: adams2019, mullapudi2016, li2018; all by default")
        ->delimiter(',');
    sub->add_option("--threads", options->threads, "comma-separated: each is scheduled for and timed")
        ->delimiter(',');
    sub->add_option("-o,--out", options->out_directory, "folder for results.json and index.html")->required();
    sub->add_option("--scheduler-limit", options->scheduler_limit_s, "seconds a scheduler may take");
    return options;
}

void add_pipelines(CLI::App& command) {
    CLI::App* sub =
        command.add_subcommand("pipelines", "image and network pipelines, against Halide's autoschedulers");
    const auto options = pipeline_options(sub, "--pipelines");
    sub->add_flag("--scaling", options->scaling, "also scheduling time of chains of 10 to 200 stages");
    sub->callback(
        [options] { bench::run_pipelines(bench::pipelines_course(), *options, build_pipeline_for_bench); });
}

void add_applications(CLI::App& command) {
    CLI::App* sub = command.add_subcommand(
        "apps", "Halide's own applications, against the schedules their authors wrote");
    const auto options = pipeline_options(sub, "--apps");
    const auto checkout = std::make_shared<std::string>();
    sub->add_option("--halide", *checkout, "a checkout of Halide, of the version in use")->required();
    sub->callback([options, checkout] {
        bench::run_pipelines(bench::applications_course(), *options, application_builder(*checkout));
    });
}

void add_regret(CLI::App& command) {
    CLI::App* sub =
        command.add_subcommand("regret", "our choice on random shapes, against their whole spaces");
    const auto options = std::make_shared<bench::RegretOptions>();
    sub->add_option("--count", options->count, "random matrix products")->capture_default_str();
    sub->add_option("--convolutions", options->convolutions, "random direct convolution layers")
        ->capture_default_str();
    sub->add_option("--seed", options->seed, "of the shapes and of the searches")->capture_default_str();
    sub->add_option("--threads", options->threads, "threads of every kernel")->capture_default_str();
    sub->add_option("-o,--out", options->out_directory,
                    "folder for the measured spaces, where a run goes on, and the report")
        ->required();
    sub->add_option("--most", options->most, "configurations measured a shape")->capture_default_str();
    sub->add_option("--seconds-a-shape", options->seconds_a_shape, "of timing, about")->capture_default_str();
    sub->add_option("--jobs", options->build_jobs, "kernels compiled at a time")->capture_default_str();
    sub->add_flag("--ablate", options->ablate, "also without each term of the model in turn");
    sub->add_flag("--search", options->search, "also what random and evolutionary search would have found");
    sub->callback(
        [options] { bench::run_regret(*options, build_for_bench, runtime_for_bench, modelled_space); });
}

} // namespace

void add_bench(CLI::App& app) {
    CLI::App* command = app.add_subcommand("bench", "measure against peers");
    command->require_subcommand(1);
    const auto matmul =
        add_operator(*command, "matmul", "matrix products of a shapes file", bench::matmul_columns);
    command->get_subcommand("matmul")->add_option("--activation", matmul->activation,
                                                  "relu, gelu or gelu_erf, after every shape");
    const auto conv2d =
        add_operator(*command, "conv2d", "convolution layers of a shapes file", bench::conv2d_columns);
    CLI::App* sub = command->get_subcommand("conv2d");
    sub->add_option("--activation", conv2d->activation, "relu, after every shape");
    sub->add_option_function<std::string>(
           "--weights", [conv2d](const std::string& form) { conv2d->packed_weights = form == "packed"; },
           "plain or packed: ours")
        ->check(CLI::IsMember({"plain", "packed"}));
    sub->add_option("--max-rel-error", conv2d->max_rel_error, "error budget for our choice of an algorithm");
    sub->add_option("--algorithm", conv2d->algorithm, "ours: direct, ... instead of the best");
    sub->add_option("--algorithms", conv2d->algorithms, "ours to measure beside the chosen one")
        ->delimiter(',');
    add_pipelines(*command);
    add_applications(*command);
    add_regret(*command);
}

std::optional<int> run_if_bench_child(int argc, char** argv) { return bench::run_if_child(argc, argv); }

} // namespace autoconfig::cli
