// SPDX-License-Identifier: MIT
#include "app/views/metrics_what_if.h"

#include <algorithm>

#include "app/session/setup.h"
#include "app/views/lane_set.h"
#include "kernels/tile_layout.h"

namespace gemmscope::views {
namespace {

using analysis::WarpAccess;
using session::Session;

/// The requests of a site with how often each happens.
struct Recorded {
  WarpAccess access;
  std::uint64_t count = 0;
};

std::vector<Recorded> requests_of(const Session& session, const analysis::SiteSummary& site) {
  const format::Recording& recording = *session.recording();
  const analysis::CostTable& costs = session.loaded->costs;
  const std::vector<std::uint64_t> counts = analysis::count_requests(recording, costs, session.summary_scope);
  std::vector<Recorded> result;
  for (const analysis::CostTable::Entry& entry : costs.entries()) {
    const format::Template& coded = recording.templates[entry.template_id];
    for (std::size_t row = 0; row < entry.rows; ++row) {
      const format::Row& r = coded.rows[row];
      if (counts[entry.first + row] == 0 || std::find(site.sites.begin(), site.sites.end(), r.site) == site.sites.end()) continue;
      result.push_back({analysis::warp_access(recording.sites[r.site], r.mask, coded.lanes(row)), counts[entry.first + row]});
    }
  }
  return result;
}

/// The same cells of the tile, laid out as `other`. nullopt if an access leaves the tile or is no longer aligned.
std::optional<WarpAccess> moved(const format::Recording& recording, const format::Tensor& other, WarpAccess access) {
  for (const int lane : lanes_of(access.mask)) {
    std::uint32_t& byte = access.address[static_cast<std::size_t>(lane)];
    const auto cell = analysis::cell_at(recording, byte);
    if (!cell || cell->padding || recording.tensors[cell->tensor].name != other.name) return std::nullopt;
    const std::uint32_t column = analysis::swizzled_column(other, cell->row, cell->column);
    byte = other.offset + (cell->row * other.pitch + column) * other.element_bytes;
  }
  if (analysis::misaligned_lanes(access) != 0) return std::nullopt;
  return access;
}

std::optional<std::uint64_t> recount(const Session& session, const std::vector<Recorded>& requests, const format::Tensor& other) {
  std::uint64_t wavefronts = 0;
  for (const Recorded& request : requests) {
    const auto access = moved(*session.recording(), other, request.access);
    if (!access) return std::nullopt;
    wavefronts += request.count * analysis::shared_cost(*access, session.rule).wavefronts;
  }
  return wavefronts;
}

/// Whether the kernel would read or write this tile in wider accesses with `other` floats of padding than it did with
/// `now`: then its requests would be others than the recorded ones. Stores to a transposed tile are single floats always,
/// and so are reads with vec=scalar.
bool widens(const format::Recording& recording, const analysis::SiteSummary& site, int now, int other) {
  const bool single = site.op == format::Op::kStore ? recording.tensors[site.tensor].transposed : recording.parameter("vec") == "scalar";
  return !single && kernels::aligned_vector(other) > kernels::aligned_vector(now);
}

bool has_wide_access(const format::Recording& recording, std::uint16_t tensor) {
  return std::any_of(recording.sites.begin(), recording.sites.end(), [&](const format::Site& s) { return s.tensor == tensor && s.width == 16; });
}

}  // namespace

std::vector<WhatIf> what_if(const Session& session, const analysis::SiteSummary& site) {
  const format::Recording& recording = *session.recording();
  const format::Tensor& tile = recording.tensors[site.tensor];
  std::vector<WhatIf> result;
  if (site.space != format::Space::kShared || (tile.of != "A" && tile.of != "B") || tile.element_bytes != 4) return result;
  const std::vector<Recorded> requests = requests_of(session, site);
  const bool wide = has_wide_access(recording, site.tensor);

  const std::string pad = "P" + tile.of;
  if (recording.parameter(pad) && tile.swizzle == format::Swizzle::kNone)
    for (const int value : session::kPadsA) {
      const int now = recording.parameter_int(pad);
      if (value == now) continue;
      format::Tensor other = tile;
      other.pitch = tile.columns + static_cast<std::uint32_t>(value);
      std::optional<std::uint64_t> wavefronts;
      if (!widens(recording, site, now, value)) wavefronts = recount(session, requests, other);
      result.push_back({pad + "=" + std::to_string(value), wavefronts, wide && value % 4 != 0});
    }

  const std::string swizzle = "swz" + tile.of;
  if (recording.parameter(swizzle) == "none" && tile.pitch == tile.columns && tile.columns % 32 == 0) {
    format::Tensor other = tile;
    other.swizzle = tile.of == "A" ? format::Swizzle::kXorRow : format::Swizzle::kXorGroup;
    result.push_back({swizzle + "=xor", recount(session, requests, other), false});
  }
  return result;
}

}  // namespace gemmscope::views
