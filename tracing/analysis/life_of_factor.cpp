// SPDX-License-Identifier: MIT
#include "tracing/analysis/life_of_factor.h"

#include <bit>

#include "tracing/analysis/copied.h"
#include "tracing/analysis/life_of_sum.h"
#include "tracing/analysis/life_products.h"
#include "tracing/analysis/life_uses.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;

constexpr std::uint64_t kStepsOfACopy = 256;  ///< about, to find what a lane has loaded for a store

class LifeOfFactor {
 public:
  LifeOfFactor(const Recording& recording, const std::optional<Register>& only, Life& life, Pace& pace)
      : r_(recording),
        only_(only),
        life_(life),
        pace_(pace),
        owners_(ownership(recording, life.block)),
        products_(recording, life, owners_, pace) {
    if (only) only_tensor_ = tensor_of(*only);
  }

  void run() {
    const Element& e = *life_.element;
    for (const Touch& touch : touches_of(e.tensor, byte_of(r_, e)))
      if (const std::uint32_t lanes = followed_lanes(touch); site_of(touch).op == Op::kLoad && lanes != 0) {
        add(UseKind::kGlobalLoad, touch, lanes);
        if (!life_.cell) multiply(touch, lanes);
      }
    const bool loaded = !life_.uses.empty();
    if (life_.cell) follow_cell();
    products_.move_to(life_);
    if (divides_K(r_))
      life_.absent.push_back(Absent::kPartOfK);
    else if (owners_ && !life_.sums.empty())
      add_departures(r_, *owners_, life_, pace_);
    say_what_is_absent(loaded);
  }

 private:
  /// Of an element of a matrix or, without one, a cell of shared memory.
  std::vector<Touch> touches_of(std::optional<std::uint16_t> matrix, std::uint32_t byte) {
    const std::uint16_t tensor = matrix ? *matrix : life_.cell->tensor;
    return sound_touches(r_, {matrix, byte, r_.tensors[tensor].element_bytes}, life_, pace_);
  }
  const format::Site& site_of(const Touch& touch) const { return r_.sites[row_of(r_, life_.block, touch).site]; }
  /// Whether it is by a request to the element's tile that is for its k-tile.
  bool is_for_it(const Touch& touch) const {
    return site_of(touch).tensor == life_.cell->tensor && k_tile_at(r_, life_.block, touch) == *life_.k_tile;
  }
  std::uint16_t tensor_of(const Register& loaded) const {
    const auto at = format::locate(r_, life_.block, loaded.warp, loaded.request);
    return site_of({.when = {}, .segment = at.segment, .row = at.row}).tensor;
  }

  /// Those of a load that are followed: all, or, where one register is, the lane that loads it.
  std::uint32_t followed_lanes(const Touch& touch) const {
    if (!only_ || site_of(touch).tensor != only_tensor_) return touch.lanes;
    const bool same = touch.when.warp == only_->warp && touch.when.request == only_->request;
    return same ? touch.lanes & 1u << only_->lane : 0;
  }

  void add(UseKind kind, const Touch& touch, std::uint32_t lanes) {
    const bool shared = kind != UseKind::kGlobalLoad;
    life_.uses.push_back(use_of(r_, life_.block, kind, touch, lanes, shared ? life_.cell : std::nullopt));
  }

  /// Lanes of a store to the element's cell that have loaded the element, for the k-tile in which it is there.
  std::uint32_t carriers(const Touch& touch) const {
    if (!is_for_it(touch) || !pace_.spend(kStepsOfACopy)) return 0;
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

  void multiply(const Touch& touch, std::uint32_t lanes) {
    if (!lanes_share(r_)) products_.add(touch, lanes);
  }

  void follow_cell() {
    bool there = false, read = false;
    for (const Touch& touch : touches_of({}, life_.cell->byte)) {
      const bool for_it = is_for_it(touch);
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

  void say_what_is_absent(bool loaded) {
    const bool k_tile = r_.selection.k_tiles.contains(*life_.k_tile);
    if (!k_tile) {
      life_.absent.push_back(Absent::kKTile);
      return;
    }
    const bool all = r_.selection.warps.begin == 0 && r_.selection.warps.end >= r_.warps() && r_.dropped == 0;
    if (!loaded) life_.absent.push_back(Absent::kNotLoaded);
    if (other_value_ && all) life_.absent.push_back(Absent::kOtherValue);
    if (loaded && not_read_ && !other_value_) life_.absent.push_back(Absent::kNotRead);
    if (lanes_share(r_)) life_.absent.push_back(Absent::kLanesShare);
    if (products_.some_missing()) life_.absent.push_back(Absent::kNotMultiplied);
  }

  const Recording& r_;
  const std::optional<Register>& only_;
  std::uint16_t only_tensor_ = 0;
  Life& life_;
  Pace& pace_;
  std::optional<Ownership> owners_;
  Products products_;
  bool other_value_ = false, not_read_ = false;
};

}  // namespace

void add_life_of_factor(const Recording& recording, const std::optional<Register>& only, Life& life, Pace& pace) {
  LifeOfFactor(recording, only, life, pace).run();
}

}  // namespace gemmscope::analysis
