// Asks the model what a group's members do at its tile.
#include "autoconfig/decide/fused_group.h"

#include "autoconfig/model/vector_loads.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace autoconfig {

namespace {

std::vector<MadeAt> loops_made_at(const Group& group, const GroupTile& tile) {
    const bool whole = tile.kind == TileKind::Blocks && tile.row < 0 && tile.columns == 0;
    std::vector<MadeAt> at(group.members.size(), whole ? MadeAt::Root : MadeAt::Tile);
    at.front() = MadeAt::Root;
    if (tile.kind == TileKind::Blocks || tile.row < 0) return at;
    const std::vector<int> along = sliding_dimensions(group, tile.row);
    const std::vector<bool> kept = keeps_rows(group, tile.row);
    for (std::size_t m = 1; m < at.size(); ++m)
        if (along[m] >= 0) at[m] = kept[m] ? MadeAt::Window : MadeAt::Line;
    return at;
}

std::vector<MadeAt> made_at(const Group& group, const GroupTile& tile, const std::vector<int>& summed_in) {
    std::vector<MadeAt> at = loops_made_at(group, tile);
    for (std::size_t m = 1; m < at.size(); ++m)
        if (summed_in[m] >= 0) at[m] = MadeAt::Vector;
    return at;
}

std::vector<Fold> folds(const Group& group, const GroupTile& tile) {
    std::vector<Fold> folds(group.members.size());
    const std::vector<FoldedRows> folded = folded_rows(group, tile);
    for (std::size_t m = 0; m < folds.size(); ++m)
        if (folded[m].rows > 0) folds[m] = {group.member(m).dimensions[folded[m].along].name, folded[m].rows};
    return folds;
}

/// The vectors of a group's members.
class MemberRows {
public:
    MemberRows(const Group& group, const GroupTile& tile, bool in_place, const SumsInVectors& sums)
        : group_(group), tile_(tile), in_place_(in_place), sums_(sums), bound_(bound_rows(group, tile)),
          regions_(tile_regions(group, tile)) {}

    int lanes(std::size_t m) const { return sums_.lanes[m]; }

    RowVectors of_leader() const {
        const FuncStages& leader = group_.leader();
        RowVectors rows = !in_blocks() && overlaps(0)
                              ? RowVectors{lanes(0), RowEnd::Overlap}
                              : row_vectors(lanes(0), bound_[0], true, in_place_, group_.overruns[0]);
        rows = with_guards_kept(leader, rows);
        if (leader.turned) rows.along = leader.dimensions.front().name;
        return rows;
    }

    /// Blocks are of constant size only where they are whole, so vectors of their members are whole where
    /// those may overrun, and guarded elsewhere. Whole rows end with a vector that overlaps where they may: a
    /// guarded one loads what is not dense lane by lane, each behind a branch of its own; those of updates,
    /// which must not compute an element twice, go on beyond it.
    RowVectors of_member(std::size_t m, bool pure) const {
        const FuncStages& func = group_.member(m);
        const bool overruns = group_.overruns[m];
        const int lanes = has_scalar_rows(func, bound_[m], this->lanes(m), tile_) ? 1 : this->lanes(m);
        if (func.turned)
            return {lanes, overruns ? RowEnd::RoundUp : RowEnd::Guard, func.dimensions.front().name};
        if (func.is_flat()) return {lanes};
        if (sums_.reader[m] >= 0) return {lanes, overruns ? RowEnd::RoundUp : RowEnd::Guard};
        if ((in_blocks() || !pure) && overruns) return {lanes, RowEnd::RoundUp};
        if (pure && !in_blocks() && overlaps(m)) return {lanes, RowEnd::Overlap};
        return with_guards_kept(func, row_vectors(lanes, in_blocks() ? 0 : bound_[m], pure, false, overruns));
    }

private:
    bool in_blocks() const { return tile_.columns > 0; }

    /// A row holds a vector, and what is computed before a shorter one reads nothing that is not there.
    bool overlaps(std::size_t m) const {
        return group_.overruns[m] && !regions_[m].empty() && regions_[m].front() >= lanes(m);
    }

