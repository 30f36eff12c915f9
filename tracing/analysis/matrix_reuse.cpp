// SPDX-License-Identifier: MIT
#include "tracing/analysis/matrix_reuse.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// The strips of a matrix and where they lie.
class Laying {
 public:
  Laying(const Recording& recording, const std::vector<DistinctAccesses>& accesses, const LaunchPlaces& places,
         StripOf what, StripBudget& budget)
      : recording_(recording), accesses_(accesses), places_(places), what_(what), budget_(budget) {}

  /// Lays the strips of all blocks. kTooLarge, or kUnlike where a block that stands for another does not fit there.
  Missing lay() {
    // Blocks of one pattern at one base do the same.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Alike> alike;  // [pattern, base]
    for (const LaunchPlaces::PlacedBlock& block : places_.blocks) {
      const format::Block& source = recording_.blocks[block.source];
      const std::uint32_t base = block.base[what_.tensor];
      Alike& these = alike[{source.pattern, base}];
      if (these.blocks++ == 0 || source.base[what_.tensor] == base) these.source = block.source;
    }
    for (const auto& [key, these] : alike)
      if (const Missing missing = lay_alike(these, key.first, key.second); missing != Missing::kNothing) return missing;
    return Missing::kNothing;
  }

  std::vector<Strip> strips;
  std::vector<ElementMap::Laid> laid;
  std::uint64_t outside = 0;

 private:
  struct Alike {
    std::uint32_t source = 0;
    std::uint64_t blocks = 0;
  };

  Missing lay_alike(const Alike& these, std::uint32_t pattern, std::uint32_t base) {
    const format::Block& source = recording_.blocks[these.source];
    const auto known = strip_of_.find(pattern);
    if (known != strip_of_.end() && place(known->second.first, base - known->second.second, these.blocks))
      return Missing::kNothing;
    // Where the matrix ends, what lies outside of it differs: such blocks have strips of their own.
    Strip strip;
    if (!count_strip(recording_, accesses_, places_, these.source, what_, budget_, strip)) return Missing::kTooLarge;
    const auto index = static_cast<std::uint32_t>(strips.size());
    const std::uint32_t at = source.base[what_.tensor];
    if (strip.outside == 0) strip_of_.try_emplace(pattern, index, at);
    outside += strip.outside * these.blocks;
    strips.push_back(std::move(strip));
    if (at == base && !strips[index].elements.empty())
      laid.push_back({index, strips[index].line, strips[index].place, these.blocks});
    else if (at != base && !place(index, base - at, these.blocks))
      return Missing::kUnlike;
    return Missing::kNothing;
  }

  /// Lays a strip `moved` bytes from where it was counted. Returns false if it does not lie inside the matrix there.
  bool place(std::uint32_t index, std::uint32_t moved, std::uint64_t blocks) {
    const format::Tensor& t = recording_.tensors[what_.tensor];
    const Strip& strip = strips[index];
    if (strip.elements.empty()) return strip.outside == 0;
    if (moved % t.element_bytes != 0) return false;
    const std::uint32_t first = (strip.line * t.pitch + strip.place) * t.element_bytes + moved;
    const std::uint32_t line = first / t.element_bytes / t.pitch, place = first / t.element_bytes % t.pitch;
    const auto [lines, places] = t.column_major ? std::pair(t.columns, t.rows) : std::pair(t.rows, t.columns);
    if (std::uint64_t{line} + strip.lines > lines || std::uint64_t{place} + strip.places > places) return false;
    laid.push_back({index, line, place, blocks});
    return true;
  }

  const Recording& recording_;
  const std::vector<DistinctAccesses>& accesses_;
  const LaunchPlaces& places_;
  StripOf what_;
  StripBudget& budget_;
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> strip_of_;  ///< [pattern]: index, base
};

void count(const Recording& recording, const std::vector<DistinctAccesses>& accesses, const LaunchPlaces& places,
           StripBudget& budget, MatrixReuse& reuse) {
  Laying laying(recording, accesses, places, reuse.of, budget);
  reuse.missing = laying.lay();
  if (reuse.missing != Missing::kNothing) return;
  reuse.outside = laying.outside;
  std::vector<std::uint64_t> blocks(laying.strips.size());
  for (const ElementMap::Laid& laid : laying.laid) blocks[laid.strip] += laid.blocks;
  for (std::size_t s = 0; s < blocks.size(); ++s) {
    Times lanes, requests;
    for (const Touches& touches : laying.strips[s].elements)
      if (touches.lanes != 0) lanes.add(touches.lanes), requests.add(touches.requests);
    reuse.block_lanes.add(lanes, blocks[s]), reuse.block_requests.add(requests, blocks[s]);
  }
  if (reuse.launch_missing != Missing::kNothing) return;
  const format::Tensor& t = recording.tensors[reuse.of.tensor];
  reuse.map = ElementMap(std::move(laying.strips), std::move(laying.laid), t.column_major ? t.columns : t.rows,
                         t.column_major ? t.rows : t.columns);
  const auto totals = reuse.map.too_large() ? std::nullopt : reuse.map.totals();
  if (totals)
    reuse.launch = *totals;
  else
    reuse.launch_missing = Missing::kTooLarge, reuse.map = {};
}

}  // namespace

Missing missing_of_launch(const Recording& recording, const Basis& basis, bool write_back) {
  if (recording.dropped != 0) return Missing::kDropped;
  if (basis.warps != basis.all_warps) return Missing::kWarps;
  if (write_back && !basis.write_back) return Missing::kWriteBack;
  if (recording.blocks.empty() || basis.unlike_blocks != 0 || basis.unlike_k_tiles != 0 || !basis.alike)
    return Missing::kUnlike;
  return Missing::kNothing;
}

std::vector<MatrixReuse> matrix_reuse(const Recording& recording, const Basis& basis) {
  std::vector<MatrixReuse> all;
  const std::vector<DistinctAccesses> accesses = distinct_accesses(recording);
  StripBudget budget;
  const Missing whole = missing_of_launch(recording, basis, false);
  const LaunchPlaces places = launch_places(recording, whole == Missing::kNothing);
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t)
    for (const format::Op op : {format::Op::kLoad, format::Op::kStore}) {
      const bool any = std::any_of(recording.sites.begin(), recording.sites.end(),
                                   [&](const format::Site& s) { return s.tensor == t && s.op == op; });
      const format::Tensor& tensor = recording.tensors[t];
      if (!any || tensor.space != format::Space::kGlobal || tensor.pitch == 0) continue;
      MatrixReuse reuse;
      reuse.of = {t, op};
      reuse.launch_missing = missing_of_launch(recording, basis, tensor.name == "C");
      if (const Missing why = reuse.launch_missing; why == Missing::kNothing || why == Missing::kUnlike)
        count(recording, accesses, places, budget, reuse);
      else
        reuse.missing = why;
      all.push_back(std::move(reuse));
    }
  return all;
}

}  // namespace gemmscope::analysis
