// Terms of what a convolution layer does beside its contraction.
#pragma once

#include "autoconfig/extract/convolution.h"
#include "autoconfig/machine/machine.h"
#include "autoconfig/model/ledger.h"

namespace autoconfig {

/// T_pack: the windows of im2col.
void add_columns(Ledger& ledger, const Convolution& layer, const Machine& machine);

} // namespace autoconfig
