// SPDX-License-Identifier: MIT
/// @file current.h
/// The request under the cursor, decoded and counted: what most views draw.
#pragma once

#include <optional>

#include "app/session/loaded.h"
#include "app/session/selected.h"
#include "tracing/analysis/coalescing.h"
#include "tracing/analysis/copied.h"

namespace gemmscope::session {

struct Current {
  format::Request request;  ///< with its 32 addresses
  format::Site site;
  format::Tensor tensor;          ///< the site's
  analysis::WarpAccess access;    ///< the same addresses, as the models take them
  analysis::SharedCost cost;      ///< by the session's rule; zero for global memory
  analysis::SharedCost textbook;  ///< by the textbook rule, to stand beside it
  analysis::GlobalCost global;    ///< zero for shared memory
  /// For a store to a tile of A or B: the loads that its values came from; nullopt: not known. See analysis::loads_for.
  std::optional<std::vector<format::Request>> loads{};
  bool faulted = false;             ///< the launch ended here, not for its alignment: nothing is counted
  std::uint32_t segment = 0;        ///< index into the pattern's segments
  std::uint32_t row = 0;            ///< in the segment's template
  std::uint32_t warp_requests = 0;  ///< requests of the cursor's warp

  bool shared() const { return tensor.space == format::Space::kShared; }
  bool active(int lane) const { return access.active(lane); }
  std::uint32_t address(int lane) const { return request.address[static_cast<std::size_t>(lane)]; }
};

/// nullopt if the cursor's warp makes no request, or was not recorded.
std::optional<Current> look_at(const Loaded& loaded, const Cursor& cursor, analysis::ConflictModel rule);

/// Requests of `warp` in `block`; 0 for one that was not recorded.
std::uint32_t warp_requests(const format::Recording& recording, std::uint32_t block, std::uint32_t warp);

/// `warp`, or the nearest that makes a request in `block`; `warp` if none does.
std::uint32_t requesting_warp(const format::Recording& recording, std::uint32_t block, std::uint32_t warp);

/// The pattern of `block`.
inline const format::Pattern& pattern_of(const format::Recording& recording, std::uint32_t block) {
  return recording.patterns[recording.blocks[block].pattern];
}

/// What the recording has of a request of `block` but its addresses.
inline const format::Row& row_of(const format::Recording& recording, std::uint32_t block, const Current& now) {
  return recording.templates[pattern_of(recording, block).segments[now.segment].template_id].rows[now.row];
}

}  // namespace gemmscope::session
