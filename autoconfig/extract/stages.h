// The part of a pipeline that is not contractions, in plain numbers: every Func's loops, its arithmetic, and
// how each of its stages reads its producers. The output of `extract` for fusion; nothing here knows Halide.
#pragma once

#include "autoconfig/extract/problem.h"
#include "autoconfig/extract/work_by_loops.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace autoconfig {

/// One dimension of a producer as its consumer's loops move it: the elements from low to high around
/// sum over loops d of slope[d] * d. x/2 has slope 0.5, x*2 + r with 0 <= r < 3 slope 2 and 0..2.
struct Movement {
    std::vector<double> slope; // one a pure loop of the consumer
    double low = 0, high = 0;
    bool known = true;  // false: nothing bounds the index
    bool steady = true; // the index never goes back as a loop goes on, and Halide can tell
    bool exact = true;  // as many elements at run time: no clamp and no estimate has a part in it
    bool placed = true; // low and high, too, are those of run time
    bool floored = false, capped = false; // never beyond a place that no loop moves
    bool tagged = false;                  // has a side tagged likely(): a boundary condition
    bool gathers_shared = false; // through a clamp that Halide loses where several loads share the index
    bool shared = false;         // several loads do
    /// One a loop: its steps lead to places between low and high that follow no rule, as data or roundings
    /// do. Empty where none does.
    std::vector<bool> scattered = {};
    bool by_estimate = false;    // low or high, but for what clamps do to them
    std::string bounded_by = {}; // the one buffer whose bounds it is clamped to; empty: none
    /// Elements from one step of the stage's innermost reduced loop to the next; NaN where they follow no
    /// rule.
    double reduced_step = 0;

    /// No loop moves the index.
    bool still() const;
    /// Wherever the loops are, the index stays between two places.
    bool held() const;
    /// Halide cuts loops that move the index where it begins and ceases to be what it is inside.
    bool has_ends() const { return tagged || held(); }

    /// Elements from the first to the last that is read while the loops run over so many values each.
    double footprint(const std::vector<double>& region) const;
    /// Of these, those that are read: not what lies between where the index goes on by several.
    double touched(const std::vector<double>& region) const;
    /// The one loop that moves the index, to an element of its own in each step; none (-1) for any other
    /// index.
    int loop_followed() const;
    bool moved_by(std::size_t loop) const { return loop < slope.size() && slope[loop] != 0; }
    /// Does a step of the loop lead elsewhere, by a rule or by none?
    bool changed_by(std::size_t loop) const { return moved_by(loop) || scattered_by(loop); }
    /// Do vectors along the loop gather wherever they are?
    bool gathered_by(std::size_t loop) const { return gathers_shared && shared && moved_by(loop); }
    bool scattered_by(std::size_t loop) const { return loop < scattered.size() && scattered[loop]; }
    /// What holds both.
    void merge(const Movement& other);
    /// The same dimension as moved by the consumer of the consumer, whose reads of the consumer's dimensions
    /// are `outer`.
    Movement through(const std::vector<Movement>& outer) const;

private:
    std::vector<bool> scattered_through(const std::vector<Movement>& outer) const;
};

struct FuncStages;

/// Selects among what is read: by the elements of these loops, of which there are so many.
struct Choice {
    LoopSet by = 0;
    double of = 1;
};

/// What one stage reads of one producer.
struct Read {
    int producer = -1;        // index in StageGraph::funcs
    double loads = 1;         // written in an iteration, distinct ones
    std::vector<Movement> at; // one a dimension of the producer
    double share = 1;         // of the loads, those that an iteration makes: selects leave some out
    Choice choice = {};       // which do so
    /// Selects, or quotients in indices, tell apart so many phases of each of the reader's loops, innermost
    /// first: vectors along it are made in as many parts, and interleaved. None: 1 of each.
    std::vector<int> phases = {};
    double depth = 0;    // instructions one after another from the loads to the reader's value, at most
    bool narrow = false; // elements of 8 or 16 bits, which no instruction gathers
    /// The loads, by the loops that lead each elsewhere, where these differ; else empty.
    WorkByLoops by_loops = {};

