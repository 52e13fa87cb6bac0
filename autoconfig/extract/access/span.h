// Intervals of integers, and the interval an index runs over when loops run over theirs.
#pragma once

#include "autoconfig/extract/access/constants.h"

#include <Halide.h>

#include <map>
#include <optional>
#include <string>

namespace autoconfig::extraction {

struct Span {
    std::int64_t min = 0, max = -1; // both included
    ExtentSource source = ExtentSource::Bound;

    std::int64_t extent() const { return max - min + 1; }
    static Span of(std::int64_t min, std::int64_t extent, ExtentSource source) {
        return {min, min + extent - 1, source};
    }
};

/// The smallest interval that holds both.
Span hull(const Span& a, const Span& b);

/// What a load may bring: the range of an integer of at most 16 bits, else nothing.
std::optional<Span> span_of(Halide::Type type);

/// Interval of `index`; nothing when a loop in it has no known interval or it depends on data that neither a
/// clamp nor its type bounds.
std::optional<Span> span(const Halide::Expr& index, const std::map<std::string, Span>& loops);

} // namespace autoconfig::extraction
