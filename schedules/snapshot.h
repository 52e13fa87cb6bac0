// The definitions and schedules of a pipeline's Funcs, to be put back.
#pragma once

#include <Halide.h>

#include <vector>

namespace autoconfig {

class Snapshot {
public:
    explicit Snapshot(const Halide::Pipeline& pipeline);
    /// The Funcs are again what they were; Funcs made since are read by none of them.
    void restore() const;

private:
    struct Saved {
        Halide::Internal::Function function;
        Halide::Internal::Definition definition; // undefined for an extern Func
        std::vector<Halide::Internal::Definition> updates;
        Halide::Internal::FuncSchedule schedule;
    };
    std::vector<Saved> saved_;
};

} // namespace autoconfig
