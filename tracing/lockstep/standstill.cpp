// SPDX-License-Identifier: MIT
#include "tracing/lockstep/standstill.h"

#include <algorithm>

namespace gemmscope::lockstep {

Rounds::Found Rounds::look(const Situation& now) {
  if (changed_ != now.changed) begin(), changed_ = now.changed;
  ++since_;
  if (next_ > kFirst && is_as_remembered(now)) {
    period_ = since_, since_ = 0;
    return Found::kRepeats;
  }
  if (period_ != 0) {
    if (since_ < period_) return Found::kNothing;
    begin();  // what it waited for has come
  }
  if (++rounds_ < next_) return Found::kNothing;
  next_ *= 2, since_ = 0;
  registers_.assign(now.registers.begin(), now.registers.end());
  paths_ = now.paths, frames_ = now.frames;
  return Found::kRemembers;
}

bool Rounds::is_as_remembered(const Situation& now) {
  if (now.paths.back().at != paths_.back().at || now.frames != frames_ || now.paths != paths_) return false;
  const std::size_t probe = differs_at_ % registers_.size();
  if (registers_[probe] != now.registers[probe]) return false;
  const auto [own, other] = std::mismatch(registers_.begin(), registers_.end(), now.registers.begin());
  differs_at_ = static_cast<std::size_t>(own - registers_.begin());
  return own == registers_.end();
}

}  // namespace gemmscope::lockstep
