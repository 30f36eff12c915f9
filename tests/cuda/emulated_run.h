// SPDX-License-Identifier: MIT
/// @file emulated_run.h
/// Stands in for the GPU: writes the streams that the device code would write, from the emulator's lane logs.
#pragma once

#include <functional>

#include "tracing/cuda/traced_run.h"
#include "tracing/record/plan.h"

namespace gemmscope::cuda {

class EmulatedRun : public TracedRun {
 public:
  explicit EmulatedRun(const record::Plan& plan) : plan_(plan) {}

  Result<std::vector<WarpCount>> count(BlockSpan blocks) override;
  Result<Stream> record(BlockSpan blocks, std::span<const WarpCount> room, int slot) override;

  int launches = 0;                     ///< recording ones
  std::function<void(Stream&)> damage;  ///< applied to every stream

 private:
  /// One warp's stream.
  struct Written {
    std::vector<StreamEntry> entries;
    std::vector<AddressLine> lines;
  };
  std::vector<Written> run(BlockSpan blocks) const;

  record::Plan plan_;
  struct Slot {
    std::vector<StreamEntry> entries;
    std::vector<AddressLine> lines;
  };
  Slot slots_[kSlots];
};

}  // namespace gemmscope::cuda
