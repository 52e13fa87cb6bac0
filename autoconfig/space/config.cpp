// Names of configurations.
#include "autoconfig/space/config.h"

#include <fmt/format.h>

namespace autoconfig {

const char* to_string(Strategy strategy) {
    switch (strategy) {
    case Strategy::Stream: return "stream";
    case Strategy::RegisterTile: return "register_tile";
    case Strategy::Blocked: return "blocked";
    case Strategy::Winograd: return "winograd";
    }
    return "";
}

const char* to_string(ParallelLoop loop) {
    switch (loop) {
    case ParallelLoop::None: return "serial";
    case ParallelLoop::Ic: return "ic";
    case ParallelLoop::Jc: return "jc";
    case ParallelLoop::Rows: return "rows";
    case ParallelLoop::Columns: return "columns";
    case ParallelLoop::Batch: return "batch";
    }
    return "";
}

std::string Config::name() const {
    std::string text = fmt::format("{} mr{} nv{}", to_string(strategy), MR, n_v);
    if (strategy == Strategy::Stream) text += k_vectorised ? " along_k" : fmt::format(" along_n kc{}", KC);
    if (strategy == Strategy::Blocked) text += fmt::format(" kc{} mc{} nc{}", KC, MC, NC);
    if (panels() > 1) text += fmt::format(" nc{}", NC);
    if (RB > 0) text += fmt::format(" rb{}", RB);
    if (jc_in_ir) text += " jc_in_ir";
    if (strategy == Strategy::Winograd) text += fmt::format(" mc{} nc{}", MC, NC);
    if (b_rows > 1) text += fmt::format(" b_rows{}", b_rows);
    if (chains > 1) text += fmt::format(" chains{}", chains);
    if (pack_a) text += " pack_a";
    if (pack_b) text += " pack_b";
    if (parallel != ParallelLoop::None) text += fmt::format(" {}{}", to_string(parallel), tasks);
    return text;
}

} // namespace autoconfig
