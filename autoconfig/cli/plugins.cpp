// The build says where its Halide's autoschedulers lie together, and where our own is made; installed, it
// lies beside those.
#include "autoconfig/cli/plugins.h"

#include "autoconfig/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace autoconfig::cli {

std::string plugin_of(const std::string& scheduler) {
    const std::string installed = AUTOCONFIG_STOCK_PLUGINS "/libautoschedule_autoconfig.so";
    if (scheduler == "AutoConfig")
        return std::filesystem::exists(AUTOCONFIG_PLUGIN) ? AUTOCONFIG_PLUGIN : installed;
    for (const char* known : {"Adams2019", "Li2018", "Mullapudi2016"})
        if (scheduler == known) {
            std::string name = scheduler;
            std::transform(name.begin(), name.end(), name.begin(),
                           [](unsigned char c) { return std::tolower(c); });
            return AUTOCONFIG_STOCK_PLUGINS "/libautoschedule_" + name + ".so";
        }
    throw Error(
        fmt::format("scheduler '{}' is not known: use AutoConfig, Adams2019, Li2018, Mullapudi2016 or "
                    "none",
                    scheduler));
}

} // namespace autoconfig::cli
