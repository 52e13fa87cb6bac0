// Runs the experiments one after the other; later ones know what earlier ones measured.
#include "runtime/probe.h"

#include "autoconfig/machine/description.h"
#include "autoconfig/machine/fields.h"
#include "autoconfig/machine/load.h"
#include "runtime/kernels_for.h"
#include "runtime/machine_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <utility>

namespace autoconfig::runtime {

namespace {

std::string cpu_model() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    return "an unnamed CPU";
}

std::string today() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[16];
    return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d", &utc));
}

/// A number that its field would refuse is no number.
void check_range(Measurement& measurement) {
    const Field* field = find_field(measurement.key);
    if (!field || measurement.verdict == Verdict::Unmeasured) return;
    if (measurement.value >= field->least && measurement.value <= field->most) return;
    measurement.verdict = Verdict::Unmeasured;
    measurement.reason = fmt::format("comes to {:.3g}, out of the range of such numbers", measurement.value);
}

Machine with(const Machine& machine, const Measurement& measurement) {
    Description description;
    description.machine = machine;
    if (const Field* field = find_field(measurement.key)) field->set(description, measurement.value);
    return description.machine;
}

std::vector<std::string> others(const std::vector<Measurement>& measurements) {
    std::vector<std::string> keys;
    for (const Field& field : fields()) {
        const bool topology = field.key == "cores" || field.kind == UnitKind::Size ||
                              field.key.find(".ways") != std::string::npos ||
                              field.key.find(".shared_by") != std::string::npos;
        const bool measured = std::any_of(measurements.begin(), measurements.end(), [&](const auto& one) {
            return one.key == field.key && one.verdict != Verdict::Unmeasured;
        });
        if (!topology && !measured) keys.push_back(field.key);
    }
    return keys;
}

} // namespace

ProbeReport probe_machine(const std::string& base, const HalideRuntime& halide, const std::string& output,
                          const Effort& effort, const std::function<void(const std::string&)>& progress) {
    const Description description = load_builtin(base);
    const Kernels& kernels = kernels_for(description.lineage);
    NewFile file(output);
    Bench bench{with_host_caches(description.machine), kernels, halide, effort};
    ProbeReport report{cpu_model() + ", " + today(), {}, {}};
    using Experiment = std::vector<Measurement> (*)(const Bench&);
    constexpr std::pair<const char*, Experiment> experiments[] = {
        {"clock", measure_clock},       {"arithmetic", measure_in_core}, {"loops", measure_loops},
        {"overlaps", measure_overlaps}, {"streams", measure_streams},    {"latencies", measure_latencies},
        {"pages", measure_pages},       {"sets", measure_sets},          {"starts", measure_starts},
        {"packing", measure_packing},   {"threads", measure_threads},    {"overheads", measure_overheads}};
    for (const auto& [name, experiment] : experiments) {
        progress(name);
        for (Measurement& measurement : experiment(bench)) {
            check_range(measurement);
            if (measurement.verdict != Verdict::Unmeasured) bench.machine = with(bench.machine, measurement);
            report.measurements.push_back(std::move(measurement));
        }
    }
    report.of_family = others(report.measurements);
    file.write(machine_file({base, report.machine}, bench.machine, report.measurements));
    return report;
}

} // namespace autoconfig::runtime
