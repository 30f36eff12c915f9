// SPDX-License-Identifier: MIT
#include "tracing/analysis/what_if.h"

#include <algorithm>

#include "kernels/table.h"
#include "tracing/analysis/launch.h"
#include "tracing/analysis/layout_parameters.h"

namespace gemmscope::analysis {
namespace {

/// A request of a site with how often it happens.
struct RecordedRequest {
  WarpAccess access;
  std::uint64_t count = 0;
};

std::vector<RecordedRequest> requests_of(const format::Recording& recording, const CostTable& table,
                                         const SiteSummary& site, const Scope& scope) {
  const std::vector<std::uint64_t> counts = requests_in(recording, table, scope).of_row;
  std::vector<RecordedRequest> result;
  for (const CostTable::Entry& entry : table.entries()) {
    const format::Template& coded = recording.templates[entry.template_id];
    for (std::size_t row = 0; row < entry.rows; ++row) {
      const format::Row& r = coded.rows[row];
      const std::uint64_t count = counts[entry.first + row];
      if (count == 0 || std::find(site.sites.begin(), site.sites.end(), r.site) == site.sites.end()) continue;
      if (table.costs(entry)[row].faulted) continue;
      result.push_back({warp_access(recording, coded, row), count});
    }
  }
  return result;
}

/// The same elements of the tile, in `layout`. nullopt if an access leaves the tile or is no longer aligned.
std::optional<WarpAccess> moved(const format::Tensor& tile, const Layout& layout, WarpAccess access) {
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!access.active(lane)) continue;
    std::uint32_t& byte = access.address[static_cast<std::size_t>(lane)];
    const Located now = tile.layout.at((byte - tile.offset) / tile.element_bytes);
    if (now.as != Located::As::kElement) return std::nullopt;
    byte = tile.offset + layout.offset(now.at.row, now.at.column, now.at.buffer) * tile.element_bytes;
  }
  if (misaligned_lanes(access) != 0) return std::nullopt;
  return access;
}

/// Tile `name` of the recorded kernel with its recorded parameters, but for `change`, as the table of kernels describes
/// it. nullopt if the kernel cannot have these parameters, or has no such tile.
std::optional<kernels::SharedTile> in_table(const format::Recording& recording, std::string_view name,
                                            const format::Parameter& change = {}) {
  std::vector<std::pair<std::string, std::string>> assignments;
  for (const format::Parameter& p : recording.parameters)
    assignments.emplace_back(p.name, p.name == change.name ? change.value : p.value);
  const auto variant = kernels::resolve(recording.kernel, recording.preset, assignments);
  if (!variant) return std::nullopt;
  for (const kernels::SharedTile& tile : variant->geometry().tiles)
    if (tile.name == name) return tile;
  return std::nullopt;
}

/// The values of a layout parameter that are worth trying: paddings as they are offered, of words all. None if the
/// kernel has no such parameter.
std::vector<std::string> values_of(const kernels::KernelInfo& kernel, const LayoutParameter& parameter) {
  const auto known = std::ranges::find(kernel.parameters, parameter.name, &kernels::ParameterInfo::name);
  if (known == kernel.parameters.end()) return {};
  std::vector<std::string> values(known->choices.begin(), known->choices.end());
  for (const int padding : parameter.paddings) values.push_back(std::to_string(padding));
  return values;
}

/// Whether both hold the same elements in places of their own. Padding and swizzle serve one end, so that of a swizzled
/// tile no padding is tried, and of a padded one no swizzle.
bool is_other_layout(const kernels::SharedTile& now, const kernels::SharedTile& other) {
  const Layout &a = now.layout, &b = other.layout;
  const bool same_elements = now.transposed == other.transposed && a.rows == b.rows && a.columns == b.columns;
  return same_elements && a != b && !a.swizzle.any() && !(b.swizzle.any() && b.is_padded());
}

}  // namespace

std::vector<WhatIf> what_if(const format::Recording& recording, const CostTable& table, const SiteSummary& site,
                            const Scope& scope, ConflictModel model) {
  if (site.space != format::Space::kShared) return {};
  const format::Tensor& tile = recording.tensors[site.tensor];
  const auto now = in_table(recording, tile.name);
  if (!now || now->layout != tile.layout) return {};
  const std::vector<RecordedRequest> requests = requests_of(recording, table, site, scope);
  const auto recount = [&](const Layout& layout) -> std::optional<std::uint64_t> {
    std::uint64_t wavefronts = 0;
    for (const RecordedRequest& request : requests) {
      const auto access = moved(tile, layout, request.access);
      if (!access) return std::nullopt;
      wavefronts += request.count * shared_cost(*access, model).wavefronts;
    }
    return wavefronts;
  };

  std::vector<WhatIf> found;
  for (const LayoutParameter& parameter : kLayoutParameters)
    for (const std::string& value : values_of(*kernels::find_kernel(recording.kernel), parameter)) {
      const auto other = in_table(recording, tile.name, {std::string(parameter.name), value});
      if (!other || !is_other_layout(*now, *other)) continue;
      const bool loads = site.op == format::Op::kLoad;
      const bool same_requests = loads ? now->load == other->load : now->store == other->store;
      found.push_back({std::string(parameter.name) + "=" + value,
                       same_requests ? recount(other->layout) : std::nullopt,
                       other->load < now->load || other->store < now->store,
                       {}});
    }
  return found;
}

}  // namespace gemmscope::analysis
