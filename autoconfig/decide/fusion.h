// Where every Func outside the contractions is computed: inlined, at the tiles of a group's leader, or at
// root, and what each choice costs against its alternatives.
#pragma once

#include "autoconfig/decide/fused_group.h"
#include "autoconfig/decide/shared_loops.h"
#include "autoconfig/extract/stages.h"
#include "autoconfig/machine/machine.h"

#include <string>
#include <vector>

namespace autoconfig {

enum class Place { Root, Tile, Inline };
const char* to_string(Place place);

/// One place for a Func: the cycles of everything it changes, with those of its only source where these
/// depend on it, or why it cannot be.
struct PlaceCost {
    Place place = Place::Root;
    double cycles = 0;
    std::string refusal;
    std::string along = {}; // the dimension that is innermost and carries the vectors, where not the first

    std::string name() const; // "at tile", "at tile along y"
};

struct FuncChoice {
    std::string func;
    Place place = Place::Root;
    std::string leader;                  // of the group whose tiles it is computed at; itself at root
    std::string reason;                  // why there was no choice; empty where costs decided
    std::string along;                   // see PlaceCost
    std::string copy_of;                 // the Func that it is a copy or a clone of; else empty
    std::vector<std::string> cloned_for; // of a clone: the only Funcs that read it
    RowVectors rows;                     // at root, in no group
    RowVectors update_rows;              // the same of its updates
    std::vector<UpdateForm> updates;
    std::vector<SharedLoop> shared; // of each stage, at root in no group
    double bytes = 0;               // of all of its elements
    std::string dearer_as = {};     // why it is not in the cheapest of its places
    std::vector<PlaceCost> places;  // costs compared, the best first
};

struct Fusion {
    Machine machine;
    double cycles = 0;              // of all groups and Funcs
    std::vector<FusedGroup> groups; // consumers before producers
    std::vector<FuncChoice>
        choices; // producers before consumers; images and what is scheduled elsewhere left out
};

/// The cheapest that a greedy choice leads to (greedy.h), or one in which some Funcs take their second place.
/// Every Func is placed once. Deterministic.
Fusion fuse(const StageGraph& graph, const Machine& machine);
/// Cycles of the greedy choice.
double greedy_cycles(const StageGraph& graph, const Machine& machine);

} // namespace autoconfig
