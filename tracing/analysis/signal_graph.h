// SPDX-License-Identifier: MIT
/// @file signal_graph.h
/// Which accesses signals in memory order: by the threads that give them and look for them, and by their addresses.
///
/// What a thread does before it gives a signal comes before what another thread does after it has seen it. What two
/// threads do while they hold one lock is ordered, too: either may come first. Barriers
/// pass this on: what a thread does comes before what its block does after the next barrier of the whole block, and
/// what its warp does after the next __syncwarp. So the order may continue from thread to thread.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "tracing/analysis/check_budget.h"
#include "tracing/analysis/finding.h"
#include "tracing/analysis/signal_sites.h"

namespace gemmscope::analysis {

/// One lane's access.
struct Spot {
  std::uint32_t block = 0, warp = 0, interval = 0;
  std::uint32_t row = 0;    ///< of the warp's template in that interval
  std::uint32_t epoch = 0;  ///< __syncwarps that the warp has passed in this interval
  std::uint16_t site = 0;
  std::uint8_t lane = 0;

  friend bool operator==(const Spot&, const Spot&) = default;
};

class SignalGraph {
 public:
  SignalGraph(const format::Recording& recording, const SignalSites& sites) : r_(recording), sites_(sites) {}

  /// The looks of one warp in one interval; then, of all signals, those for which a thread looks.
  void add_looks(std::uint32_t block, const format::Segment& segment);
  void add_signals(std::uint32_t block, const format::Segment& segment);
  [[nodiscard]] bool is_empty() const { return looks_.empty(); }

  /// Whether one of the two comes before the other, by signals or by a lock. `fixed`: as if a barrier were between
  /// these two sites.
  [[nodiscard]] Known order_either_way(const Spot& one, const Spot& other, Budget& budget,
                                       const RacingSites* fixed = nullptr) const;
  /// The look by which they would be ordered, if that is not decided.
  [[nodiscard]] const Spot& look() const { return look_; }

 private:
  /// Four bytes of memory.
  using Word = std::uint64_t;
  struct Look {
    Spot spot;
    Word word = 0;
  };
  struct Of {
    std::vector<std::uint32_t> looks;  ///< for this word
    std::set<std::uint16_t> stores;    ///< sites that store to it
    bool repeated = false;             ///< a thread changes it by more than one atomic operation
    std::unordered_map<std::uint64_t, std::uint32_t> givers;
  };
  /// By block, the looks that may come after an access.
  using Reached = std::unordered_map<std::uint32_t, std::vector<const Look*>>;
  /// Calls act(lane, word) for each word of each lane.
  void for_words(std::uint32_t block, const format::Segment& segment, std::size_t row, const auto& act) const;
  [[nodiscard]] bool is_after(const Spot& spot, const Spot& later, bool itself, const RacingSites* fixed) const;
  [[nodiscard]] bool is_behind(const Spot& spot, const Spot& later, const RacingSites& fixed) const;
  /// The warp's first request of that site in the interval, as Spot::row; nothing: it makes none.
  [[nodiscard]] std::optional<std::uint32_t> first_row(const Spot& in, std::uint16_t site) const;
  /// The lock that the thread holds meanwhile: it has compared and swapped that word, or exchanged it, which decides
  /// that the access is made; and what it does to the word next is something else, which gives it back.
  [[nodiscard]] std::optional<Word> lock_of(const Spot& spot) const;
  [[nodiscard]] Known known(const Look& look, std::uint16_t site) const;
  /// Whether what a thread does later comes after the signal: because the look decides that it is done, or because it
  /// comes after what else the look has decided.
  [[nodiscard]] bool follows(const Look& look, const Spot& later, Known least, const RacingSites* fixed) const;
  /// The first change of a word that the look's thread makes because of what it has seen.
  [[nodiscard]] const Spot* decided_by(const Look& look, Known least) const;
  /// The access itself, or one of the accesses of its interval for which the same signals are given, which stands for
  /// all of them.
  [[nodiscard]] Spot representative(const Spot& spot) const;
  [[nodiscard]] const Reached& reached(const Spot& before, Known least, Budget& budget, const RacingSites* fixed) const;
  [[nodiscard]] Known order(const Spot& before, const Spot& after, Budget& budget, const RacingSites* fixed) const;

  static constexpr std::size_t kMostEvents = std::size_t{1} << 20;
  const format::Recording& r_;
  const SignalSites& sites_;
  std::vector<Look> looks_;
  std::unordered_map<Word, Of> words_;
  std::unordered_map<std::uint32_t, std::vector<Look>> given_;  ///< by block
  /// By thread, in its order: what may take a lock, and all that changes a word for which a thread looks.
  std::unordered_map<std::uint64_t, std::vector<Look>> takes_, changes_;
  std::set<std::uint32_t> looking_;                ///< blocks
  std::set<std::array<std::uint32_t, 3>> giving_;  ///< block, interval, warp
  std::size_t events_ = 0;
  mutable std::map<std::pair<std::array<std::uint32_t, 6>, std::optional<RacingSites>>, Reached> known_;
  mutable std::map<std::array<std::uint32_t, 4>, std::optional<std::uint32_t>> first_rows_;
  mutable std::map<std::array<std::uint32_t, 6>, const Spot*> decided_;
  mutable std::size_t kept_ = 0;  ///< looks in `known_`
  mutable Spot look_;
};

}  // namespace gemmscope::analysis
