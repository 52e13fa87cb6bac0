// Reads machine files and follows their based_on chains.
#include "autoconfig/machine/description.h"

#include "autoconfig/error.h"
#include "autoconfig/integers.h"
#include "autoconfig/machine/document.h"
#include "autoconfig/machine/embedded.h"
#include "autoconfig/machine/fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

namespace autoconfig {

namespace {

using json = nlohmann::json;

/// Where a machine file is: built in, or on disk.
struct Place {
    std::string id;   // the built-in name, or the path as it goes into messages
    std::string name; // without folder and ".json"
    const EmbeddedTarget* builtin = nullptr;

    std::string text() const { return builtin ? builtin->text : read_text_file(id); }
};

const EmbeddedTarget* find_builtin(const std::string& name) {
    for (const EmbeddedTarget& target : embedded_targets())
        if (target.name == name) return &target;
    return nullptr;
}

std::string builtin_names() {
    std::string names;
    for (const EmbeddedTarget& target : embedded_targets())
        names += (names.empty() ? "" : ", ") + target.name;
    return names;
}

Place builtin(const std::string& name) {
    const EmbeddedTarget* target = find_builtin(name);
    if (!target) throw Error(fmt::format("no built-in machine '{}': there are {}", name, builtin_names()));
    return {name, name, target};
}

/// `from` is the file that names `reference`; null for the file the user named.
Place locate(const std::string& reference, const Place* from) {
    if (const EmbeddedTarget* target = find_builtin(reference)) return {reference, reference, target};
    std::filesystem::path path(reference);
    if (from && !from->builtin && path.is_relative())
        path = std::filesystem::path(from->id).parent_path() / path;
    path = path.lexically_normal();
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        throw Error(fmt::format("{}machine '{}' is neither a file nor one of the built-in {}",
                                from ? from->id + ": based_on: " : "", reference, builtin_names()));
    return {path.string(), path.stem().string(), nullptr};
}

[[noreturn]] void unknown_key(const std::string& file, const std::string& key,
                              const std::set<std::string>& known) {
    throw Error(fmt::format("{}: unknown key '{}': the keys here are {}", file, key, fmt::join(known, ", ")));
}

std::string string_at(const json& value, const std::string& where) {
    if (!value.is_string()) throw Error(where + ": must be a text");
    return value.get<std::string>();
}

std::set<std::string> strings_at(const json& value, const std::string& where) {
    if (!value.is_array()) throw Error(where + ": must be a list of texts");
    std::set<std::string> strings;
    for (const json& element : value) strings.insert(string_at(element, where));
    return strings;
}

Serves parse_served(const json& value, const std::string& file) {
    const std::string where = file + ": serves";
    if (!value.is_object() || !value.contains("arch"))
        throw Error(where + ": must be a list of objects that name the arch");
    Serves serves;
    for (const auto& [key, entry] : value.items()) {
        if (key == "arch")
            serves.arch = string_at(entry, where + ".arch");
        else if (key == "bits" && entry.is_number_integer())
            serves.bits = entry.get<int>();
        else if (key == "features")
            serves.features = strings_at(entry, where + ".features");
        else if (key == "cpus")
            serves.cpus = strings_at(entry, where + ".cpus");
        else
            unknown_key(file, "serves." + key, {"arch", "bits (32 or 64)", "features", "cpus"});
    }
    return serves;
}

std::vector<Serves> parse_serves(const json& value, const std::string& file) {
    if (!value.is_array()) throw Error(file + ": serves: must be a list of objects that name the arch");
    std::vector<Serves> all;
    for (const json& entry : value) all.push_back(parse_served(entry, file));
    return all;
}

LlvmUse parse_llvm(const json& value, const std::string& file) {
    if (!value.is_object()) throw Error(file + ": llvm: must be an object with cpu and refines");
    LlvmUse use;
    for (const auto& [key, entry] : value.items()) {
        if (key == "cpu")
            use.cpu = string_at(entry, file + ": llvm.cpu");
        else if (key == "refines")
            use.refines = strings_at(entry, file + ": llvm.refines");
        else
            unknown_key(file, "llvm." + key, {"cpu", "refines"});
    }
    for (const std::string& name : use.refines)
        if (!llvm_refinable().count(name)) unknown_key(file, "llvm.refines." + name, llvm_refinable());
    return use;
}

/// "l2" of "l2.size"; "cores" of "cores".
std::string head(const std::string& key) { return key.substr(0, key.find('.')); }

/// Keys allowed under `group`, or at the top of the file where it is empty.
std::set<std::string> known_keys(const std::string& group) {
    std::set<std::string> known;
    if (group.empty()) known = {"summary", "based_on", "serves", "llvm"};
    for (const Field& field : fields())
        if (group.empty())
            known.insert(head(field.key));
        else if (head(field.key) == group && field.key != group)
            known.insert(field.key.substr(group.size() + 1));
    return known;
}

void check_keys(const json& document, const std::string& file) {
    const std::set<std::string> top = known_keys("");
    for (const auto& [key, value] : document.items()) {
        if (!top.count(key)) unknown_key(file, key, top);
        const std::set<std::string> inner = known_keys(key);
        if (inner.empty()) continue;
        if (!value.is_object()) throw Error(file + ": " + key + ": must be an object");
        for (const auto& [name, quantity] : value.items())
            if (!inner.count(name)) unknown_key(file, key + "." + name, inner);
    }
}

const json* find_quantity(const json& document, const std::string& key) {
    const std::string group = head(key);
    if (!document.contains(group)) return nullptr;
    if (group == key) return &document.at(group);
    const auto found = document.at(group).find(key.substr(group.size() + 1));
    return found == document.at(group).end() ? nullptr : &*found;
}

void read_fields(const json& document, const std::string& file, Description& description) {
    for (const Field& field : fields()) {
        const std::string where = file + ": " + field.key;
        if (const json* quantity = find_quantity(document, field.key))
            set_field(field, parse_quantity(*quantity, field.kind, where), description, where);
        else if (!description.machine.sources.count(field.name))
            throw Error(where + ": missing: add it, or name a machine it is the same in as \"based_on\"");
    }
}

void check_cache(const Cache& cache, const std::string& level, const std::string& file) {
    const std::int64_t set_bytes = static_cast<std::int64_t>(cache.ways) * cache.line_bytes;
    if (cache.bytes % set_bytes != 0)
        throw Error(fmt::format("{}: {}.size: {} bytes are not a whole number of sets of {} ways of {} bytes",
                                file, level, cache.bytes, cache.ways, cache.line_bytes));
}

void check_caches(const Machine& machine, const std::string& file) {
    check_cache(machine.l1, "l1", file);
    check_cache(machine.l2, "l2", file);
    check_cache(machine.l3, "l3", file);
    if (machine.l2.bytes < machine.l1.bytes || (machine.l3.bytes != 0 && machine.l3.bytes < machine.l2.bytes))
        throw Error(file + ": each cache must be at least as large as the one inside it: check l1.size, "
                           "l2.size and l3.size");
}

void check_vectors(const Machine& machine, const std::string& file) {
    if (!is_power_of_two(machine.vector_bits))
        throw Error(fmt::format("{}: vector_bits: {} is not a power of two", file, machine.vector_bits));
}

Description read(const Place& place, std::vector<std::string> chain) {
    if (std::find(chain.begin(), chain.end(), place.id) != chain.end())
        throw Error(fmt::format("{}: based_on goes round in a circle: {} -> {}", chain.front(),
                                fmt::join(chain, " -> "), place.id));
    chain.push_back(place.id);
    const json document = parse_document(place.text(), place.id);
    check_keys(document, place.id);
    if (!document.contains("summary"))
        throw Error(place.id + ": missing 'summary': say in one line what this machine is");
    string_at(document.at("summary"), place.id + ": summary");

    Description description;
    if (document.contains("based_on"))
        description =
            read(locate(string_at(document.at("based_on"), place.id + ": based_on"), &place), chain);
    description.lineage.insert(description.lineage.begin(), place.name);
    description.machine.name = place.name;
    description.machine.origin = place.builtin ? "built in" : "from file " + place.id;
    if (document.contains("serves")) parse_serves(document.at("serves"), place.id);
    if (document.contains("llvm")) description.llvm = parse_llvm(document.at("llvm"), place.id);
    read_fields(document, place.id, description);
    check_vectors(description.machine, place.id);
    check_caches(description.machine, place.id);
    return description;
}

} // namespace

const std::set<std::string>& llvm_refinable() {
    static const std::set<std::string> names{"mac_f32",         "mac_f64",          "mac_i32",
                                             "loads_per_cycle", "stores_per_cycle", "issue_width"};
    return names;
}

std::vector<Serves> served_by(const EmbeddedTarget& target) {
    return parse_serves(json::parse(target.serves), target.name);
}

Description load_builtin(const std::string& name) { return read(builtin(name), {}); }

Description load_description(const std::string& path) { return read(locate(path, nullptr), {}); }

} // namespace autoconfig
