// The loops of a leader (rows):              (blocks):
//   parallel strip                             parallel strip
//     others around                              others around
//       block, where columns are cut               block
//         [members that stay, storage]               [members]
//         line                                       others within
//           [members]                                  line
//           others within                                vector, lane
//             vector, lane
//
// A sum in registers is made within the vector loop of its reader. Where one strip is all of the leader, its
// blocks are parallel instead. Strips of rows end with a guard, but for equal parts in which windows slide:
// these overlap. Blocks overlap at the edge where the result holds at least one, which is bound or asked at
// run time, and are guarded elsewhere, and so are the vectors at the end of long rows whose guards would go
// lane by lane; members are guarded always, and so are right in both. A turned member has another of its
// dimensions innermost, in storage and as vector, lane; a turned leader, which is an output, as vector, lane
// only. Buffers that may be interleaved are asked at run time: where they are, a flat leader has its first
// two loops fused into one, and one that stores interleaved makes all elements of a place for its lanes. So
// are rows of any stride, which are dense then, and the number of elements that are made together, written
// out within the vector loop.
#include "schedules/fused.h"

#include "schedules/simple_loops.h"

#include <algorithm>
#include <map>

namespace autoconfig {

using Halide::TailStrategy;

namespace {

class GroupNest {
public:
    GroupNest(Script& script, const FusedGroup& group)
        : script_(script), group_(group), leader_(script.func(group.funcs.front())) {}

    void schedule() {
        if (!script_.is_output(group_.leader.name)) leader_.compute_root();
        name_axes();
        const Condition usual = is_usual();
        Condition large = holds_a_tile();
        if (large.expr.defined()) large.add(usual);
        if (const Condition interleaved = is_interleaved(large.expr.defined() ? large : usual);
            interleaved.expr.defined())
            loops(leader_.pure().specialize(interleaved, leader_.id() + "_interleaved"),
                  {large.expr.defined(), true, true});
        const bool plain = always_interleaved();
        if (large.expr.defined() && (plain || !group_.leader.is_flat()))
            loops(leader_.pure().specialize(large, leader_.id() + "_large"), {true, plain, true});
        if (usual.expr.defined() && !group_.long_row)
            loops(leader_.pure().specialize(usual, leader_.id() + "_usual"), {false, plain, true});
        loops(leader_.pure(), {false, plain, !usual.expr.defined()});
        for (std::size_t m = 1; m < group_.funcs.size(); ++m) schedule_member(m);
        for (const Host& host : group_.hosts) schedule_guests(host);
    }

private:
    /// What a body of the leader's loops may rely on.
    struct Body {
        bool large = false;       // the result holds a tile, and a vector of a long row
        bool interleaved = false; // buffers are as the group takes them to be
        bool usual = false;       // rows are dense, and there are as many elements together as expected
    };

    const GroupTile& tile() const { return group_.tile; }
    const Dimension& dimension(int d) const { return group_.leader.dimensions[d]; }
    /// Its loop; vectors are along the first, which is not the Func's own first where the leader is turned.
    Axis loop(int d) const { return script_.existing_var(dimension(d).name); }

    /// Of the Func's own dimensions, those that it fuses.
    std::vector<Extent> extents(int d) const {
        std::vector<Extent> all{leader_.extent(leader_.dimension(dimension(d).name))};
        if (!dimension(d).fused.empty()) all.push_back(leader_.extent(leader_.dimension(dimension(d).fused)));
        return all;
    }

    bool has_members() const { return group_.funcs.size() > 1; }

    /// Are blocks made of whole vectors? Those that end with a guard are (vectorize_rows).
    bool shares_vectors() const { return tile().columns > 0 && has_vectors() && !has_members(); }

    /// The leader's.
    const RowVectors& vectors(const Body& body) const {
        return body.large && group_.long_row ? *group_.long_row : group_.rows.front();
    }
    bool has_vectors() const { return group_.rows.front().lanes > 1; }

    void name_axes() {
        if (tile().row >= 0) strip_ = script_.var("strip"), line_ = script_.var("line");
        if (tile().columns > 0)
            block_ = script_.var("block"), column_ = script_.var(shares_vectors() ? "vectors" : "column");
        if (has_vectors()) vectors_[0] = vector_ = script_.var("vector"), lane_ = script_.var("lane");
        for (int d = 1; d < static_cast<int>(group_.leader.dimensions.size()); ++d)
            if (d != tile().row)
                (tile().holds(group_.leader, static_cast<std::size_t>(d)) ? within_ : around_)
                    .push_back(loop(d));
    }

    bool by_lines() const { return tile().kind == TileKind::Rows; }

