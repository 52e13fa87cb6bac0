// See bodies.h.
#include "autoconfig/report/bodies.h"

#include "autoconfig/report/layout.h"
#include "autoconfig/report/wording.h"

#include <fmt/format.h>

namespace autoconfig {

namespace {

/// "y*x*k >= 2097152".
std::string in_words(const AtLeast& test, const Problem& problem) {
    report::Lines names;
    for (int loop : test.loops) names.push_back(problem.loops[loop].name);
    return fmt::format("{} ≥ {}", report::join(names, "*"), test.steps);
}

/// "y >= 8, x >= 64".
std::string where(const Body& body, const Problem& problem) {
    report::Lines tests;
    for (const AtLeast& test : body.where) tests.push_back(in_words(test, problem));
    if (body.single_column) tests.push_back(problem.loops[problem.columns()].name + " = 1");
    for (const Dense& dense : body.dense)
        tests.push_back(dense.func +
                        (dense.dimension == 1 ? " dense" : fmt::format(" dense along {}", dense.dimension)));
    if (body.from_first_group) tests.push_back("from the first group on");
    return tests.empty() ? "any" : report::join(tests, ", ");
}

/// "6 × 16, guarded columns", "14 × 32 along y".
std::string tile(const Body& body, const Problem& problem) {
    const bool all = body.guards_rows && body.guards_columns;
    return fmt::format("{} × {}{}{}", body.config.MR, body.config.NR(),
                       report::way_of(in_way_of(body, problem)),
                       all                   ? ", guarded"
                       : body.guards_columns ? ", guarded columns"
                                             : "");
}

} // namespace

std::string bodies_report(const ContractionPlan& plan) {
    std::string text;
    if (plan.bodies.size() > 1) {
        std::vector<report::Lines> rows;
        for (const Body& body : plan.bodies)
            rows.push_back({where(body, plan.problem), body.config.name(), tile(body, plan.problem)});
        text = "bodies by size at run time: the first whose sizes these are\n" +
               report::table(rows, {report::Column::Text, report::Column::Text, report::Column::Text}, 2);
    }
    if (plan.threads_from)
        text += "threads where " + in_words(*plan.threads_from, plan.problem) +
                ", one elsewhere: waking others would take longer\n";
    return text;
}

void add_bodies(nlohmann::ordered_json& decision, const ContractionPlan& plan) {
    nlohmann::ordered_json& bodies = decision["bodies"] = nlohmann::ordered_json::array();
    for (const Body& body : plan.bodies)
        bodies.push_back({{"where", where(body, plan.problem)},
                          {"config", body.config.name()},
                          {"tile", tile(body, plan.problem)}});
    if (plan.threads_from) decision["threads_where"] = in_words(*plan.threads_from, plan.problem);
}

} // namespace autoconfig
