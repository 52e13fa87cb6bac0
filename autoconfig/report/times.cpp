// See times.h.
#include "autoconfig/report/times.h"

#include "autoconfig/report/format.h"
#include "autoconfig/report/layout.h"
#include "autoconfig/report/wording.h"

namespace autoconfig::report {

namespace {

Lines row(const std::string& what, const Expression& time, const std::string& share) {
    return {what, time.formula(), time.numbers(), cycles(time.value()), share};
}

std::string in_seconds(double count, const Machine& machine) { return si(seconds(count, machine), "s"); }

} // namespace

std::string times_table(const Cost& cost, const Machine& machine) {
    std::vector<Lines> rows{{"time", "what resources come to", "numbers", "cycles", ""}};
    for (const PhaseTime& time : cost.times)
        rows.push_back(
            row(to_string(time.phase), time.cycles, percent(time.cycles.value() / cost.serial_cycles)));
    rows.push_back({"one thread", "sum",
                    cycles(cost.serial_cycles) + " / " + number(machine.frequency_ghz) + " GHz",
                    cycles(cost.serial_cycles), in_seconds(cost.serial_cycles, machine)});
    if (cost.parallel) rows.push_back(row("threads", cost.elapsed, in_seconds(cost.cycles, machine)));
    return table(rows, {Column::Text, Column::Text, Column::Text, Column::Number, Column::Number}, 2);
}

} // namespace autoconfig::report
