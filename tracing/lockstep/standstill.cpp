// SPDX-License-Identifier: MIT
#include "tracing/lockstep/standstill.h"

#include <algorithm>

namespace gemmscope::lockstep {

bool Rounds::repeat(const Situation& now) {
  const bool is_old = changed_ != now.changed || registers_.empty();
  if (is_old) rounds_ = 0, next_ = 1;
  if (++rounds_ == next_) {
    next_ *= 2;
    registers_.assign(now.registers.begin(), now.registers.end());
    paths_ = now.paths, changed_ = now.changed, frames_ = now.frames;
    return false;
  }
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
