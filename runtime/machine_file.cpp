// Writes machine files.
#include "runtime/machine_file.h"

#include "autoconfig/error.h"
#include "autoconfig/machine/description.h"
#include "autoconfig/machine/fields.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <fstream>

namespace autoconfig::runtime {

namespace {

using json = nlohmann::ordered_json;

const Field& field_of(const std::string& key) {
    if (const Field* field = find_field(key)) return *field;
    throw Error("the probe measures '" + key + "', which machine files do not have: leave it out or add it");
}

/// Three digits are more than a measurement holds, and differences of times that are alike come near zero.
double rounded(double value) {
    constexpr double noise = 1e-4;
    if (std::abs(value) < noise) return 0;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2);
    return unit < 1 ? std::round(value / unit) / std::round(1 / unit) : std::round(value / unit) * unit;
}

json value_of(const Field& field, double value) {
    if (field.kind == UnitKind::Flag) return value != 0;
    if (field.whole) return static_cast<std::int64_t>(value);
    return rounded(value);
}

class Document {
public:
    json& add(const std::string& key, double value, const std::string& source) {
        const Field& field = field_of(key);
        json& quantity = document[json::json_pointer("/" + slashed(key))];
        quantity = {{"value", value_of(field, value)}, {"unit", base_unit(field.kind)}, {"source", source}};
        return quantity;
    }

    void add(const Measurement& measurement, const std::string& host) {
        json& quantity =
            add(measurement.key, measurement.value, "autoconfig probe, " + host + ": " + measurement.how);
        if (field_of(measurement.key).kind != UnitKind::Flag)
            quantity["spread"] = rounded(measurement.spread);
    }

    void add_cache(const std::string& level, const Cache& cache, const std::string& source) {
        add(level + ".size", static_cast<double>(cache.bytes), source);
        add(level + ".ways", cache.ways, source);
        add(level + ".line", cache.line_bytes, source);
        add(level + ".shared_by", cache.shared_by, source);
    }

    json document;

private:
    static std::string slashed(std::string key) {
        for (char& c : key) c = c == '.' ? '/' : c;
        return key;
    }
};

} // namespace

std::string machine_file(const Origin& origin, const Machine& machine,
                         const std::vector<Measurement>& measurements) {
    Document file;
    file.document = {{"summary", "measured on " + origin.host}, {"based_on", origin.base}};
    file.add("cores", machine.cores, machine.sources.at("cores"));
    file.add_cache("l1", machine.l1, machine.sources.at("l1.bytes"));
    file.add_cache("l2", machine.l2, machine.sources.at("l2.bytes"));
    file.add_cache("l3", machine.l3, machine.sources.at("l3.bytes"));
    for (const Measurement& measurement : measurements)
        if (measurement.verdict != Verdict::Unmeasured) file.add(measurement, origin.host);
    return file.document.dump(2) + "\n";
}

NewFile::NewFile(const std::string& path) : path(path), unfinished(path + ".unfinished") {
    if (!std::ofstream(unfinished))
        throw Error("machine file '" + path + "' cannot be written: name a place that can be");
}

NewFile::~NewFile() { std::remove(unfinished.c_str()); }

void NewFile::write(const std::string& text) {
    std::ofstream file(unfinished);
    file << text;
    file.close();
    if (!file) throw Error("machine file '" + path + "' cannot be written: name a place that can be");
    load_description(unfinished);
    if (std::rename(unfinished.c_str(), path.c_str()) != 0)
        throw Error("machine file '" + path + "' cannot be written: name a place that can be");
}

} // namespace autoconfig::runtime
