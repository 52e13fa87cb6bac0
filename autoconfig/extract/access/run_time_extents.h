// Sizes at run time, as far as callers' buffers and numbers tell.
#pragma once

#include "autoconfig/extract/graph.h"
#include "autoconfig/extract/problem.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace autoconfig::extraction {

class RunTimeExtents {
public:
    explicit RunTimeExtents(const Graph& graph) : graph_(graph) {}

    /// What a dimension of the Func has at least: that of an output's buffer, or what one consumer reads of
    /// it at places that its loops move by constant steps, or once in several of these.
    std::optional<RunTimeExtent> of(const std::string& func, int dimension);
    /// Of a reduction variable of one of its updates.
    std::optional<RunTimeExtent> of_rvar(const std::string& func, int update, const std::string& rvar) const;

private:
    /// What the first reader that tells reads of it.
    std::optional<RunTimeExtent> by_readers(const std::string& func, int dimension);
    /// Of what a stage of the consumer reads at an index.
    std::optional<RunTimeExtent> read_at(const std::string& consumer, int stage, const Halide::Expr& index);
    /// The same, where no quotient is around what its loops move by constant steps.
    std::optional<RunTimeExtent> read_by_steps(const std::string& consumer, int stage,
                                               const Halide::Expr& index);
    /// Of `loop`, one of its own.
    std::optional<RunTimeExtent> of_loop(const std::string& consumer, int stage, const std::string& loop);

    const Graph& graph_;
    std::map<std::pair<std::string, int>, std::optional<RunTimeExtent>> known_;
};

} // namespace autoconfig::extraction
