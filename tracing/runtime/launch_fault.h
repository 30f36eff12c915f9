// SPDX-License-Identifier: MIT
/// @file launch_fault.h
/// The faults of one launch of a kernel: how they are told, and how its recording has the first of them.
#pragma once

#include <vector>

#include "tracing/format/recording.h"
#include "tracing/runtime/fault_text.h"
#include "tracing/runtime/modules.h"
#include "tracing/runtime/source.h"

namespace gemmscope::runtime {

/// The name of the variable that the allocation is, or of the one parameter that points to where it begins, as the
/// source has it; empty: there is none, or more point into it.
[[nodiscard]] std::string name_of(const lockstep::Allocation& array, const Kernel& kernel,
                                  const lockstep::Launch& launch);

/// What is known of the launch, for sentences. All that is passed must outlive this.
class FaultTeller {
 public:
  FaultTeller(const Kernel& kernel, const lockstep::Launch& launch, const lockstep::Allocations& allocations);
  FaultTeller(const FaultTeller&) = delete;
  FaultTeller& operator=(const FaultTeller&) = delete;
  [[nodiscard]] const FaultScene& scene() const { return scene_; }

 private:
  const Arguments arguments_;
  const std::vector<std::uint32_t> named_shared_;
  const FaultScene scene_;
};

/// As the recording has it, but for the request and its array.
[[nodiscard]] format::LaunchFault as_recorded(const lockstep::Fault& fault, const FaultScene& scene,
                                              const Lines& lines);

/// What other faults the launch has after its first, in a line; empty: none. `faults`: in their order.
[[nodiscard]] std::string after_it(const std::vector<lockstep::Fault>& faults, const FaultScene& scene);

}  // namespace gemmscope::runtime
