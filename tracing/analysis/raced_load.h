// SPDX-License-Identifier: MIT
/// @file raced_load.h
/// A load that races with a store of its block: which threads had found a wrong value in the recorded run, and what
/// that value decides.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tracing/analysis/check_budget.h"
#include "tracing/analysis/finding.h"
#include "tracing/analysis/program_steps.h"
#include "tracing/ptx/derived.h"

namespace gemmscope::analysis {

class RacedLoad {
 public:
  /// `late`: the load should have come before the store; else after it.
  RacedLoad(const format::Recording& recording, const ProgramSteps& steps, std::uint16_t store, std::uint16_t load,
            bool late);

  [[nodiscard]] std::uint16_t load() const { return load_; }
  /// Whether the value is part of an address at that site, and whether it decides if a thread gets there.
  [[nodiscard]] bool places(std::uint16_t site) const;
  [[nodiscard]] bool decides(std::uint16_t site) const;

  struct Value {
    std::uint32_t byte = 0;  ///< where it was loaded
    bool is_wrong = false;   ///< it was loaded too early, or too late
  };
  /// What the thread of an access had loaded last before it; nothing: it had not, or the budget has ended.
  [[nodiscard]] std::optional<Value> value_before(const Access& access, Budget& budget) const;

 private:
  /// One lane's access, where and when.
  struct Made {
    std::uint32_t warp = 0, interval = 0, request = 0, byte = 0, bytes = 0;
    std::uint8_t lane = 0;
    std::optional<bool> is_wrong{};  ///< if it is known by now

    bool overlaps(const Made& other) const { return byte < other.byte + other.bytes && other.byte < byte + bytes; }
  };
  struct OfBlock {
    std::unordered_map<std::uint32_t, std::vector<Made>> loads;  ///< by thread, in the order in which it makes them
    std::map<std::uint32_t, std::vector<Made>> stores;           ///< by interval
  };
  [[nodiscard]] OfBlock* of_block(std::uint32_t block, Budget& budget) const;
  [[nodiscard]] bool is_wrong(const OfBlock& of, const Made& load, Budget& budget) const;

  const format::Recording& r_;
  const ProgramSteps& steps_;
  std::uint16_t store_, load_;
  bool late_;
  ptx::Derived from_;
  mutable std::map<std::uint32_t, OfBlock> known_;  ///< by block, or by pattern if it is in shared memory
  mutable std::size_t kept_ = 0;                    ///< accesses in it
};

}  // namespace gemmscope::analysis
