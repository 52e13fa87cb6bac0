// The timing of one shape in processes of their own, started with the environment the libraries read when
// they are loaded.
#pragma once

#include "bench/results.h"

#include <map>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// A compiled kernel, linked by link_shared.
struct LinkedKernel {
    std::string name;         // of the contestant
    std::string library;      // path of the .so
    std::string function;     // in it
    std::string packer;       // in it too, packs the weights beforehand; empty: they stay plain
    double max_rel_error = 0; // allowed beyond that of a dot product
};

struct TimingRequest {
    Shape shape;
    Epilogue epilogue;
    int threads = 1;
    int processes = 1;                          // as many such requests share the rounds
    double max_rel_error = 0;                   // of libraries: theirs is a choice of algorithm too
    std::vector<LinkedKernel> kernels;          // contestants that are measured beside the libraries
    std::vector<std::string> libraries;         // names of library_peers()
    std::vector<LinkedKernel> space;            // oracle: measured among themselves
    double space_budget_s = 0;                  // seconds that takes, about; 0: those of any contestant each
    std::map<std::string, std::string> crashed; // contestants to leave out, and why
};

/// By contestant's name: status, reason and rounds are filled in.
struct TimingResponse {
    std::map<std::string, Outcome> contestants, space;
    std::map<std::string, std::string> versions; // of the libraries that took part
};

/// Variables set before the process starts: thread counts, and kernels for the packaged OpenBLAS and BLIS on
/// CPUs with AVX-512 that they do not know.
std::map<std::string, std::string> timing_environment(int threads);

/// Times in a child process. A contestant that crashes or hangs it is noted as failed and the child started
/// again without it. `directory` takes the files that pass between the two.
TimingResponse time_in_child(TimingRequest request, const std::string& directory);

/// Times in request.processes children, one after the other: which lines of its buffers share a set of the
/// second-level cache is a matter of where a process's pages lie. The space is measured in the first alone.
TimingResponse time_in_children(TimingRequest request, const std::string& directory);

/// The child's side: argv as time_in_child set it. Returns its exit status.
int timing_child(const std::string& directory);

/// First argument of the child's command line.
extern const char* const timing_command;

} // namespace autoconfig::bench
