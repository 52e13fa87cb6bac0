// Shapes of several operators as JSON.
#include "bench/results.h"

namespace autoconfig::bench {

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
