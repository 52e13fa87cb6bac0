// autoconfig bench matmul ...: measures our kernels beside their peers.
#include "autoconfig/cli/bench_kernels.h"
#include "autoconfig/cli/commands.h"
#include "bench/bench.h"

#include <memory>

namespace autoconfig::cli {

void add_bench(CLI::App& app) {
    CLI::App* command = app.add_subcommand("bench", "measure against peers");
    command->require_subcommand(1);
    CLI::App* sub = command->add_subcommand("matmul", "matrix products of a shapes file");
    const auto options = std::make_shared<bench::Options>();
    sub->add_option("--shapes", options->shapes_path, "CSV: M,N,K,batch,op,source")->required();
    sub->add_option("--peers", options->peers, "comma-separated: openblas, onednn, adams2019, ...")
        ->delimiter(',');
    sub->add_option("--threads", options->threads, "threads of every kernel");
    sub->add_option("-o,--out", options->out_directory, "folder for results.json and index.html")->required();
    sub->add_flag("--oracle", options->oracle, "measure every configuration of our space");
    sub->add_flag("--bias", options->bias, "add a bias to every shape");
    sub->add_option("--activation", options->activation, "relu, gelu or gelu_erf, after every shape");
    sub->add_option("--scheduler-limit", options->scheduler_limit_s, "seconds a scheduler may take");
    sub->add_option("--jobs", options->build_jobs, "kernels compiled at a time");
    sub->callback([options] { bench::run(*options, build_for_bench); });
}

std::optional<int> run_if_bench_child(int argc, char** argv) { return bench::run_if_child(argc, argv); }

} // namespace autoconfig::cli
