// SPDX-License-Identifier: MIT
#include "tracing/analysis/life_of_factor.h"

#include <algorithm>
#include <bit>

#include "tracing/analysis/copied.h"
#include "tracing/analysis/inner_steps.h"
#include "tracing/analysis/life_of_sum.h"
#include "tracing/analysis/scope.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;

constexpr std::uint64_t kStepsOfACopy = 256;  ///< about, to find what a lane has loaded for a store

class LifeOfFactor {
 public:
  LifeOfFactor(const Recording& recording, const std::optional<Register>& only, Life& life, Pace& pace)
      : r_(recording),
        pattern_(recording.patterns[recording.blocks[life.block].pattern]),
        only_(only),
        life_(life),
        pace_(pace),
        tiles_(*block_tiles(recording, recording.blocks[life.block], *life.k_tile)),
        owners_(ownership(recording, life.block)) {
    const Element& e = *life.element;
    const bool of_a = recording.tensors[e.tensor].name == "A";
    factor_ = of_a ? Factor{true, e.row - tiles_.A.row, e.column - tiles_.A.column}
                   : Factor{false, e.column - tiles_.B.column, e.row - tiles_.B.row};
    at_edge_ = tiles_.C.row + tiles_.C.rows > recording.M || tiles_.C.column + tiles_.C.columns > recording.N;
    if (only) only_tensor_ = tensor_of(*only);
  }

  void run() {
    const Element& e = *life_.element;
    for (const Touch& touch : touches({e.tensor, byte_of(r_, e), r_.tensors[e.tensor].element_bytes}))
      if (const std::uint32_t lanes = followed_lanes(touch); site_of(touch).op == Op::kLoad && lanes != 0) {
        add(UseKind::kGlobalLoad, touch, lanes);
        if (!life_.cell) multiply(touch, lanes);
      }
    const bool loaded = !life_.uses.empty();
    if (life_.cell) follow_cell();
    life_.sums = rects_of(std::move(sums_));
    if (owners_ && !life_.sums.empty()) add_departures(r_, *owners_, life_, pace_);
    say_what_is_absent(loaded);
  }

 private:
  /// Those that do not fault.
  std::vector<Touch> touches(const Bytes& bytes) {
    std::vector<Touch> all = touches_of(r_, life_.block, bytes, pace_);
    if (std::erase_if(all, [](const Touch& touch) { return touch.faults; }) != 0)
      life_.absent.push_back(Absent::kMisaligned);
    return all;
  }
  const format::Row& row_of(const Touch& touch) const {
    return r_.templates[pattern_.segments[touch.segment].template_id].rows[touch.row];
  }
  const format::Site& site_of(const Touch& touch) const { return r_.sites[row_of(touch).site]; }
  std::uint32_t k_tile_at(const Touch& touch) const {
    return k_tile_of(pattern_.segments[touch.segment], row_of(touch));
  }
  std::uint16_t tensor_of(const Register& loaded) const {
    const auto at = format::locate(r_, life_.block, loaded.warp, loaded.request);
    return r_.sites[r_.templates[pattern_.segments[at.segment].template_id].rows[at.row].site].tensor;
  }

  /// Those of a load that are followed: all, or, where one register is, the lane that loads it.
  std::uint32_t followed_lanes(const Touch& touch) const {
    if (!only_ || site_of(touch).tensor != only_tensor_) return touch.lanes;
    const bool same = touch.when.warp == only_->warp && touch.when.request == only_->request;
    return same ? touch.lanes & 1u << only_->lane : 0;
  }

  void add(UseKind kind, const Touch& touch, std::uint32_t lanes) {
    const format::Row& row = row_of(touch);
    const bool shared = kind != UseKind::kGlobalLoad;
    life_.uses.push_back({.kind = kind,
                          .when = touch.when,
                          .k_tile = k_tile_at(touch),
                          .step = row.step,
                          .site = row.site,
                          .lanes = lanes,
                          .cell = shared ? life_.cell : std::nullopt,
                          .products = 0,
                          .k = 0,
                          .of_C = {}});
  }

  /// Lanes of a store to the element's cell that have loaded the element, for the k-tile in which it is there.
  std::uint32_t carriers(const Touch& touch) const {
    if (site_of(touch).tensor != life_.cell->tensor || k_tile_at(touch) != *life_.k_tile) return 0;
    if (!pace_.spend(kStepsOfACopy)) return 0;
    const auto loads = loads_for(r_, {life_.block, touch.when.warp, touch.when.request});
    std::uint32_t lanes = 0;
    for (std::uint32_t left = loads ? touch.lanes : 0; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      if (load_of(r_, *loads, lane, *life_.element) != nullptr) lanes |= 1u << lane;
    }
    if (only_ && only_tensor_ == life_.element->tensor)  // what is followed is that lane's copy
      lanes &= touch.when.warp == only_->warp ? 1u << only_->lane : 0;
    return lanes;
  }

