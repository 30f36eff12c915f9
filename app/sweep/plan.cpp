// SPDX-License-Identifier: MIT
#include "app/sweep/plan.h"

#include <algorithm>
#include <set>

#include "kernels/table.h"
#include "tracing/record/plan.h"

namespace gemmscope::sweep {
namespace {

using record::RecordRequest;

Result<void> check_free(const RecordRequest& base, const Axes& axes) {
  for (const Axis& axis : axes) {
    const bool taken = axis.name == kPresetAxis ? !base.preset.empty()
                                                : std::ranges::find(base.overrides, axis.name,
                                                                    &format::Parameter::name) != base.overrides.end();
    if (taken) return fail(ErrorKind::kUsage, axis.name + " is both given and swept; leave one out");
  }
  return {};
}

RecordRequest with_combination(RecordRequest request, const Axes& axes, std::size_t index) {
  for (format::Parameter& value : combination(axes, index)) {
    if (value.name == kPresetAxis)
      request.preset = std::move(value.value);
    else
      request.overrides.push_back(std::move(value));
  }
  return request;
}

/// Tiles of `size` along an axis of the grid: the last two where the matrix ends inside the last one, otherwise the
/// first, which is like all others.
format::Range one_of_each(std::uint32_t size, int tile, std::uint32_t tiles) {
  if (size % static_cast<std::uint32_t>(tile) == 0) return {0, 1};
  return {tiles < 2 ? 0 : tiles - 2, tiles};
}

void choose_blocks(RecordRequest& request, const record::Plan& plan) {
  if (request.block_y || request.block_x) return;
  const kernels::BlockGeometry g = plan.variant.geometry();
  const format::Range rows = one_of_each(plan.M, g.BM, g.x_walks_rows ? plan.grid_x : plan.grid_y);
  const format::Range columns = one_of_each(plan.N, g.BN, g.x_walks_rows ? plan.grid_y : plan.grid_x);
  request.block_y = g.x_walks_rows ? columns : rows, request.block_x = g.x_walks_rows ? rows : columns;
}

/// Preset, parameters and needs of what `request` names, even if its results would be wrong. Returns whether a GPU
/// would fault at it.
bool describe(RecordRequest& request, Row& row) {
  row.parameters = request.overrides;
  if (const auto usual = kernels::resolve(request.kernel, request.preset, {})) request.preset = usual->preset_name();
  RecordRequest wrong_too = request;
  wrong_too.wrong_too = true;
  const auto variant = record::variant_of(wrong_too);
  if (!variant) return false;
  request.preset = variant->preset_name();
  row.parameters.clear();
  for (const auto& [name, value] : variant->parameters()) row.parameters.push_back({name, value});
  request.overrides = row.parameters;
  const kernels::BlockGeometry g = variant->geometry();
  row.threads = static_cast<std::uint32_t>(g.NT), row.shared_bytes = static_cast<std::uint32_t>(g.shared_bytes);
  const kernels::KernelInfo& kernel = *variant->kernel;
  return kernel.mistake == nullptr && kernel.misaligned != nullptr && kernel.misaligned(*variant);
}

Row make_row(RecordRequest request) {
  Row row;
  const bool faults = describe(request, row);
  if (const auto plan = record::make_plan(request)) {
    choose_blocks(request, *plan);
  } else {
    row.state = faults ? State::kFaults : State::kRefused;
    row.reason = plan.error().message;
  }
  record::tidy(request);
  row.request = std::move(request);
  return row;
}

bool all_refused_alike(const std::vector<Row>& rows) {
  return std::ranges::all_of(
      rows, [&](const Row& row) { return row.state == State::kRefused && row.reason == rows.front().reason; });
}

}  // namespace

Result<std::vector<Row>> plan(const RecordRequest& base, std::span<const Axes> sweeps) {
  std::size_t total = 0;
  for (const Axes& axes : sweeps) {
    if (auto is_free = check_free(base, axes); !is_free) return tl::unexpected(is_free.error());
    total += combinations(axes, kMostSettings);
  }
  if (total > kMostSettings)
    return fail(ErrorKind::kUsage, "there would be more than " + std::to_string(kMostSettings) +
                                       " settings; sweep fewer values, or some parameters one after the other, each "
                                       "with an --over of its own");
  std::vector<Row> rows;
  std::set<std::pair<std::string, std::string>> seen;
  for (const Axes& axes : sweeps)
    for (std::size_t i = 0; i < combinations(axes, kMostSettings); ++i) {
      Row row = make_row(with_combination(base, axes, i));
      if (seen.emplace(row.request.preset, row.layout()).second) rows.push_back(std::move(row));
    }
  if (!rows.empty() && all_refused_alike(rows)) return fail(ErrorKind::kUsage, rows.front().reason);
  return rows;
}

}  // namespace gemmscope::sweep
