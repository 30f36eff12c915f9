// SPDX-License-Identifier: MIT
#include "tracing/analysis/what_if.h"

#include <algorithm>
#include <span>

#include "kernels/table.h"
#include "kernels/tile_layout.h"
#include "tracing/analysis/geometry.h"
#include "tracing/analysis/launch.h"
#include "tracing/analysis/layout_parameters.h"

namespace gemmscope::analysis {
namespace {

/// A request of a site with how often it happens.
struct Recorded {
  WarpAccess access;
  std::uint64_t count = 0;
};

std::vector<Recorded> requests_of(const format::Recording& recording, const CostTable& table, const SiteSummary& site,
                                  const Scope& scope) {
  const std::vector<std::uint64_t> counts = requests_in(recording, table, scope).of_row;
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
    byte = stored_at(other, cell->row, cell->column, cell->buffer).byte;
  }
  if (misaligned_lanes(access) != 0) return std::nullopt;
  return access;
}

/// `tile` as the kernel lays it out with another value of one parameter; nullopt if the kernel cannot have that value,
/// or if it changes nothing about this tile.
std::optional<format::Tensor> laid_out(const format::Recording& recording, const format::Tensor& tile,
                                       std::string_view parameter, const std::string& value) {
  std::vector<std::pair<std::string, std::string>> assignments;
  for (const format::Parameter& p : recording.parameters)
    assignments.emplace_back(p.name, p.name == parameter ? value : p.value);
  const auto variant = kernels::resolve(recording.kernel, recording.preset, assignments);
  if (!variant) return std::nullopt;
  const std::vector<kernels::SharedTile> tiles = variant->geometry().tiles;
  const auto found = std::ranges::find(tiles, tile.name, &kernels::SharedTile::name);
  if (found == tiles.end()) return std::nullopt;
  format::Tensor other = tile;  // where it begins moves all its words alike
  other.pitch = static_cast<std::uint32_t>(found->pitch);
  other.swizzle = format::Swizzle::of(found->swizzle);
  other.group = static_cast<std::uint32_t>(found->group);
  other.group_pad = static_cast<std::uint32_t>(found->group_pad);
  return other == tile ? std::nullopt : std::optional(other);
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

  /// Whether the kernel would read or write this tile in wider accesses with `pad` of padding than it did with `now`:
  /// then its requests would be others than the recorded ones.
  bool widens(int now, int pad) const {
    return adapts() && kernels::aligned_vector(pad) > kernels::aligned_vector(now);
  }

  /// Whether the site's accesses are as wide as the padding allows. Stores of C to a staging tile are, and what a
  /// kernel with the parameter vec moves, but for stores to a transposed tile, reads down the rows of a tile of A that
  /// is not, and reads with vec=scalar.
  bool adapts() const {
    if (tile.of == "C") return site.op == format::Op::kStore;
    if (!recording.parameter("vec")) return false;
    if (site.op == format::Op::kStore) return !tile.transposed;
    return recording.parameter("vec") != "scalar" && (tile.of != "A" || tile.transposed);
  }

  /// Whether some access to the tile becomes narrower with this pad.
  bool narrows(int pad) const {
    return pad % 4 != 0 && std::ranges::any_of(recording.sites, [&](const format::Site& s) {
             return s.tensor == site.tensor && s.width == 16;
           });
  }

  void try_pads(const LayoutParameter& padding) {
    if (padding.paddings.empty() || tile.swizzle.any() || !recording.parameter(padding.name)) return;
    const int now = recording.parameter_int(padding.name);
    for (const int pad : padding.paddings) {
      const auto other = laid_out(recording, tile, padding.name, std::to_string(pad));
      if (!other) continue;
      const auto wavefronts = widens(now, pad) ? std::nullopt : recount(*other);
      found.push_back({std::string(padding.name) + "=" + std::to_string(pad), wavefronts, narrows(pad), {}});
    }
  }

  void try_swizzles() {
    if (tile.swizzle.any() || tile.pitch != tile.columns) return;
    for (const format::Parameter& p : recording.parameters) {
      if (!p.name.starts_with("swz") || p.value != "none") continue;
      if (const auto other = laid_out(recording, tile, p.name, "xor"))
        found.push_back({p.name + "=xor", recount(*other), false, {}});
    }
  }
};

}  // namespace

std::vector<WhatIf> what_if(const format::Recording& recording, const CostTable& table, const SiteSummary& site,
                            const Scope& scope, ConflictModel model) {
  if (site.space != format::Space::kShared) return {};
  const format::Tensor& tile = recording.tensors[site.tensor];
  Candidates candidates{recording, site, tile, requests_of(recording, table, site, scope), model, {}};
  for (const LayoutParameter& parameter : kLayoutParameters) candidates.try_pads(parameter);
  candidates.try_swizzles();
  return std::move(candidates.found);
}

}  // namespace gemmscope::analysis
