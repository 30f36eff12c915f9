// SPDX-License-Identifier: MIT
#include "tracing/analysis/values/foreign.h"

#include <set>

#include "tracing/analysis/multiplied.h"
#include "tracing/analysis/tiles/consumption.h"
#include "tracing/analysis/tiles/sums.h"

namespace gemmscope::analysis {
namespace {

/// place(element) of all of them.
std::set<std::uint32_t> places_of(const Ranges& elements, const auto& place) {
  std::set<std::uint32_t> places;
  for (const format::Range& each : elements)
    for (std::uint32_t element = each.begin; element < each.end; ++element) places.insert(place(element));
  return places;
}

/// The first of `elements` whose place is none of `known`.
std::optional<Foreign> first_outside(const Ranges& elements, const std::set<std::uint32_t>& known, bool of_A,
                                     const auto& place) {
  for (const format::Range& each : elements)
    for (std::uint32_t element = each.begin; element < each.end; ++element)
      if (!known.contains(place(element))) return Foreign{of_A, element};
  return std::nullopt;
}

}  // namespace

std::optional<Foreign> foreign_element(const format::Recording& recording, const Product& p, std::uint32_t block,
                                       std::uint32_t thread) {
  if (p.batch.products != 1 || has_matrix_instructions(recording) != false ||
      !sums_of(recording, recording.patterns[recording.blocks[block].pattern]).empty())
    return std::nullopt;
  const Consumption all = consumption_of(recording, block);
  const std::uint32_t warp = thread / format::kLanes;
  if (all.tensors == 0 || warp >= all.looked_at.size() || !all.looked_at[warp]) return std::nullopt;
  const auto of = [&](const ProductMatrix& matrix) -> const LaneElements& {
    return all.lanes[std::size_t{thread} * all.tensors + matrix.tensor];
  };
  const Ranges& stored = of(p.C).stored;
  const auto row_of_A = [&](std::uint32_t element) { return p.A.row(element); };
  const auto column_of_B = [&](std::uint32_t element) { return p.B.column(element); };
  const auto rows = places_of(stored, [&](std::uint32_t element) { return p.C.row(element); }),
             columns = places_of(stored, [&](std::uint32_t element) { return p.C.column(element); });
  if (rows.empty()) return std::nullopt;
  if (auto found = first_outside(of(p.A).consumed, rows, true, row_of_A)) return found;
  return first_outside(of(p.B).consumed, columns, false, column_of_B);
}

}  // namespace gemmscope::analysis
