// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/consumption.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "tracing/format/origin_parts.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;
using format::Segment;

constexpr std::uint64_t kMost = 1u << 19;        ///< accesses of single lanes that are walked
constexpr std::uint64_t kMostToEnd = 1u << 26;   ///< the same, to the end of the block
constexpr int kMostAgain = 3;                    ///< times that this begins anew, as more arrays are loaded
constexpr std::uint64_t kMany = 1u << 18;        ///< the same, in one interval
constexpr std::uint64_t kMostStores = 1u << 22;  ///< accesses to global memory
constexpr int kEnough = 4;                       ///< intervals with loads from shared memory
constexpr std::size_t kMostPlaced = 1u << 17;    ///< elements of Consumption::placed
constexpr std::size_t kMostPlacedToEnd = 1u << 22;
constexpr std::size_t kFewWarps = 4;  ///< that are looked at in an interval with many

/// What a cell of shared memory holds.
struct Held {
  std::uint16_t tensor = 0xffff;  ///< 0xffff: not known
  std::uint32_t element = 0;
};

/// What a row does. Shared stores of an interval are walked first, so that a load finds what its own warp stored before
/// it, and what was copied asynchronously.
enum class Kind { kSharedStore, kSharedLoad, kGlobalLoad, kGlobalStore };

class ConsumptionWalk {
 public:
  ConsumptionWalk(const Recording& recording, std::uint32_t block, WalkTo to)
      : r_(recording),
        block_(recording.blocks[block]),
        pattern_(recording.patterns[block_.pattern]),
        index_(block),
        to_(to),
        most_(to == WalkTo::kEnd ? kMostToEnd : kMost) {
    for (const format::Tensor& tensor : r_.tensors) {
      if (tensor.space != format::Space::kGlobal) break;
      ++all_.tensors;
      cell_bytes_ = std::gcd(cell_bytes_, tensor.element_bytes);
    }
    // What is computed from an element may be narrower.
    const auto is_computed = [](const format::Template& coded) {
      return std::ranges::any_of(coded.parts, &format::OriginPart::computed);
    };
    if (std::ranges::any_of(r_.templates, is_computed))
      for (std::size_t t = all_.tensors; t < r_.tensors.size(); ++t)
        cell_bytes_ = std::gcd(cell_bytes_, r_.tensors[t].element_bytes);
    cells_.resize(cell_bytes_ == 0 ? 0 : r_.shared_bytes / cell_bytes_);
    is_staged_.resize(all_.tensors), is_read_.resize(cells_.size()), is_stored_.resize(cells_.size()),
        kinds_.resize(r_.templates.size());
  }

  Consumption run() {
    std::map<std::uint32_t, std::vector<const Segment*>> intervals;
    for (const Segment& segment : pattern_.segments) intervals[segment.interval].push_back(&segment);
    choose_warps(intervals);
    all_.lanes.resize(std::size_t{all_.warps} * format::kLanes * all_.tensors);
    elements_.resize(all_.lanes.size());
    if (cell_bytes_ == 0) return std::move(all_);
    for (const auto& [interval, segments] : intervals) {
      if (brings_arrays(segments) && is_enough() && again_ < kMostAgain)
        ++again_, intervals_ = 0, most_ = seen_ + kMost;
      const bool enough = is_enough();
      if (enough && moves_elements(segments)) all_.to_end = false;
      if (!enough)
        for (const Segment* segment : segments) walk(*segment, Kind::kSharedStore);
      for (const Segment* segment : segments) {
        if (!enough) walk(*segment, Kind::kSharedLoad), walk(*segment, Kind::kGlobalLoad);
        walk(*segment, Kind::kGlobalStore);
      }
      keep_staged(interval);
      if (stores_ > kMostStores) return {};
    }
    finish();
    return std::move(all_);
  }

 private:
  Kind kind_of(const format::Site& site) const {
    const bool shared = r_.tensors[site.tensor].space == format::Space::kShared;
    if (site.op == format::Op::kLoad) return shared ? Kind::kSharedLoad : Kind::kGlobalLoad;
    return shared ? Kind::kSharedStore : Kind::kGlobalStore;
  }

  /// All, or a few of them, spread.
  void choose_warps(const std::map<std::uint32_t, std::vector<const Segment*>>& intervals) {
    std::uint64_t most = 0;
    for (const auto& [interval, segments] : intervals) {
      std::uint64_t rows = 0;
      for (const Segment* segment : segments) rows += r_.templates[segment->template_id].rows.size();
      most = std::max(most, rows * format::kLanes);
    }
    all_.warps = static_cast<std::uint32_t>(pattern_.warp_requests.size());
    all_.looked_at.assign(all_.warps, most <= kMany || all_.warps <= kFewWarps);
    const std::size_t few = most <= 4 * kMany ? kFewWarps : kFewWarps / 2;
    for (std::size_t i = 0; i < few && all_.warps != 0; ++i) all_.looked_at[i * (all_.warps - 1) / (few - 1)] = true;
  }

