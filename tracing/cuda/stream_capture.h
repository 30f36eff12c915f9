// SPDX-License-Identifier: MIT
/// @file stream_capture.h
/// Cuts the streams of a GPU run at their barriers and feeds them to the same Capture that the emulator feeds, so that
/// both backends share the coder and equal kernels give equal recordings.
#pragma once

#include <vector>

#include "tracing/cuda/traced_run.h"
#include "tracing/record/capture.h"
#include "tracing/record/plan.h"

namespace gemmscope::cuda {

/// One host thread's share of a recording.
class StreamCapture {
 public:
  explicit StreamCapture(const record::Plan& plan);

  /// Takes in block `index` of a stream that begins with block `blocks.first` of the selection.
  /// Errors: kNoDevice if the stream contradicts itself: the device is not to be trusted.
  Result<void> add_block(const Stream& stream, BlockSpan blocks, std::uint32_t index);

  const record::Capture::Parts& parts() const { return capture_.parts(); }

 private:
  Result<void> add_warp(const Stream& stream, const WarpRegion& region, std::uint32_t warp);
  void add_interval(std::span<const StreamEntry> entries, const AddressLine* lines, std::uint32_t warp,
                    std::uint32_t interval);

  format::Selection selection_;
  std::uint32_t warps_;
  record::Capture capture_;
  std::vector<std::uint32_t> barrier_lines_;  ///< of the warp in hand
  std::vector<record::LogEntry> logs_;        ///< scratch: [lane][entry]
};

}  // namespace gemmscope::cuda
