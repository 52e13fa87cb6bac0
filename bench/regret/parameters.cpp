// Reads the words of configurations' names.
#include "bench/regret/parameters.h"

#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

namespace autoconfig::bench {

namespace {

/// "kc384" -> kc, 384; a word without a number at its end counts as 1.
std::map<std::string, long> parameters_of(const std::string& config) {
    std::map<std::string, long> parameters;
    std::istringstream words(config);
    for (std::string word; words >> word;) {
        const std::size_t end = word.find_last_not_of("0123456789") + 1;
        parameters[word.substr(0, end)] = end == word.size() ? 1 : std::atol(word.c_str() + end);
    }
    return parameters;
}

} // namespace

Parameters::Parameters(const std::vector<std::string>& configs) {
    std::vector<std::map<std::string, long>> read;
    std::set<std::string> names;
    for (const std::string& config : configs) {
        read.push_back(parameters_of(config));
        for (const auto& [name, value] : read.back()) names.insert(name);
    }
    names_.assign(names.begin(), names.end());
    std::vector<std::set<long>> values(names_.size());
    for (std::map<std::string, long>& parameters : read) {
        Point& point = points_.emplace_back();
        for (std::size_t i = 0; i < names_.size(); ++i) {
            point.push_back(parameters[names_[i]]);
            values[i].insert(point.back());
        }
    }
    for (const std::set<long>& of_one : values) values_.emplace_back(of_one.begin(), of_one.end());
}

int distance(const Point& a, const Point& b) {
    int different = 0;
    for (std::size_t i = 0; i < a.size(); ++i) different += a[i] != b[i];
    return different;
}

} // namespace autoconfig::bench
