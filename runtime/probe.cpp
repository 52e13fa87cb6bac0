// Runs the measurements and writes them as a machine file.
#include "runtime/probe.h"

#include "autoconfig/error.h"
#include "autoconfig/machine/description.h"
#include "autoconfig/machine/fields.h"
#include "autoconfig/machine/load.h"
#include "runtime/measure.h"
#include "runtime/timing.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>

namespace autoconfig {

namespace {

using json = nlohmann::ordered_json;

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

const Field& field_of(const std::string& key) {
    for (const Field& field : fields())
        if (field.key == key) return field;
    throw Error("the probe measures '" + key + "', which machine files do not have");
}

class MachineFile {
public:
    MachineFile(const std::string& base, const std::string& host) {
        document["summary"] = "measured on " + host;
        document["based_on"] = base;
    }

    /// Two significant decimals are more than a measurement holds.
    void add(const std::string& key, double value, const std::string& source) {
        const Field& field = field_of(key);
        json quantity;
        if (field.whole)
            quantity["value"] = static_cast<std::int64_t>(value);
        else
            quantity["value"] = std::round(value * 100) / 100;
        quantity["unit"] = base_unit(field.dimension);
        quantity["source"] = source;
        document[json::json_pointer("/" + slashed(key))] = quantity;
    }

    void write(const std::string& path) const {
        const std::string unfinished = path + ".unfinished";
        std::ofstream file(unfinished);
        file << document.dump(2) << '\n';
        file.close();
        if (!file || std::rename(unfinished.c_str(), path.c_str()) != 0) {
            std::remove(unfinished.c_str());
            throw Error("machine file '" + path + "' cannot be written: name a place that can be");
        }
    }

private:
    static std::string slashed(std::string key) {
        for (char& c : key) c = c == '.' ? '/' : c;
        return key;
    }

    json document;
};

void add_cache(MachineFile& file, const std::string& level, const Cache& cache, const std::string& source) {
    file.add(level + ".size", static_cast<double>(cache.bytes), source);
    file.add(level + ".ways", cache.ways, source);
    file.add(level + ".line", cache.line_bytes, source);
    file.add(level + ".shared_by", cache.shared_by, source);
}

} // namespace

void probe_machine(const std::string& base, ParallelFor parallel_for, const std::string& output) {
    const Description description = load_builtin(base);
    const Kernels& kernels = kernels_for(description.lineage);
    const Machine machine = with_host_caches(description.machine);
    const std::string host = cpu_model() + ", " + today();
    const std::string measured = "measured by autoconfig probe on " + host;

    MachineFile file(base, host);
    const double ghz = measured_frequency_ghz();
    file.add("frequency", ghz, measured);
    file.add("cores", machine.cores, machine.sources.at("cores"));
    add_cache(file, "l1", machine.l1, machine.sources.at("l1.bytes"));
    add_cache(file, "l2", machine.l2, machine.sources.at("l2.bytes"));
    add_cache(file, "l3", machine.l3, machine.sources.at("l3.bytes"));
    for (const auto& part : {measure_arithmetic(kernels, ghz), measure_memory(machine, kernels, ghz),
                             measure_overheads(parallel_for, machine.cores, ghz)})
        for (const Measurement& measurement : part) file.add(measurement.key, measurement.value, measured);
    file.write(output);
}

} // namespace autoconfig
