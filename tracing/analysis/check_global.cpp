// SPDX-License-Identifier: MIT
// Races between blocks: only grid.sync() and the signals that threads give each other order the blocks of a launch.
#include <algorithm>

#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/check_requests.h"
#include "tracing/analysis/raced_load.h"
#include "tracing/analysis/signal_graph.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;

/// The first store to each element, for the elements from `begin` on.
class Owners {
 public:
  /// A larger array is checked in parts, one at a time: 128 MiB.
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 23;
  static constexpr std::uint32_t kNobody = 0;
  struct Owner {
    std::uint32_t block = kNobody;  ///< the index into Recording::blocks, plus one
    std::uint32_t segment = 0;      ///< of the block's pattern
    std::uint32_t row = 0;          ///< of the segment
    std::uint16_t site = 0;         ///< at which it does so
    std::uint8_t lane = 0;
  };

  Owners(std::uint64_t begin, std::uint64_t end) : begin_(begin), of_(end - begin) {}
  std::uint64_t size() const { return of_.size(); }
  /// Calls visit(element's first byte, its owner, which may be set) for each element here, of `bytes` bytes, that the
  /// access covers and the program uses.
  void for_each(const RequestsOf::Touch& t, std::uint32_t bytes, const auto& visit) {
    const std::uint64_t first = std::max<std::uint64_t>(t.byte / bytes, begin_),
                        end = std::min((std::uint64_t{t.byte} + t.width + bytes - 1) / bytes, begin_ + of_.size());
    for (std::uint64_t e = first; e < end; ++e) {
      const auto byte = static_cast<std::uint32_t>(e * bytes);
      if (byte < t.byte || !t.row->leaves_unused(byte - t.byte, bytes, t.width)) visit(byte, of_[e - begin_]);
    }
  }

 private:
  std::uint64_t begin_;
  std::vector<Owner> of_;
};

class GlobalCheck {
 public:
  GlobalCheck(const Recording& recording, const SignalSites& signals, Findings& findings, Budget& budget)
      : r_(recording), signals_(signals), findings_(findings), budget_(budget), graph_(recording, signals) {
    is_grid_ = r_.parameter("cooperative") == "yes" && recorded_part(r_).all_warps;
    find_lossy();
    any_barrier_ = is_grid_ || !recorded_part(r_).all_warps;
    find_causes();
    if (!signals.any()) return;
    const auto add = [&](const auto& act) {
      for (std::uint32_t b = 0; b < r_.blocks.size(); ++b)
        for (const format::Segment& segment : r_.patterns[r_.blocks[b].pattern].segments) {
          if (!budget_.spend(r_.templates[segment.template_id].rows.size())) return;
          act(b, segment);
        }
    };
    add([&](std::uint32_t b, const format::Segment& segment) { graph_.add_looks(b, segment); });
    if (!graph_.is_empty()) add([&](std::uint32_t b, const format::Segment& s) { graph_.add_signals(b, s); });
  }

  void run() {
    for (std::uint16_t tensor = 0; tensor < r_.tensors.size(); ++tensor)
      if (r_.tensors[tensor].space == format::Space::kGlobal &&
          (has_access(r_, tensor, Op::kStore) || has_access(r_, tensor, Op::kAtomic)))
        check(tensor);
  }

 private:
  void check(std::uint16_t tensor) {
    const RequestsOf stores(r_, tensor, Op::kStore), loads(r_, tensor, Op::kLoad), atomics(r_, tensor, Op::kAtomic);
    bytes_ = narrowest_access(r_, tensor);
    const format::Tensor& t = r_.tensors[tensor];
    const std::uint64_t elements = t.layout.extent() * t.element_bytes / bytes_;
    for (const std::uint64_t begin : parts_of(stores, elements)) {
      if (budget_.gave_up()) break;
      Owners owners(begin, std::min(elements, begin + Owners::kMost));
      if (!budget_.spend(owners.size() / 16)) return;
      look(stores, stores, owners, true);
      look(loads, stores, owners, false);
      look(atomics, stores, owners, false);
    }
    if (std::ranges::none_of(r_.sites,
                             [&](const format::Site& s) { return s.tensor == tensor && is_sum_or_exchange(s); }))
      return;
    for (const std::uint64_t begin : parts_of(atomics, elements)) {
      if (budget_.gave_up()) break;
      Owners adders(begin, std::min(elements, begin + Owners::kMost));
      if (!budget_.spend(adders.size() / 16)) return;
      own(atomics, adders);
      look(loads, atomics, adders, false);
    }
  }

