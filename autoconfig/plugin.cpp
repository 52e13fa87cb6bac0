// The plugin: what happens when Halide loads libautoschedule_autoconfig.so. There is no handshake between
// Halide and its plugins, so the Halide found in the process is compared with the one built for.
#include "autoconfig/autoschedule.h"
#include "autoconfig/halide_compat.h"

#include <link.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace autoconfig {

namespace {

/// The major version in "libHalide.so.21.0.0" or "libHalide14.so.0"; 0 where the name is another library's or
/// says none.
int halide_version(const std::string& path) {
    const std::string name = path.substr(path.rfind('/') + 1);
    const std::string prefix = "libHalide";
    if (name.compare(0, prefix.size(), prefix) != 0) return 0;
    std::size_t digits = prefix.size();
    if (name.compare(digits, 4, ".so.") == 0) digits += 4;
    return std::isdigit(static_cast<unsigned char>(name[digits])) ? std::atoi(name.c_str() + digits) : 0;
}

int find_other_halide(dl_phdr_info* library, std::size_t, void* found) {
    const int version = halide_version(library->dlpi_name ? library->dlpi_name : "");
    if (version == 0 || version == AUTOCONFIG_HALIDE_MAJOR) return 0;
    *static_cast<std::string*>(found) = library->dlpi_name;
    return 1;
}

struct Plugin {
    Plugin() {
        std::string other;
        if (dl_iterate_phdr(find_other_halide, &other) == 0) {
            register_autoscheduler();
            return;
        }
        std::fprintf(
            stderr,
            "AutoConfig: built for Halide %d, but %s is loaded: rebuild the plugin against that Halide\n",
            AUTOCONFIG_HALIDE_MAJOR, other.c_str());
    }
} plugin;

} // namespace

} // namespace autoconfig