    const Group& group_;
    const GroupTile& tile_;
    const bool in_place_;
    const SumsInVectors& sums_;
    const std::vector<std::int64_t> bound_;
    const std::vector<Region> regions_;
};

/// Sums stay where their readers' rows keep the vectors that they would be in: a guard may forbid these.
SumsInVectors in_kept_vectors(SumsInVectors sums, const Group& group, const GroupTile& tile, bool in_place) {
    const MemberRows rows(group, tile, in_place, sums);
    std::vector<int> readers = sums.reader;
    for (std::size_t m = 1; m < readers.size(); ++m) {
        if (readers[m] < 0) continue;
        const auto reader = static_cast<std::size_t>(readers[m]);
        const int lanes = (reader == 0 ? rows.of_leader() : rows.of_member(reader, true)).lanes;
        if (lanes != sums.lanes[m]) readers[m] = -1, sums.together[m] = {};
    }
    sums.reader = readers;
    return sums;
}

/// Calls visit(position of the reader, read) for all that members read.
template<typename Visit>
void for_each_read(const Group& group, const Visit& visit) {
    for (std::size_t m = 0; m < group.members.size(); ++m)
        for (const StageWork& stage : group.member(m).stages)
            for (const Read& read : stage.reads) visit(m, read);
}

/// Those whose strides decide what the group's vectors load and store.
std::vector<InterleavedBuffer> interleaved_buffers(const Group& group) {
    std::vector<InterleavedBuffer> buffers;
    const auto add = [&](const FuncStages& func) {
        const auto same = [&](const InterleavedBuffer& other) { return other.func == func.name; };
        if (func.interleaved.asked && std::none_of(buffers.begin(), buffers.end(), same))
            buffers.push_back({func.name, func.interleaved.elements});
    };
    if (group.leader().is_flat()) {
        for (const FuncStages& func : group.funcs)
            if (func.interleaved.elements > 0) add(func);
        return buffers;
    }
    if (stores_interleaved(group.leader())) add(group.leader());
    for_each_read(group, [&](std::size_t, const Read& read) {
        if (takes_one_of_each(read, group.funcs[read.producer])) add(group.funcs[read.producer]);
    });
    return buffers;
}

/// Those whose rows may lie apart, for all that is known.
std::vector<std::string> buffers_of_any_stride(const Group& group) {
    std::vector<std::string> buffers;
    const auto add = [&](const FuncStages& func) {
        if (func.any_stride && std::find(buffers.begin(), buffers.end(), func.name) == buffers.end())
            buffers.push_back(func.name);
    };
    add(group.leader());
    for_each_read(group, [&](std::size_t, const Read& read) { add(group.funcs[read.producer]); });
    return buffers;
}

bool any_of(const std::vector<bool>& members) {
    return std::find(members.begin(), members.end(), true) != members.end();
}

/// Over an input of which no window is made, as these members `keep`: that one would meet rows which are
/// written already.
bool may_be_written_over_an_input(const Group& group, const std::vector<bool>& keep) {
    std::set<int> slid_over;
    for_each_read(group, [&](std::size_t m, const Read& read) {
        if (m > 0 && keep[m]) slid_over.insert(read.producer);
    });
    const std::vector<int> images = in_place_images(group.funcs, group.members.front());
    return std::any_of(images.begin(), images.end(), [&](int image) { return slid_over.count(image) == 0; });
}

/// Do windows slide in equal parts that cannot overlap?
bool must_not_be_parts(const Group& group, const GroupTile& tile) {
    if (tile.parts == 0 || group.members.size() < 2) return false;
    const std::vector<bool> keep = keeps_rows(group, tile.row);
    return any_of(keep) &&
           (any_of(keeps_overlapping_strips(group, tile.row)) ||
            overlapping_strips_ask_for_more(group, tile.row) || may_be_written_over_an_input(group, keep));
}

/// Rows that take as long as all that threads take to share them.
std::int64_t least_rows(const FusedGroup& group) {
    if (!group.parallel || group.tile.parts == 0) return 1;
    double waking = 0;
    for (const Term& term : group.cost.terms)
        if (term.is_elapsed()) waking += term.total;
    const auto rows = static_cast<double>(group.leader.dimensions[group.tile.row].extent);
    return static_cast<std::int64_t>(std::ceil(rows * waking / group.cost.serial_cycles));
}

/// Elements of the leader for each vector, and with them those of sums in its vectors.
void make_together(FusedGroup& fused, const std::vector<SumTogether>& sums, const Group& group) {
    fused.together = together(fused.leader);
    for (std::size_t m = 1; m < sums.size(); ++m) {
        const SumTogether& elements = sums[m];
        if (!elements) continue;
        fused.together = elements.leader;
        UpdateForm& update = fused.updates[m].front();
        update.together = group.member(m).dimensions[elements.sum.dimension].name;
        update.written_out = 0;
    }
}

/// Vectors of other rows fill a register, but where sums are made in them: the code of each lane that is
/// guarded is written out.
void overlap_long_rows(FusedGroup& fused, const Machine& machine) {
    RowVectors& others = fused.rows.front();
    if (others.end != RowEnd::Guard || others.lanes == 1) return;
    fused.long_row = others;
    fused.long_row->end = RowEnd::Overlap;
    if (std::count(fused.summed_in.begin(), fused.summed_in.end(), 0) == 0)
        others.lanes = std::min(others.lanes, machine.vector_bits / 8 / fused.leader.widest_bytes);
}

} // namespace

