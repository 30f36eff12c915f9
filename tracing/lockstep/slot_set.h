// SPDX-License-Identifier: MIT
/// @file slot_set.h
/// Some of a program's registers, a bit each: what a walk over its code knows at one place.
#pragma once

#include <algorithm>
#include <vector>

#include "tracing/lockstep/program.h"

namespace gemmscope::lockstep {

class SlotSet {
 public:
  explicit SlotSet(const Program& program) : bits_(program.register_bytes / kAlign + 1) {}
  [[nodiscard]] bool has(Slot slot) const { return bits_[slot / kAlign]; }
  [[nodiscard]] bool has_any(const std::vector<Slot>& slots) const {
    return std::ranges::any_of(slots, [&](Slot slot) { return has(slot); });
  }
  void add(const std::vector<Slot>& slots) {
    for (const Slot slot : slots) bits_[slot / kAlign] = true;
  }
  void remove(const std::vector<Slot>& slots) {
    for (const Slot slot : slots) bits_[slot / kAlign] = false;
  }
  /// Whether it has more than before.
  bool add(const SlotSet& other) {
    bool more = false;
    for (std::size_t i = 0; i < bits_.size(); ++i)
      if (other.bits_[i] && !bits_[i]) bits_[i] = more = true;
    return more;
  }
  void keep_only(const SlotSet& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] = bits_[i] && other.bits_[i];
  }

 private:
  static constexpr Slot kAlign = 64;  ///< of slots: slot_bytes()
  std::vector<bool> bits_;
};

}  // namespace gemmscope::lockstep
