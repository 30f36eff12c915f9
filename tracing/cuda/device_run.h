// SPDX-License-Identifier: MIT
/// @file device_run.h
/// One planned kernel with its matrices on the GPU.
#pragma once

#include <array>
#include <memory>

#include "kernels/reference.h"
#include "tracing/cuda/device_memory.h"
#include "tracing/cuda/traced_run.h"
#include "tracing/record/plan.h"

namespace gemmscope::cuda {

class DeviceRun : public TracedRun {
 public:
  /// Allocates A, B and C. Without data they are zero, since addresses do not depend on values.
  /// Errors: kUsage if the sizes of `data` are not the plan's; kNoSpace.
  static Result<std::unique_ptr<DeviceRun>> open(const record::Plan& plan, const kernels::GemmData* data = nullptr);

  Result<std::vector<WarpCount>> count(BlockSpan blocks) override;
  Result<Stream> record(BlockSpan blocks, std::span<const WarpCount> room, int slot) override;

  Result<void> run_plain();   ///< the whole grid, once
  Result<void> run_traced();  ///< the whole grid, once, counting only

  /// Replaces `C` by the device's.
  Result<void> copy_C(std::vector<float>& C) const;

  const kernels::GemmArguments& arguments() const { return arguments_; }

 private:
  explicit DeviceRun(const record::Plan& plan) : plan_(plan) {}
  Result<void> fill(const kernels::GemmData* data);
  Result<std::vector<WarpCount>> launch(BlockSpan blocks, const format::Selection& selection,
                                        const WarpRegion* regions);

  record::Plan plan_;
  kernels::GemmArguments arguments_;
  std::array<Memory, 3> matrices_;
  Memory counts_, regions_, entries_, lines_;  ///< on the device
  struct HostSlot {
    Memory entries, lines;
  };
  std::array<HostSlot, kSlots> host_;
};

}  // namespace gemmscope::cuda
