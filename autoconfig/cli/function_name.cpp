// Checks of --name.
#include "autoconfig/cli/function_name.h"

#include "autoconfig/error.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <regex>
#include <set>

namespace autoconfig::cli {

namespace {

const std::set<std::string> keywords = {
    "alignas",  "alignof",       "and",          "and_eq",    "asm",       "auto",
    "bitand",   "bitor",         "bool",         "break",     "case",      "catch",
    "char",     "class",         "compl",        "const",     "constexpr", "continue",
    "decltype", "default",       "delete",       "do",        "double",    "else",
    "enum",     "explicit",      "export",       "extern",    "false",     "float",
    "for",      "friend",        "goto",         "if",        "inline",    "int",
    "long",     "main",          "mutable",      "namespace", "new",       "noexcept",
    "not",      "not_eq",        "nullptr",      "operator",  "or",        "or_eq",
    "private",  "public",        "protected",    "register",  "restrict",  "return",
    "short",    "signed",        "sizeof",       "static",    "struct",    "switch",
    "template", "static_assert", "thread_local", "this",      "throw",     "true",
    "try",      "typedef",       "typeid",       "typename",  "union",     "unsigned",
    "using",    "virtual",       "void",         "volatile",  "wchar_t",   "while",
    "xor",      "xor_eq"};

/// Defined by a library that every program here is linked with.
bool is_of_libc(const std::string& name) {
    for (const char* library : {"libc.so.6", "libm.so.6"}) {
        void* loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
        if (!loaded) continue;
        const bool found = dlsym(loaded, name.c_str()) != nullptr;
        dlclose(loaded);
        if (found) return true;
    }
    return false;
}

[[noreturn]] void refuse(const std::string& name, const char* reason) {
    throw Error(fmt::format("--name '{}' {}: give a C identifier such as ffn1", name, reason));
}

} // namespace

void check_function_name(const std::string& name) {
    static const std::regex identifier("[A-Za-z_][A-Za-z0-9_]*");
    if (!std::regex_match(name, identifier)) refuse(name, "is not a C identifier");
    if (keywords.count(name)) refuse(name, "is a word C or C++ keeps for itself");
    if (name[0] == '_' || name.find("__") != std::string::npos || name.rfind("halide_", 0) == 0)
        refuse(name, "is of a form reserved for compilers and Halide's runtime");
    if (name.rfind("autoconfig_", 0) == 0) refuse(name, "is of a form that the library itself uses");
    if (is_of_libc(name)) refuse(name, "is a function of the C library");
}

} // namespace autoconfig::cli
