// SPDX-License-Identifier: MIT
/// @file record_with.h
/// The recorder without the device: counts, splits the selection over launches, and codes what comes back.
#pragma once

#include "tracing/cuda/traced_run.h"
#include "tracing/format/recording.h"
#include "tracing/record/plan.h"
#include "tracing/record/request.h"

namespace gemmscope::cuda {

/// Stream bytes of one launch, if more than one block is in it. Larger launches use the GPU better; two streams of this
/// size are kept in page-locked host memory.
inline constexpr std::uint64_t kBytesAtOnce = std::uint64_t{256} << 20;

/// Consecutive blocks whose streams together take at most `bytes_at_once`; a block alone may take more.
std::vector<BlockSpan> split(std::span<const WarpCount> counts, std::uint32_t warps, std::uint64_t bytes_at_once);

/// Refuses what a GPU must not run: accesses that are misaligned on purpose, one of which ends all that this process
/// does there, and barriers that not all threads reach. Errors: kUsage, saying what is to blame.
Result<void> check_defined(const record::Plan& plan);

/// Records everything that is selected; `origin` is left empty. While the host codes the blocks of one launch on all
/// cores, the next launch runs. Errors  as the run's; kUsage if stopped by `progress`.
Result<format::Recording> record_with(TracedRun& run, const record::Plan& plan, const record::Progress& progress,
                                      std::uint64_t bytes_at_once = kBytesAtOnce);

}  // namespace gemmscope::cuda