    double made() const { return loads * share; } // by an iteration
    int phases_of(std::size_t loop) const { return loop < phases.size() ? phases[loop] : 1; }
    /// Of the loop that vectors run along.
    int parts() const { return phases_of(0); }
    /// Of these, those that it has in common with all others that choose among the same loads.
    double made_by_all() const { return in_common(share, choice.of) * loads; }
    bool known() const;
    /// Does each of so many loops move the dimension in its place, one element a step, and no other?
    bool follows(std::size_t loops) const;
    /// Is element i read for element i, in every dimension, and no other?
    bool is_elementwise() const;
    /// Does the loop lead to places that follow no rule, whatever is innermost?
    bool scattered_by(std::size_t loop) const;
    /// Does the loop lead elsewhere, as far as is known?
    bool changed_by(std::size_t loop) const;
    /// Of the loads, those that it leads nowhere.
    double share_held_along(std::size_t loop) const;
    /// The loops that lead from element to element of the producer's dimension d.
    LoopSet loops_moving(std::size_t d) const;
    /// The loads, each by the loops that lead it elsewhere.
    WorkByLoops loads_by_loops() const;
    /// Do all loops lead to its places by a rule?
    bool follows_rules() const;
    /// Does it lead from row to row?
    bool crosses_rows(std::size_t loop) const;
    /// Elements of the producer in memory from one step of the loop to the next.
    double step_in_memory(std::size_t loop, const FuncStages& producer) const;
    /// The same read as a loop nest of one loop makes it: the innermost reduced one. Every vector meets the
    /// clamps of places that data decide.
    Read along_reduced() const;
    /// Both, as one read of the producer; loads of one element count once.
    void merge(const Read& other);
    /// What is read of the same producer by a Func that reads as `outer` and has this read inlined.
    Read through(const Read& outer) const;

private:
    LoopSet moved_by() const;
    WorkByLoops loads_through(const Read& outer) const;
    std::vector<int> phases_through(const Read& outer) const;
    void load_each_place_once();
    void note_sharing();
};

/// What a stage's reduced loops do: nothing, as there are none; all write the element at hand; or they lead
/// from element to element, and a row of these is made before the next one.
enum class Reduction { None, Sum, Scan };

/// One definition of a Func. An element takes `iterations` of it (those of reduced loops).
struct StageWork {
    double iterations = 1;
    double register_bytes = 0; // vector instructions of an iteration, each by the bytes of its result
    double product_bytes = 0;  // of these, the multiplication that makes the value: part of an FMA in a sum
    bool along_rows = true;    // dimension 0 is a pure loop, and vectors along it pay
    /// The first dimension that is one and may be split and trimmed. None (-1) in a Func that decides, and
    /// where Halide gets that wrong: under an RDom::where, and where a float of another Func is rounded to an
    /// index (legality/defects.h).
    int pure_loop = -1;
    std::vector<Read> reads;          // producers, each once; not the Func itself
    std::vector<int> pure_loops = {}; // of an update: all dimensions that are pure loops
    double in_turn = 1; // operations of an iteration of reduced loops that wait for the one before
    Reduction reduction = Reduction::None;
    /// Extents of its reduced loops, innermost first, of a Sum of as many iterations at run time; else empty.
    std::vector<double> window = {};
    double passes = 1;    // over all that it writes: steps of reduced loops around others that lead there
    double innermost = 0; // extent of the innermost reduced loop; 0 where there is none
    /// A Sum whose terms may be combined in any order (extract/access/rows.h).
    bool any_order = false;
    bool uses_loops = false;      // computes with its loops' variables, beside the places of what it reads
    WorkByLoops by_loops = {};    // register_bytes, by the loops that move what is computed
    double operations = 0;        // of an iteration that is no vector's: scalar instructions
    double float_operations = 0;  // of these, on floats
    double call_instructions = 0; // of an iteration, in the C library: as many for each lane of a vector
    /// The row is the innermost reduced loop's, whose steps read nothing of each other (access/free_rows.h):
    /// vectors run along it as along that of a pure loop.
    bool free_rows = false;

    /// Instructions one after another from the first loads to the value.
    double depth() const;
};

