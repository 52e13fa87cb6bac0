// Reads both operands' indices as linear forms and refuses what has no reuse structure.
#include "autoconfig/extract/match/index_map.h"

#include "autoconfig/extract/access/affine.h"

#include <algorithm>

namespace autoconfig::extraction {

using namespace Halide::Internal;

namespace {

/// Is it moved by pure loops, but not by the first of them?
bool moves_in_rows(const Halide::Expr& index, const IndexMap& map) {
    const auto pure = map.loops.begin() + static_cast<std::ptrdiff_t>(map.pure);
    return map.pure > 0 && !uses_any(index, {map.loops.front()}) &&
           uses_any(index, {map.loops.begin(), pure});
}

/// What an index is where it is not clamped, if a pure loop but the first moves it. Vectors run along that
/// one or along a reduced loop, and gather where they are clamped.
Halide::Expr unclamped(const Halide::Expr& index, const IndexMap& map) {
    const auto inner = [&](const auto* op) -> Halide::Expr {
        const bool a_moves = uses_any(op->a, map.loops), b_moves = uses_any(op->b, map.loops);
        if (a_moves == b_moves || !moves_in_rows(index, map)) return index;
        return unclamped(a_moves ? op->a : op->b, map);
    };
    if (const auto* least = index.as<Max>()) return inner(least);
    if (const auto* most = index.as<Min>()) return inner(most);
    return index;
}

/// Fills `coefficients`; the text of the first index that is not affine, or empty.
std::string read_indices(const Call* load, const IndexMap& map, Coefficients& coefficients) {
    for (const Halide::Expr& index : load->args) {
        const auto form = affine(unclamped(map.groups ? map.groups->split(index) : index, map), map.loops);
        if (!form) return "index " + text(index) + " of " + load->name + " is not affine";
        coefficients.push_back(*form);
    }
    return "";
}

/// Does the loop share a dimension with a pure loop?
bool shares_with_pure(const Coefficients& map, std::size_t loop, std::size_t pure) {
    return std::any_of(map.begin(), map.end(), [&](const auto& dimension) {
        return dimension[loop] != 0 && std::any_of(dimension.begin(), dimension.begin() + pure,
                                                   [](std::int64_t c) { return c != 0; });
    });
}

std::string pure_refusal(const IndexMap& map) {
    bool reuse = map.pure == 0;
    for (std::size_t l = 0; l < map.pure; l++) {
        const bool first = indexes(map.first, l), second = indexes(map.second, l);
        if (!first && !second) return "loop " + map.loops[l] + " is in neither operand";
        reuse = reuse || !first || !second;
    }
    return reuse ? "" : "both operands carry the same loops: no reuse";
}

/// Sums over loops of one operand may be part of those over both; alone they are factors of their own.
std::string reduced_refusal(const IndexMap& map, const Product& product) {
    std::string refusal;
    bool in_both = false;
    for (std::size_t l = map.pure; l < map.loops.size(); l++) {
        const bool first = indexes(map.first, l), second = indexes(map.second, l);
        if (!first && !second) return "loop " + map.loops[l] + " is in neither operand";
        in_both = in_both || (first && second);
        if (refusal.empty() && first != second)
            refusal = "reduced loop " + map.loops[l] + " is only in " +
                      (first ? product.first : product.second).load->name;
    }
    return in_both ? "" : refusal;
}

} // namespace

bool indexes(const Coefficients& map, std::size_t loop) {
    return std::any_of(map.begin(), map.end(), [&](const auto& dimension) { return dimension[loop] != 0; });
}

IndexMap index_map(const Node& node, const Product& product, const Regions& regions) {
    IndexMap map;
    map.loops = loop_names(node);
    map.pure = map.dimensions = node.function.args().size();
    map.groups = find_groups(node, product, regions);
    if (map.groups) map.loops.insert(map.loops.begin() + static_cast<long>(map.pure++), map.groups->over);
    map.refusal = read_indices(product.first.load, map, map.first);
    if (map.refusal.empty()) map.refusal = read_indices(product.second.load, map, map.second);
    if (map.refusal.empty()) map.refusal = reduced_refusal(map, product);
    if (map.refusal.empty()) map.refusal = pure_refusal(map);
    return map;
}

std::vector<Role> roles(const IndexMap& map, const Coefficients& a, const Coefficients& b) {
    std::vector<Role> result;
    for (std::size_t l = 0; l < map.loops.size(); l++) {
        const bool window = shares_with_pure(a, l, map.dimensions) || shares_with_pure(b, l, map.dimensions);
        if (l >= map.pure)
            result.push_back(window ? Role::Window : Role::K);
        else if ((indexes(a, l) && indexes(b, l)) || (map.groups && l == map.dimensions))
            result.push_back(Role::Batch); // groups are, also where one operand is the same for all
        else
            result.push_back(indexes(a, l) ? Role::M : Role::N);
    }
    return result;
}

} // namespace autoconfig::extraction
