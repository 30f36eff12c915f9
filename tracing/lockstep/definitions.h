// SPDX-License-Identifier: MIT
/// @file definitions.h
/// For each use of a register, the instructions that may have written its value. Registers share slots (slots.h), so a
/// slot alone does not tell.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "tracing/lockstep/program.h"
#include "tracing/lockstep/touches.h"

namespace gemmscope::lockstep {

class Definitions {
 public:
  /// `touches`, `jumps_to`: by instruction. Instructions whose touches are not known have none. All arguments must
  /// outlive this.
  Definitions(const Program& program, const std::vector<Touches>& touches,
              const std::vector<std::vector<std::uint32_t>>& jumps_to);

  /// The instructions that may have written the value that the slot has in front of instruction `at`. None if it is a
  /// constant.
  [[nodiscard]] const std::vector<std::uint32_t>& of(std::uint32_t at, Slot slot);
  /// Whether that value is computed from arguments, constants and the thread's number alone.
  [[nodiscard]] bool is_plain(std::uint32_t at, Slot slot);
  /// Whether the search has reached its limit: what it has not found since is not known.
  [[nodiscard]] bool spent() const { return steps_ > kMostSteps; }

 private:
  static constexpr std::size_t kMostSteps = 2'000'000;
  using Use = std::pair<std::uint32_t, Slot>;
  void walk(std::uint32_t at, Slot slot, std::vector<std::uint32_t>& found);
  [[nodiscard]] bool computes(std::uint32_t instruction) const;

  const Program& program_;
  const std::vector<Touches>& touches_;
  const std::vector<std::vector<std::uint32_t>>& jumps_to_;
  std::vector<bool> begins_;  ///< by instruction: a function begins there
  std::map<Use, std::vector<std::uint32_t>> known_;
  std::map<Use, bool> is_plain_;
  std::size_t steps_ = 0;
};

}  // namespace gemmscope::lockstep
