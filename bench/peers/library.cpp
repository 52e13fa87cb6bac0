// Loads shared libraries apart from each other.
#include "bench/peers/library.h"

#include "autoconfig/error.h"

#include <fmt/format.h>

#include <dlfcn.h>
#include <link.h>

namespace autoconfig::bench {

namespace {

// AddressSanitizer refuses RTLD_DEEPBIND.
#ifdef __SANITIZE_ADDRESS__
constexpr int apart = 0;
#else
constexpr int apart = RTLD_DEEPBIND;
#endif

} // namespace

Library::Library(const std::string& path)
    : path_(path), handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | apart)) {
    if (!handle_) throw Error(fmt::format("cannot load {}", dlerror()));
}

void* Library::address(const char* symbol) const {
    void* found = dlsym(handle_, symbol);
    if (!found) throw Error(fmt::format("{} has no symbol {}", path_, symbol));
    Dl_info where{};
    struct link_map* own = nullptr;
    if (!dladdr(found, &where) || dlinfo(handle_, RTLD_DI_LINKMAP, &own) != 0 ||
        std::string(where.dli_fname) != own->l_name)
        throw Error(fmt::format("{} takes {} from {}, not from itself", path_, symbol, where.dli_fname));
    return found;
}

} // namespace autoconfig::bench
