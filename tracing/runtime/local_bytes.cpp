// SPDX-License-Identifier: MIT
#include "tracing/runtime/local_bytes.h"

#include <algorithm>

#include "tracing/lockstep/addresses.h"

namespace gemmscope::runtime {

LaneBytes LocalBytes::at(lockstep::Mask lanes, Addresses addresses, std::uint64_t offset) const {
  LaneBytes found{};
  lockstep::for_lanes(lanes, [&](std::size_t l) {
    const std::uint64_t at = addresses[l] + offset;
    if (at < row_of_.size() && row_of_[at] != 0) found[l] = rows_[row_of_[at] - 1][l];
  });
  return found;
}

void LocalBytes::put(lockstep::Mask lanes, Addresses addresses, std::uint64_t offset, const LaneBytes& what) {
  lockstep::for_lanes(lanes, [&](std::size_t l) {
    const std::uint64_t at = addresses[l] + offset;
    const bool is_new = at >= row_of_.size() || row_of_[at] == 0;
    if (at >= kMost || (is_new && what[l].request == 0)) return;
    if (at >= row_of_.size()) row_of_.resize(at + 1);
    first_ = std::min(first_, at);
    if (is_new) rows_.emplace_back(), row_of_[at] = static_cast<std::uint32_t>(rows_.size());
    rows_[row_of_[at] - 1][l] = what[l];
  });
}

/// Mostly it is far from what is known. Other lanes' addresses may be anything.
void LocalBytes::forget(lockstep::Mask lanes, Addresses addresses, std::uint64_t bytes) {
  bool may_touch = false;
  for (const std::uint64_t at : addresses) may_touch |= (at + bytes > first_) & (at < row_of_.size());
  if (!may_touch) return;
  for (std::uint64_t offset = 0; offset < bytes; ++offset) put(lanes, addresses, offset, {});
}

}  // namespace gemmscope::runtime
