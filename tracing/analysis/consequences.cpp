// SPDX-License-Identifier: MIT
#include "tracing/analysis/consequences.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "tracing/ptx/derived.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;

constexpr std::size_t kMostCauses = 32;  ///< races whose consequences are looked for

/// One lane's access, where and when.
struct Made {
  std::uint32_t warp = 0, interval = 0, request = 0;
  std::uint8_t lane = 0;
  std::uint32_t byte = 0, bytes = 0;

  bool overlaps(const Made& other) const { return byte < other.byte + other.bytes && other.byte < byte + bytes; }
};

/// Calls visit(access) for all accesses of a block at a site, in each warp in the order in which they were made.
/// Not all of them if the budget ends.
void for_accesses(const Recording& r, std::uint32_t block, std::uint16_t site, Budget& budget, const auto& visit) {
  for (const format::Segment& segment : r.patterns[r.blocks[block].pattern].segments) {
    const format::Template& coded = r.templates[segment.template_id];
    if (!budget.spend(coded.rows.size())) return;
    for (std::uint32_t row = 0; row < coded.rows.size(); ++row) {
      const format::Row& its = coded.rows[row];
      if (its.site != site) continue;
      const bool shared = its.base == format::kSharedBase;
      const std::uint32_t base = shared ? 0 : segment.base[its.base] + r.blocks[block].base[its.base];
      for (std::uint32_t left = its.mask; left != 0; left &= left - 1) {
        const auto place = static_cast<std::size_t>(std::countr_zero(left));
        visit(Made{segment.warp, segment.interval, segment.first_request + row, its.lane_of(place),
                   base + coded.lanes(row)[place], r.sites[site].width});
      }
    }
  }
}

/// A race by which a load may find a wrong value.
class Cause {
 public:
  /// Nothing: it is none, or it is not known which of two accesses came first in the run.
  static std::optional<Cause> of(const Recording& r, const ProgramSteps& steps, const Finding& race, Budget& budget) {
    const bool late = race.fault == Fault::kWriteAfterRead;
    if ((!late && race.fault != Fault::kReadAfterWrite) || !race.at || !race.other) return std::nullopt;
    const Access &load = late ? *race.other : *race.at, &store = late ? *race.at : *race.other;
    if (r.sites[load.site].op != Op::kLoad || steps.steps_of(load.site).empty()) return std::nullopt;
    return Cause(r, steps, load.site, store.site, late, budget);
  }

  bool leads_to(const Finding& finding) const {
    return finding.at && (is_race(finding.fault) || finding.fault == Fault::kBlockRace) && finding.other &&
           explains(*finding.at, *finding.other) && !budget_.gave_up();
  }

 private:
  Cause(const Recording& r, const ProgramSteps& steps, std::uint16_t load, std::uint16_t store, bool late,
        Budget& budget)
      : r_(r),
        steps_(steps),
        load_(load),
        store_(store),
        late_(late),
        budget_(budget),
        from_(steps.graph(), steps.steps_of(load), false) {}

  bool places(const Access& access) const {
    return std::ranges::any_of(steps_.steps_of(access.site),
                               [&](std::uint32_t step) { return from_.is_address_of(step); });
  }
  bool explains(const Access& one, const Access& other) const {
    const auto a = places(one) ? value_of(one) : std::nullopt, b = places(other) ? value_of(other) : std::nullopt;
    const bool same_memory =
        one.block == other.block || r_.tensors[r_.sites[load_].tensor].space == format::Space::kGlobal;
    if (a && b && same_memory && a->byte == b->byte) return false;
    return (a && is_wrong(one.block, *a)) || (b && is_wrong(other.block, *b));
  }
  /// The thread's last load before the access.
  std::optional<Made> value_of(const Access& access) const {
    std::optional<Made> last;
    for_accesses(r_, access.block, load_, budget_, [&](const Made& load) {
      if (load.warp == access.warp && load.lane == access.lane && load.request < access.request) last = load;
    });
    return last;
  }
  /// Whether the load came too early, or too late, in the run. Warps of a block run one after the other there, up to
  /// the next barrier; on a GPU they do not.
  bool is_wrong(std::uint32_t block, const Made& load) const {
    bool before = false, after = false;
    for_accesses(r_, block, store_, budget_, [&](const Made& store) {
      const bool same_warp = store.warp == load.warp;
      if (store.interval != load.interval || !store.overlaps(load) || (same_warp && store.lane == load.lane)) return;
      if (!same_warp && r_.origin.backend != "cpu") return;
      const bool is_before = same_warp ? store.request < load.request : store.warp < load.warp;
      (is_before ? before : after) = true;
    });
    return late_ ? before : after && !before;
  }

  const Recording& r_;
  const ProgramSteps& steps_;
  std::uint16_t load_, store_;
  bool late_;  ///< the load should have come before the store
  Budget& budget_;
  ptx::Derived from_;
};

}  // namespace

std::vector<Finding> with_consequences(const Recording& r, const ProgramSteps& steps, std::vector<Finding> findings,
                                       Budget& budget) {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> from(findings.size(), kNone);
  const auto root = [&](std::size_t i) {
    while (from[i] != kNone) i = from[i];
    return i;
  };
  std::size_t causes = 0;
  for (std::size_t i = 0; i < findings.size() && findings.size() > 1; ++i)
    for (const Finding& part : parts_of(findings[i])) {
      const std::optional<Cause> cause = causes < kMostCauses ? Cause::of(r, steps, part, budget) : std::nullopt;
      if (!cause) continue;
      ++causes;
      for (std::size_t j = 0; j < findings.size(); ++j)
        if (from[j] == kNone && root(i) != j &&
            std::ranges::all_of(parts_of(findings[j]), [&](const Finding& f) { return cause->leads_to(f); }))
          from[j] = i;
    }
  for (std::size_t j = 0; j < findings.size(); ++j)
    if (from[j] != kNone) std::ranges::copy(parts_of(findings[j]), std::back_inserter(findings[root(j)].consequences));
  std::vector<Finding> left;
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (from[i] == kNone) left.push_back(std::move(findings[i]));
  return left;
}

}  // namespace gemmscope::analysis
