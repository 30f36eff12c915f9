// SPDX-License-Identifier: MIT
#include "tracing/analysis/matrix_reuse.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace gemmscope::analysis {
namespace {

using format::Recording;

constexpr std::uint32_t kWidest = 16;  ///< bytes of an access; which requests are misaligned depends on bases mod this

/// The strips of a matrix and where they are.
class Laying {
 public:
  Laying(const Recording& recording, const std::vector<DistinctAccesses>& accesses, StripOf what, StripBudget& budget)
      : recording_(recording), accesses_(accesses), what_(what), budget_(budget) {}

  /// Lays the strips of all blocks. kNothing is missing then, or kTooLarge.
  Missing lay() {
    std::map<BlocksAt, std::uint64_t> alike;
    for (const format::Block& block : recording_.blocks) ++alike[{block.pattern, block.base[what_.tensor]}];
    for (const auto& [at, blocks] : alike)
      if (!lay(at, blocks)) return Missing::kTooLarge;
    return Missing::kNothing;
  }

  std::vector<Strip> strips;
  std::vector<ElementMap::Laid> laid;
  std::uint64_t outside = 0;

 private:
  bool lay(BlocksAt at, std::uint64_t blocks) {
    const BlocksAt like{at.pattern, at.base % kWidest};
    const auto known = strip_of_.find(like);
    if (known != strip_of_.end() && place(known->second.strip, at.base - known->second.base, blocks)) return true;
    // Blocks that reach over the matrix's edge differ in what is outside of it: they have strips of their own.
    Strip strip;
    if (!count_strip(recording_, accesses_, at, what_, budget_, strip)) return false;
    const auto index = static_cast<std::uint32_t>(strips.size());
    if (strip.outside == 0) strip_of_.try_emplace(like, Known{index, at.base});
    outside += strip.outside * blocks;
    if (!strip.elements.empty()) laid.push_back({index, strip.line, strip.place, blocks});
    strips.push_back(std::move(strip));
    return true;
  }

  /// Lays a strip `moved` bytes from where it was counted. Returns false if it is not inside the matrix there.
  bool place(std::uint32_t index, std::uint32_t moved, std::uint64_t blocks) {
    const format::Tensor& t = recording_.tensors[what_.tensor];
    const Strip& strip = strips[index];
    if (strip.elements.empty()) return true;
    if (moved % t.element_bytes != 0) return false;
    const std::uint32_t first = (strip.line * t.layout.pitch + strip.place) * t.element_bytes + moved;
    const std::uint32_t line = first / t.element_bytes / t.layout.pitch,
                        place = first / t.element_bytes % t.layout.pitch;
    if (std::uint64_t{line} + strip.lines > t.layout.lines()) return false;
    if (std::uint64_t{place} + strip.places > t.layout.line_size()) return false;
    laid.push_back({index, line, place, blocks});
    return true;
  }

  const Recording& recording_;
  const std::vector<DistinctAccesses>& accesses_;
  StripOf what_;
  StripBudget& budget_;
  struct Known {
    std::uint32_t strip = 0, base = 0;  ///< base of the blocks that it was counted for
  };
  std::map<BlocksAt, Known> strip_of_;  ///< bases mod kWidest
};

void count(const Recording& recording, const std::vector<DistinctAccesses>& accesses, StripBudget& budget,
           MatrixReuse& reuse) {
  Laying laying(recording, accesses, reuse.of, budget);
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
  reuse.map = ElementMap(std::move(laying.strips), std::move(laying.laid), t.layout.lines(), t.layout.line_size());
  const auto totals = reuse.map.too_large() ? std::nullopt : reuse.map.totals();
  if (totals)
    reuse.launch = *totals;
  else
    reuse.launch_missing = Missing::kTooLarge, reuse.map = {};
}

}  // namespace

std::vector<MatrixReuse> matrix_reuse(const Recording& recording) {
  std::vector<MatrixReuse> all;
  const std::vector<DistinctAccesses> accesses = distinct_accesses(recording);
  StripBudget budget;
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t)
    for (const format::Op op : {format::Op::kLoad, format::Op::kStore, format::Op::kAtomic}) {
      const bool any = std::any_of(recording.sites.begin(), recording.sites.end(),
                                   [&](const format::Site& s) { return s.tensor == t && s.op == op; });
      const format::Tensor& tensor = recording.tensors[t];
      if (!any || tensor.space != format::Space::kGlobal || tensor.layout.pitch == 0) continue;
      MatrixReuse reuse;
      reuse.of = {t, op};
      reuse.missing = missing_of(recording), reuse.launch_missing = missing_of_launch(recording);
      if (reuse.missing == Missing::kNothing) count(recording, accesses, budget, reuse);
      all.push_back(std::move(reuse));
    }
  return all;
}

}  // namespace gemmscope::analysis
