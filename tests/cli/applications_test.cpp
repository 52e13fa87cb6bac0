// Applications built from a checkout of Halide: here a folder with a Generator and the program around it.
#include "autoconfig/cli/bench_applications.h"
#include "autoconfig/error.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace autoconfig::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

constexpr const char* program = R"(
#include "Halide.h"
#include <iostream>
#ifdef HALIDE_ABSTRACT_GENERATOR_H_ // Halide 15 and later
int main(int argc, char** argv) { return Halide::Internal::generate_filter_main(argc, argv); }
#else
int main(int argc, char** argv) { return Halide::Internal::generate_filter_main(argc, argv, std::cerr); }
#endif
)";

constexpr const char* generator = R"(
#include "Halide.h"
class Doubled : public Halide::Generator<Doubled> {
public:
    Input<Buffer<float>> in{"in", 1};
    Output<Buffer<float>> out{"out", 1};
    void generate() {
        Halide::Var x("x");
        Halide::Func twice("twice");
        twice(x) = in(x) * 2;
        out(x) = twice(x) + 1;
        in.set_estimates({{0, 100}});
        out.set_estimates({{0, 100}});
#ifdef HALIDE_ABSTRACT_GENERATOR_H_ // Halide 15 and later
        const bool auto_schedule = using_autoscheduler();
#endif
        if (!auto_schedule) twice.compute_root();
    }
};
HALIDE_REGISTER_GENERATOR(Doubled, unsharp)
)";

class Applications : public ::testing::Test {
protected:
    TemporaryFolder checkout, built;

    void check_out(const std::string& source) {
        std::filesystem::create_directories(checkout.path("tools"));
        std::filesystem::create_directories(checkout.path("apps/unsharp"));
        checkout.write("tools/GenGen.cpp", program);
        checkout.write("apps/unsharp/unsharp_generator.cpp", source);
    }

    bench::BuiltKernel build(const std::string& scheduler) {
        bench::PipelineRequest request;
        request.pipeline = "unsharp";
        request.scheduler = scheduler;
        request.directory = built.path();
        request.name = "unsharp_" + scheduler;
        return cli::application_builder(checkout.path())(request);
    }
};

TEST_F(Applications, AreBuiltWithTheirOwnScheduleAndWithOurs) {
    check_out(generator);
    for (const char* scheduler : {"manual", "AutoConfig"}) {
        const bench::BuiltKernel kernel = build(scheduler);
        EXPECT_EQ(kernel.function, std::string("unsharp_") + scheduler);
        EXPECT_TRUE(std::filesystem::exists(kernel.library)) << kernel.library;
    }
    for (const std::string& file : built.files()) EXPECT_THAT(file, ::testing::Not(HasSubstr("log")));
}

TEST_F(Applications, SayWhatTheCompilerSaid) {
    check_out("#error no Halide that this was written for");
    EXPECT_THAT([&] { build("manual"); },
                ThrowsMessage<Error>(AllOf(StartsWith("c++ failed"), HasSubstr("written for"))));
}

TEST_F(Applications, NeedACheckout) {
    EXPECT_THAT([&] { cli::application_builder(checkout.path()); },
                ThrowsMessage<Error>(HasSubstr("holds no tools/GenGen.cpp: give the folder of a checkout")));
}

} // namespace
} // namespace autoconfig::testing
