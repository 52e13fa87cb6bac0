// Memory of whole images in large pages.
#pragma once

#include <Halide.h>

namespace autoconfig::lowering {

/// Asks Linux for pages of 2 MB where a Func outside of all loops takes several of them (madvise(2),
/// MADV_HUGEPAGE). What malloc has from the system comes page by page when it is touched first, and images of
/// more than 64 MB in all come anew in every run. [local_laplacian, 2560x1536: 20,000 pages a run and 0.26 of
/// 0.38 s without; EPYC (Zen 3, family 25 model 1, 2 cores, KVM), 2026-11-28] For 64-bit Linux without a GPU.
void ask_for_large_pages(Halide::Pipeline& pipeline, const Halide::Target& target);

} // namespace autoconfig::lowering
