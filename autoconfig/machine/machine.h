// What the code runs on: the numbers the model needs, each with its unit in its name or comment and
// the place it comes from. Read from autoconfig/machine/targets/*.json, refined from LLVM's scheduling
// tables and hwloc; see load.h.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace autoconfig {

struct Cache {
    std::int64_t bytes = 0;
    int ways = 0;
    int line_bytes = 64;
    int shared_by = 1; // cores that share one instance

    std::int64_t sets() const { return bytes / (static_cast<std::int64_t>(ways) * line_bytes); }
};

/// Multiply-accumulate of one element type: vector instructions a cycle and the dependency latency.
struct MacRate {
    double per_cycle = 0;      // vector multiply-accumulates issued a cycle (N_fma)
    double latency_cycles = 0; // from one accumulation to the next on the same register (L)

    /// Sums that keep the units busy while each waits for itself: L * N_fma (Low et al., TOMS 43(2), 2016).
    double sums_to_keep_busy() const { return latency_cycles * per_cycle; }
};

struct Machine {
    std::string name;   // "x86-avx512"
    std::string origin; // "from target", "from target, CPU znver5", "from file PATH"; ", caches by hwloc"

    int vector_bits = 128;
    int registers = 16;                // vector registers
    MacRate mac_f32, mac_f64, mac_i32; // i32: widened 8/16 bit products accumulated in 32 bits
    MacRate mac_i8; // the sum of four products of 8 bits, or of two of 16, added to 32 in one instruction;
                    // per_cycle 0: none does
    double loads_per_cycle = 2, stores_per_cycle = 1; // vector loads and stores (P_ld, P_st)
    double issue_width = 4;                           // micro-ops a cycle
    double lane_sum_cycles = 12.5;                    // adding up the lanes of a vector, one of many
    double lane_load_cycles = 1;                      // loading an element into its lane of a vector
    double loop_exit_cycles = 20; // leaving a loop whose exit the branch predictor misses, and filling the
                                  // multiply-add pipeline again
    double row_loop_cycles = 20;  // entering the loop over the vectors of a row, its remainder included

    Cache l1, l2, l3; // l3.bytes == 0: none
    // Sustained cycles to move one line between levels, one core, read stream. The stream from L2 takes
    // l1_l2 a line. Where l2_l3_overlaps is false the next two are what each link adds: from L3 a line takes
    // l1_l2 + l2_l3, from memory l1_l2 + l2_l3 + l3_mem. Where it is true each is the whole stream's pace.
    // Without an L3, l2_l3 is 0 and l3_mem is the link between L2 and memory.
    double l1_l2_cycles_per_line = 2, l2_l3_cycles_per_line = 8, l3_mem_cycles_per_line = 10;
    double l3_mem_runs_cycles_per_line = 0; // in place of l3_mem, in runs of a few lines of many; 0: the same
    double shared_cycles_per_line = 12;     // beyond one's own, a line that another core wrote last
    double l2_latency_cycles = 14, l3_latency_cycles = 70;
    double run_start_cycles = 9;  // beyond its lines, a run of a few lines on another page than the last one
    double set_fill_cycles = 0;   // that a line takes up its set of L1 while a store to it waits
    double row_start_cycles = 0;  // not hidden, of a row of A that a tile begins to read from L2
    double page_walk_cycles = 11; // the same once more, where the second-level TLB does not hold the page
    // Transfers L1-L2 proceed under the arithmetic (ECM's T_OL) on every machine; beside loads from L1 they
    // do where l1_l2_overlaps is true. Those from beyond L2 proceed under it where l2_l3_overlaps is true,
    // and then all of them but for a share.
    bool l1_l2_overlaps = false;
    double l1_l2_exposed = 0;
    bool l2_l3_overlaps = false;
    bool fetches_pairs = true; // with a line from beyond L2 comes its neighbour in an aligned pair of lines
    bool pack_overlaps = true; // copies of a few rows at a time proceed under the arithmetic between them
    int masked_bytes = 0;      // of the narrowest elements that loads and stores of vectors mask; 0: none do
    bool pairs_of_i16 = false; // one instruction multiplies pairs of 16 bits and adds each up in 32
    double l3_stream_cycles_per_line =
        18;                         // of long runs from L3 that are fetched ahead beside the arithmetic
    double memory_cores = 4;        // cores that together saturate memory bandwidth
    double scheduler_entries = 97;  // vector arithmetic that can wait for its operands
    double store_entries = 56;      // stores that can wait for their lines, which leave in order
    int tlb_entries = 64;           // first-level data TLB, 4 KiB pages
    int tlb2_entries = 1536;        // second-level
    double tlb_miss_cycles = 0.5;   // not hidden, of a load on a page outside that TLB
    double tlb_gather_cycles = 0.8; // the same, of an element that is loaded into its lane of a vector

    int cores = 1;              // threads the schedule may use (Halide's parallelism where given)
    double frequency_ghz = 3.0; // turns cycles into milliseconds in reports, nothing else
    // Halide parallel loop of two threads with the thread pool awake, as between loops a few microseconds
    // apart: what it takes beyond one thread's share of the work. More threads: model/parallel_loop.h.
    double fork_join_cycles = 20000;
    double task_cycles = 300;        // Halide parallel loop: each further task
    double queue_cycles = 250;       // a task's turn at Halide's one queue, where another thread waits for it
    double call_cycles = 150;        // entering a compiled pipeline
    double allocate_cycles = 200;    // one heap allocation and its release
    double page_fault_cycles = 5500; // first use of a page that came from the system
    double large_page_fault_cycles = 800000; // the same of 2 MiB that come at once

    std::map<std::string, std::string> sources; // field name -> where the number comes from
};

} // namespace autoconfig
