// The memory of Funcs at root in one allocation.
#pragma once

#include "autoconfig/allocation_limits.h"
#include "autoconfig/decide/storage.h"

#include <Halide.h>

#include <cstdint>
#include <vector>

namespace autoconfig::lowering {

/// What malloc still keeps, less what it and halide_malloc add.
constexpr std::int64_t most_pooled_bytes = malloc_never_keeps_bytes - 64 * kibibyte;

/// glibc keeps what is freed for the next run, but gives it back once it is twice as much as the largest
/// block so far: a pipeline with several Funcs at root waits for fresh pages of all of them in every run.
/// Where two or more are there at a time, or one after the other, they get their places in one block, of
/// `most_pooled_bytes` at most, and those that are not there together the same one; what finds no room at run
/// time is allocated as before. The block is at least as large as what steps of loops have beside it
/// at a time, so that glibc keeps that too. `storage` says how large each is likely to be, so that those of a
/// size share a place. For 64-bit Linux without a GPU.
void pool_storage(Halide::Pipeline& pipeline, const Halide::Target& target,
                  const std::vector<Storage>& storage);

} // namespace autoconfig::lowering
