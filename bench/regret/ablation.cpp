// Leaves out each term that the measured spaces have.
#include "bench/regret/ablation.h"

#include <algorithm>

namespace autoconfig::bench {

std::vector<Judgement> judge_all(const std::vector<Landscape>& landscapes, const std::string& without) {
    std::vector<Judgement> judgements;
    for (const Landscape& landscape : landscapes)
        judgements.push_back(judge(landscape, landscape.predicted_s(without)));
    return judgements;
}

std::vector<AblationRow> ablate(const std::vector<Landscape>& landscapes) {
    std::vector<AblationRow> rows;
    for (const Landscape& landscape : landscapes)
        for (const std::string& term : landscape.terms) {
            auto row = std::find_if(rows.begin(), rows.end(),
                                    [&](const AblationRow& known) { return known.term == term; });
            if (row == rows.end()) row = rows.insert(rows.end(), {term, 0, {}});
            ++row->shapes;
        }
    for (AblationRow& row : rows) row.without = summarise(judge_all(landscapes, row.term));
    return rows;
}

} // namespace autoconfig::bench
