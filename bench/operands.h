// The data of one shape: inputs filled with reproducible values, and a result to write and check.
#pragma once

#include "bench/shapes.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// What follows the sums: out = activation(sum + bias).
struct Epilogue {
    bool bias = false;
    std::string activation; // "", "relu", "gelu", "gelu_erf": formulas in generators/activation.h

    bool empty() const { return !bias && activation.empty(); }
};

/// A dense buffer of a compiled kernel, dimension 0 innermost.
struct Argument {
    float* data;
    std::vector<int> extents;
};

/// Page-aligned floats.
class Floats {
public:
    explicit Floats(std::int64_t count);

    float* data() const { return values_.get(); }
    std::int64_t size() const { return size_; }
    /// Values in [-1, 1) that a seed determines.
    void fill(std::uint64_t seed);
    void fill_with(float value) const;

private:
    struct Free {
        void operator()(float* p) const { std::free(p); }
    };
    std::unique_ptr<float[], Free> values_;
    std::int64_t size_;
};

/// An operator's data: two inputs, a bias and a result.
class Operands {
public:
    virtual ~Operands() = default;

    const Epilogue epilogue;

    /// Zeros when the epilogue has no bias.
    float* bias() const { return bias_.data(); }

    /// In the order of a compiled kernel: inputs, the weights second among them, then the result.
    virtual std::vector<Argument> arguments() const = 0;
    /// Fills the result with NaN, so that an element nobody writes shows.
    void poison() const;
    /// Empty when the result is right; otherwise one line that names the first wrong element. Elements are
    /// sampled, with all edges; all are checked for NaN. Tolerance: the greater of `max_rel_error` and
    /// Higham's bound for a dot product of K terms in any order, (K+2) u / (1 - (K+2) u) with u = 2^-24
    /// (Accuracy and Stability of Numerical Algorithms, 2002, section 3.1), times the sum of |a||b|. An
    /// activation stretches that by its largest slope (GELU: 1.13) and adds 32 u (|x| + 1) for its own
    /// approximation.
    virtual std::string check(double max_rel_error) const = 0;

protected:
    /// How many of each.
    struct Elements {
        std::int64_t input, weights, bias, result;
    };
    Operands(const Epilogue& epilogue, const Elements& elements);

    const Floats& input_data() const { return input_; }
    const Floats& weight_data() const { return weights_; }
    const Floats& bias_data() const { return bias_; }
    const Floats& result_data() const { return result_; }

private:
    Floats input_, weights_, bias_, result_;
};

std::unique_ptr<Operands> make_operands(const Shape& shape, const Epilogue& epilogue);

} // namespace autoconfig::bench
