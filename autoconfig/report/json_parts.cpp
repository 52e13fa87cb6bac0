// See json_parts.h.
#include "autoconfig/report/json_parts.h"

#include "autoconfig/report/wording.h"

namespace autoconfig::report {

using Json = nlohmann::ordered_json;

Json json_of(const Term& term) {
    return {{"name", term.name},
            {"resource", to_string(term.resource)},
            {"phase", to_string(term.phase)},
            {"formula", term.cycles.formula()},
            {"numbers", term.cycles.numbers()},
            {"cycles_per_step", term.per_step()},
            {"cycles", term.total},
            {"overlapped", term.overlapped},
            {"elapsed", term.is_elapsed()}};
}

Json times_of(const Cost& cost) {
    Json list = Json::array();
    const auto add = [&](const char* phase, const Expression& cycles) {
        list.push_back({{"phase", phase},
                        {"formula", cycles.formula()},
                        {"numbers", cycles.numbers()},
                        {"cycles", cycles.value()}});
    };
    for (const PhaseTime& time : cost.times) add(to_string(time.phase), time.cycles);
    if (cost.parallel) add("threads", cost.elapsed);
    return list;
}

Json json_of(const std::vector<Term>& terms) {
    Json list = Json::array();
    for (const Term& term : terms) list.push_back(json_of(term));
    return list;
}

Json json_of(const std::vector<Refusal>& refused) {
    Json list = Json::array();
    for (const Refusal& one : refused) list.push_back({{"what", one.what}, {"reason", one.reason}});
    return list;
}

Json json_of(const std::vector<Flip>& flips) {
    Json list = Json::array();
    for (const Flip& one : flips) list.push_back({{"change", one.change}, {"winner", one.winner}});
    return list;
}

} // namespace autoconfig::report
