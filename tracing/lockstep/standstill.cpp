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

void Standstill::begins() {
  const std::scoped_lock lock(mutex_);
  ++running_, happened();
}

void Standstill::ends() {
  const std::scoped_lock lock(mutex_);
  --running_, happened();
}

bool Standstill::waits(Ticket& ticket) {
  const std::scoped_lock lock(mutex_);
  if (!ticket.waits) happened();  // what it did before it began to wait, the others may not have seen yet
  if (!ticket.waits || ticket.version != version_) {
    ticket = {version_, false, true};
    return false;
  }
  if (!ticket.counted) ++waiting_;
  ticket.counted = true;
  return waiting_ == running_;
}

void Standstill::goes_on(Ticket& ticket) {
  if (!ticket.waits) return;
  const std::scoped_lock lock(mutex_);
  ticket.waits = false;
  happened();
}

}  // namespace gemmscope::lockstep