  /// Where the parts of Owners::kMost elements begin that have any of these accesses. A small array is one part.
  std::vector<std::uint64_t> parts_of(const RequestsOf& accesses, std::uint64_t elements) {
    std::vector<bool> accessed((elements + Owners::kMost - 1) / Owners::kMost, elements <= Owners::kMost);
    const auto mark = [&](const RequestsOf::Touch& t) {
      const std::uint64_t first = t.byte / bytes_ / Owners::kMost,
                          last = (std::uint64_t{t.byte} + t.width - 1) / bytes_ / Owners::kMost;
      for (std::uint64_t part = first; part <= last && part < accessed.size(); ++part) accessed[part] = true;
    };
    for (std::uint32_t b = 0; accessed.size() > 1 && b < r_.blocks.size(); ++b)
      if (!accesses.for_each(b, budget_, mark)) accessed.assign(accessed.size(), true);
    std::vector<std::uint64_t> begins;
    for (std::uint64_t part = 0; part < accessed.size(); ++part)
      if (accessed[part]) begins.push_back(part * Owners::kMost);
    return begins;
  }

  /// Loads that came too early in a block: what they find may be that a signal has been seen, so that a race between
  /// blocks follows.
  void find_causes() {
    constexpr std::size_t kMostCauses = 8;
    if (signals_.steps() == nullptr) return;
    for (const Finding& race : findings_.all([](const FindingKey& key) {
           return key.fault == Fault::kReadAfterWrite && !key.agreed && !key.undecided;
         })) {
      const RacingSites sites{race.other->site, race.at->site, race.in_warp};
      const bool is_load = r_.sites[sites.load].op == Op::kLoad && !signals_.steps()->steps_of(sites.load).empty();
      if (is_load && causes_.size() < kMostCauses)
        causes_.emplace_back(sites, RacedLoad(r_, *signals_.steps(), sites.store, sites.load, false));
    }
  }
  /// The one that a race follows from: it decides one of the accesses, for which it found a wrong value, or with a
  /// barrier there a signal would order the two.
  std::optional<RacingSites> cause_of(const Owners::Owner& one, const Owners::Owner& other) {
    for (const auto& cause : causes_) {
      const RacingSites& sites = cause.first;
      const RacedLoad& load = cause.second;
      const auto is_misled = [&](const Owners::Owner& owner) {
        if (!load.decides(owner.site)) return false;
        const auto value = load.value_before(access_of(owner), budget_);
        return value && value->is_wrong;
      };
      const bool decides = load.decides(one.site) || load.decides(other.site);
      if (decides && (is_misled(one) || is_misled(other) ||
                      graph_.order_either_way(spot(one), spot(other), budget_, &sites) == Known::kYes))
        return sites;
    }
    return std::nullopt;
  }