    /// Dimensions that are cut into tiles which may overlap, and the size of the tile.
    std::vector<std::pair<int, std::int64_t>> cuts() const {
        std::vector<std::pair<int, std::int64_t>> sizes;
        if (tile().row >= 0 && !by_lines()) sizes.push_back({tile().row, tile().rows});
        if (tile().columns > 0) sizes.push_back({0, tile().columns});
        return sizes;
    }

    /// Nothing has to be asked for what the leader makes of interleaved buffers.
    bool always_interleaved() const {
        return group_.leader.is_flat() ? group_.interleaved.empty() : !group_.leader.interleaved.asked;
    }

    /// Buffers are as the group takes them to be, and whatever else is asked holds, too. Undefined where
    /// there are none.
    Condition is_interleaved(const Condition& others) {
        if (group_.interleaved.empty() || !leader_.can_be_specialized()) return {};
        Condition all;
        for (const InterleavedBuffer& buffer : group_.interleaved) {
            const FuncScript func = script_.func(buffer.func);
            all.add_equal(func.min(0), 0);
            all.add_equal(func.extent(0), buffer.elements);
            all.add_equal(func.stride(1), buffer.elements);
        }
        all.add(others);
        return all;
    }

    /// Rows are dense in the buffers of which nothing says so, and the elements to be made together are as
    /// many as the estimates say, from 0 on: what is selected by them is known then where they are written
    /// out. Undefined where nothing is to be asked.
    Condition is_usual() {
        Condition all;
        if (!leader_.can_be_specialized()) return all;
        for (const std::string& buffer : group_.dense) all.add_equal(script_.func(buffer).stride(0), 1);
        if (group_.together && !group_.stores_interleaved && !is_bound(group_.together.dimension)) {
            all.add_equal(extents(group_.together.dimension).front(), group_.together.elements);
            all.add_equal(leader_.min(leader_.dimension(dimension(group_.together.dimension).name)), 0);
        }
        return all;
    }

    bool is_bound(int d) const { return dimension(d).source == ExtentSource::Bound; }

    /// Undefined where nothing is to be asked: without members guards of tiles cost nothing, and an input may
    /// be the output's own buffer.
    Condition holds_a_tile() {
        Condition all;
        if (!script_.is_output(group_.leader.name) || !leader_.can_be_specialized()) return all;
        if (group_.long_row) all.add(extents(0), group_.long_row->lanes);
        if (!has_members()) return all;
        for (const auto& [d, size] : cuts())
            if (!is_bound(d) && size > 1) all.add(extents(d), size);
        return all;
    }

    TailStrategy tail(int d, const Body& body) const {
        if (by_lines() && d == tile().row)
            return group_.strips_overlap ? TailStrategy::ShiftInwards : TailStrategy::GuardWithIf;
        const bool apart = d == 0 && is_apart(body);
        const bool overlaps = has_members() && !apart && (body.large || is_bound(d));
        return overlaps ? TailStrategy::ShiftInwards : TailStrategy::GuardWithIf;
    }

    /// Are the loops of a row that is fused left as they are?
    bool is_apart(const Body& body) const { return group_.leader.is_flat() && !body.interleaved; }

    /// The loop along a row of the leader, or of a member: of what is flat, over the elements of all places.
    Axis row(StageScript& stage, FuncScript& func, const Axis& x) {
        if (!group_.leader.is_flat()) return x;
        const Axis element = script_.var("element");
        stage.fuse(func.axis(0), func.axis(1), element);
        return element;
    }

    /// Loops along it within a block, innermost first.
    std::vector<Axis> columns(StageScript& stage, const Body& body) {
        Axis x = is_apart(body) ? loop(0) : row(stage, leader_, loop(0));
        const RowVectors& own = vectors(body);
        const TailStrategy end = is_apart(body) ? TailStrategy::GuardWithIf : tail_of(own.end);
        if (shares_vectors()) {
            stage.split(x, column_, lane_, own.lanes, end)
                .vectorize(lane_)
                .split(column_, block_, vector_, tile().columns / own.lanes, TailStrategy::GuardWithIf);
            return {lane_, vector_};
        }
        if (tile().columns > 0) {
            stage.split(x, block_, column_, tile().columns, tail(0, body));
            x = column_;
        }
        if (!has_vectors()) return {x};
        stage.split(x, vector_, lane_, own.lanes, end).vectorize(lane_);
        return {lane_, vector_};
    }

    /// Those around them within the tile.
    std::vector<Axis> within(const Body& body) const {
        std::vector<Axis> loops = within_;
        if (is_apart(body)) loops.insert(loops.begin(), script_.existing_var(dimension(0).fused));
        if (!makes_together(body)) return loops;
        const auto is_it = [&](const Axis& axis) { return axis.id == loop(group_.together.dimension).id; };
        loops.erase(std::remove_if(loops.begin(), loops.end(), is_it), loops.end());
        return loops;
    }

