// What others do with the same operands: one file a library, all behind this interface.
#pragma once

#include "autoconfig/error.h"
#include "bench/measure.h"
#include "bench/operands.h"

#include <functional>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// Thrown by a peer that has nothing to offer for a shape; the reason goes to the results.
struct DoesNotApply : Error {
    using Error::Error;
};

struct Peer {
    std::string name;           // "onednn_matmul"
    std::string family;         // "onednn": peers of a family share a column, the faster one stands in it
    bool informational = false; // does something the others may not (weights packed beforehand): shown, but
                                // not a rival
    /// The product of these operands with this many threads as a call to be timed. Everything that a user
    /// would do once (descriptors, code generation) is done here. The operands outlive the call.
    /// Error when the library cannot be loaded; DoesNotApply.
    std::function<Call(const Operands&, int threads)> prepare;
    /// Version and the kernel it runs on this machine: "OpenBLAS 0.3.21, SkylakeX". Error as above.
    std::function<std::string()> describe;
};

Peer openblas_peer();
Peer blis_peer();
Peer onednn_sgemm_peer();
Peer onednn_matmul_peer();
Peer onednn_packed_peer();
Peer libxsmm_peer();
Peer scalar_peer();

/// All of the above, in the order of the table.
std::vector<Peer> library_peers();

} // namespace autoconfig::bench