  /// Whether a plain load by another block is an error: a thread that reads while others add by an atomic operation
  /// finds a part of the sum, and what an atomic exchange replaces may be lost.
  bool is_sum_or_exchange(const format::Site& site) const {
    const ProgramSteps* const steps = signals_.steps();
    if (steps == nullptr || site.op != Op::kAtomic) return false;
    const auto at = static_cast<std::uint16_t>(&site - r_.sites.data());
    return is_lossy_[at] || steps->adds(at);
  }
  /// Whether a change of what is loaded may replace another one, though its store is an atomic operation.
  bool loses(std::uint16_t load, std::uint16_t atomic) const {
    const ProgramSteps* const steps = signals_.steps();
    return steps != nullptr && std::ranges::any_of(steps->steps_of(load), [&](std::uint32_t from) {
             return std::ranges::any_of(steps->steps_of(atomic),
                                        [&](std::uint32_t to) { return steps->loses(from, to); });
           });
  }
  void find_lossy() {
    is_lossy_.resize(r_.sites.size());
    for (std::uint16_t a = 0; a < r_.sites.size(); ++a)
      for (std::uint16_t s = 0; s < r_.sites.size() && r_.sites[a].op == Op::kAtomic && !is_lossy_[a]; ++s)
        is_lossy_[a] = r_.sites[s].op == Op::kLoad && r_.sites[s].tensor == r_.sites[a].tensor && loses(s, a);
  }
  /// Whether threads look before they change it: the atomic operation decides what they do.
  bool is_first_look(std::uint16_t load) const {
    const ProgramSteps* const steps = signals_.steps();
    for (std::uint16_t s = 0; s < r_.sites.size(); ++s)
      if (r_.sites[s].op == Op::kAtomic && r_.sites[s].tensor == r_.sites[load].tensor)
        for (const std::uint32_t from : steps->steps_of(load))
          for (const std::uint32_t to : steps->steps_of(s))
            if (steps->changes(from, to)) return true;
    return false;
  }
  void own(const RequestsOf& accesses, Owners& owners) {
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b)
      if (!accesses.for_each(b, budget_, [&](const RequestsOf::Touch& t) {
            if (!is_sum_or_exchange(r_.sites[t.by.site])) return;
            owners.for_each(t, bytes_, [&](std::uint32_t, Owners::Owner& owner) {
              if (owner.block == Owners::kNobody) owner = owner_of(b, t);
            });
          }))
        return;
  }
  Owners::Owner owner_of(std::uint32_t block, const RequestsOf::Touch& t) const {
    const format::Pattern& pattern = r_.patterns[r_.blocks[block].pattern];
    return {block + 1, static_cast<std::uint32_t>(t.segment - pattern.segments.data()),
            t.by.request - t.segment->first_request, t.by.site, t.by.lane};
  }

  /// Accesses to elements that another block stores, or adds to. `stores`: all of them; the first of each element is
  /// the owner's.
  void look(const RequestsOf& accesses, const RequestsOf& stores, Owners& owners, bool owns) {
    const auto block = [&](std::uint32_t b) {
      return accesses.for_each(b, budget_, [&](const RequestsOf::Touch& t) {
        const Owners::Owner self = owner_of(b, t);
        Worst worst;
        owners.for_each(t, bytes_, [&](std::uint32_t at, Owners::Owner& owner) {
          if (owner.block == Owners::kNobody && owns) owner = self;
          if (owner.block == Owners::kNobody || owner.block == b + 1 || worst.verdict == Verdict::kRace) return;
          Verdict verdict = verdict_of(owner, self, owns);
          const Spot look = graph_.look();
          const auto cause = verdict == Verdict::kRace ? cause_of(owner, self) : std::nullopt;
          if (cause) verdict = Verdict::kFollows;
          if (verdict > worst.verdict) worst = {verdict, owner, at, look, cause};
        });
        if (worst.verdict != Verdict::kNone) add(t, worst, stores);
      });
    };
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b)
      if (!block(b)) return;
  }

  enum class Verdict : std::uint8_t { kNone, kAgreed, kUndecided, kFollows, kRace };
  struct Worst {
    Verdict verdict = Verdict::kNone;
    Owners::Owner owner;
    std::uint32_t byte = 0;
    Spot look;
    std::optional<RacingSites> cause;  ///< of kFollows
  };

  Verdict verdict_of(const Owners::Owner& store, const Owners::Owner& other, bool both_store) {
    const format::Site &a = r_.sites[store.site], &b = r_.sites[other.site];
    const auto is_plain = [&](const format::Site& site) {
      if (site.op == Op::kAtomic) return false;
      const auto at = static_cast<std::uint16_t>(&site - r_.sites.data());
      return site.atomic == format::Atomic::kPlain ||
             (site.op == Op::kLoad && !signals_.decides(at) && !signals_.chooses(at));
    };
    const bool lost = is_lossy_[store.site] && b.op == Op::kLoad && loses(other.site, store.site);
    if (!is_plain(a) && ((!is_plain(b) && !lost) || signals_.waits(other.site))) return Verdict::kNone;
    if (are_same(r_, store.site, other.site)) return Verdict::kNone;
    if (a.op == Op::kAtomic && b.op == Op::kLoad && !lost && is_first_look(other.site)) return Verdict::kNone;
    const bool agrees = both_store && have_agreed(r_, store.site, other.site);
    const Verdict unordered = agrees ? Verdict::kAgreed : Verdict::kRace;
    const Spot one = spot(store), two = spot(other);
    if (any_barrier_ && (meet_between(one, two) || meet_between(two, one))) {
      if (!is_grid_ || signals_.steps() == nullptr) findings_.add_waits_of_blocks();
      return Verdict::kNone;
    }
    const Known known = graph_.order_either_way(one, two, budget_);
    return known == Known::kYes ? Verdict::kNone : known == Known::kUndecided ? Verdict::kUndecided : unordered;
  }
  Access access_of(const Owners::Owner& owner) const {
    const std::uint32_t block = owner.block - 1;
    const format::Segment& s = r_.patterns[r_.blocks[block].pattern].segments[owner.segment];
    return analysis::access_of(block, s, owner.row, owner.lane, owner.site);
  }
  Spot spot(const Owners::Owner& owner) const {
    const std::uint32_t block = owner.block - 1;
    const format::Segment& s = r_.patterns[r_.blocks[block].pattern].segments[owner.segment];
    std::uint32_t epoch = 0;
    if (!graph_.is_empty())
      for (std::uint32_t row = 0; row <= owner.row; ++row)
        epoch += r_.templates[s.template_id].rows[row].after_syncwarp;
    return {block, s.warp, s.interval, owner.row, epoch, owner.site, owner.lane};
  }
  /// Whether blocks wait for each other after the one and before the other: at any barrier, if it is unknown at which.
  bool meet_between(const Spot& before, const Spot& after) const {
    if (is_grid_ && signals_.steps() != nullptr) return grid_barriers(before) < grid_barriers(after);
    const format::Pattern& pattern = r_.patterns[r_.blocks[before.block].pattern];
    return before.interval + 1 < pattern.barrier_lines.size() && after.interval > 0;
  }
  /// The number of grid.sync() that the block has passed.
  std::size_t grid_barriers(const Spot& spot) const {
    const auto& lines = r_.patterns[r_.blocks[spot.block].pattern].barrier_lines;
    const auto is_grid = [&](std::uint32_t line) { return signals_.steps()->grid_barriers().contains(line); };
    return static_cast<std::size_t>(std::count_if(lines.begin(), lines.begin() + spot.interval, is_grid)) / 2;
  }
  std::optional<Access> access(const Spot& spot) const {
    for (const format::Segment& s : r_.patterns[r_.blocks[spot.block].pattern].segments)
      if (s.warp == spot.warp && s.interval == spot.interval)
        return analysis::access_of(spot.block, s, spot.row, spot.lane, spot.site);
    return std::nullopt;
  }

  /// Whether threads that make both accesses change the value that they find.
  bool is_change(std::uint16_t site, std::uint16_t store) const {
    const ProgramSteps* const steps = signals_.steps();
    if (steps == nullptr || r_.sites[site].op == Op::kAtomic) return false;
    for (const std::uint32_t to : steps->steps_of(store)) {
      if (r_.sites[site].op == Op::kStore && site == store && steps->is_change(to)) return true;
      for (const std::uint32_t from : steps->steps_of(site))
        if (r_.sites[site].op == Op::kLoad && steps->loses(from, to)) return true;
    }
    return false;
  }

  void add(const RequestsOf::Touch& t, const Worst& worst, const RequestsOf& stores) {
    const format::Site& site = r_.sites[t.by.site];
    FindingKey key{.fault = Fault::kBlockRace, .site = t.by.site, .tensor = site.tensor};
    if (worst.verdict >= Verdict::kFollows && is_change(t.by.site, worst.owner.site))
      key = lost_update(r_, worst.owner.site);
    key.follows = worst.cause;
    key.agreed = worst.verdict == Verdict::kAgreed, key.undecided = worst.verdict == Verdict::kUndecided;
    findings_.add(key, 1, [&] {
      std::optional<Access> store;
      stores.for_each(worst.owner.block - 1, budget_, [&](const RequestsOf::Touch& s) {
        if (!store && s.byte <= worst.byte && worst.byte < s.byte + s.width) store = s.by;
      });
      Finding finding = finding_at(r_, t.by, store, worst.byte);
      if (key.undecided) finding.look = access(worst.look);
      finding.remedy = remedy(key, worst.owner.site);
      if (finding.remedy == Remedy::kUsual && key.fault == Fault::kBlockRace && stores_itself(t, worst.byte, stores))
        finding.remedy = Remedy::kOwnParts;
      return finding;
    });
  }

  /// Whether the block that loads an element also stores to it.
  bool stores_itself(const RequestsOf::Touch& load, std::uint32_t byte, const RequestsOf& stores) {
    bool itself = false;
    if (r_.sites[load.by.site].op != Op::kLoad) return false;
    stores.for_each(load.by.block, budget_, [&](const RequestsOf::Touch& s) {
      const bool is_there = s.byte <= byte && byte < s.byte + s.width;
      itself = itself || (is_there && r_.sites[s.by.site].op == Op::kStore);
    });
    return itself;
  }

  Remedy remedy(const FindingKey& key, std::uint16_t store) const {
    const bool is_atomic = r_.sites[store].op == Op::kAtomic;
    if (key.fault == Fault::kLostUpdate) return is_atomic ? Remedy::kJoinedLook : Remedy::kUsual;
    if (key.fault != Fault::kBlockRace || key.agreed || key.undecided) return Remedy::kUsual;
    if (r_.parameter("cooperative") == "yes") return Remedy::kGridBarrier;
    return r_.sites[key.site].op == Op::kStore && !is_atomic ? Remedy::kOwnPlaces : Remedy::kUsual;
  }

  const Recording& r_;
  const SignalSites& signals_;
  Findings& findings_;
  Budget& budget_;
  SignalGraph graph_;
  bool is_grid_ = false;      ///< grid.sync() may be called
  bool any_barrier_ = false;  ///< blocks may be waited for at some barriers
  std::vector<std::pair<RacingSites, RacedLoad>> causes_;
  std::vector<bool> is_lossy_;  ///< by site: an atomic exchange that may replace what came after a look
  std::uint32_t bytes_ = 0;     ///< of the narrowest access to the array
};

}  // namespace

void check_global(const Recording& recording, const SignalSites& signals, Findings& findings, Budget& budget) {
  GlobalCheck(recording, signals, findings, budget).run();
}

}  // namespace gemmscope::analysis
