// Keeps what Halide's runtime reports.
#include "bench/halide_library.h"

#include "autoconfig/error.h"

#include <HalideRuntime.h>
#include <fmt/format.h>

namespace autoconfig::bench {

namespace {
thread_local std::string last_error;
void keep_error(void*, const char* message) { last_error = message; }
} // namespace

HalideLibrary::HalideLibrary(const std::string& path) : Library(path) {
    find<halide_error_handler_t(halide_error_handler_t)>("halide_set_error_handler")(keep_error);
}

void HalideLibrary::check(int status, const std::string& function) {
    if (status != 0) throw Error(fmt::format("{} returned {}: {}", function, status, last_error));
}

} // namespace autoconfig::bench
