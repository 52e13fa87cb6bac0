// See fusion_samples.h. Planes are of 1024 x 768 elements; a vector holds 16 of them.
#include "tests/report/fusion_samples.h"

#include "tests/report/samples.h"
#include "tests/support/stage_graphs.h"

namespace autoconfig::samples {
namespace {

constexpr std::int64_t width = 1024, height = 768;
constexpr std::int64_t vectors = width * height / 16;

FuncStages leader(const std::string& name) { return testing_support::plane(name, width, height); }

Term term(Combines combines, std::string name, std::string formula, std::string numbers, std::int64_t total,
          bool overlapped = false) {
    Term one;
    one.name = std::move(name);
    one.formula = std::move(formula);
    one.numbers = std::move(numbers);
    one.total = static_cast<double>(total);
    one.overlapped = overlapped;
    one.combines = combines;
    return one;
}

Term compute(int cycles_a_vector) {
    return term(Combines::Core, "T_compute", "vectors * cycles", "49152 * " + std::to_string(cycles_a_vector),
                vectors * cycles_a_vector);
}

/// Runs under the arithmetic.
Term memory(int lines) {
    return term(Combines::Data, "T_L3Mem", "lines * cy/line", std::to_string(lines) + " * 6", lines * 6,
                true);
}

Term forked() {
    return term(Combines::Elapsed, "T_parallel", "fork_join + tasks * task", "3100 + 4 * 160", 3740);
}

FusedGroup group(std::vector<std::string> funcs, GroupTile tile, std::vector<Term> terms, double threads) {
    FusedGroup one;
    one.leader = leader(funcs.front());
    one.funcs = std::move(funcs);
    one.tile = tile;
    double elapsed = 0;
    for (const Term& term : terms)
        (term.combines == Combines::Elapsed ? elapsed : one.cost.serial_cycles) +=
            term.overlapped ? 0 : term.total;
    one.cost.terms = std::move(terms);
    one.cost.cycles = one.cost.serial_cycles / threads + elapsed;
    return one;
}

FuncChoice forced(const std::string& func, Place place, const std::string& reason) {
    FuncChoice choice;
    choice.func = choice.leader = func;
    choice.place = place;
    choice.reason = reason;
    return choice;
}

FuncChoice chosen(const std::string& func, const std::string& leader, std::vector<PlaceCost> places) {
    FuncChoice choice = forced(func, places.front().place, "");
    choice.leader = leader;
    choice.places = std::move(places);
    return choice;
}

GroupTile strips(std::int64_t rows) { return {TileKind::Rows, 1, rows, 0, true}; }

} // namespace

Fusion pointwise() {
    Fusion fusion;
    fusion.machine = neon();
    fusion.groups = {group({"brighter"}, strips(height), {compute(2), memory(8192)}, 1)};
    fusion.choices = {forced("input", Place::Inline, "input"), forced("brighter", Place::Root, "output")};
    return fusion;
}

Fusion unsharp() {
    Fusion fusion;
    fusion.machine = avx512();
    fusion.groups = {group({"sharpened", "blurred"}, strips(192), {compute(5), memory(8192), forked()}, 2)};
    fusion.choices = {
        forced("input", Place::Inline, "input"),
        chosen("gray", "gray",
               {{Place::Inline, 226508, ""}, {Place::Tile, 231424, ""}, {Place::Root, 412876, ""}}),
        chosen("blurred", "sharpened",
               {{Place::Tile, 226508, ""}, {Place::Root, 318160, ""}, {Place::Inline, 690124, ""}}),
        forced("sharpened", Place::Root, "output")};
    return fusion;
}

Fusion equalized() {
    Fusion fusion;
    fusion.machine = avx512();
    fusion.groups = {group({"equalized"}, {TileKind::Blocks, 1, 32, 256, true}, {compute(3), forked()}, 2),
                     group({"gray"}, strips(384), {compute(2), memory(8192), forked()}, 2)};
    fusion.choices = {
        forced("input", Place::Inline, "input"),
        chosen("gray", "gray",
               {{Place::Root, 171000, ""},
                {Place::Tile, 0, "histogram reads all of it"},
                {Place::Inline, 366030, ""}}),
        forced("histogram", Place::Root, "scattered to"),
        chosen("cumulative", "cumulative", {{Place::Root, 1270, ""}, {Place::Inline, 0, "has updates"}}),
        forced("curve", Place::Inline, "read at places that nothing bounds"),
        forced("equalized", Place::Root, "output")};
    return fusion;
}

} // namespace autoconfig::samples
