// Random command lines of `autoconfig`, most of them wrong somewhere.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace autoconfig::fuzz {

using Random = std::mt19937_64;

/// From 0, below `end`.
std::size_t below(Random& random, std::size_t end);

/// One in so many.
bool one_in(Random& random, std::size_t count);

template<typename Things>
auto& any_of(Random& random, Things& things) {
    return things[below(random, things.size())];
}

/// A number as a user may write it, right or not.
std::string number(Random& random);

/// A word as a user may write it where one of these is asked for.
std::string word(Random& random, const std::vector<std::string>& right);

/// Of `explain` or `build` of an operator; `folder` takes the files of a build, `machine_file` holds a
/// machine description, which may be wrong.
std::vector<std::string> command_line(Random& random, const std::string& folder,
                                      const std::string& machine_file);

/// Variables of the environment, as NAME=VALUE.
std::vector<std::string> environment(Random& random, const std::string& machine_file);

} // namespace autoconfig::fuzz
