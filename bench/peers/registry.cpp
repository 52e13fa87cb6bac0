// The libraries to compare with.
#include "bench/peers/peer.h"

namespace autoconfig::bench {

std::vector<Peer> library_peers(const std::string& op) {
    if (op == "matmul")
        return {openblas_peer(),      blis_peer(),    onednn_sgemm_peer(), onednn_matmul_peer(),
                onednn_packed_peer(), libxsmm_peer(), scalar_peer()};
    std::vector<Peer> peers = onednn_conv2d_peers();
    peers.push_back(loops_peer());
    return peers;
}

} // namespace autoconfig::bench
