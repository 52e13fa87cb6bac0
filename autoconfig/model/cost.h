// What a configuration would cost: named terms, each an expression in cycles on one resource, and how they
// add up.
#pragma once

#include "autoconfig/model/expression.h"

#include <string>
#include <vector>

namespace autoconfig {

/// What a term keeps busy.
enum class Resource {
    Fma,      // arithmetic units
    Latency,  // chains of multiply-adds that wait for each other
    FrontEnd, // instructions issued
    Load,     // loads from L1
    Store,    // stores to L1
    Core,     // whichever of these takes longest, of loops of several kinds one after the other
    L1L2,     // lines between L1 and L2
    Ahead,    // lines from beyond L2 in long runs, which are fetched ahead
    L2L3,     // lines from L3 that are waited for
    Runs,     // the start of short runs of such lines, on other pages
    Memory,   // lines from memory that are waited for
    Serial,   // what nothing else runs beside
    Threads,  // elapsed cycles of sharing the work among threads
    Queue     // elapsed cycles in which tasks pass the one queue that threads take them from
};
constexpr int resources = 14;
const char* to_string(Resource resource);

/// When a term's cycles are spent. In all steps of the inner loop; in those of the first row of tiles, which
/// reads each panel of B for the first time; in those of the first panel, which reads each row of A for the
/// first time; in loops of their own that copy A; or alone: before, between or after inner loops.
enum class Phase { AllSteps, FirstRow, FirstPanel, CopyOfA, Alone };
constexpr int phases = 5;
const char* to_string(Phase phase);

struct Term {
    std::string name; // "T_OL", "T_L1L2", "T_pack", ...
    Resource resource = Resource::Serial;
    Phase phase = Phase::Alone;
    bool a_step = false;     // `cycles` are those of one step of the inner loop: one (k, register tile)
    bool shared = false;     // it moves lines of memory, whose bandwidth all threads share
    Expression cycles;       // of a step, or of the whole problem on one thread
    double total = 0;        // of the whole problem
    bool overlapped = false; // runs wholly beside what its phase takes longest for

    double per_step() const { return a_step ? cycles.value() : 0; }
    /// Every other term counts one thread's cycles.
    bool is_elapsed() const { return resource == Resource::Threads || resource == Resource::Queue; }
};

/// What the resources come to while one phase lasts: "max(fma, load + L1L2, store) + L2L3".
struct PhaseTime {
    Phase phase = Phase::Alone;
    Expression cycles;
};

struct Cost {
    std::vector<Term> terms;
    std::vector<PhaseTime> times; // they add up to serial_cycles
    Expression elapsed;           // of several threads
    double serial_cycles = 0;     // one thread
    double cycles = 0;            // with the configuration's parallel loop
    double busy_cycles = 0;       // of all terms, side by side or not
    double tail_waste = 0;        // computed / useful - 1
    double peak_fraction = 0;     // of the one-thread in-core peak of the threads used
    std::string binding;          // the term that sets the pace of the inner loop
    bool parallel = false;        // threads share the work
};

} // namespace autoconfig
