// See flat.h.
#include "autoconfig/decide/flat.h"

#include <algorithm>
#include <cmath>

namespace autoconfig {

namespace {

constexpr std::size_t channel = 0, pixel = 1; // dimensions, and loops

/// Channels of the interleaved outputs, all of which have as many; else 0.
std::int64_t channels_of(const StageGraph& graph) {
    std::int64_t channels = 0;
    for (const FuncStages& func : graph.funcs) {
        if (!func.output) continue;
        const std::int64_t own = func.interleaved.elements;
        if (own == 0 || (channels != 0 && own != channels)) return 0;
        channels = own;
    }
    return channels;
}

/// What is moved along a dimension by a loop and by nothing else, element by element from some place on.
bool follows(const Movement& move, std::size_t loop) {
    if (move.slope.size() <= loop) return false;
    for (std::size_t other = 0; other < move.slope.size(); ++other)
        if (move.slope[other] != (other == loop ? 1 : 0)) return false;
    return move.known && move.exact && move.placed && !move.has_ends() && !move.scattered_by(loop) &&
           std::floor(move.low) == move.low;
}

bool is_read_by_channels(const Read& read) {
    if (read.at.size() < 2 || read.at[channel].low != 0 || read.at[channel].high != 0) return false;
    return follows(read.at[channel], channel) && follows(read.at[pixel], pixel) &&
           std::none_of(read.at.begin() + 2, read.at.end(),
                        [](const Movement& move) { return move.moved_by(channel) || move.moved_by(pixel); });
}

bool is_moved(const Read& read) { return read.changed_by(channel) || read.changed_by(pixel); }

class Flat {
public:
    explicit Flat(const StageGraph& graph) : graph_(graph), channels_(channels_of(graph)) {}

    bool applies() const {
        return channels_ > 0 &&
               std::all_of(graph_.funcs.begin(), graph_.funcs.end(),
                           [&](const FuncStages& func) { return func.image || allows(func); });
    }

    StageGraph graph() const {
        StageGraph result = graph_;
        for (FuncStages& func : result.funcs) {
            for (StageWork& stage : func.stages) {
                for (Read& read : stage.reads) fuse(read);
                if (has_channels(func)) stage.by_loops = stage.by_loops.with_first_two_fused();
            }
            if (has_channels(func)) fuse(func.dimensions);
        }
        return result;
    }

private:
    bool has_channels(const FuncStages& func) const {
        return func.image ? func.interleaved.elements == channels_
                          : func.dimensions.size() >= 2 && func.dimensions[channel].extent == channels_;
    }

    bool allows(const FuncStages& func) const {
        return has_channels(func) && func.is_pure() && !func.fixed && func.root_only.empty() &&
               func.vectors_compile() && (func.output || func.inlinable) && !func.stages[0].uses_loops &&
               func.dimensions[channel].vectors && func.dimensions[pixel].vectors &&
               std::all_of(func.stages[0].reads.begin(), func.stages[0].reads.end(),
                           [&](const Read& read) { return allows(read); });
    }

    bool allows(const Read& read) const {
        return reads_channels(read) || (graph_.funcs[read.producer].image && !is_moved(read));
    }

    bool reads_channels(const Read& read) const {
        return has_channels(graph_.funcs[read.producer]) && is_read_by_channels(read);
    }

    /// The loops of its reader.
    static void fuse_loops(Movement& move) {
        if (move.slope.size() > channel) move.slope.erase(move.slope.begin() + channel);
        if (move.scattered.size() > channel) move.scattered.erase(move.scattered.begin() + channel);
    }

    void fuse(Read& read) const {
        read.choice = {};
        read.by_loops = read.by_loops.with_first_two_fused();
        if (reads_channels(read)) {
            read.at.erase(read.at.begin() + channel);
            const auto channels = static_cast<double>(channels_);
            read.at.front().low *= channels;
            read.at.front().high *= channels;
        }
        for (Movement& move : read.at) fuse_loops(move);
    }

    static void fuse(std::vector<Dimension>& dimensions) {
        Dimension& row = dimensions[pixel];
        const Dimension& inner = dimensions[channel];
        row.fused = inner.name;
        row.extent *= inner.extent;
        row.source = std::max(row.source, inner.source);
        row.at_run_time.reset();
        dimensions.erase(dimensions.begin() + channel);
    }

    const StageGraph& graph_;
    const std::int64_t channels_;
};

} // namespace

StageGraph flat(const StageGraph& graph) {
    const Flat flat(graph);
    return flat.applies() ? flat.graph() : graph;
}

} // namespace autoconfig
