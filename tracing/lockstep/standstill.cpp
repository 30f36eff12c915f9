// SPDX-License-Identifier: MIT
#include "tracing/lockstep/standstill.h"

#include <algorithm>
#include <cstring>

#include "tracing/lockstep/block.h"

namespace gemmscope::lockstep {

bool Rounds::repeat(const Warp& warp, std::size_t register_bytes) {
  const bool is_old = changed_ != warp.changed || registers_.empty();
  if (is_old) rounds_ = 0, next_ = 1;
  if (++rounds_ == next_) {
    next_ *= 2;
    registers_.assign(warp.registers, warp.registers + register_bytes);
    paths_ = warp.paths, changed_ = warp.changed, frames_ = warp.frames.size();
    return false;
  }
  if (warp.paths.back().at != paths_.back().at || warp.frames.size() != frames_ || warp.paths != paths_) return false;
  if (registers_[differs_at_ % register_bytes] != warp.registers[differs_at_ % register_bytes]) return false;
  const auto [own, other] = std::mismatch(registers_.begin(), registers_.end(), warp.registers);
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