    /// Are some elements computed after each other within the vectors? Those of a place are stored together.
    bool makes_together(const Body& body) const {
        if (!group_.together) return false;
        return group_.stores_interleaved
                   ? body.interleaved
                   : body.usual && (is_bound(group_.together.dimension) || leader_.can_be_specialized());
    }

    void cut_into_strips(StageScript& stage, const Body& body) {
        const TailStrategy end = tail(tile().row, body);
        if (tile().parts == 0) {
            stage.split(loop(tile().row), strip_, line_, tile().rows, end);
            return;
        }
        const OutputRows& rows = *dimension(tile().row).at_run_time;
        stage.split(loop(tile().row), strip_, line_, script_.part(rows, tile().parts, group_.least_rows),
                    end);
    }

    void loops(StageScript stage, const Body& body) {
        if (leader_.dimensions() == 0) return;
        if (tile().row >= 0) cut_into_strips(stage, body);
        std::vector<Axis> order = columns(stage, body);
        const auto append = [&](const std::vector<Axis>& axes) {
            order.insert(order.end(), axes.begin(), axes.end());
        };
        if (makes_together(body)) {
            const Axis element = loop(group_.together.dimension);
            stage.unroll(element);
            order.insert(order.begin() + (has_vectors() ? 1 : 0), element);
        }
        append(within(body));
        if (tile().row >= 0) order.push_back(line_);
        if (tile().columns > 0) order.push_back(block_);
        append(around_);
        if (tile().row >= 0) order.push_back(strip_);
        if (order.size() > 1) stage.reorder(order);
        if (group_.parallel) stage.parallel(tile().shares_blocks(group_.leader) ? block_ : strip_);
    }

    /// The loop over tiles.
    const Axis& tiles() const {
        if (tile().columns > 0) return block_;
        return around_.empty() ? strip_ : around_.front();
    }

    void place(FuncScript& member, std::size_t m) {
        switch (group_.made_at[m]) {
        case MadeAt::Root: member.compute_root(); return;
        case MadeAt::Tile: member.compute_at(leader_, tiles()); break;
        case MadeAt::Line: member.compute_at(leader_, line_); break;
        case MadeAt::Window: member.store_at(leader_, tiles()).compute_at(leader_, line_); break;
        case MadeAt::Vector: return place_in_vectors(member, m);
        }
        if (const Fold& fold = group_.folds[m]; fold.rows > 0)
            member.fold_storage(script_.existing_var(fold.along), fold.rows);
        member.reuse_storage();
    }

    void place_in_vectors(FuncScript& member, std::size_t m) {
        const auto reader = static_cast<std::size_t>(group_.summed_in[m]);
        FuncScript func = script_.func(group_.funcs[reader]);
        member.compute_at(func, vectors_.at(reader));
        const RowVectors& rows = group_.rows[m];
        const Axis row = rows.along.empty() ? member.axis(0) : script_.existing_var(rows.along);
        member.bound_storage(row, rows.lanes);
    }

    void schedule_member(std::size_t m) {
        FuncScript member = script_.func(group_.funcs[m]);
        place(member, m);
        if (!group_.rows[m].along.empty())
            return schedule_turned(script_, member, group_.rows[m], group_.updates[m]);
        StageScript pure = member.pure();
        vectors_[m] = vectorize_rows(script_, pure, row(pure, member, member.axis(0)), group_.rows[m]);
        for (const UpdateForm& update : group_.updates[m])
            if (!update.together.empty()) pure.unroll(script_.existing_var(update.together));
        schedule_updates(script_, member, group_.update_rows[m], group_.updates[m]);
    }

    /// slices                 (the host's)
    ///   [guests]
    ///   the host's other loops
    ///     vector, lane
    void schedule_guests(const Host& host) {
        FuncScript around = script_.func(group_.funcs[host.member]);
        std::vector<Axis> order, slices;
        const int fused = group_.leader.is_flat() ? 1 : 0; // into its first dimension
        for (int d = 1 + fused; d < around.dimensions(); ++d) {
            const bool slice = std::count(host.loops.begin(), host.loops.end(), d - fused) > 0;
            (slice ? slices : order).push_back(around.axis(d));
        }
        order.insert(order.end(), slices.begin(), slices.end());
        if (order.size() > 1) around.pure().reorder(order);
        for (int guest : host.guests)
            if (group_.made_at[guest] != MadeAt::Vector)
                script_.func(group_.funcs[guest]).compute_at(around, slices.front()).reuse_storage();
    }

    Script& script_;
    const FusedGroup& group_;
    FuncScript leader_;
    Axis strip_, line_, block_, column_, vector_, lane_;
    std::map<std::size_t, Axis> vectors_; // of each member: the loop over them
    std::vector<Axis> within_, around_;
};

} // namespace

void schedule_group(Script& script, const FusedGroup& group) { GroupNest(script, group).schedule(); }

} // namespace autoconfig
