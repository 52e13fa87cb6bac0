// Measured spaces as JSON files.
#include "bench/regret/spaces.h"

#include "autoconfig/error.h"
#include "bench/files.h"

#include <fmt/format.h>

#include <filesystem>

namespace autoconfig::bench {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MeasuredConfig, name, seconds, spread, predicted_s, weight)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MeasuredSpace, shape, machine, threads, size, configs, failed)

namespace {

MeasuredSpace parse(const std::string& path) {
    try {
        auto space = nlohmann::json::parse(read_file(path)).get<MeasuredSpace>();
        for (const MeasuredConfig& config : space.configs)
            if (!(config.seconds > 0 && config.weight >= 1))
                throw Error(fmt::format("{}: '{}' has no time; remove the file to measure it again", path,
                                        config.name));
        return space;
    } catch (const nlohmann::json::exception& error) {
        throw Error(fmt::format("{}: not a measured space: {}; remove the file to measure it again", path,
                                error.what()));
    }
}

} // namespace

std::string space_file(const std::string& directory, const Shape& shape) {
    return fmt::format("{}/spaces/{}_{}.json", directory, shape.op(), shape.file());
}

std::optional<MeasuredSpace> read_measured(const std::string& path, const Shape& shape, int threads,
                                           const std::string& machine) {
    if (!std::filesystem::exists(path)) return std::nullopt;
    MeasuredSpace space = parse(path);
    const auto require = [&](bool same, const std::string& what) {
        if (!same)
            throw Error(fmt::format("{}: measured {}; give another --out, or remove the file", path, what));
    };
    require(space.shape.name() == shape.name(),
            fmt::format("for {}, not {}", space.shape.name(), shape.name()));
    require(space.threads == threads, fmt::format("with {} threads, not {}", space.threads, threads));
    require(space.machine == machine, fmt::format("on '{}', this is '{}'", space.machine, machine));
    return space;
}

void write_measured(const std::string& path, const MeasuredSpace& space) {
    write_file(path, nlohmann::json(space).dump(1) + "\n");
}

} // namespace autoconfig::bench
