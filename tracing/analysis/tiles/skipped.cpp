// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/skipped.h"

#include <algorithm>

namespace gemmscope::analysis {
namespace {

/// What is in `all` and not in `some`; with `to_end`, also what is above the end of `some`.
Ranges without(const Ranges& all, const Ranges& some, bool to_end) {
  Ranges left;
  auto next = some.begin();
  for (format::Range each : all) {
    while (next != some.end() && next->end <= each.begin) ++next;
    for (auto cut = next; each.begin < each.end && cut != some.end(); ++cut) {
      if (each.begin < cut->begin) left.push_back({each.begin, std::min(each.end, cut->begin)});
      each.begin = std::max(each.begin, cut->end);
    }
    if (to_end && each.begin < each.end) left.push_back(each);
  }
  return left;
}

}  // namespace

Ranges skipped_in(const Consumption& all, const Product& product) {
  if (!product.others.empty()) return {};  // they are looked at in turn, and what is between is not
  if (all.stored_and_loaded) return {};    // what is loaded there may be what was there before
  if (std::ranges::find(all.looked_at, false) != all.looked_at.end()) return {};
  std::vector<format::Range> loaded, placed;
  const auto add = [](std::vector<format::Range>& to, const Ranges& ks) { to.insert(to.end(), ks.begin(), ks.end()); };
  for (const Staged& each : all.staged) {
    if (each.tensor == product.A.tensor) add(loaded, product.A.part(each.elements).columns);
    if (each.tensor == product.B.tensor) add(loaded, product.B.part(each.elements).rows);
  }
  for (const Placed& each : all.placed) {
    if (each.tensor != product.A.tensor && each.tensor != product.B.tensor) continue;
    const std::uint32_t k =
        each.tensor == product.A.tensor ? product.A.column(each.element) : product.B.row(each.element);
    if (placed.empty() || placed.back().begin != k) placed.push_back({k, k + 1});
  }
  const Ranges in_tiles = joined(std::move(placed)), used = joined(std::move(loaded));
  const Ranges below = without(in_tiles, used, false);
  return below.empty() || !all.to_end ? below : without(in_tiles, used, true);
}

Skipped skipped_ks(const format::Recording& recording, std::uint32_t block, const Consumption& seen,
                   const Product& product) {
  Skipped first{skipped_in(seen, product), !seen.to_end};
  if (first.ks.empty() || seen.to_end) return first;
  const Consumption all = consumption_of(recording, block, WalkTo::kEnd);
  Skipped skipped{skipped_in(all, product), !all.to_end};
  return skipped.ks.empty() && !all.to_end ? first : skipped;  // what the whole block loads counts
}

}  // namespace gemmscope::analysis
