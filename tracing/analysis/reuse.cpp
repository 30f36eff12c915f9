// SPDX-License-Identifier: MIT
#include "tracing/analysis/reuse.h"

#include <bit>

#include "tracing/analysis/coalescing.h"
#include "tracing/analysis/geometry.h"

namespace gemmscope::analysis {
namespace {

/// Adds up the bytes of all requests of the launch.
void count_bytes(const format::Recording& recording, const CostTable& table, ConflictModel model, Reuse& reuse) {
  const std::vector<std::uint64_t> requests = count_requests(recording, table, {});
  for (const CostTable::Entry& entry : table.entries()) {
    const std::vector<format::Row>& rows = recording.templates[entry.template_id].rows;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const RequestCost& cost = table.costs(entry)[row];
      if (!cost.counts()) continue;
      const std::uint64_t n = requests[entry.first + row],
                          lanes = static_cast<std::uint64_t>(std::popcount(rows[row].mask));
      const bool is_shared = rows[row].base == format::kSharedBase;
      FlopPerByte& of = is_shared ? reuse.shared : reuse.global;
      of.requested_bytes += n * lanes * recording.sites[rows[row].site].width;
      of.moved_bytes += n * (is_shared ? kWavefrontBytes * cost.by(model).wavefronts : kSectorBytes * cost.sectors);
    }
  }
}

void divide(double flop, FlopPerByte& by) {
  if (by.requested_bytes != 0) by.requested = flop / static_cast<double>(by.requested_bytes);
  if (by.moved_bytes != 0) by.moved = flop / static_cast<double>(by.moved_bytes);
}

}  // namespace

Reuse reuse(const format::Recording& recording, const CostTable& table, ConflictModel model, const Progress& progress) {
  Reuse reuse;
  reuse.matrices = matrix_reuse(recording);
  reuse.tiles = tile_reuse(recording, model, progress);
  reuse.missing = missing_of_product(recording);
  if (reuse.missing != Missing::kNothing) return reuse;
  reuse.flop = 2 * multiply_adds_of(recording);
  count_bytes(recording, table, model, reuse);
  divide(reuse.flop, reuse.global);
  divide(reuse.flop, reuse.shared);
  return reuse;
}

}  // namespace gemmscope::analysis
