// The contraction that an algorithm is chosen by is the one that is found in the pipeline built for it, and
// the configuration costed the one that is scheduled.
#include "autoconfig/cli/conv2d.h"
#include "autoconfig/cli/kernel.h"
#include "tests/support/targets.h"
#include "tests/support/tests_dir.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace autoconfig::testing {
namespace {

std::string operand(const Operand& o) {
    std::string text = fmt::format("{} panel {} ops {:g} movable {}", to_string(o.type), o.panel,
                                   o.ops_per_element, o.movable);
    for (std::size_t d = 0; d < o.coefficient.size(); ++d)
        text += fmt::format(" {}*({})", o.stride[d], fmt::join(o.coefficient[d], " "));
    return text + "\n";
}

/// All that configurations are enumerated and costed by.
std::string description(const Problem& problem) {
    std::string text;
    for (const Loop& loop : problem.loops)
        text += fmt::format("{} {} {}\n", to_string(loop.role), loop.extent, to_string(loop.source));
    text += "a " + operand(problem.a) + "b " + operand(problem.b) + "out " + operand(problem.out);
    text += fmt::format("epilogue {:g} overrun {}\n", problem.epilogue_ops_per_element,
                        problem.columns_may_overrun);
    if (problem.clips())
        text +=
            fmt::format("clipped {} {:.4f}\n", problem.clipped ? problem.clipped->tile : 0, problem.kept());
    if (problem.groups) text += fmt::format("groups {} {}\n", problem.groups->within, problem.groups->over);
    return text;
}

std::vector<cli::Conv2dOptions> layers(const std::string& file) {
    std::ifstream shapes(tests_dir() + "/../bench/shapes/" + file);
    std::vector<cli::Conv2dOptions> all;
    for (std::string line; std::getline(shapes, line);) {
        if (line.empty() || line[0] == '#') continue;
        cli::Conv2dOptions o;
        std::istringstream fields(line);
        char comma;
        for (std::int64_t* size :
             {&o.n, &o.h, &o.w, &o.c, &o.k, &o.r, &o.s, &o.stride, &o.pad, &o.dilation, &o.groups})
            fields >> *size >> comma;
        all.push_back(o);
    }
    return all;
}

void expect_chosen_is_scheduled(const cli::Conv2dOptions& options, const std::string& machine) {
    SCOPED_TRACE(fmt::format("{}x{}x{}x{} k{} {}x{} stride {} pad {} dilation {} groups {} weights {} on {}",
                             options.n, options.h, options.w, options.c, options.k, options.r, options.s,
                             options.stride, options.pad, options.dilation, options.groups, options.weights,
                             machine));
    Options how;
    how.machine = machine;
    const cli::Scheduled scheduled = cli::analyse(cli::conv2d_spec(options), testing::avx2_target, how);
    const AlgorithmCandidate& chosen = scheduled.spec.algorithm->winner();
    const bool depthwise = options.groups == options.c; // may be left to the Funcs around it, at less
    if (depthwise && scheduled.outcome->plan.contractions.empty()) return;
    ASSERT_EQ(scheduled.outcome->plan.contractions.size(), 1u);
    const ContractionPlan& plan = scheduled.outcome->plan.contractions.front();
    EXPECT_EQ(plan.config.name(), chosen.config.name()) << to_string(chosen.algorithm);
    if (chosen.algorithm != Algorithm::Direct) return; // operands made by Funcs of their own
    EXPECT_EQ(description(plan.problem), description(chosen.problem));
}

class Conv2dPlan : public ::testing::TestWithParam<const char*> {};

TEST_P(Conv2dPlan, IsTheOneCosted) {
    for (const char* file : {"conv.csv", "conv_others.csv"})
        for (cli::Conv2dOptions options : layers(file))
            for (const char* weights : {"plain", "packed"}) {
                options.weights = weights;
                expect_chosen_is_scheduled(options, GetParam());
            }
}

INSTANTIATE_TEST_SUITE_P(Machines, Conv2dPlan, ::testing::Values("x86-avx2", "x86-avx512"));

} // namespace
} // namespace autoconfig::testing
