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

/// What makes a peer a rival. Plain: it does the same work on the same operands. Packs: it has the weights
/// in a layout of its own beforehand; a rival of kernels that have so too. Informational: shown only.
enum class Fairness { Plain, Packs, Informational };

struct Peer {
    std::string name;   // "onednn_matmul"
    std::string family; // "onednn": peers of a family share a column, the faster one stands in it
    Fairness fairness = Fairness::Plain;
    /// The work on these operands with this many threads as a call to be timed. Everything that a user
    /// would do once (descriptors, code generation) is done here. The operands outlive the call.
    /// Error when the library cannot be loaded; DoesNotApply.
    std::function<Call(const Operands&, int threads)> prepare;
    /// Version and the kernel it runs on this machine: "OpenBLAS 0.3.21, SkylakeX". Error as above.
    std::function<std::string()> describe;
};

/// Peer::prepare for the operands of one operator.
template<typename Own, typename Prepare>
std::function<Call(const Operands&, int)> on(Prepare prepare) {
    return [prepare](const Operands& operands, int threads) {
        return prepare(dynamic_cast<const Own&>(operands), threads);
    };
}

// matmul
Peer openblas_peer();
Peer blis_peer();
Peer onednn_sgemm_peer();
Peer onednn_matmul_peer();
Peer onednn_packed_peer();
Peer libxsmm_peer();
Peer scalar_peer();

// conv2d
std::vector<Peer> onednn_conv2d_peers();
Peer loops_peer();

/// All of an operator, in the order of the table.
std::vector<Peer> library_peers(const std::string& op);

} // namespace autoconfig::bench
