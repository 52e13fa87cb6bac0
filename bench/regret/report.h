// What came of a judgement of the model, as data, as tables and as JSON.
#pragma once

#include "bench/regret/ablation.h"
#include "bench/regret/comparison.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace autoconfig::bench {

/// Of the matrix products, of the convolutions, or of both together.
struct Part {
    std::string name; // "matmul", "conv2d", "together"
    RegretSummary summary;
    std::vector<AblationRow> ablation; // where it is asked for
    std::vector<SearchRow> searches;   // where they are asked for
};

struct ShapeRow {
    std::string op, shape;
    std::string chosen, best; // names of configurations
    int measured = 0;
    int unknown = 0; // see Landscape
    Judgement judgement;
};

struct RegretReport {
    std::string machine, date;
    std::uint64_t seed = 0;
    int threads = 1;
    std::vector<Part> parts;
    std::vector<ShapeRow> shapes;
    std::vector<std::pair<std::string, std::string>> missing; // shapes without a measured space, and why
};

/// Of one measured space.
ShapeRow shape_row(const Landscape& landscape);

/// The parts that have shapes; "together" where both operators have.
std::vector<Part> parts_of(const std::vector<Landscape>& landscapes, bool ablate, bool search,
                           std::uint64_t seed);

/// Summaries, ablation, searches; then what is missing. Text for a terminal that is Markdown too.
std::string to_text(const RegretReport& report);

nlohmann::json to_json(const RegretReport& report);

} // namespace autoconfig::bench
