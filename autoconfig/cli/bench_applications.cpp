// Compiles Generators with GenGen, and runs them.
#include "autoconfig/cli/bench_applications.h"

#include "autoconfig/cli/plugins.h"
#include "autoconfig/error.h"
#include "autoconfig/halide_compat.h"
#include "autoconfig/host.h"
#include "bench/files.h"
#include "bench/peers/stock.h"
#include "bench/process.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <sstream>
#include <vector>

namespace autoconfig::cli {

namespace {

using Words = std::vector<std::string>;

/// Where an application lies in a checkout, and how its Generator is asked for it.
struct Source {
    std::string file, generator;
    Words params;
};

Source source_of(const std::string& application) {
    if (application == "blur") return {"apps/blur/halide_blur_generator.cpp", "halide_blur", {}};
    if (application == "sgemm") return {"apps/linear_algebra/src/blas_l3_generators.cpp", "sgemm", {}};
    Source source{fmt::format("apps/{0}/{0}_generator.cpp", application), application, {}};
    if (application == "resize") source.params = {"input.type=float32"};
    return source;
}

/// The line of a log that a person would read first.
std::string reason_in(const std::string& log) {
    std::istringstream lines(bench::read_file(log));
    std::string first, line;
    while (std::getline(lines, line)) {
        if (first.empty()) first = line;
        if (line.find("rror") != std::string::npos) return line;
    }
    return first;
}

void run(const Words& command, const std::string& log) {
    const int status = bench::run_command(command, log);
    if (status != 0)
        throw Error(fmt::format("{} failed with status {}: {}",
                                std::filesystem::path(command.front()).filename().string(), status,
                                reason_in(log)));
    std::filesystem::remove(log);
}

class Applications {
public:
    explicit Applications(std::string checkout) : checkout_(std::move(checkout)) {
        if (!std::filesystem::exists(gengen()))
            throw Error(fmt::format("{} holds no tools/GenGen.cpp: give the folder of a checkout of Halide",
                                    checkout_));
    }

    bench::BuiltKernel build(const bench::PipelineRequest& request) const {
        const Source source = source_of(request.pipeline);
        const std::string generator = compiled(source, request);
        bench::BuiltKernel kernel;
        generate(generator, source, request);
        kernel.library = request.directory + "/" + request.name + ".a";
        kernel.function = request.name;
        return kernel;
    }

private:
    std::string gengen() const { return checkout_ + "/tools/GenGen.cpp"; }

    /// The Generator's program; one that was made of the same source is used again.
    std::string compiled(const Source& source, const bench::PipelineRequest& request) const {
        const std::string file = checkout_ + "/" + source.file;
        const std::string program = fmt::format("{}/{}-{:x}.generator", request.directory, request.pipeline,
                                                std::hash<std::string>()(bench::read_file(file)));
        if (std::filesystem::exists(program)) return program;
        Words command = {"c++", "-std=c++17", "-I", AUTOCONFIG_HALIDE_INCLUDE, "-I", checkout_ + "/tools"};
        for (const std::string& word :
             {file, gengen(), std::string("-o"), program + ".new", std::string(AUTOCONFIG_HALIDE_LIBRARY),
              std::string("-lpthread"), std::string("-ldl")})
            command.push_back(word);
        run(command, program + ".log");
        std::filesystem::rename(program + ".new", program);
        return program;
    }

    void generate(const std::string& generator, const Source& source,
                  const bench::PipelineRequest& request) const {
        Words command = {generator,         "-g",
                         source.generator,  "-f",
                         request.name,      "-e",
                         "static_library",  "-o",
                         request.directory, "target=" + host_target().to_string()};
        command.insert(command.end(), source.params.begin(), source.params.end());
        if (request.scheduler != bench::manual_peer.scheduler) {
            compat::SchedulerParams params;
            params.parallelism = request.threads;
            const Words words = compat::gengen_arguments(request.scheduler, params);
            command.insert(command.end(), {"-p", plugin_of(request.scheduler)});
            command.insert(command.end(), words.begin(), words.end());
        }
        run(command, request.directory + "/" + request.name + ".log");
    }

    const std::string checkout_;
};

} // namespace

bench::PipelineBuilder application_builder(const std::string& checkout) {
    const Applications applications(checkout);
    return [applications](const bench::PipelineRequest& request) { return applications.build(request); };
}

} // namespace autoconfig::cli
