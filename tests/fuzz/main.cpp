// fuzz_pipelines: random pipelines, scheduled by AutoConfig and not, must compute the same. `--help` lists
// the options.
#include "tests/fuzz/reproducer.h"
#include "tests/fuzz/shrink.h"

#include <CLI/CLI.hpp>

#include <fstream>
#include <iostream>

using namespace autoconfig::fuzz;

namespace {

struct Arguments {
    std::uint64_t seed = 1;
    int count = 100, stages = 8, trials = 400;
    Trial trial;
    bool shrink = false, discarded = false;
    std::string save; // folder for reproducers
};

Arguments arguments(int argc, char** argv) {
    Arguments given;
    CLI::App app("Random pipelines, scheduled by AutoConfig and not, must compute the same.");
    app.add_option("--seed", given.seed, "of the first pipeline; each further one has the next");
    app.add_option("--count", given.count, "pipelines");
    app.add_option("--stages", given.stages, "at most so many Funcs a pipeline");
    app.add_option("--seconds", given.trial.seconds, "of CPU time for one pipeline, compiled twice and run");
    app.add_option("--plugin", given.trial.plugin,
                   "the file that schedules; without it, AutoConfig as linked")
        ->check(CLI::ExistingFile);
    app.add_flag("--discarded", given.discarded, "says why pipelines are not compared");
    app.add_flag("--shrink", given.shrink, "makes what fails as small as it can");
    app.add_option("--trials", given.trials, "smaller pipelines tried by --shrink");
    app.add_option("--save", given.save, "folder for reproducers; without it --shrink prints them");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(app.exit(error));
    }
    return given;
}

void show(const Arguments& given, std::uint64_t seed, Plan plan, Verdict verdict) {
    std::cout << "seed " << seed << " is wrong: " << verdict.reason << "\n  " << summary(plan) << std::endl;
    const auto wrong = [&](const Plan& smaller) {
        return judge(smaller, given.trial).what == Verdict::Wrong;
    };
    if (!given.shrink && given.save.empty()) return;
    if (given.shrink) {
        plan = shrink(plan, wrong, given.trials);
        verdict = judge(plan, given.trial);
    }
    const std::string source = reproducer(plan, verdict, schedule_of(plan, given.trial.seconds));
    if (given.save.empty())
        std::cout << source << std::endl;
    else
        std::ofstream(given.save + "/seed" + std::to_string(seed) + ".cpp") << source;
}

} // namespace

int main(int argc, char** argv) {
    const Arguments given = arguments(argc, argv);
    warm_up(given.trial);
    int counts[3] = {0, 0, 0};
    double slowest = 0;
    for (int i = 0; i < given.count; i++) {
        const std::uint64_t seed = given.seed + static_cast<std::uint64_t>(i);
        const Plan plan = random_plan(seed, given.stages);
        const Verdict verdict = judge(plan, given.trial);
        counts[verdict.what]++;
        slowest = std::max(slowest, verdict.scheduling_seconds);
        if (verdict.scheduling_seconds > 1)
            std::cout << "seed " << seed << " took " << verdict.scheduling_seconds << " s to schedule\n";
        if (verdict.what == Verdict::Discarded && given.discarded)
            std::cout << "seed " << seed << " is discarded: " << verdict.reason << "\n  " << summary(plan)
                      << "\n";
        if (verdict.what == Verdict::Wrong) show(given, seed, plan, verdict);
    }
    std::cout << counts[Verdict::Right] << " right, " << counts[Verdict::Wrong] << " wrong, "
              << counts[Verdict::Discarded] << " discarded; slowest scheduling " << slowest << " s\n";
    return counts[Verdict::Wrong] == 0 && counts[Verdict::Right] > 0 ? 0 : 1;
}