/// What a dimension has at run time, by what an output's buffer has along one of its own: of n there
/// times * (n - 1) / over + window elements or `more`, as many by the estimates.
struct OutputRows {
    std::string output, along; // the Func, the Var
    std::int64_t times = 1, over = 1, window = 1, more = 0;
};

struct Dimension {
    std::string name; // the Var
    std::int64_t extent = 1;
    ExtentSource source = ExtentSource::Bound;
    bool free = true;     // a pure loop of every stage that reads the Func itself nowhere else: may be tiled
    bool vectors = true;  // free, and no stage has a predicate, whose bounds vectors along it would round up
    bool bounded = false; // by the user, who said what there is of it
    std::string fused = {}; // another loop that is fused into it, within it (decide/flat.h)
    std::optional<OutputRows> at_run_time = std::nullopt;

    /// "x", "(c, x)".
    std::string label() const { return fused.empty() ? name : "(" + fused + ", " + name + ")"; }
};

/// A buffer of the user's whose first dimension is as short as the channels of pixels: where it is dense, so
/// many elements lie side by side at each place along the second.
struct Interleaved {
    int elements = 0;       // 0: it is not such a buffer
    std::string along = {}; // the second dimension
    bool asked = true;      // at run time, as no constraint says that it is dense
};

struct FuncStages {
    std::string name;
    int bytes = 4;        // of an element, all values of a Tuple
    int store_bytes = 4;  // of the narrowest value
    int widest_bytes = 4; // of the widest type computed with
    std::vector<Dimension> dimensions;
    std::vector<StageWork> stages; // none for an image
    std::string buffer = {};       // of an image: the input's name
    Interleaved interleaved;       // an input or an output
    bool image = false;            // an input, or a Func that stands for one
    bool output = false;
    bool read = false;       // an output that other Funcs read: more of it may be computed than is asked for
    bool any_stride = false; // of the first dimension of an input or an output
    bool f64 = false;        // computes in f64
    bool narrow = false;     // reads or makes integers of 8 or 16 bits
    bool multiplies_flags = false; // booleans that were cast
    bool loses_guards = false;     // of vectors with one element left, where a row is of constant length
    bool goes_back = false;        // guarded vectors of a row of constant length do not compile
    bool doubtful = false;         // Halide may fail to compile vectors of it (legality/doubts.h)
    bool scalar = false;           // no vectors are to be made of it
    bool picks = false;            // the RDom::where of an update reads one element of a Func
    bool decides = false;          // an RDom::where reads one element of it: no loop may be split
    bool inlinable = false;        // pure, unscheduled, not an output
    bool fixed = false;            // scheduled elsewhere: by hand, as a contraction, or external
    bool by_hand = false;          // fixed by its user
    bool turned = false;   // dimensions are not in the order of the Func's own: the first was brought forward
    std::string kept;      // why it is not inlined unless it must be, or empty
    std::string root_only; // why it can only be computed at root; empty where it can be computed anywhere
    std::string copy_of;   // the Func that it repeats element by element for its readers, if any
    std::vector<std::string> cloned_for; // who reads it instead, where it computes these elements again
    /// What was done to it since it was extracted, in numbers: Funcs inlined, dimensions brought forward.
    std::vector<int> changes;

    double elements() const;
    /// Of a Tuple, or 1; those of other widths as so many of the narrowest.
    double values() const { return static_cast<double>(bytes) / store_bytes; }
    double stored_bytes() const { return elements() * bytes; } // of all of them
    bool is_flat() const { return !dimensions.empty() && !dimensions[0].fused.empty(); }
    bool may_be_inlined() const { return inlinable && kept.empty(); }
    /// Where Halide gets them wrong (legality/defects.h), none of f64 that was 8 or 16 bit integers once, nor
    /// of a Func that multiplies flags, that picks, or that decides.
    bool vectors_compile() const {
        return !(f64 && narrow) && !multiplies_flags && !picks && !decides && !scalar;
    }
    bool is_pure() const { return stages.size() == 1; }
};

struct StageGraph {
    std::vector<FuncStages> funcs; // producers before consumers
    int index_of(const std::string& name) const;
};

} // namespace autoconfig
