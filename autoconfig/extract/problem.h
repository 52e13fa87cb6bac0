// What a contraction computes, in plain numbers and names: the output of `extract`, the input of
// everything else. Nothing here knows Halide.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoconfig {

/// The part a loop plays in out(I) += A(fA(I,R)) * B(fB(I,R)), by the operands it indexes:
/// M: A and out. N: B and out. Batch: all three. K: A and B, reduced. Window: reduced, and shares an
/// index with a pure loop (x*stride + r*dilation).
/// By convention N is on the vectorised side: the loop that is contiguous in out is never an M loop
/// (extract swaps the operands where it has to).
enum class Role { M, N, Batch, K, Window };
const char* to_string(Role role);

/// Where a loop's extent comes from. Only Bound extents hold at run time; AtMost ones are bounds of which a
/// clamp or an RDom::where may leave less; the others are a guess.
enum class ExtentSource { Bound, AtMost, Estimate, Default };
const char* to_string(ExtentSource source);

struct ScalarType {
    enum class Kind { Float, Int, UInt };
    Kind kind = Kind::Float;
    int bits = 32;

    int bytes() const { return (bits + 7) / 8; }
    bool operator==(const ScalarType& other) const { return kind == other.kind && bits == other.bits; }
};
std::string to_string(ScalarType type); // "f32", "i8", "u8"

/// Where an extent is found at run time: by what a dimension of an output's buffer has, or a reduction
/// variable. Where these are n, it is (times * n + plus) / over.
struct RunTimeExtent {
    std::string func;
    int update = -1; // whose reduction variable; -1: a dimension
    int index = 0;   // of the variable, or the dimension
    std::int64_t times = 1, plus = 0, over = 1;
};

struct Loop {
    std::string name; // the Halide Var or RVar, as scheduling calls name it: "x", "r$x"
    Role role = Role::M;
    std::int64_t extent = 1;
    ExtentSource source = ExtentSource::Bound;
    std::optional<RunTimeExtent> at_run_time = std::nullopt; // at least so much; where it can be asked for
};

/// An operand or the result. Its element in storage dimension d is
/// sum over loops l of coefficient[d][l] * l, plus a constant.
struct Operand {
    std::string func;                                   // the Func or buffer that is read (or written)
    ScalarType type;                                    // as stored
    std::vector<std::vector<std::int64_t>> coefficient; // [dimension][loop of Problem::loops]
    std::vector<std::int64_t> stride; // elements between neighbours in each storage dimension
    /// Elements of the contiguous dimension that lie side by side, the next ones behind all other dimensions
    /// of these; 0: all do. Strides are those within such a panel.
    std::int64_t panel = 0;
    bool wrappable = true;         // a Func that the contraction reads here only: Func::in() can pack it
    bool has_buffer = false;       // of the user's, which can be asked at run time for its strides
    bool run_time_strides = false; // it, or what it is computed from, is a buffer of the user's of which some
                                   // stride beside the first is only known at run time, whatever its sizes
    double ops_per_element = 0;    // arithmetic to produce one element when it is inlined (prologue)
    double interior_ops_per_element =
        0;                   // what is left of it where no index leaves what boundary conditions are for
    double source_bytes = 0; // loaded to make one element, of what is movable
    bool movable = false; // a pure Func that computes something and that the contraction alone reads, once:
                          // a copy of it can be computed wherever it is wanted

    /// Elements that one step of a loop moves in memory; 0 when the loop does not index this operand.
    std::int64_t step(std::size_t loop) const;
    /// The first storage dimension that a loop indexes, or -1; also for a loop that is not there (-1).
    int dimension_of(int loop) const;
};

/// A pure Func on the way from the input to operand A, or from the result to the output, that is made for a
/// few tiles at a time, or from the weights to operand B, which is made once.
struct TransformStage {
    std::string func;
    int channel = 0;         // its dimension that vectors run along
    std::vector<int> points; // its dimensions of constant extent, that run over transform points
};

/// What stands around the products of minimal filtering (Winograd): operand A is made of overlapping tiles of
/// an input, a batch loop counts their points, and all points of an M make one tile of the output.
struct Transforms {
    std::string output;                     // the Func that stores tiles, elementwise epilogue included
    int channels = 0, across = 0, down = 0; // its dimensions: N, columns and rows of tiles
    int tile = 1;                           // its rows, and columns, a tile
    std::int64_t panel = 1;                 // its channels that lie side by side in the result (NR)
    std::int64_t tiles_across = 1, tiles_down = 1, output_channels = 1;
    std::vector<TransformStage> filter;     // operand B first; none where it comes transformed
    std::vector<TransformStage> data, back; // operand A first; the one that the output reads last
    std::vector<std::string> inlined;       // the pure Funcs between that one and the output, and what moves
                                            // inputs to the first ones

    /// Every Func named here.
    std::vector<std::string> funcs() const;
};

/// A dimension of the Funcs that is two loops of the problem, as only the number of the group indexes one of
/// the operands: element group * (extent of `within`) + within.
struct GroupedLoop {
    int within = -1; // in its place among the loops
    int over = -1;   // a batch loop behind those of the other dimensions
};

/// Smaller groups are left to other schedules: less than the shortest vector, 128 bits of f32.
constexpr std::int64_t fewest_grouped_channels = 4;

