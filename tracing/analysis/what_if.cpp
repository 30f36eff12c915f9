// SPDX-License-Identifier: MIT
#include "tracing/analysis/what_if.h"

#include <algorithm>
#include <span>

#include "kernels/parameters.h"
#include "kernels/tile_layout.h"
#include "tracing/analysis/geometry.h"

namespace gemmscope::analysis {
namespace {

/// A request of a site with how often it happens.
struct Recorded {
  WarpAccess access;
  std::uint64_t count = 0;
};

std::vector<Recorded> requests_of(const format::Recording& recording, const CostTable& table, const SiteSummary& site,
                                  const Scope& scope) {
  const std::vector<std::uint64_t> counts = count_requests(recording, table, scope);
  std::vector<Recorded> result;
  for (const CostTable::Entry& entry : table.entries()) {
    const format::Template& coded = recording.templates[entry.template_id];
    for (std::size_t row = 0; row < entry.rows; ++row) {
      const format::Row& r = coded.rows[row];
      const std::uint64_t count = counts[entry.first + row];
      if (count == 0 || std::find(site.sites.begin(), site.sites.end(), r.site) == site.sites.end()) continue;
      result.push_back({warp_access(recording.sites[r.site], r.mask, coded.lanes(row)), count});
    }
  }
  return result;
}

/// The same cells of the tile, laid out as `other`. nullopt if an access leaves the tile or is no longer aligned.
std::optional<WarpAccess> moved(const format::Recording& recording, std::uint16_t tensor, const format::Tensor& other,
                                WarpAccess access) {
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!access.active(lane)) continue;
    std::uint32_t& byte = access.address[static_cast<std::size_t>(lane)];
    const auto cell = cell_in(recording, tensor, byte);
    if (!cell || cell->padding) return std::nullopt;
    const std::uint32_t column = swizzled_column(other, cell->row, cell->column);
    byte = other.offset + (cell->row * other.pitch + column) * other.element_bytes;
  }
  if (misaligned_lanes(access) != 0) return std::nullopt;
  return access;
}

/// Everything that the layouts of one site have in common.
struct Candidates {
  const format::Recording& recording;
  const SiteSummary& site;
  const format::Tensor& tile;
  std::vector<Recorded> requests;
  ConflictModel model;
  std::vector<WhatIf> found;

  std::optional<std::uint64_t> recount(const format::Tensor& other) const {
    std::uint64_t wavefronts = 0;
    for (const Recorded& request : requests) {
      const auto access = moved(recording, site.tensor, other, request.access);
      if (!access) return std::nullopt;
      wavefronts += request.count * shared_cost(*access, model).wavefronts;
    }
    return wavefronts;
  }

  /// Whether the kernel would read or write this tile in wider accesses with `pad` floats of padding than it did with
  /// `now`: then its requests would be others than the recorded ones.
  bool widens(int now, int pad) const {
    return !single_floats() && kernels::aligned_vector(pad) > kernels::aligned_vector(now);
  }

  /// Whether the site moves single floats whatever the padding: kernels without the parameter vec always do; else
  /// stores to a transposed tile, reads down the rows of a tile of A that is not, and reads with vec=scalar.
  bool single_floats() const {
    if (!recording.parameter("vec")) return true;
    if (site.op == format::Op::kStore) return tile.transposed;
    return recording.parameter("vec") == "scalar" || (tile.of == "A" && !tile.transposed);
  }

  void try_pads(std::span<const int> pads) {
    const std::string name = "P" + tile.of;
    if (!recording.parameter(name) || tile.swizzle.any()) return;
    const bool wide = std::any_of(recording.sites.begin(), recording.sites.end(),
                                  [&](const format::Site& s) { return s.tensor == site.tensor && s.width == 16; });
    const int now = recording.parameter_int(name);
    for (const int pad : pads) {
      if (pad == now) continue;
      format::Tensor other = tile;
      other.pitch = tile.columns + static_cast<std::uint32_t>(pad);
      const auto wavefronts = widens(now, pad) ? std::nullopt : recount(other);
      found.push_back({name + "=" + std::to_string(pad), wavefronts, wide && pad % 4 != 0});
    }
  }

  void try_swizzle() {
    if (tile.of == "A" && !tile.transposed) return;  // the kernels swizzle As only where it is transposed
    const std::string name = "swz" + tile.of;
    if (recording.parameter(name) != "none" || tile.pitch != tile.columns || tile.columns % 32 != 0) return;
    format::Tensor other = tile;
    other.swizzle = format::Swizzle::of(tile.of == "A" ? kernels::swizzle_of_As(static_cast<int>(tile.rows))
                                                       : kernels::kSwizzleOfBs);
    found.push_back({name + "=xor", recount(other), false});
  }
};

}  // namespace

std::vector<WhatIf> what_if(const format::Recording& recording, const CostTable& table, const SiteSummary& site,
                            const Scope& scope, ConflictModel model) {
  const format::Tensor& tile = recording.tensors[site.tensor];
  const bool known = site.space == format::Space::kShared && (tile.of == "A" || tile.of == "B");
  if (!known || tile.element_bytes != 4) return {};
  Candidates candidates{recording, site, tile, requests_of(recording, table, site, scope), model, {}};
  if (tile.of == "A")
    candidates.try_pads(kPadsA);
  else
    candidates.try_pads(kPadsB);
  candidates.try_swizzle();
  return std::move(candidates.found);
}

}  // namespace gemmscope::analysis
