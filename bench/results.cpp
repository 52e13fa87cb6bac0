// Outcomes completed by what was measured, and shapes of several operators as JSON.
#include "bench/results.h"

namespace autoconfig::bench {

void merge(std::vector<Outcome>& outcomes, const std::map<std::string, Outcome>& measured) {
    for (Outcome& outcome : outcomes) {
        const auto found = measured.find(outcome.name);
        if (found == measured.end()) continue;
        outcome.status = found->second.status;
        outcome.reason = found->second.reason;
        outcome.rounds_s = found->second.rounds_s;
        outcome.peak_bytes = found->second.peak_bytes;
    }
}

void append_rounds(std::map<std::string, Outcome>& outcomes, const std::map<std::string, Outcome>& more) {
    for (const auto& [name, other] : more) {
        Outcome& outcome = outcomes[name];
        if (outcome.status != Status::Ok) continue;
        if (other.status == Status::Ok)
            outcome.rounds_s.insert(outcome.rounds_s.end(), other.rounds_s.begin(), other.rounds_s.end());
        else
            outcome = other;
    }
}

void fail_all(std::vector<Outcome>& outcomes, const std::string& reason) {
    for (Outcome& outcome : outcomes)
        if (outcome.reason.empty()) outcome.reason = reason;
}

void to_json(nlohmann::json& json, const Shape& shape) {
    std::visit([&](const auto& own) { json = own; },
               static_cast<const std::variant<MatmulShape, Conv2dShape>&>(shape));
    json["op"] = shape.op();
}

void from_json(const nlohmann::json& json, Shape& shape) {
    if (json.at("op") == "matmul")
        shape = json.get<MatmulShape>();
    else
        shape = json.get<Conv2dShape>();
}

} // namespace autoconfig::bench