  bool is_enough() const { return (intervals_ == kEnough && to_ == WalkTo::kEnough) || seen_ > most_; }

  bool moves_elements(const std::vector<const Segment*>& segments) {
    return std::ranges::any_of(segments, [&](const Segment* segment) {
      return has(segment->template_id, Kind::kSharedLoad) || has(segment->template_id, Kind::kGlobalLoad);
    });
  }

  /// Whether arrays are loaded that were not loaded before, as where another product follows.
  bool brings_arrays(const std::vector<const Segment*>& segments) {
    bool any = false;
    for (const Segment* segment : segments) {
      if (!has(segment->template_id, Kind::kGlobalLoad) || !templates_.insert(segment->template_id).second) continue;
      for (const format::Row& row : r_.templates[segment->template_id].rows) {
        const format::Site& site = r_.sites[row.site];
        if (kind_of(site) == Kind::kGlobalLoad) any = arrays_.insert(site.tensor).second || any;
      }
    }
    return any;
  }

  /// Whether the template has rows of this kind.
  bool has(std::uint32_t id, Kind kind) {
    std::uint8_t& kinds = kinds_[id];
    if (kinds == 0) {
      kinds = 1;
      for (const format::Row& row : r_.templates[id].rows)
        kinds |= static_cast<std::uint8_t>(2u << static_cast<int>(kind_of(r_.sites[row.site])));
    }
    return (kinds & 2u << static_cast<int>(kind)) != 0;
  }

  void walk(const Segment& segment, Kind kind) {
    if (!has(segment.template_id, kind)) return;
    const bool loads = kind == Kind::kSharedLoad || kind == Kind::kGlobalLoad;
    if (loads && !all_.looked_at[segment.warp]) return;
    const format::Template& coded = r_.templates[segment.template_id];
    for (std::size_t row = 0; row < coded.rows.size(); ++row) {
      const format::Row& each = coded.rows[row];
      const format::Site& site = r_.sites[each.site];
      if (kind_of(site) != kind) continue;
      (kind == Kind::kGlobalStore ? stores_ : seen_) += format::kLanes;
      if (stores_ > kMostStores) return;
      if (kind == Kind::kSharedStore)
        store(segment, coded, row);
      else
        access(segment, coded, row, kind);
    }
  }

  /// Puts the elements that the store's values came from into its cells.
  void store(const Segment& segment, const format::Template& coded, std::size_t row) {
    const format::Row& each = coded.rows[row];
    const format::Site& site = r_.sites[each.site];
    const std::uint32_t request = segment.first_request + static_cast<std::uint32_t>(row);
    const auto lanes = coded.lanes(row);
    for (std::size_t lane = 0; lane < format::kLanes; ++lane)
      for (std::uint32_t at = 0; (each.mask >> lane & 1u) != 0 && at < site.width; at += cell_bytes_)
        if (const std::size_t cell = (lanes[lane] + at) / cell_bytes_; cell < cells_.size())
          cells_[cell] = {}, is_stored_[cell] = true;
    std::array<std::uint16_t, format::kLanes> given{};  // bits: cells of a lane whose values are from a later load
    format::for_each_origin(coded, row, [&](const format::OriginPart& part) {
      if (part.origin > request) return;
      const auto from = format::locate(r_, index_, segment.warp, request - part.origin);
      const format::Request load = format::decode(r_, index_, pattern_.segments[from.segment], from.row);
      if (kind_of(r_.sites[load.site]) != Kind::kGlobalLoad) return;
      for (std::size_t lane = 0; lane < format::kLanes; ++lane)
        if ((each.mask & load.mask) >> lane & 1u) given[lane] |= give(site, lanes[lane], part, load, lane, given[lane]);
    });
  }

  /// Returns  bits: the cells of what the lane stores that the part gives, without those of `given`.
  std::uint16_t give(const format::Site& site, std::uint32_t to, const format::OriginPart& part,
                     const format::Request& load, std::size_t lane, std::uint16_t given) {
    std::uint16_t cells = 0;
    if (part.bytes < cell_bytes_) return cells;  // of an element that is loaded in pieces
    const format::Site& of = r_.sites[load.site];
    const std::uint32_t bytes = r_.tensors[of.tensor].element_bytes;
    for (std::uint32_t at = part.first; at < std::min<std::uint32_t>(part.first + part.bytes, site.width);
         at += cell_bytes_) {
      const std::size_t cell = (to + at) / cell_bytes_;
      const std::uint32_t loaded = part.origin_byte + at - part.first, bit = at / cell_bytes_;
      if (cell >= cells_.size() || loaded >= of.width || (given >> bit & 1u) != 0) continue;
      cells = static_cast<std::uint16_t>(cells | 1u << bit);
      is_staged_[of.tensor] = true;
      const std::uint32_t from = load.address[lane] + loaded;
      cells_[cell] = {of.tensor, from / bytes};
      if (from % bytes != 0) continue;
      if (all_.placed.size() < (to_ == WalkTo::kEnd ? kMostPlacedToEnd : kMostPlaced))
        all_.placed.push_back({site.tensor, of.tensor, from / bytes, to + at, part.computed});
      else
        all_.to_end = false;
    }
    return cells;
  }

