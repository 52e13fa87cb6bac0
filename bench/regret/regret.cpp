// The run: draw, measure what is not measured yet, report.
#include "bench/regret/regret.h"

#include "autoconfig/error.h"
#include "bench/about.h"
#include "bench/files.h"
#include "bench/progress.h"
#include "bench/regret/landscape.h"
#include "bench/regret/measuring.h"
#include "bench/regret/report.h"
#include "bench/regret/shapes.h"
#include "bench/regret/spaces.h"

#include <fmt/format.h>

namespace autoconfig::bench {

namespace {

void require_at_least(int least, int value, const char* what) {
    if (value < least) throw Error(fmt::format("{} is {}, needs at least {}", what, value, least));
}

void check(const RegretOptions& options) {
    require_at_least(0, options.count, "--count");
    require_at_least(0, options.convolutions, "--convolutions");
    require_at_least(1, options.count + options.convolutions, "--count and --convolutions together");
    require_at_least(1, options.threads, "--threads");
    require_at_least(2, options.most, "--most");
    require_at_least(1, options.build_jobs, "--jobs");
    if (!(options.seconds_a_shape > 0))
        throw Error(fmt::format("--seconds-a-shape is {}, needs to be above 0", options.seconds_a_shape));
}

std::vector<Shape> drawn(const RegretOptions& options) {
    std::vector<Shape> shapes = draw_matmuls(options.count, options.seed);
    for (const Shape& layer : draw_convolutions(options.convolutions, options.seed)) shapes.push_back(layer);
    return shapes;
}

struct Builders {
    const KernelBuilder& kernel;
    const RuntimeBuilder& runtime;
};

/// From its file, or measured now and written there.
MeasuredSpace measured(const Shape& shape, const ModelledSpace& modelled, const RegretOptions& options,
                       const Builders& builders, Progress& progress) {
    const std::string path = space_file(options.out_directory, shape);
    if (auto known = read_measured(path, shape, options.threads, cpu_model())) return *std::move(known);
    MeasuredSpace space =
        measure_space(shape, modelled, options, builders.kernel, builders.runtime, progress);
    write_measured(path, space);
    return space;
}

/// Files that are not what they should be are found before anything is measured.
void check_files(const std::vector<Shape>& shapes, const RegretOptions& options) {
    for (const Shape& shape : shapes)
        read_measured(space_file(options.out_directory, shape), shape, options.threads, cpu_model());
}

/// What the report is about.
struct Gathered {
    std::vector<Landscape> landscapes;
    std::vector<std::pair<std::string, std::string>> missing; // shapes, and why

    void add(const std::string& shape, Landscape landscape) {
        if (landscape.empty())
            missing.emplace_back(shape, "no configuration of its space ran right");
        else
            landscapes.push_back(std::move(landscape));
    }
};

Gathered gather(const std::vector<Shape>& shapes, const RegretOptions& options, const Builders& builders,
                const SpaceModel& model) {
    Gathered gathered;
    Progress progress("regret", static_cast<int>(shapes.size()));
    for (const Shape& shape : shapes) {
        const std::string name = shape.op() + " " + shape.name();
        progress.begin(name);
        try {
            const ModelledSpace modelled = model(shape, options.threads);
            const MeasuredSpace space = measured(shape, modelled, options, builders, progress);
            gathered.add(name, landscape(space, modelled));
        } catch (const Error& error) {
            gathered.missing.emplace_back(name, error.what());
        }
        progress.end();
    }
    return gathered;
}

RegretReport report_on(const Gathered& gathered, const RegretOptions& options) {
    RegretReport report;
    report.machine = cpu_model();
    report.date = utc_date();
    report.seed = options.seed;
    report.threads = options.threads;
    report.parts = parts_of(gathered.landscapes, options.ablate, options.search, options.seed);
    for (const Landscape& landscape : gathered.landscapes) report.shapes.push_back(shape_row(landscape));
    report.missing = gathered.missing;
    return report;
}

} // namespace

void run_regret(const RegretOptions& options, const KernelBuilder& builder, const RuntimeBuilder& runtime,
                const SpaceModel& model) {
    check(options);
    create_folder(options.out_directory + "/spaces");
    const std::vector<Shape> shapes = drawn(options);
    check_files(shapes, options);
    const RegretReport report = report_on(gather(shapes, options, {builder, runtime}, model), options);
    const std::string text = to_text(report);
    write_file(options.out_directory + "/regret.json", to_json(report).dump(1) + "\n");
    write_file(options.out_directory + "/regret.md", text);
    fmt::print("{}", text);
    fmt::print("\n{0}/regret.md, {0}/regret.json and {0}/spaces/ hold every number\n", options.out_directory);
}

} // namespace autoconfig::bench
