// SPDX-License-Identifier: MIT
#include "tracing/analysis/life_of_factor.h"

#include <bit>
#include <map>
#include <utility>

#include "tracing/analysis/copied.h"
#include "tracing/analysis/held.h"
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

  /// What the lane puts there; nullopt: the recording does not say.
  std::optional<Element> stored_by(const Touch& touch, std::uint8_t lane, std::uint32_t byte) const {
    return element_stored(r_, life_.block,
                          {.written = true,
                           .lane = lane,
                           .warp = static_cast<std::uint16_t>(touch.when.warp),
                           .site = row_of(r_, life_.block, touch).site,
                           .request = touch.when.request},
                          byte);
  }

  /// Lanes of a store to byte `byte` of the element's tile that put the element there, for its k-tile. Where the
  /// recording does not say what a lane stores: those that have loaded the element.
  std::uint32_t carriers(const Touch& touch, std::uint32_t byte) const {
    if (!is_for_it(touch) || !pace_.spend(kStepsOfACopy)) return 0;
    std::optional<std::vector<format::Request>> loads;
    bool is_asked = false;
    const auto has_loaded = [&](std::size_t lane) {
      if (!std::exchange(is_asked, true)) loads = loads_for(r_, {life_.block, touch.when.warp, touch.when.request});
      return loads && load_of(r_, *loads, lane, *life_.element) != nullptr;
    };
    std::uint32_t lanes = 0;
    for (std::uint32_t left = touch.lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint8_t>(std::countr_zero(left));
      const auto stored = stored_by(touch, lane, byte);
      if (stored ? *stored == *life_.element : has_loaded(lane)) lanes |= 1u << lane;
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
        const std::uint32_t lanes = carriers(touch, life_.cell->byte);
        const bool is_own = (lanes >> (31 - std::countl_zero(touch.lanes)) & 1u) != 0;
        overwritten_ |= there && !is_own;
        there = is_own;  // of several lanes the last one's stays
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
    if (life_.of(UseKind::kGlobalLoad).requests != 0 && life_.of(UseKind::kSharedStore).requests == 0) look_elsewhere();
  }

  /// Where lanes put the element into its tile, if its description is what a comment says and not what they do.
  void look_elsewhere() {
    if (!has_origins(r_)) return;
    const Bytes all{.matrix = {}, .first = 0, .count = r_.shared_bytes};
    for (const Touch& touch : sound_touches(r_, all, life_, pace_)) {
      if (site_of(touch).op != Op::kStore || !is_for_it(touch) || !pace_.spend(kStepsOfACopy)) continue;
      for (const auto& [byte, lanes] : places_in(touch)) {
        life_.uses.push_back(
            use_of(r_, life_.block, UseKind::kSharedStore, touch, lanes, cell_in(r_, life_.cell->tensor, byte)));
        elsewhere_ = true;
      }
    }
  }
  /// The bytes at which the element begins that the request stores, each with the lanes that do so.
  std::map<std::uint32_t, std::uint32_t> places_in(const Touch& touch) const {
    const format::Pattern& pattern = r_.patterns[r_.blocks[life_.block].pattern];
    const format::Template& coded = r_.templates[pattern.segments[touch.segment].template_id];
    const std::uint32_t element_bytes = r_.tensors[life_.element->tensor].element_bytes;
    std::map<std::uint32_t, std::uint32_t> places;
    for (std::uint32_t left = touch.lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint8_t>(std::countr_zero(left));
      for (std::uint32_t byte = 0; byte < site_of(touch).width; byte += element_bytes) {
        const std::uint32_t at = coded.lanes(touch.row)[lane] + byte;
        if (stored_by(touch, lane, at) == life_.element) places[at] |= 1u << lane;
      }
    }
    return places;
  }

  void say_what_is_absent(bool loaded) {
    const bool all = r_.has_all_warps() && r_.dropped == 0;
    if (!loaded) life_.absent.push_back(Absent::kNotLoaded);
    if (elsewhere_)
      life_.absent.push_back(Absent::kOtherPlace);
    else if (other_value_ && all)
      life_.absent.push_back(Absent::kOtherValue);
    if (loaded && not_read_ && !other_value_ && !elsewhere_)
      life_.absent.push_back(overwritten_ ? Absent::kNotRead : Absent::kNeverRead);
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
  bool other_value_ = false, not_read_ = false, overwritten_ = false, elsewhere_ = false;
};

}  // namespace

void add_life_of_factor(const Recording& recording, const std::optional<Register>& only, Life& life, Pace& pace) {
  LifeOfFactor(recording, only, life, pace).run();
}

}  // namespace gemmscope::analysis
