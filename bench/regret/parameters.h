// The parameters of configurations, as their names spell them: what a search that knows no model moves along.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace autoconfig::bench {

/// One value a parameter, in the order of the space's parameters; 0 where a name does not have it.
using Point = std::vector<long>;

/// Points of a whole space: "blocked mr6 kc384 pack_b" has blocked 1, mr 6, kc 384, pack_b 1.
class Parameters {
public:
    explicit Parameters(const std::vector<std::string>& configs);

    const std::vector<std::string>& names() const { return names_; } // sorted
    const std::vector<Point>& points() const { return points_; }     // in the order of the configurations

    /// All values that the space has of a parameter, increasing.
    const std::vector<long>& values(std::size_t parameter) const { return values_[parameter]; }

private:
    std::vector<std::string> names_;
    std::vector<Point> points_;
    std::vector<std::vector<long>> values_;
};

/// Parameters in which two points differ.
int distance(const Point& a, const Point& b);

} // namespace autoconfig::bench
