// stream along_n: a few rows of C in L1 while rows of B pass by.
#include "autoconfig/space/choices.h"

#include <fmt/format.h>

#include <algorithm>

namespace autoconfig {

std::string Stream::words(const Config& /*config*/) const { return fmt::format(" along_n kc{}", KC); }

/// In blocks of as many columns as have C and KC rows of B in three quarters of L1, or of an equal share for
/// each core.
void Stream::enumerate(Space& space, const Facts& facts) {
    const char* along_n = "stream along_n";
    if (!facts.b_contiguous_in_n)
        return space.refuse(along_n, "B is not contiguous in n: every load would be a gather");
    if (facts.vector_a)
        return space.refuse(along_n, "a moves with n: no row of B is used by several rows of C");
    if (facts.M > most_rows)
        return space.refuse(along_n,
                            fmt::format("needs m <= {}: more rows of C than L1 holds beside B", most_rows));
    for (std::int64_t most_KC : {4, 8}) {
        Stream stream;
        stream.KC = std::min(most_KC, facts.K);
        const std::int64_t row_bytes = facts.M * facts.acc_bytes + stream.KC * facts.b_bytes;
        const std::int64_t in_l1 = facts.machine.l1.bytes * 3 / 4 / row_bytes;
        for (std::int64_t most : {in_l1, std::min(in_l1, ceil_div(facts.N, facts.machine.cores))}) {
            const std::int64_t NR =
                even_block(facts.N, std::max<std::int64_t>(most, facts.lanes), facts.lanes);
            const int rows = static_cast<int>(facts.M), n_v = static_cast<int>(NR / facts.lanes);
            add_parallel_variants(space.configs, {stream, rows, n_v, facts.lanes}, facts);
        }
    }
}

} // namespace autoconfig
