// What Halide gets wrong, by version. Whoever works around a defect asks here whether it applies; defects.cpp
// holds the table, and each of its rows the test that shows the way around.
#pragma once

#include <string>
#include <vector>

namespace autoconfig {

enum class Defect {
    MergesCasts,
    LosesReadsWhereSpecialized,
    RequiresMoreUnderConditions,
    LosesReadersOfUnusedIndices,
    PutsLargeStacksOnTheHeap,
    AllocatesByDecidingReads,
    MixesUpHalvedRows,
    AlignsOwnRows,
    AlignsOutputsThatAreRead,
    ReadsPickedOutputsFirst,
    GathersSharedClamps,
    ShrinksSplitConditions,
    PutsRoundedPlacesAtZero,
    NarrowsDoubles,
    NarrowsFlags,
    DropsGuards,
    GuardsVectorsThatPick,
    LosesThirdWrappers,
    RefusesZeroDivisors,
    RefusesPlacesBeforeRows,
    RefusesPartsOfNone,
    LosesLetsOfWideNumbers,
    LosesBoundsOfRoundings,
};

namespace defects {

struct Row {
    Defect defect;
    const char* name;     // the enumerator's
    const char* sentence; // what Halide does, and when
    int from, until;      // the first version seen with it, and the first without; no_version: none is known
    int seen_until;       // the last version that somebody has looked at
    const char* test;     // "Suite.Test" or "Suite.Test/case"
};

constexpr int no_version = 0;

const std::vector<Row>& table();

/// Does it hold for this version? Also for later ones than anybody has looked at.
bool holds_for(const Row& row, int halide_version);

/// Does the Halide of this build have it?
bool applies(Defect defect);

} // namespace defects
} // namespace autoconfig
