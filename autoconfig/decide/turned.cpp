// See turned.h.
#include "autoconfig/decide/turned.h"

#include "autoconfig/strided.h"

#include <algorithm>
#include <utility>

namespace autoconfig {

namespace {

template<typename Values>
void bring_forward(Values& values, std::size_t d) {
    if (d < values.size()) std::rotate(values.begin(), values.begin() + d, values.begin() + d + 1);
}

bool gathers(const Read& read, std::size_t loop) {
    return read.scattered_by(loop) || read.crosses_rows(loop);
}

/// Do vectors along d spare the Func gathers that vectors along dimension 0 need?
bool reads_along(const FuncStages& func, std::size_t d) {
    for (const StageWork& stage : func.stages)
        for (const Read& read : stage.reads)
            if (gathers(read, 0) && !read.scattered_by(d)) return true;
    return false;
}

/// `seen`: producers that may be inlined, with the dimension that vectors run along in them.
bool loads_strided(const FuncStages& func, std::size_t d, const std::vector<FuncStages>& funcs,
                   std::set<std::pair<int, std::size_t>>& seen) {
    for (const StageWork& stage : func.stages)
        for (const Read& read : stage.reads) {
            const FuncStages& producer = funcs[read.producer];
            if (producer.image) continue;
            if (is_strided_step(read.step_in_memory(d, producer))) return true;
            if (!producer.inlinable) continue;
            for (std::size_t along = 0; along < read.at.size(); ++along)
                if (read.at[along].moved_by(d) && seen.insert({read.producer, along}).second &&
                    loads_strided(producer, along, funcs, seen))
                    return true;
        }
    return false;
}

} // namespace

bool is_read_along(int f, std::size_t d, const std::vector<FuncStages>& funcs, const std::set<int>& readers) {
    for (int reader : readers)
        for (const StageWork& stage : funcs[reader].stages)
            for (const Read& read : stage.reads)
                if (read.producer == f && read.at[d].moved_by(0) && !read.at[0].moved_by(0)) return true;
    return false;
}

FuncStages turned(FuncStages func, std::size_t d) {
    bring_forward(func.dimensions, d);
    func.turned = true;
    for (StageWork& stage : func.stages) {
        stage.along_rows = true;
        for (int& loop : stage.pure_loops)
            if (loop <= static_cast<int>(d)) loop = loop == static_cast<int>(d) ? 0 : loop + 1;
        stage.by_loops = stage.by_loops.with_first(d);
        for (Read& read : stage.reads) {
            read.choice = {};
            read.by_loops = read.by_loops.with_first(d);
            bring_forward(read.phases, d);
            for (Movement& move : read.at) {
                bring_forward(move.slope, d);
                bring_forward(move.scattered, d);
            }
        }
    }
    return func;
}

void turn(Read& read, std::size_t d) { bring_forward(read.at, d); }

bool loads_strided_along(const FuncStages& func, std::size_t d, const std::vector<FuncStages>& funcs) {
    std::set<std::pair<int, std::size_t>> seen;
    return func.dimensions[d].source == ExtentSource::Bound && loads_strided(func, d, funcs, seen);
}

std::vector<std::size_t> worth_turning(int f, const std::vector<FuncStages>& funcs,
                                       const std::set<int>& readers) {
    std::vector<std::size_t> worth;
    const FuncStages& func = funcs[f];
    for (std::size_t d = 1; d < func.dimensions.size(); ++d)
        if (func.dimensions[d].vectors && !loads_strided_along(func, d, funcs) &&
            (reads_along(func, d) || is_read_along(f, d, funcs, readers)))
            worth.push_back(d);
    return worth;
}

} // namespace autoconfig
