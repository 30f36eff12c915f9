// SPDX-License-Identifier: MIT
#include "tracing/analysis/reuse.h"

#include <bit>

#include "tracing/analysis/coalescing.h"
#include "tracing/analysis/geometry.h"

namespace gemmscope::analysis {
namespace {

/// Adds up the bytes of all requests of the launch.
void count_bytes(const format::Recording& recording, const CostTable& table, ConflictModel model, Reuse& reuse) {
  const Requests requests = requests_in(recording, table, {.unrecorded = true});
  const auto add = [&](const format::Row& row, const RequestCost& cost, std::uint64_t n) {
    if (!cost.counts()) return;
    const std::uint64_t lanes = static_cast<std::uint64_t>(std::popcount(row.mask));
    const bool is_shared = row.base == format::kSharedBase;
    FlopPerByte& of = is_shared ? reuse.shared : reuse.global;
    of.requested_bytes += n * lanes * recording.sites[row.site].width;
    of.moved_bytes += n * (is_shared ? kWavefrontBytes * cost.by(model).wavefronts : kSectorBytes * cost.sectors);
  };
  for (const CostTable::Entry& entry : table.entries()) {
    const std::vector<format::Row>& rows = recording.templates[entry.template_id].rows;
    for (std::size_t row = 0; row < rows.size(); ++row)
      add(rows[row], table.costs(entry)[row], requests.of_row[entry.first + row]);
  }
  for (const Requests::Moved& each : requests.moved) {
    const format::Template& coded = recording.templates[each.template_id];
    add(coded.rows[each.row], request_cost(recording, coded, each.row, each.base), each.n);
  }
}

void divide(double flop, FlopPerByte& by) {
  if (by.requested_bytes != 0) by.requested = flop / static_cast<double>(by.requested_bytes);
  if (by.moved_bytes != 0) by.moved = flop / static_cast<double>(by.moved_bytes);
}

}  // namespace

Reuse reuse(const format::Recording& recording, const CostTable& table, ConflictModel model, const Progress& progress) {
  Reuse reuse;
  reuse.basis = basis_of(recording, {.unrecorded = true});
  reuse.matrices = matrix_reuse(recording, reuse.basis);
  reuse.tiles = tile_reuse(recording, reuse.basis, model, progress);
  reuse.missing = recording.tiles_known() ? missing_of_launch(recording, reuse.basis, true) : Missing::kNoProduct;
  if (reuse.missing != Missing::kNothing) return reuse;
  reuse.flop = 2 * multiply_adds_of(recording);
  count_bytes(recording, table, model, reuse);
  divide(reuse.flop, reuse.global);
  divide(reuse.flop, reuse.shared);
  return reuse;
}

}  // namespace gemmscope::analysis
