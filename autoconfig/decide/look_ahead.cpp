// Tries the places of one Func after another, as far as each leads to the next alone.
#include "autoconfig/decide/look_ahead.h"

#include <algorithm>
#include <utility>

namespace autoconfig {

namespace {

constexpr int farthest = 3; // Funcs ahead

/// The one computed Func that f reads, where f is the last of its readers to get a place, and where that one
/// may be inlined or has updates; or -1.
int only_source(const Places& places, int f) {
    const InlinedGraph& funcs = places.funcs();
    int source = -1;
    for (const Read& read : funcs[f].stages[0].reads) {
        const FuncStages& func = funcs[read.producer];
        if (func.image) continue;
        const bool open = (func.may_be_inlined() || !func.is_pure()) && func.root_only.empty();
        if (source >= 0 || !open) return -1;
        source = read.producer;
    }
    if (source < 0 || funcs.is_read_anywhere(source)) return -1;
    for (int user : funcs.users(source))
        if (user != f && places.leader_of(user) < 0) return -1;
    return source;
}

/// Of a Func's elements, those that f is made for.
double share_that_reads(const FuncStages& func, int f) {
    double share = 0;
    for (const StageWork& stage : func.stages)
        for (const Read& read : stage.reads)
            if (read.producer == f) share = std::max(share, read.share);
    return share;
}

/// Cycles that `source` adds at its best place, were f placed by `option`; where that is to be inlined, with
/// those that the source of the source adds, up to `steps`.
double least_ahead(Places& places, int f, const Option& option, int source, int steps) {
    Places::Before before = places.take(f, option);
    const Option inlined = places.inlined_if_small(source);
    const double kept = std::min(places.root(source).cost.cycles, places.at_tile(source).cost.cycles);
    double ahead = std::min(kept, inlined.cost.cycles) - places.cycles_of_readers(source);
    const int next = only_source(places, source);
    if (steps > 1 && next >= 0 && inlined.cost.cycles < kept)
        ahead += least_ahead(places, source, inlined, next, steps - 1);
    places.take_back(f, std::move(before));
    return ahead;
}

} // namespace

bool is_read_again(const InlinedGraph& funcs, int f) {
    double elements = 0;
    for (int user : funcs.users(f)) elements += funcs[user].elements() * share_that_reads(funcs[user], f);
    return elements > funcs[f].elements();
}

void sort_by_cost(std::vector<Option>& options) {
    std::stable_sort(options.begin(), options.end(),
                     [](const Option& a, const Option& b) { return a.cost.cycles < b.cost.cycles; });
}

void look_ahead(Places& places, int f, std::vector<Option>& options) {
    const Place place = options.front().cost.place;
    const InlinedGraph& funcs = places.funcs();
    const bool repeats = place == Place::Tile || (place == Place::Inline && is_read_again(funcs, f));
    const int source = only_source(places, f);
    if (source < 0 || (!repeats && funcs[source].is_pure())) return;
    for (Option& option : options)
        if (option.cost.cycles < no_cost)
            option.cost.cycles += least_ahead(places, f, option, source, farthest);
    sort_by_cost(options);
}

} // namespace autoconfig
