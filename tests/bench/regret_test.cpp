// The whole of `bench regret` with kernels in C: no Halide, and nothing asserted about time.
#include "bench/regret/regret.h"

#include "autoconfig/error.h"
#include "bench/about.h"
#include "bench/files.h"
#include "bench/regret/shapes.h"
#include "bench/regret/spaces.h"
#include "bench/regret/table.h"
#include "tests/bench/c_kernel.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace autoconfig::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// A seed whose first product is small and plain, as the kernels in C are slow and know no transposed B.
std::uint64_t small_seed() {
    for (std::uint64_t seed = 1;; ++seed) {
        const auto shape = std::get<MatmulShape>(draw_matmuls(1, seed).front());
        if (!shape.trans_b && shape.flops() < 1e7) return seed;
    }
}

ModelledSpace model(const Shape&, int) {
    ModelledSpace space;
    space.configs = {"tile mr1", "tile mr2", "tile mr3", "tile mr4"};
    space.terms = {"T_a", "T_b"};
    space.predicted_s = [](const std::string& without) {
        return without == "T_a" ? std::vector<double>{4e-6, 3e-6, 2e-6, 1e-6}
                                : std::vector<double>{1e-6, 2e-6, 3e-6, 4e-6};
    };
    return space;
}

/// Kernels in C hold what they need of it.
void no_runtime(const std::string&) {}

class Regret : public ::testing::Test {
protected:
    TemporaryFolder folder;

    RegretOptions options() {
        RegretOptions options;
        options.count = 1;
        options.convolutions = 0;
        options.seed = small_seed();
        options.out_directory = folder.path("out");
        options.seconds_a_shape = 0.2;
        options.ablate = options.search = true;
        return options;
    }

    std::string file() { return space_file(folder.path("out"), draw_matmuls(1, small_seed()).front()); }

    /// The table. `tile mr3` is wrong, `tile mr4` cannot be built.
    std::string run(const RegretOptions& options) {
        ::testing::internal::CaptureStdout();
        run_regret(
            options,
            [](const KernelRequest& request) {
                if (request.force_config == "tile mr4") throw Error("refused");
                BuiltKernel kernel;
                const bool wrong = request.force_config == "tile mr3";
                kernel.library =
                    c_kernel(request.directory, request.name, wrong ? "*out = 1;" : "*out = sum;");
                kernel.function = request.name;
                return kernel;
            },
            no_runtime, model);
        return ::testing::internal::GetCapturedStdout();
    }

