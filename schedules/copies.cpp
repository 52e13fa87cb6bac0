// See copies.h.
#include "schedules/copies.h"

#include <vector>

namespace autoconfig {

namespace {

FuncScript made(Script& script, const FuncChoice& choice) {
    FuncScript original = script.func(choice.copy_of);
    if (choice.cloned_for.empty()) return original.in(choice.func);
    std::vector<FuncScript> readers;
    for (const std::string& reader : choice.cloned_for) readers.push_back(script.func(reader));
    return original.clone_in(readers, choice.func);
}

} // namespace

void make_copies(Script& script, const Fusion& fusion) {
    for (const FuncChoice& choice : fusion.choices)
        if (!choice.copy_of.empty()) script.add(choice.func, made(script, choice));
}

} // namespace autoconfig