  void follow_cell() {
    bool there = false, read = false;
    for (const Touch& touch : touches({{}, life_.cell->byte, r_.tensors[life_.cell->tensor].element_bytes})) {
      const bool for_it = site_of(touch).tensor == life_.cell->tensor && k_tile_at(touch) == *life_.k_tile;
      if (site_of(touch).op == Op::kStore) {
        const std::uint32_t lanes = carriers(touch);
        there = (lanes >> (31 - std::countl_zero(touch.lanes)) & 1u) != 0;  // of several lanes the last one's stays
        if (lanes != 0) add(UseKind::kSharedStore, touch, lanes);
        other_value_ |= for_it && lanes != touch.lanes;
      } else if (const std::uint32_t lanes = followed_lanes(touch); lanes != 0) {
        other_value_ |= for_it && !there;
        if (!there) continue;
        read = true;
        add(UseKind::kSharedLoad, touch, lanes);
        multiply(touch, lanes);
      }
    }
    not_read_ = !read;
  }

  /// Whether `warp`'s `lane` keeps the sum of that element of C.
  bool keeps(std::uint32_t warp, std::uint32_t lane, const Element& c) const {
    return owners_ && owners_->owner_of(c.row - tiles_.C.row, c.column - tiles_.C.column) == Owner{warp, lane};
  }

  /// What lanes that read the element by `touch` multiply it with.
  void multiply(const Touch& touch, std::uint32_t lanes) {
    const auto step = inner_step_of(r_, life_.block, touch.segment, touch.row);
    const auto C = tensor_named(r_, "C");
    if (!step || !C) {
      not_multiplied_ = true;
      return;
    }
    if (!pace_.spend(step->end - step->begin)) return;
    const bool same_step = !products_.empty() && products_.back().when == step->last;
    if (same_step) lanes &= ~products_.back().lanes;  // it was read twice
    std::vector<Element> sums;
    std::uint32_t multiplying = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
      if (!pace_.spend(8 * (step->end - step->begin))) return;
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
      const std::size_t before = sums.size();
      const auto places = partners_of(r_, life_.block, *step, tiles_, lane, factor_);
      not_multiplied_ |= places.empty() && !at_edge_;  // there, what is beyond the matrix is not loaded
      for (const std::uint32_t place : places) {
        const Element c{*C, tiles_.C.row + (factor_.of_a ? factor_.place : place),
                        tiles_.C.column + (factor_.of_a ? place : factor_.place)};
        if (c.row >= r_.M || c.column >= r_.N) continue;
        if (keeps(touch.when.warp, lane, c))
          sums.push_back(c);
        else
          not_multiplied_ = true;
      }
      if (sums.size() > before) multiplying |= 1u << lane;
    }
    if (sums.empty()) return;
    sums_.insert(sums_.end(), sums.begin(), sums.end());
    if (!same_step) begin_products(touch, *step);
    Use& use = products_.back();
    use.lanes |= multiplying;
    use.products += static_cast<std::uint32_t>(sums.size());
    for (const Rect& rect : use.of_C)
      for (std::uint32_t i = 0; i < rect.rows * rect.columns; ++i)
        sums.push_back({*C, rect.row + i / rect.columns, rect.column + i % rect.columns});
    use.of_C = rects_of(std::move(sums));
  }

  void begin_products(const Touch& touch, const InnerStep& step) {
    const std::uint32_t last = step.end - 1;
    products_.push_back({.kind = UseKind::kMultiplyAdd,
                         .when = step.last,
                         .k_tile = step.k_tile,
                         .step = row_of(touch).step,
                         .site = r_.templates[pattern_.segments[touch.segment].template_id].rows[last].site,
                         .lanes = 0,
                         .cell = {},
                         .products = 0,
                         .k = (factor_.of_a ? tiles_.A.column : tiles_.B.row) + factor_.k,
                         .of_C = {}});
  }

  void say_what_is_absent(bool loaded) {
    life_.uses.insert(life_.uses.end(), products_.begin(), products_.end());
    const bool k_tile = r_.selection.k_tiles.contains(*life_.k_tile);
    if (!k_tile) {
      life_.absent.push_back(Absent::kKTile);
      return;
    }
    const bool all = r_.selection.warps.begin == 0 && r_.selection.warps.end >= r_.warps() && r_.dropped == 0;
    if (!loaded) life_.absent.push_back(Absent::kNotLoaded);
    if (other_value_ && all) life_.absent.push_back(Absent::kOtherValue);
    if (loaded && not_read_ && !other_value_) life_.absent.push_back(Absent::kNotRead);
    if (not_multiplied_) life_.absent.push_back(Absent::kNotMultiplied);
  }

  const Recording& r_;
  const format::Pattern& pattern_;
  const std::optional<Register>& only_;
  std::uint16_t only_tensor_ = 0;
  Life& life_;
  Pace& pace_;
  BlockTiles tiles_;
  Factor factor_;
  std::optional<Ownership> owners_;
  std::vector<Use> products_;
  std::vector<Element> sums_;
  bool at_edge_ = false;  ///< the block's tile of C ends beyond C
  bool other_value_ = false, not_read_ = false, not_multiplied_ = false;
};

}  // namespace

void add_life_of_factor(const Recording& recording, const std::optional<Register>& only, Life& life, Pace& pace) {
  LifeOfFactor(recording, only, life, pace).run();
}

}  // namespace gemmscope::analysis
