// What a fuzzed pipeline is made of, as plain numbers: every combination of them is a pipeline, so a plan can
// be drawn at random and be shrunk by making its numbers smaller.
#pragma once

#include "tests/support/layout.h"

#include <cstdint>
#include <string>
#include <vector>

namespace autoconfig::fuzz {

enum class Kind {
    Pointwise,
    Tuple,
    Approximate,
    FixedPoint,
    Stencil,
    Resample,
    Permute,
    Boundary,
    Gather,
    Reduce,
    Total,
    Contract,
    Convolve,
    ArgMax,
    Scan,
    Histogram,
    Scatter,
    Patch,
    Undef,
    Extern,
    Table,
    Wavefront,
};
constexpr int kinds = static_cast<int>(Kind::Wavefront) + 1;

enum class Element { U8, U16, U32, U64, I8, I16, I32, I64, F32, F64, F16, BF16, Bool };
constexpr int elements = static_cast<int>(Element::Bool) + 1;

/// A schedule that somebody wrote for a stage before AutoConfig came.
enum class ByHand {
    No,
    AtRoot,
    Vectors,
    Specialized,
    Unrolled,
    Parallel,
    Wrapped,
    Memoized,
    Async,
    Rfactored,
    Atomic,
    Aligned,
    AtReader,
    Folded,
    WithAnother,
};
constexpr int by_hand_ways = static_cast<int>(ByHand::WithAnother) + 1;

/// What a Target may ask for beside its instructions.
enum class Feature { None, StrictFloat, NoAsserts, LargeBuffers };
constexpr int features = static_cast<int>(Feature::LargeBuffers) + 1;

/// Whose extents are estimated.
enum class Estimated { All, Outputs, Input, None };
constexpr int ways_to_estimate = static_cast<int>(Estimated::None) + 1;

/// What a stage reads: an input, or a stage before it.
struct Source {
    bool input = true;
    int index = 0;
};

/// One Func, and what it needs besides.
struct Stage {
    Kind kind = Kind::Pointwise;
    Element element = Element::I32;
    int dimensions = 2;        // 1 to 5, where the kind leaves a choice
    Source from[2];            // most kinds read the first only
    std::uint32_t details = 0; // the kind's further choices, its digits; 0: the simplest of each
    ByHand by_hand = ByHand::No;
};

/// Extents at run time: x runs over `width`, y over `height`.
struct Size {
    int width = 1, height = 1;
};

struct Input {
    Element element = Element::U8;
    int dimensions = 2;
};

struct Output {
    int stage = 0;
    int divisor = 1; // of width and height: outputs of different sizes
};

/// The value of a scalar parameter that every pipeline has.
constexpr int parameter_value = 3;
/// Extents of further dimensions.
constexpr int fourth_extent = 2, fifth_extent = 3;

/// Input 0 has two dimensions and the size of the run; it is read at clamped places only. The other inputs
/// are as large as the pipeline needs them.
struct Plan {
    std::vector<Input> inputs;
    std::vector<Stage> stages;
    std::vector<Output> outputs;
    int depth = 3;      // extent of a third dimension
    bool bound = false; // sizes are bounds, and the only ones it runs at; otherwise estimates
    Size stated;        // the bounds, or estimates
    Estimated estimated = Estimated::All;
    std::vector<Size> runs;
    int offset = 0;                 // elements from an aligned address to the first of every output
    int origin_x = 0, origin_y = 0; // first place of every output along x and y
    testing::Layout inputs_lie = testing::Layout::Planar, outputs_lie = testing::Layout::Planar;
    Feature feature = Feature::None;
    int threads = 0; // 0: the machine's cores
};

/// Draws a plan of at most `most_stages`; the same for the same seed.
Plan random_plan(std::uint64_t seed, int most_stages);

/// "Stencil f32 2-D of in0; ..." for a log.
std::string summary(const Plan& plan);

const char* name_of(Kind kind);
const char* name_of(testing::Layout layout);
/// As Halide writes it in a target; empty for none.
const char* name_of(Feature feature);

} // namespace autoconfig::fuzz
