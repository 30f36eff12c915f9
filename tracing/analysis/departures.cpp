// SPDX-License-Identifier: MIT
#include "tracing/analysis/departures.h"

#include <algorithm>
#include <bit>

#include "tracing/analysis/last_writers.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

/// What a lane loaded last from a tile of C.
struct Fetched {
  std::optional<LaneAt> load;                 ///< byte: of the first element
  std::uint32_t taken = 0;                    ///< how many of the elements it has stored to C since
  std::vector<std::optional<LaneAt>> stores;  ///< what was stored last to each of the elements that it loaded
};

class WriteBack {
 public:
  WriteBack(const Recording& recording, std::uint32_t block, const Ownership& owners, const std::vector<char>& wanted)
      : recording_(recording),
        block_(block),
        owners_(owners),
        wanted_(wanted),
        C_(recording.tensor_of(format::Matrix::kC)),
        tile_(block_tiles(recording, recording.blocks[block], 0)->C),
        cell_bytes_(cell_bytes(recording)),
        stores_(recording.shared_bytes / cell_bytes_),
        fetched_(owners.lanes.size()) {}

  bool concerns(const format::Row& row) const {
    const format::Site& site = recording_.sites[row.site];
    return site.tensor == C_ ? site.op == format::Op::kStore : stages_C(recording_.tensors[site.tensor], row.phase);
  }

  void take(const format::Segment& segment, std::uint32_t index) {
    const format::Request request = format::decode(recording_, block_, segment, index);
    const format::Site& site = recording_.sites[request.site];
    const std::uint32_t bytes = recording_.tensors[site.tensor].element_bytes;
    if (misaligned_lanes(warp_access(recording_, request)) != 0) return;
    for (std::uint32_t left = request.mask; left != 0 && bytes != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint8_t>(std::countr_zero(left));
      LaneAt at{.when = {segment.interval, segment.warp, segment.first_request + index},
                .site = request.site,
                .lane = lane,
                .byte = request.address[lane]};
      Fetched& fetched = fetched_[std::size_t{segment.warp} * kLanes + lane];
      if (site.op == format::Op::kLoad) fetched = {.load = at, .stores = {}};
      for (std::uint32_t i = 0; i < site.width / bytes; ++i, at.byte += bytes) {
        if (site.tensor == C_)
          store(at, bytes, fetched);
        else if (site.op == format::Op::kStore)
          stage(at, bytes);
        else
          fetched.stores.push_back(at.byte / cell_bytes_ < stores_.size() ? stores_[at.byte / cell_bytes_]
                                                                          : std::nullopt);
      }
    }
  }

  std::vector<Departure> departures;

 private:
  void stage(const LaneAt& at, std::uint32_t bytes) {
    for (std::uint32_t cell = at.byte / cell_bytes_; cell < (at.byte + bytes) / cell_bytes_; ++cell)
      if (cell < stores_.size()) stores_[cell] = at;
  }

  void store(const LaneAt& at, std::uint32_t bytes, Fetched& fetched) {
    const std::uint32_t part = fetched.load ? fetched.taken++ : 0;
    const auto element = element_at(recording_, *C_, at.byte);
    if (!element || !tile_.contains(element->row, element->column)) return;
    const std::uint32_t row = element->row - tile_.row, column = element->column - tile_.column;
    if (wanted_[std::size_t{row} * tile_.columns + column] == 0) return;
    Departure departure{.element = *element, .staged = {}, .fetched = {}, .stored = at};
    const auto owner = owners_.owner_of(row, column);
    const LaneAt* by = &at;
    if (fetched.load) {
      departure.fetched = fetched.load;
      departure.fetched->byte += part * bytes;
      if (part < fetched.stores.size()) departure.staged = fetched.stores[part];
      by = departure.staged ? &*departure.staged : nullptr;
    }
    departure.by_owner = owner && by != nullptr && *owner == Owner{by->when.warp, by->lane};
    departures.push_back(departure);
  }

  const Recording& recording_;
  std::uint32_t block_;
  const Ownership& owners_;
  const std::vector<char>& wanted_;
  std::optional<std::uint16_t> C_;
  Rect tile_;
  std::uint32_t cell_bytes_;
  std::vector<std::optional<LaneAt>> stores_;  ///< [byte / cell_bytes]: the last store to the tile of C
  std::vector<Fetched> fetched_;               ///< [warp * 32 + lane]
};

}  // namespace

std::vector<Departure> departures(const Recording& recording, std::uint32_t block, const Ownership& owners,
                                  const std::vector<char>& wanted, Pace& pace) {
  WriteBack walk(recording, block, owners, wanted);
  std::vector<std::vector<std::uint32_t>> rows_of(recording.templates.size());
  for (std::size_t t = 0; t < rows_of.size(); ++t)
    for (std::uint32_t r = 0; r < recording.templates[t].rows.size(); ++r)
      if (walk.concerns(recording.templates[t].rows[r])) rows_of[t].push_back(r);
  std::vector<const format::Segment*> segments;
  for (const format::Segment& segment : recording.patterns[recording.blocks[block].pattern].segments)
    if (!rows_of[segment.template_id].empty()) segments.push_back(&segment);
  std::ranges::stable_sort(segments, {}, [](const format::Segment* s) { return std::pair(s->interval, s->warp); });
  for (const format::Segment* segment : segments) {
    for (const std::uint32_t row : rows_of[segment->template_id]) walk.take(*segment, row);
    if (!pace.spend(rows_of[segment->template_id].size() * kLanes) || !pace.keep(walk.departures.size())) break;
  }
  return std::move(walk.departures);
}

}  // namespace gemmscope::analysis
