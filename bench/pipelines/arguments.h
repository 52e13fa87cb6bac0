// The arguments of any compiled pipeline, made from what its metadata says of them.
#pragma once

#include <HalideBuffer.h>

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// What a pipeline is called on, where its metadata leaves a choice.
struct ArgumentChoices {
    float low = 0;                                    // the least of floats, which go up to 1
    double scale = 1;                                 // of every extent of more than 64 elements
    std::map<std::string, std::vector<double>> given; // extents, or a scalar's value, instead of estimates
};

/// Inputs have the sizes and values of their estimates; elements of buffers come from a fixed sequence:
/// integers over the range of their type, floats from `low` to 1. Buffers are dense, dimension 0 innermost.
class Arguments {
public:
    /// A call of the pipeline that asks for bounds: it writes the region it needs into buffers without data.
    using BoundsQuery = std::function<void(std::vector<void*>& pointers)>;

    /// Inputs grow to what the pipeline asks for, where it can be asked. Scaled extents are multiples of 64,
    /// which schedules that round sizes take. Error, naming the argument, where an estimate is missing.
    Arguments(const halide_filter_metadata_t& metadata, const ArgumentChoices& choices,
              const BoundsQuery& bounds_query = nullptr);
    Arguments(const Arguments&) = delete;
    Arguments& operator=(const Arguments&) = delete;

    /// In the order of the metadata, as NAME_argv takes them.
    std::vector<void*> pointers();

    /// Fills the outputs with bytes that no pipeline is likely to give.
    void poison_outputs();

    /// The elements of every output, one output after another.
    std::vector<double> outputs() const;

    /// What rounding may change in an element: 1 where all outputs are integers, 0 where one is not.
    double unit() const;

private:
    using Buffer = Halide::Runtime::Buffer<void>;
    void add_buffer(const halide_filter_argument_t& argument);
    void add_scalar(const halide_filter_argument_t& argument);
    void ask_for_bounds(const BoundsQuery& bounds_query);
    void fill_inputs(const halide_filter_metadata_t& metadata);

    const ArgumentChoices choices_;
    std::deque<Buffer> buffers_; // inputs and outputs
    std::deque<halide_scalar_value_t> scalars_;
    std::vector<Buffer*> outputs_;
    std::vector<void*> pointers_;
};

/// Empty where two results of the same pipeline agree, otherwise one line that says how far apart they are.
/// Elements may differ by 1/500 of the largest magnitude of `want`, since sums may be made in any order, and
/// by `unit`, since integers are rounded; and one in 10,000 by any amount: a value that is rounded to a place
/// in a table, or to a cell, may fall to the next one.
std::string compare_outputs(const std::vector<double>& got, const std::vector<double>& want, double unit);

} // namespace autoconfig::bench
