// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/moments.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "tracing/format/origin_parts.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;
using format::Row;
using format::Segment;

constexpr std::uint32_t kNoK = std::numeric_limits<std::uint32_t>::max();

/// A tile of A or B in shared memory: which k of the tile, and which buffer, a byte belongs to. Where an edge cuts the
/// tile it goes on: zeros are there.
class TileMap {
 public:
  TileMap(const SharedTile& tile, bool is_A)
      : layout_(*tile.layout()), first_(tile.offset), bytes_(tile.element_bytes), rows_are_k_(tile.transposed == is_A) {
    if (!rows_are_k_) layout_.rows = std::numeric_limits<std::int32_t>::max();
  }
  struct Place {
    std::uint32_t k = kNoK, buffer = 0;
  };
  Place at(std::uint32_t byte) const {
    if (byte < first_) return {};
    const Located found = layout_.at((byte - first_) / bytes_);
    if (rows_are_k_) return {found.as == Located::As::kOutside ? kNoK : found.at.row, found.at.buffer};
    return {found.as == Located::As::kElement ? found.at.column : kNoK, found.at.buffer};
  }
  std::uint32_t element_bytes() const { return bytes_; }

 private:
  Layout layout_;
  std::uint32_t first_, bytes_;
  bool rows_are_k_;
};

class MomentsWalk {
 public:
  MomentsWalk(const Recording& recording, std::uint32_t block, std::uint32_t batch, const Tiles& tiles,
              const format::BlockShape& shape, const SumRequests& sums)
      : r_(recording),
        index_(block),
        batch_(batch),
        block_(recording.blocks[block]),
        pattern_(recording.patterns[block_.pattern]),
        product_(tiles.product),
        sums_(sums),
        BK_(shape.BK) {
    for (const SharedTile& tile : tiles.shared) {
      const bool is_A = tile.matrix == product_.A.tensor;
      maps_.try_emplace(tile.shared, tile, is_A);
      (is_A ? A_is_staged_ : B_is_staged_) = true;
    }
    all_.segments.resize(pattern_.segments.size());
    for (std::size_t s = 0; s < pattern_.segments.size(); ++s)
      all_.segments[s].resize(r_.templates[pattern_.segments[s].template_id].rows.size());
  }

  BlockMoments run() {
    find_global();
    for (const auto& segment : all_.segments)
      for (const RequestMoment& each : segment)
        if (each.k_tile != format::kEpilogue) last_ = std::max(last_, each.k_tile);
    find_stores();
    for (std::size_t s = 0; s < pattern_.segments.size() && all_.why.empty(); ++s) {
      if (s == 0 || pattern_.segments[s].warp != pattern_.segments[s - 1].warp) warp_ = {};
      if (s != 0 && pattern_.segments[s].interval != pattern_.segments[s - 1].interval) warp_.own.clear();
      finish(s);
    }
    return std::move(all_);
  }

 private:
  bool is_shared(const format::Site& site) const { return r_.tensors[site.tensor].space == format::Space::kShared; }
  const TileMap* map_of(std::uint16_t tensor) const {
    const auto found = maps_.find(tensor);
    return found == maps_.end() ? nullptr : &found->second;
  }

  /// What the rows of a template access, whichever segment has it; computed at its first.
  struct Known {
    std::vector<std::uint32_t> lowest;   ///< of requests to A and B: the address with the lowest k, without the bases
    std::vector<TileMap::Place> places;  ///< of requests to tiles: the lowest k in the tile, and its buffer
  };
  const Known& known(const Segment& segment) {
    const auto [found, is_new] = known_.try_emplace(segment.template_id);
    Known& known = found->second;
    if (!is_new) return known;
    const format::Template& coded = r_.templates[segment.template_id];
    known.lowest.resize(coded.rows.size()), known.places.resize(coded.rows.size());
    for (std::size_t i = 0; i < coded.rows.size(); ++i) {
      const format::Site& site = r_.sites[coded.rows[i].site];
      if (const ProductMatrix* const matrix = factor(site))
        known.lowest[i] = lowest_of(segment, coded, i, *matrix);
      else if (const TileMap* const map = is_shared(site) ? map_of(site.tensor) : nullptr)
        known.places[i] = place_of(*map, coded, i);
    }
    return known;
  }

  /// A or B, if it is one of them in global memory.
  const ProductMatrix* factor(const format::Site& site) const {
    return site.tensor == product_.A.tensor ? &product_.A : site.tensor == product_.B.tensor ? &product_.B : nullptr;
  }
  std::uint32_t k_of(const ProductMatrix& matrix, std::uint32_t byte) const {
    const std::uint32_t element = byte / r_.tensors[matrix.tensor].element_bytes;
    return &matrix == &product_.A ? product_.k_of_A(element, batch_) : product_.k_of_B(element, batch_);
  }
  std::uint32_t base_of(const Segment& segment, const ProductMatrix& matrix) const {
    return segment.base[matrix.tensor] + block_.base[matrix.tensor];
  }

