// Funcs made a second time: copies, which repeat their elements, and clones, which compute them again.
#pragma once

#include "autoconfig/decide/fusion.h"
#include "autoconfig/extract/stages.h"

#include <set>
#include <string>
#include <vector>

namespace autoconfig {

/// Does what the copy repeats have updates, in a loop nest of whose own tiles nobody else's could be: no pure
/// Func reads it? As a tile of its copy, what it reads can be made there, too.
bool leads_what_has_updates(const std::vector<FuncStages>& funcs, int copy, const std::set<int>& readers);

/// The graph with a copy of every Func that is read at places of its rows that follow no rule, where another
/// loop of the reader leads on from row to row, or that would have to lead tiles and has updates. All readers
/// read the copy, which is as good as the Func itself until it gets rows or tiles of its own.
StageGraph with_copies(const StageGraph& graph);

/// A Func that is computed again for these of its readers.
struct Clone {
    std::string func;
    std::vector<std::string> readers;
};

/// Funcs that several loop nests read, for the readers in one of them, which can then make a clone where they
/// are: of those at root, what takes longer to store than to compute; of those inlined, what readers of this
/// nest compute element by element and could have in vectors. Those that take most first; few.
std::vector<Clone> worth_cloning(const StageGraph& graph, const Fusion& fusion);

StageGraph with_clone(const StageGraph& graph, const Clone& clone);

} // namespace autoconfig
