// The libraries to compare with.
#include "bench/peers/peer.h"

namespace autoconfig::bench {

std::vector<Peer> library_peers() {
    return {openblas_peer(),      blis_peer(),    onednn_sgemm_peer(), onednn_matmul_peer(),
            onednn_packed_peer(), libxsmm_peer(), scalar_peer()};
}

} // namespace autoconfig::bench
