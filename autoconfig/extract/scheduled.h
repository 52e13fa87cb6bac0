// Has somebody scheduled this Func? Such a Func is left alone. Bounds and estimates are not a schedule.
#pragma once

#include <Halide.h>

#include <set>
#include <string>

namespace autoconfig::extraction {

/// Where Halide computes a Func as its schedule is now.
enum class ComputeSite { Inlined, Loop, Root };
ComputeSite compute_site(const Halide::Internal::Function& function);
/// Of the Func within whose loop it is computed; empty where it is not within one.
std::string computed_within(const Halide::Internal::Function& function);

/// The Funcs whose loops its stages share by compute_with().
std::set<std::string> computed_with(const Halide::Internal::Function& function);

bool is_scheduled(const Halide::Internal::Function& function);

/// Has a pure Func that is inlined loops of a CPU with a schedule, which Halide refuses? Whoever made it
/// computes it somewhere where he has the rest scheduled by hand, too.
bool lacks_a_place(const Halide::Internal::Function& function);

} // namespace autoconfig::extraction