  std::uint32_t lowest_of(const Segment& segment, const format::Template& coded, std::size_t row,
                          const ProductMatrix& matrix) const {
    std::uint32_t lowest = kNoK, address = 0;
    for (std::uint32_t left = coded.rows[row].mask; left != 0; left &= left - 1) {
      const std::uint32_t first = coded.lanes(row)[static_cast<std::size_t>(std::countr_zero(left))],
                          width = r_.sites[coded.rows[row].site].width;
      for (std::uint32_t at = 0; at < width; at += r_.tensors[matrix.tensor].element_bytes)
        if (const std::uint32_t k = k_of(matrix, base_of(segment, matrix) + first + at); k < lowest)
          lowest = k, address = first + at;
    }
    return address;
  }

  TileMap::Place place_of(const TileMap& map, const format::Template& coded, std::size_t row) const {
    const std::uint32_t bytes = map.element_bytes(), width = r_.sites[coded.rows[row].site].width;
    TileMap::Place lowest;
    for (std::uint32_t left = coded.rows[row].mask; left != 0; left &= left - 1)
      for (std::uint32_t at = 0; at < width; at += bytes) {
        const TileMap::Place place = map.at(coded.lanes(row)[static_cast<std::size_t>(std::countr_zero(left))] + at);
        if (place.k < lowest.k) lowest = place;
      }
    return lowest;
  }