/// Steps of a window's loops that are left out, as what they read lies outside.
struct ClippedWindow {
    int tile = 0;    // rows of a register tile, which are tested together: all outside or none; 0: not tested
    double kept = 1; // share of the steps that are left
};

/// Zeros before and after an operand in one of its dimensions, along which an M loop around the rows of tiles
/// and one over a window lead: steps that may be left out, as they add nothing. So many elements at the sizes
/// that are known or expected, and as many beside larger or smaller rows.
struct PaddedRows {
    int rows = -1, window = -1; // the loops
    int dimension = 0;          // of A
    std::int64_t before = 0, after = 0;
};

/// A step of the reduction that is no multiply-add: any function of an element of A and one of B, which is
/// added to the result or kept where it is the largest or smallest, as in distances between all pairs of rows
/// and in shortest paths (products over another semiring).
struct GeneralStep {
    std::string expression;  // of the result and the operands by their names: "min(C, A + B)"
    double instructions = 1; // vector instructions for a register of results
    int temporaries = 1;     // registers that it takes beside those of the result and the operands
};

/// How the loops of a contraction go about it.
struct Way {
    int rows_along = -1;          // the M loop that tiles have rows of; -1: the innermost one
    bool without_padding = false; // steps that read what is padded are left out

    bool operator==(const Way& other) const {
        return rows_along == other.rows_along && without_padding == other.without_padding;
    }
};

/// One contraction of a pipeline and what surrounds it.
struct Problem {
    std::string func;        // the Func with the update definition
    std::string consumer;    // the Func whose loops tile the result through an elementwise epilogue; equal
                             // to func when func is a pipeline output; empty when the result is wrapped
                             // and computed at root for consumers of any other kind
    std::vector<Loop> loops; // pure loops in the order of out's dimensions (innermost first; not func's where
                             // a consumer transposes), over groups, then reduced loops innermost first
    Operand a, b, out;       // b is indexed by N, a by M; out is where the consumer stores the result
    ScalarType accumulator;
    Way way;                              // how its loops go about it
    std::optional<GeneralStep> step;      // none: out += a * b
    std::vector<std::string> inlined;     // Funcs between func and consumer
    std::vector<std::string> through;     // Funcs between the operands and func, inlined there
    std::optional<Transforms> transforms; // of minimal filtering
    std::optional<GroupedLoop> groups;    // of channels
    std::optional<ClippedWindow> clipped; // by a predicate of the reduction
    std::optional<PaddedRows> padded;     // of A
    double epilogue_ops_per_element = 0;  // arithmetic of the elementwise epilogue, per output element
    /// The result, which no buffer of the user's holds, may be computed past the end of its columns, where
    /// nothing but what is clamped or made on the way is read.
    bool columns_may_overrun = false;
    std::vector<std::string> notes; // what the reader of the report should know about the input

    /// Extents' product over the loops of a role; 1 where there are none.
    std::int64_t extent(Role role) const;
    /// Index in `loops` of the innermost loop of a role, or -1.
    int innermost(Role role) const;
    /// The loop that vectors of the result run along: the innermost N loop; where there is none the batch
    /// loop that is contiguous in out (depthwise); or -1.
    int columns() const;
    /// Steps of a window are left out.
    bool clips() const { return clipped || way.without_padding; }
    /// Register tiles are tested for what a window leaves of them.
    bool clips_tiles() const { return clipped && clipped->tile > 0; }
    bool runs_over_groups(int loop) const { return groups && groups->over == loop; }
    /// The role of a loop in the order of all: that over groups runs around the columns, as an N loop does.
    Role order_role(int loop) const;
    /// The M loop that tiles have rows of, or -1.
    int row() const { return way.rows_along >= 0 ? way.rows_along : innermost(Role::M); }
    /// The innermost of the other M loops, which run around the rows, or -1.
    int outer_row_loop() const;
    /// The M loop that blocks of rows split: that one, or the only one where there is none around it, or -1.
    int row_block_loop() const;
    /// The outermost batch loop in the order of all that is not the columns', or -1.
    int outermost_batch_loop() const;
    /// The longest loop around the columns, of N or over groups, or -1.
    int longest_outer_column_loop() const;
    /// The reduced loops, those first that move least in a's memory.
    std::vector<int> reduction_order() const;
    /// Elements of an operand that loops of these extents (in the order of `loops`) reach, each counted once.
    double footprint(const Operand& operand, const std::vector<std::int64_t>& extents) const;
    /// Elements of the result.
    double result_elements() const;
    /// Share of the steps that are not left out.
    double kept() const;
    /// Steps of all reduced loops within one step of the innermost K loop: of KC, which counts those of all,
    /// only that loop is cut.
    std::int64_t k_block_unit() const;
    /// Every pure extent holds at run time.
    bool sizes_are_bound() const;
    /// Product of all extents.
    double steps() const;
    /// Of the steps, each a multiplication and an addition or the instructions of a general one.
    double flops() const;
    /// Bytes of a, b and out, each element counted once.
    double bytes_once() const;
};

/// The same gone about in another way.
Problem in_way(Problem problem, const Way& way);

/// The same with other extents, in the order of its loops: strides of operands grow with what they step over.
Problem resized(const Problem& problem, const std::vector<std::int64_t>& extents);

} // namespace autoconfig