  void access(const Segment& segment, const format::Template& coded, std::size_t row, Kind kind) {
    const format::Row& each = coded.rows[row];
    const format::Site& site = r_.sites[each.site];
    const auto lanes = coded.lanes(row);
    const std::uint32_t base = kind == Kind::kSharedLoad ? 0 : segment.base[each.base] + block_.base[each.base];
    for (std::size_t place = 0; place < format::kLanes; ++place) {
      if ((each.mask >> place & 1u) == 0) continue;
      const std::size_t lane = (std::size_t{segment.warp} * format::kLanes + each.lane_of(place)) * all_.tensors;
      if (kind == Kind::kSharedLoad) {
        for (std::uint32_t at = 0; at < site.width; at += cell_bytes_) {
          const std::size_t cell = (lanes[place] + at) / cell_bytes_;
          if (cell >= cells_.size() || cells_[cell].tensor == 0xffff || each.leaves_unused(at, cell_bytes_, site.width))
            continue;
          add(elements_[lane + cells_[cell].tensor].from_shared, cells_[cell].element);
          is_read_[cell] = true;
          all_.stored_and_loaded = all_.stored_and_loaded || is_stored_[cell];
        }
        continue;
      }
      const std::uint32_t bytes = r_.tensors[site.tensor].element_bytes, first = base + lanes[place];
      Elements& of = elements_[lane + site.tensor];
      auto& to = kind == Kind::kGlobalStore ? of.stored : of.from_global;
      for (std::uint32_t at = 0; at < site.width; at += bytes)
        if (kind == Kind::kGlobalStore ||
            !each.leaves_unused(at, std::min<std::uint32_t>(bytes, site.width), site.width))
          add(to, (first + at) / bytes);
    }
  }

  /// Neighbours follow each other often, in ascending order.
  static void add(std::vector<format::Range>& to, std::uint32_t element) {
    if (!to.empty() && element == to.back().end)
      ++to.back().end;
    else if (to.empty() || !to.back().contains(element))
      to.push_back({element, element + 1});
  }

  void keep_staged(std::uint32_t interval) {
    std::vector<std::vector<format::Range>> of(all_.tensors);
    for (std::size_t cell = 0; cell < cells_.size(); ++cell)
      if (is_read_[cell]) add(of[cells_[cell].tensor], cells_[cell].element);
    bool any = false;
    for (std::uint16_t t = 0; t < all_.tensors; ++t) {
      if (of[t].empty()) continue;
      all_.staged.push_back({interval, t, joined(std::move(of[t]))});
      any = true;
    }
    intervals_ += any;
    is_read_.assign(cells_.size(), false), is_stored_.assign(cells_.size(), false);
  }

  void finish() {
    for (std::size_t i = 0; i < all_.lanes.size(); ++i) {
      auto& consumed = is_staged_[i % all_.tensors] ? elements_[i].from_shared : elements_[i].from_global;
      all_.lanes[i] = {joined(std::move(consumed)), joined(std::move(elements_[i].stored))};
    }
  }

  const Recording& r_;
  const format::Block& block_;
  const format::Pattern& pattern_;
  std::uint32_t index_, cell_bytes_ = 0;
  WalkTo to_;
  std::uint64_t seen_ = 0, stores_ = 0, most_;
  int again_ = 0;                      ///< how often more arrays came
  std::set<std::uint32_t> templates_;  ///< whose loads were noted
  std::set<std::uint16_t> arrays_;     ///< in global memory, loaded so far
  std::vector<std::uint8_t> kinds_;    ///< by template: 0: not looked at; 2 << kind: it has rows of this kind
  std::vector<Held> cells_;
  std::vector<bool> is_staged_;
  struct Elements {
    std::vector<format::Range> from_shared, from_global, stored;
  };
  std::vector<Elements> elements_;  ///< as Consumption::lanes, in the order of the requests
  std::vector<bool> is_read_;       ///< cells that were loaded in this interval
  std::vector<bool> is_stored_;     ///< cells that were stored in this interval
  int intervals_ = 0;               ///< so far, those with loads from shared memory
  Consumption all_;
};

}  // namespace

Consumption consumption_of(const Recording& recording, std::uint32_t block, WalkTo to) {
  return ConsumptionWalk(recording, block, to).run();
}

}  // namespace gemmscope::analysis
