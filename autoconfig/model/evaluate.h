// What a configuration would cost, term by term.
#pragma once

#include "autoconfig/model/ledger.h"
#include "autoconfig/space/config.h"
#include "autoconfig/space/facts.h"

#include <functional>
#include <string_view>

namespace autoconfig {

/// Cycles of a configuration from enumerate(), its terms composed as compose.h says. Terms of the name
/// `without` are left out; `beside` enters those of what is done beside the contraction.
Cost evaluate(const Facts& facts, const Config& config, Words words, std::string_view without = {},
              const std::function<void(Ledger&)>& beside = {});

/// Cycles of the useful multiply-adds alone with every lane of so many cores busy: no configuration has
/// fewer.
double ideal_cycles(const Facts& facts, double cores);

} // namespace autoconfig
