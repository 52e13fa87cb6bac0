// See json_parts.h.
#include "autoconfig/report/json_parts.h"

#include "autoconfig/report/wording.h"

namespace autoconfig::report {

using Json = nlohmann::ordered_json;

Json json_of(const Term& term) {
    return {{"name", term.name},       {"formula", term.formula},
            {"numbers", term.numbers}, {"cycles_per_step", term.per_step},
            {"cycles", term.total},    {"overlapped", term.overlapped},
            {"binds", term.binds},     {"elapsed", is_elapsed(term)}};
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