    static std::string error_of(const std::function<void()>& action) {
        try {
            action();
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    }
};

TEST_F(Regret, MeasuresWhatRunsRightAndReports) {
    const std::string table = run(options());
    const auto space = nlohmann::json::parse(read_file(file()));
    ASSERT_EQ(space.at("configs").size(), 2u);
    EXPECT_EQ(space.at("configs").at(0).at("name"), "tile mr1");
    EXPECT_GT(space.at("configs").at(0).at("seconds"), 0.0);
    EXPECT_EQ(space.at("size"), 4);
    EXPECT_EQ(space.at("failed").at("tile mr4"), "refused");
    EXPECT_EQ(space.at("failed").count("tile mr3"), 1u);
    EXPECT_THAT(table, HasSubstr("| matmul "));
    EXPECT_THAT(table, HasSubstr("| T_a "));
    EXPECT_THAT(table, HasSubstr("| evolutionary search "));
    EXPECT_THAT(table, StartsWith(read_file(folder.path("out/regret.md"))));
    const auto json = nlohmann::json::parse(read_file(folder.path("out/regret.json")));
    EXPECT_EQ(json.at("parts").at(0).at("summary").at("shapes"), 1);
    EXPECT_EQ(json.at("parts").at(0).at("ablation").size(), 2u);
    EXPECT_EQ(json.at("parts").at(0).at("searches").size(), 3u);
    EXPECT_EQ(json.at("shapes").at(0).at("chosen"), "tile mr1");
    EXPECT_FALSE(
        std::filesystem::exists(folder.path("out/kernels/" + draw_matmuls(1, small_seed()).front().file())));
}

/// A space of the shape that a run would measure, by hand.
MeasuredSpace known_space() {
    MeasuredSpace space;
    space.shape = draw_matmuls(1, small_seed()).front();
    space.machine = cpu_model();
    space.size = 4;
    space.configs = {{"tile mr1", 3e-6, 0, 1e-6, 1},
                     {"tile mr2", 2e-6, 0, 2e-6, 1},
                     {"tile mr3", 4e-6, 0, 3e-6, 1},
                     {"tile mr4", 5e-6, 0, 4e-6, 1}};
    return space;
}

TEST_F(Regret, WhatIsThereIsNotMeasuredAgain) {
    create_folder(folder.path("out/spaces"));
    write_measured(file(), known_space());
    const std::string before = read_file(file());
    RegretOptions options = this->options();
    ::testing::internal::CaptureStdout();
    run_regret(
        options, [](const KernelRequest&) -> BuiltKernel { throw Error("nothing is to be built"); },
        no_runtime, model);
    const std::string table = ::testing::internal::GetCapturedStdout();
    EXPECT_EQ(read_file(file()), before);
    const auto json = nlohmann::json::parse(read_file(folder.path("out/regret.json")));
    EXPECT_NEAR(json.at("shapes").at(0).at("regret").get<double>(), 0.5, 1e-9); // 3 us against 2 us
    EXPECT_THAT(json.at("missing"), IsEmpty());
    EXPECT_THAT(table, HasSubstr("50.0 %"));
}

TEST_F(Regret, AFileThatIsNotASpaceIsNamedBeforeAnythingIsMeasured) {
    create_folder(folder.path("out/spaces"));
    const auto refused = [&](const std::string& text) {
        write_file(file(), text);
        const std::string error = error_of([&] { run(options()); });
        ::testing::internal::GetCapturedStdout();
        return error;
    };
    for (const char* text : {"", "{", "{}", "[]"})
        EXPECT_THAT(refused(text), StartsWith(file() + ": not a measured space: ")) << text;
}

TEST_F(Regret, AFileOfOtherCircumstancesIsNamed) {
    const std::string path = folder.path("space.json");
    const MeasuredSpace space = known_space();
    write_measured(path, space);
    EXPECT_TRUE(read_measured(path, space.shape, 1, cpu_model()));
    EXPECT_FALSE(read_measured(folder.path("none.json"), space.shape, 1, cpu_model()));
    EXPECT_EQ(error_of([&] { read_measured(path, space.shape, 2, cpu_model()); }),
              path + ": measured with 1 threads, not 2; give another --out, or remove the file");
    EXPECT_THAT(error_of([&] { read_measured(path, space.shape, 1, "Z80"); }),
                HasSubstr("this is 'Z80'; give another --out"));
    EXPECT_THAT(error_of([&] { read_measured(path, MatmulShape(), 1, cpu_model()); }),
                HasSubstr("not 1x1x1 NN"));
}

TEST_F(Regret, AShapeWithoutASpaceIsNamedAndTheOthersGoOn) {
    ::testing::internal::CaptureStdout();
    run_regret(
        options(), [](const KernelRequest&) { return BuiltKernel{}; }, no_runtime,
        [](const Shape&, int) -> ModelledSpace { throw Error("it has no contraction"); });
    EXPECT_THAT(::testing::internal::GetCapturedStdout(),
                HasSubstr("NN: not measured: it has no contraction\n"));
}

TEST_F(Regret, BadOptionsAreNamed) {
    const auto refused = [&](const std::function<void(RegretOptions&)>& change) {
        RegretOptions options = this->options();
        change(options);
        return error_of([&] { run_regret(options, {}, {}, {}); });
    };
    EXPECT_EQ(refused([](RegretOptions& o) { o.count = -1; }), "--count is -1, needs at least 0");
    EXPECT_EQ(refused([](RegretOptions& o) { o.convolutions = -2; }),
              "--convolutions is -2, needs at least 0");
    EXPECT_EQ(refused([](RegretOptions& o) { o.count = 0; }),
              "--count and --convolutions together is 0, needs at least 1");
    EXPECT_EQ(refused([](RegretOptions& o) { o.threads = 0; }), "--threads is 0, needs at least 1");
    EXPECT_EQ(refused([](RegretOptions& o) { o.most = 1; }), "--most is 1, needs at least 2");
    EXPECT_EQ(refused([](RegretOptions& o) { o.build_jobs = 0; }), "--jobs is 0, needs at least 1");
    EXPECT_EQ(refused([](RegretOptions& o) { o.seconds_a_shape = 0; }),
              "--seconds-a-shape is 0, needs to be above 0");
    EXPECT_THAT(refused([](RegretOptions& o) { o.out_directory = "/proc/nowhere"; }),
                StartsWith("/proc/nowhere/spaces: "));
}

TEST(PaddedTable, IsPaddedByCharacters) {
    EXPECT_EQ(to_text({{"term", "τ"}, {{"T_OL", "0.71"}, {"a", "-"}}}), "| term |    τ |\n"
                                                                        "|------|-----:|\n"
                                                                        "| T_OL | 0.71 |\n"
                                                                        "| a    |    - |\n");
}

} // namespace
} // namespace autoconfig::bench
