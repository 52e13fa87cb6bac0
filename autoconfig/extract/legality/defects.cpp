// The table of Halide's defects. A version without one is only stated where somebody has seen it to be so.
#include "autoconfig/extract/legality/defects.h"

#include "autoconfig/halide_compat.h"

#include <algorithm>

namespace autoconfig::defects {

const std::vector<Row>& table() {
    static const std::vector<Row> rows = {
        {Defect::MergesCasts, "MergesCasts",
         "Of two casts, the outer one to an integer of at most as many bits, the simplifier drops the "
         "inner one, also where that converts a float, which is then converted to a type that cannot "
         "hold it.",
         14, no_version, 21, "AnyPipeline.IsRightAtAnySize/rounded_to_bytes"},
        {Defect::LosesReadsWhereSpecialized, "LosesReadsWhereSpecialized",
         "A specialized definition is simplified after Halide has decided what is computed; where a "
         "read goes, as in f(x) - f(x), and another output is read by what it read, lowering crashes.",
         14, no_version, 21, "AnyPipeline.IsRightAtAnySize/product_less_itself"},
        {Defect::RequiresMoreUnderConditions, "RequiresMoreUnderConditions",
         "What an update with an RDom::where reads in two places is wanted for all that the reduced "
         "loops name, whatever the condition leaves: more of an input than there may be.",
         14, no_version, 21, "AnyPipeline.IsRightAtAnySize/triangle_of_an_image"},
        {Defect::LosesReadersOfUnusedIndices, "LosesReadersOfUnusedIndices",
         "Inlining a Func that does not use one of its dimensions drops what names elements in it; a "
         "Func with updates that nothing else reads cannot be lowered then (\"Symbol not found\").",
         14, no_version, 21, "AnyPipeline.IsRightAtAnySize/index_without_use"},
        {Defect::PutsLargeStacksOnTheHeap, "PutsLargeStacksOnTheHeap",
         "MemoryType::Stack goes to the heap beyond 16 KB; MemoryType::Register does not.", 14, no_version,
         21, "Winograd.GoldenSchedule"},
        {Defect::AllocatesByDecidingReads, "AllocatesByDecidingReads",
         "A condition of RDom::where that no loop moves becomes part of how much of the update's Func "
         "is allocated, where what it reads is not in scope (\"Name not in Scope\").",
         14, no_version, 14, "AnyPipeline.IsRightAtAnySize/decided_by_an_image"},
        {Defect::MixesUpHalvedRows, "MixesUpHalvedRows",
         "A vector over x / 2 of a bound row is written as its even and its odd elements, which are "
         "mixed up where the Func is part of an index and of what is read there: an internal error.",
         14, no_version, 14, "RowsNamedByTurns.CompileWhereTheRowIsBound"},
        {Defect::AlignsOwnRows, "AlignsOwnRows",
         "Vectors that an update of an output reads back at known places behind the buffer's begin are "
         "taken for aligned, wherever the caller's buffer begins: a crash.",
         14, no_version, 14, "FewRows.InPlaceAreRight"},
        {Defect::AlignsOutputsThatAreRead, "AlignsOutputsThatAreRead",
         "Vectors that a Func reads of an output whose first minimum is stated are taken for aligned, "
         "wherever the caller's buffer begins: a crash.",
         14, no_version, 14, "Unaligned.OutputsAreRight/output_of_an_output"},
        {Defect::ReadsPickedOutputsFirst, "ReadsPickedOutputsFirst",
         "What an RDom::where reads is asked for outside of all that is computed, where a copy of an "
         "output is not there yet.",
         14, no_version, 14, "AnyPipeline.IsRightAtAnySize/picked_by_an_output"},
        {Defect::GathersSharedClamps, "GathersSharedClamps",
         "An index that several loads share is held in a let, from which constants that clamp it are "
         "taken apart; no loop is cut at such a clamp, so that vectors gather everywhere.",
         14, no_version, 14, "SharedIndex.ThatOneConstantClampsIsGathered"},
        {Defect::ShrinksSplitConditions, "ShrinksSplitConditions",
         "Where a loop under an RDom::where is split, what is read is no longer found from the "
         "condition: more of an input than there may be.",
         14, no_version, 14, "AnyPipeline.IsRightAtAnySize/lower_triangle"},
        {Defect::PutsRoundedPlacesAtZero, "PutsRoundedPlacesAtZero",
         "A float of another Func, rounded to an index that is written to, is taken for 0 where a loop "
         "is trimmed in turns and the float may be beyond the integers.",
         14, no_version, 14, "AnyPipeline.IsRightAtAnySize/counted_by_squares"},
        {Defect::NarrowsDoubles, "NarrowsDoubles",
         "Products of f64 whose operands were 8 or 16 bit integers once are taken apart into narrower "
         "ones, of which vectors do not compile.",
         14, no_version, 14, "AnyPipeline.IsRightAtAnySize/doubles_of_words"},
        {Defect::NarrowsFlags, "NarrowsFlags",
         "Vectors of products of two booleans that were cast to numbers are taken apart into ever narrower "
         "ones (\"Attempting to narrow a 1-bit type\").",
         14, 18, 17, "AnyPipeline.IsRightAtAnySize/product_of_flags"},
        {Defect::DropsGuards, "DropsGuards",
         "Of a row of constant length, one element longer than its whole vectors, the last vector loses its "
         "guard where a let holds what is loaded from a place that no other loop moves; of two vectors the "
         "second repeats the first.",
         14, no_version, 14, "AnyPipeline.IsRightAtAnySize/picked_doubles"},
        {Defect::GuardsVectorsThatPick, "GuardsVectorsThatPick",
         "Guarded vectors of an update do not compile where one element of a Func decides, by RDom::where, "
         "whether it is computed.",
         14, no_version, 14, "AnyPipeline.IsRightAtAnySize/counted_by_a_func"},
        {Defect::LosesThirdWrappers, "LosesThirdWrappers",
         "The wrapper of a wrapper of a wrapper is not found by its reader.", 14, no_version, 14,
         "TransposedOutput.IsRightWhereItIsBound"},
        {Defect::RefusesZeroDivisors, "RefusesZeroDivisors",
         "A division of floats by what is found to be 0 is refused (\"Division by constant zero\"), although "
         "it has a result.",
         14, no_version, 21, "AnyPipeline.IsRightAtAnySize/variance_of_one"},
        {Defect::RefusesPlacesBeforeRows, "RefusesPlacesBeforeRows",
         "The last vector of a row of constant length, guarded, that reads a row backwards begins before it, "
         "and is not compiled.",
         14, no_version, 14, "ReversedRows.CompileUnderStrictFloat"},
        {Defect::RefusesPartsOfNone, "RefusesPartsOfNone",
         "A loop is not split into parts of 0, although it has no iteration.", 18, no_version, 21,
         "Fused.EqualPartsAreRightAtEverySize"},
        {Defect::LosesLetsOfWideNumbers, "LosesLetsOfWideNumbers",
         "Loads that vectors of 64-bit integers are made of may be moved out of the let that holds their "
         "index (\"Symbol not found\").",
         14, no_version, 14, "Trial.FindsNumbersThatNothingDefines"},
        {Defect::LosesBoundsOfRoundings, "LosesBoundsOfRoundings",
         "Where a reduced loop ends at a number that is rounded, and is cut into parts that are summed side "
         "by side, what it reads may no longer be found (\"calls function in an unbounded way\").",
         14, 21, 14, "Guarded.SumsOfARoundedLengthCompile"},
    };
    return rows;
}

bool holds_for(const Row& row, int halide_version) {
    return halide_version >= row.from && (row.until == no_version || halide_version < row.until);
}

bool applies(Defect defect) {
    const auto row =
        std::find_if(table().begin(), table().end(), [&](const Row& one) { return one.defect == defect; });
    return row != table().end() && holds_for(*row, compat::halide_version);
}

} // namespace autoconfig::defects
