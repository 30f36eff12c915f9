// SPDX-License-Identifier: MIT
/// @file twin_run.h
/// A launch, run several times with its recorder: first only to count, then to write.
#pragma once

#include <deque>

#include "tracing/preload/measure.h"
#include "tracing/runtime/recorder.h"

namespace gemmscope::preload {

class TwinRun {
 public:
  /// `limit`: bytes of the GPU's memory for records.
  TwinRun(LoadedKernel& kernel, const lockstep::Launch& launch, const Call& call, lockstep::Allocations& allocations,
          const Saved& saved, std::uint64_t limit);

  /// Counts, restores, records; the last run's results stay.
  ///
  /// Errors: why it cannot be recorded. What is on the device is anything then.
  [[nodiscard]] Result<std::vector<lockstep::Fault>> run(std::deque<runtime::Recorder>& recorders);
  [[nodiscard]] const Cost& cost() const { return cost_; }

 private:
  using Warps = std::vector<std::uint64_t>;
  /// Blocks [first, last) at once.
  struct Part {
    std::uint64_t first = 0, last = 0;
  };
  Result<void> allocate();
  Result<double> launch(const Part& part, bool writes);
  Result<void> find_arrays();
  Result<Part> next_part(std::uint64_t first) const;
  Result<void> record(const Part& part, bool is_only, std::deque<runtime::Recorder>& recorders,
                      std::vector<lockstep::Fault>& faults);
  Result<void> write_room(const Part& part);
  Result<void> replay(const Part& part, std::deque<runtime::Recorder>& recorders, std::vector<lockstep::Fault>& faults);
  std::uint64_t requests_of(std::uint64_t block) const;

  LoadedKernel& kernel_;
  const lockstep::Launch& launch_;
  const Call& call_;
  lockstep::Allocations& allocations_;
  const Saved& saved_;
  std::uint64_t limit_;
  std::vector<rewrite::Site> sites_;
  std::vector<const ptx::Variable*> arrays_;
  std::optional<Buffer> counts_, offsets_, records_;
  std::uint64_t room_ = 0;              ///< records_ has, in records
  std::vector<std::uint32_t> counted_;  ///< by warp: in the last run
  std::vector<std::uint32_t> capacity_;
  std::vector<std::uint64_t> begins_;  ///< of each warp's records, and behind the last
  std::vector<std::uint64_t> bases_;   ///< of arrays_
  Cost cost_;
};

}  // namespace gemmscope::preload
