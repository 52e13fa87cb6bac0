// Raw results, and where they come from.
#include "bench/published/raw.h"

#include "autoconfig/error.h"
#include "bench/files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <regex>
#include <set>

namespace autoconfig::bench {

namespace {

template<typename Form>
const Form& read_once(std::map<std::string, Form>& known, const std::string& name, const std::string& path) {
    if (const auto found = known.find(name); found != known.end()) return found->second;
    const std::string text = read_file(path);
    try {
        return known[name] = nlohmann::json::parse(text).get<Form>();
    } catch (const nlohmann::json::exception& error) {
        throw Error(fmt::format("{}: not results of `autoconfig bench`: {}", path, error.what()));
    }
}

/// Where the results went is the reader's own choice.
std::string without_folder(const std::string& command) {
    return std::regex_replace(command, std::regex(" (--out|-o) [^ ]+"), " --out DIR");
}

/// What several results have in common, each said once.
struct Origin {
    std::set<std::string> machines, dates, versions;
    std::string commands;

    template<typename Form>
    void add(const std::string& name, const Form& results) {
        machines.insert(results.machine);
        dates.insert(results.date.substr(0, 10));
        versions.insert("Halide " + results.halide);
        commands += fmt::format("- `{}`: `bench/results/{}.json`\n", without_folder(results.command), name);
    }
};

} // namespace

const Results& Raw::operators(const std::string& name) const {
    return read_once(operators_, name, folder_ + "/" + name + ".json");
}

const PipelineResults& Raw::pipelines(const std::string& name) const {
    return read_once(pipelines_, name, folder_ + "/" + name + ".json");
}

std::string origin(const Raw& raw, const std::vector<std::string>& operators,
                   const std::vector<std::string>& pipelines) {
    Origin all;
    for (const std::string& name : operators) {
        const Results& results = raw.operators(name);
        all.add(name, results);
        for (const auto& [peer, version] : results.versions) all.versions.insert(version);
    }
    for (const std::string& name : pipelines) all.add(name, raw.pipelines(name));
    return fmt::format("{}; {}; {}:\n\n{}", fmt::join(all.machines, " and "), fmt::join(all.versions, "; "),
                       fmt::join(all.dates, " and "), all.commands);
}

} // namespace autoconfig::bench