std::vector<UpdateForm> forms_of_updates(const std::vector<FuncStages>& funcs, int f, int lanes,
                                         const Region& region, const Machine& machine) {
    const FuncStages& func = funcs[f];
    std::vector<UpdateForm> forms;
    for (std::size_t s = 1; s < func.stages.size(); ++s) {
        const StageWork& stage = func.stages[s];
        const int own_lanes = lanes_of(stage, lanes, region.empty() ? 1 : region[0], funcs, machine);
        forms.push_back({loops_written_out(func, stage, own_lanes, funcs, machine),
                         stage.pure_loop < 0 ? 1 : abreast(func, stage, region[stage.pure_loop], machine),
                         row_sweep(func, stage, own_lanes, funcs, machine),
                         partials(func, stage, own_lanes, funcs, machine), own_lanes, stage.free_rows});
    }
    return forms;
}

std::vector<double> bytes_held(const Group& group, const GroupTile& tile, const Machine& machine) {
    const std::vector<Region> regions = tile_regions(group, tile);
    std::vector<Region> held = held_at_once(
        group, tile, regions, computed_at_once(group, tile, regions, hosts(group, tile, machine)),
        sums_in_vectors(group, tile, machine).reader);
    held.front() = whole_region(group.leader());
    std::vector<double> bytes;
    for (std::size_t m = 0; m < held.size(); ++m) bytes.push_back(elements(held[m]) * group.member(m).bytes);
    return bytes;
}

GroupTile legal_tile(GroupTile tile, const Group& group) {
    if (must_not_be_parts(group, tile)) tile.parts = 0;
    const bool slides = tile.kind == TileKind::Rows && tile.row >= 0 && tile.rows > 1;
    if (!slides || group.members.size() < 2) return tile;
    const Dimension& rows = group.leader().dimensions[tile.row];
    if (rows.source == ExtentSource::Bound)
        while (rows.extent % tile.rows == 0) ++tile.rows;
    return tile;
}

FusedGroup fused_group(const InlinedGraph& funcs, const std::vector<int>& members, const GroupTile& tile,
                       const Machine& machine) {
    const Group group{funcs.funcs(), members};
    FusedGroup fused;
    const bool in_place = funcs.may_be_in_place(members.front());
    const SumsInVectors sums = in_kept_vectors(sums_in_vectors(group, tile, machine), group, tile, in_place);
    fused.summed_in = sums.reader;
    const MemberRows rows(group, tile, in_place, sums);
    fused.leader = group.leader();
    fused.tile = tile;
    fused.made_at = made_at(group, tile, fused.summed_in);
    fused.hosts = hosts(group, tile, machine);
    fused.bytes = bytes_held(group, tile, machine);
    fused.cost = *cost_of(group, tile, machine, Words::Yes);
    fused.parallel = fused.cost.parallel;
    fused.least_rows = least_rows(fused);
    fused.strips_overlap = tile.parts > 0 && any_of(keeps_rows(group, tile.row));
    fused.folds = fused.strips_overlap ? std::vector<Fold>(members.size()) : folds(group, tile);
    fused.interleaved = interleaved_buffers(group);
    fused.stores_interleaved = stores_interleaved(fused.leader);
    fused.dense = buffers_of_any_stride(group);
    const std::vector<Region> at_once = computed_at_once(group, tile, tile_regions(group, tile), fused.hosts);
    for (std::size_t m = 0; m < members.size(); ++m) {
        fused.funcs.push_back(group.member(m).name);
        fused.added.push_back(!group.member(m).copy_of.empty());
        fused.rows.push_back(m == 0 ? rows.of_leader() : rows.of_member(m, true));
        fused.update_rows.push_back(rows.of_member(m, false));
        fused.updates.push_back(
            forms_of_updates(funcs.funcs(), members[m], rows.lanes(m), at_once[m], machine));
    }
    make_together(fused, sums.together, group);
    if (overlaps_long_rows(group, tile, machine)) overlap_long_rows(fused, machine);
    return fused;
}

} // namespace autoconfig
