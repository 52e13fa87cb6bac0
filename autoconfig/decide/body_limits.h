// From which sizes on each body runs, and which bodies are worth their code.
#pragma once

#include "autoconfig/decide/body_drafts.h"

#include <vector>

namespace autoconfig {

/// At most `most` of the drafts, asked in this order, with limits at which all take least time together; the
/// last one runs at any size. Each shortens the time, on average over all sizes, by more than it is worth in
/// code.
std::vector<BodyDraft> with_limits(BodyDrafts drafts, std::size_t most);

} // namespace autoconfig
