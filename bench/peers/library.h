// A shared library loaded so that it sees its own symbols first, and nobody else sees them.
#pragma once

#include <string>

namespace autoconfig::bench {

/// dlopen with RTLD_LOCAL and RTLD_DEEPBIND: two BLAS libraries in one process keep apart. Stays loaded
/// until the process ends (its threads may outlive any user).
class Library {
public:
    explicit Library(const std::string& path); // Error when it cannot be loaded

    template<typename Function>
    Function* find(const char* symbol) const {
        return reinterpret_cast<Function*>(address(symbol));
    }

    void* address(const char* symbol) const; // Error when the symbol is not this library's own

private:
    std::string path_;
    void* handle_;
};

} // namespace autoconfig::bench
