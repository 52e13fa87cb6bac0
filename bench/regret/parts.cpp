// Works out the parts of a report from measured spaces.
#include "bench/regret/report.h"
#include "bench/regret/search.h"

#include <algorithm>

namespace autoconfig::bench {

namespace {

Part part_of(const std::string& name, const std::vector<Landscape>& landscapes, bool ablating, bool search,
             std::uint64_t seed) {
    Part part;
    part.name = name;
    part.summary = summarise(judge_all(landscapes, ""));
    if (ablating) part.ablation = ablate(landscapes);
    if (search) part.searches = compare_searches(landscapes, seed);
    return part;
}

} // namespace

ShapeRow shape_row(const Landscape& landscape) {
    const std::vector<double> predicted_s = landscape.predicted_s("");
    const auto best = std::min_element(landscape.seconds.begin(), landscape.seconds.end());
    return {landscape.op,
            landscape.shape,
            landscape.configs[predicted_order(predicted_s).front()],
            landscape.configs[static_cast<std::size_t>(best - landscape.seconds.begin())],
            static_cast<int>(landscape.configs.size()),
            landscape.unknown,
            judge(landscape, predicted_s)};
}

std::vector<Part> parts_of(const std::vector<Landscape>& landscapes, bool ablate, bool search,
                           std::uint64_t seed) {
    std::vector<Part> parts;
    for (const std::string& op : shape_operators()) {
        std::vector<Landscape> of_op;
        std::copy_if(landscapes.begin(), landscapes.end(), std::back_inserter(of_op),
                     [&](const Landscape& landscape) { return landscape.op == op; });
        if (!of_op.empty()) parts.push_back(part_of(op, of_op, ablate, search, seed));
    }
    if (parts.size() > 1) parts.push_back(part_of("together", landscapes, ablate, search, seed));
    return parts;
}

} // namespace autoconfig::bench