  /// k-tiles of the requests to A and B, which their addresses say.
  void find_global() {
    for (std::size_t s = 0; s < pattern_.segments.size(); ++s) {
      const Segment& segment = pattern_.segments[s];
      const std::vector<Row>& rows = r_.templates[segment.template_id].rows;
      const Known& of = known(segment);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const ProductMatrix* const matrix = factor(r_.sites[rows[i].site]);
        if (matrix == nullptr) continue;
        const std::uint32_t k = k_of(*matrix, base_of(segment, *matrix) + of.lowest[i]);
        const bool is_staged = matrix == &product_.A ? A_is_staged_ : B_is_staged_;
        first_k_ = std::min(first_k_, k);
        all_.segments[s][i] = {k / BK_, format::kNoStep, is_staged ? format::Phase::kCopy : format::Phase::kCompute};
      }
    }
  }

  /// k-tiles of stores to tiles, from those of the loads that their values came from, by buffer and barrier interval.
  void find_stores() {
    for (std::size_t s = 0; s < pattern_.segments.size(); ++s) {
      const Segment& segment = pattern_.segments[s];
      const format::Template& coded = r_.templates[segment.template_id];
      for (std::size_t i = 0; i < coded.rows.size(); ++i) {
        const Row& row = coded.rows[i];
        const format::Site& site = r_.sites[row.site];
        const TileMap* map = is_shared(site) && site.op != Op::kLoad ? map_of(site.tensor) : nullptr;
        const std::uint32_t request = segment.first_request + static_cast<std::uint32_t>(i);
        if (map == nullptr) continue;
        std::uint32_t k_tile = format::kEpilogue;
        format::for_each_origin(coded, i, [&](const format::OriginPart& part) {
          if (part.origin > request || k_tile != format::kEpilogue) return;
          const auto from = format::locate(r_, index_, segment.warp, request - part.origin);
          k_tile = all_.segments[from.segment][from.row].k_tile;
        });
        if (k_tile == format::kEpilogue) continue;
        all_.segments[s][i].k_tile = k_tile;
        const std::uint32_t buffer = known(segment).places[i].buffer;
        const auto [other, is_new] = stored_[{site.tensor, buffer}].try_emplace(segment.interval, k_tile);
        if (!is_new && other->second != k_tile) all_.why = why_several(site.tensor);
      }
    }
  }

  /// Why a shared array seems to get several k-tiles at once.
  std::string why_several(std::uint16_t shared) const {
    if (first_k_ != kNoK && first_k_ % BK_ != 0)
      return "the block's part of K begins at k = " + std::to_string(first_k_) +
             ", which is no multiple of the k-tile, " + std::to_string(BK_);
    return r_.tensors[shared].name + " gets several k-tiles between two barriers";
  }

  /// The k-tile that a buffer holds for a warp: what the warp itself stored last since the barrier, else what was
  /// stored before it.
  std::uint32_t held(std::uint16_t tensor, std::uint32_t buffer, std::uint32_t interval) const {
    if (const auto own = warp_.own.find({tensor, buffer}); own != warp_.own.end()) return own->second;
    const auto of = stored_.find({tensor, buffer});
    if (of == stored_.end()) return kNoK;
    const auto after = of->second.lower_bound(interval);
    return after == of->second.begin() ? kNoK : std::prev(after)->second;
  }

  bool is_of_sums(std::size_t s, std::size_t row) const {
    const auto of = sums_.find(static_cast<std::uint32_t>(s));
    return of != sums_.end() && of->second[row];
  }

  void finish(std::size_t s) {
    const Segment& segment = pattern_.segments[s];
    const std::vector<Row>& rows = r_.templates[segment.template_id].rows;
    const Known& of = known(segment);
    for (std::size_t i = 0; i < rows.size() && all_.why.empty(); ++i) {
      const format::Site& site = r_.sites[rows[i].site];
      RequestMoment& moment = all_.segments[s][i];
      if (is_of_sums(s, i)) {
        moment = {format::kEpilogue, format::kNoStep, format::Phase::kWriteBack};
      } else if (factor(site) != nullptr) {
        warp_.k_tile = moment.k_tile;
      } else if (is_shared(site) && map_of(site.tensor) != nullptr) {
        if (site.op == Op::kLoad)
          read(segment, site, of.places[i], moment);
        else
          store(segment, site, of.places[i].buffer, moment);
      } else {
        const bool is_C = site.tensor == product_.C.tensor;
        warp_.writes_back |= is_C && site.op != Op::kLoad;
        if (is_C || warp_.writes_back || warp_.read_last)
          moment = {format::kEpilogue, format::kNoStep, format::Phase::kWriteBack};
        else
          moment = {warp_.k_tile, format::kNoStep, format::Phase::kCopy};
      }
    }
  }

  void read(const Segment& segment, const format::Site& site, TileMap::Place place, RequestMoment& moment) {
    const std::uint32_t k_tile = held(site.tensor, place.buffer, segment.interval);
    if (place.k == kNoK && k_tile != kNoK && first_k_ == 0 && last_ == 0) {
      all_.why =
          "lanes load cells of " + r_.tensors[site.tensor].name +
          " that no element of a matrix was stored to, as where the matrices are smaller than the kernel's tiles; "
          "record a larger product";
      return;
    }
    if (place.k != kNoK && k_tile != kNoK && warp_.writes_back) {
      all_.why = r_.tensors[site.tensor].name + " is read again after elements of C have been stored";
      return;
    }
    if (place.k == kNoK || k_tile == kNoK) {
      all_.why = "it is not known what " + r_.tensors[site.tensor].name + " holds when it is read";
      return;
    }
    moment = {k_tile, static_cast<std::uint16_t>(place.k), format::Phase::kCompute};
    warp_.k_tile = k_tile;
    warp_.read_last = k_tile == last_;
  }

  void store(const Segment& segment, const format::Site& site, std::uint32_t buffer, RequestMoment& moment) {
    if (moment.k_tile == format::kEpilogue) {  // zeros beyond an edge, or sums
      if (warp_.read_last && product_.others.empty()) all_.why = "sums go through " + r_.tensors[site.tensor].name;
      if (warp_.read_last && !product_.others.empty())
        all_.why = r_.tensors[site.tensor].name + " holds parts of its matrices later on";
      const auto& others = stored_[{site.tensor, buffer}];
      const auto now = others.find(segment.interval);
      moment.k_tile = now == others.end() ? warp_.k_tile : now->second;
    }
    warp_.own[{site.tensor, buffer}] = moment.k_tile;
  }

  const Recording& r_;
  const std::uint32_t index_, batch_;
  const format::Block& block_;
  const format::Pattern& pattern_;
  const Product& product_;
  const SumRequests& sums_;
  const std::uint32_t BK_;
  std::uint32_t last_ = 0;        ///< the block's last k-tile
  std::uint32_t first_k_ = kNoK;  ///< the lowest k that it loads
  bool A_is_staged_ = false, B_is_staged_ = false;
  std::map<std::uint16_t, TileMap> maps_;  ///< by shared array
  std::map<std::uint32_t, Known> known_;   ///< by template
  using Buffer = std::pair<std::uint16_t, std::uint32_t>;
  std::map<Buffer, std::map<std::uint32_t, std::uint32_t>> stored_;  ///< by barrier interval: the k-tile
  /// While the requests of one warp are walked.
  struct Warp {
    std::uint32_t k_tile = 0;             ///< of its last request to A, B or their tiles
    bool writes_back = false;             ///< it has stored to C
    bool read_last = false;               ///< it has read from the last k-tile
    std::map<Buffer, std::uint32_t> own;  ///< k-tiles that it stored since the last barrier
  } warp_;
  BlockMoments all_;
};

}  // namespace

BlockMoments moments_of(const Recording& recording, std::uint32_t block, std::uint32_t batch, const Tiles& tiles,
                        const format::BlockShape& shape, const SumRequests& sums) {
  return MomentsWalk(recording, block, batch, tiles, shape, sums).run();
}

}  // namespace gemmscope::analysis
