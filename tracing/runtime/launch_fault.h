// SPDX-License-Identifier: MIT
/// @file launch_fault.h
/// The faults of one launch of a kernel: how they are reported, and how its recording holds the first of them.
#pragma once

#include <vector>

#include "tracing/format/recording.h"
#include "tracing/runtime/fault_text.h"
#include "tracing/runtime/modules.h"
#include "tracing/runtime/source.h"

namespace gemmscope::runtime {

/// The name of the variable that the allocation is, or of the one parameter that points to its beginning, as in the
/// source; empty: there is none, or several point into it.
[[nodiscard]] std::string name_of(const lockstep::Allocation& array, const Kernel& kernel,
                                  const lockstep::Launch& launch);

/// What is known about the launch, for sentences. All arguments must outlive this.
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

/// The fault as in the recording, without the request and its array.
[[nodiscard]] format::LaunchFault as_recorded(const lockstep::Fault& fault, const FaultScene& scene,
                                              const Lines& lines);

/// The further faults of the launch after its first, in one line; empty: none. `faults`: in their order.
[[nodiscard]] std::string after_it(const std::vector<lockstep::Fault>& faults, const FaultScene& scene);

}  // namespace gemmscope::runtime
