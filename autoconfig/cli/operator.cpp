// The table of operators.
#include "autoconfig/cli/operator.h"

namespace autoconfig::cli {

const std::vector<Operator>& operators() {
    static const std::vector<Operator> all = {matmul_operator(), conv2d_operator()};
    return all;
}

} // namespace autoconfig::cli
