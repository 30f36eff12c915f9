// SPDX-License-Identifier: MIT
// Whether a program reads C where its comment multiplies C by 0. Partial sums that the launch has stored do not count.
#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/check_requests.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;

/// C in pieces, each as wide as its narrowest access.
class ReadsOfC {
 public:
  ReadsOfC(const Recording& r, std::uint16_t C, Findings& findings, Budget& budget)
      : r_(r),
        C_(C),
        piece_(narrowest_access(r, C)),
        loads_(r, C, Op::kLoad),
        stores_{RequestsOf(r, C, Op::kStore), RequestsOf(r, C, Op::kAtomic)},
        findings_(findings),
        budget_(budget) {}

  bool are_there() {
    bool any = false;
    for (const PatternUse& use : uses_of_patterns(r_))
      if (use.blocks != 0) loads_.for_each_request(use.first_block, budget_, [&](const auto&) { any = true; });
    return any;
  }

  /// Whether a block loads what another one stores. False, too, if the budget ends before it is known.
  bool may_be_sums_of_others() {
    constexpr std::uint32_t kNone = 0xffffffff, kSeveral = 0xfffffffe;
    const format::Tensor& C = r_.tensors[C_];
    const std::uint64_t pieces = C.layout.extent() * C.element_bytes / piece_ + 1;
    if (!budget_.allows(32 * pieces) || !budget_.spend(pieces)) return false;  // at most 256 MiB
    std::vector<std::uint32_t> storing(pieces, kNone);
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b)
      for_each_stored(b, [&](std::uint64_t piece, const auto&) {
        if (piece < pieces) storing[piece] = storing[piece] == kNone || storing[piece] == b ? b : kSeveral;
      });
    bool found = false;
    for (std::uint32_t b = 0; b < r_.blocks.size() && !found; ++b)
      loads_.for_each(b, budget_, [&](const RequestsOf::Touch& load) {
        for_each_piece(load, [&](std::uint64_t piece) {
          found = found || (piece < pieces && storing[piece] != kNone && storing[piece] != b);
        });
      });
    return found;
  }

  /// Loads of what the block has not stored before.
  void find(const PatternUse& use) {
    const FirstStores stores = first_stores(use.first_block);
    if (budget_.gave_up()) return;
    loads_.for_each(use.first_block, budget_, [&](const RequestsOf::Touch& load) {
      bool is_of_C = false;
      for_each_piece(load, [&](std::uint64_t piece) { is_of_C = is_of_C || !is_stored_before(stores, load, piece); });
      if (!budget_.spend(kLookUp) || !is_of_C) return;
      findings_.add({.fault = Fault::kReadWithoutBeta, .site = load.by.site, .tensor = C_}, use.blocks,
                    [&] { return finding_at(r_, load.by, std::nullopt, load.byte); });
    });
  }

 private:
  static constexpr std::uint64_t kLookUp = 64;  ///< steps
  struct First {
    std::uint32_t interval = 0, request = 0;
  };
  using FirstStores = std::map<std::pair<std::uint64_t, std::uint16_t>, First>;  ///< to a piece, by a warp

  void for_each_piece(const RequestsOf::Touch& touch, const auto& visit) const {
    const std::uint64_t last = (std::uint64_t{touch.byte} + touch.width - 1) / piece_;
    for (std::uint64_t piece = touch.byte / piece_; piece <= last; ++piece) visit(piece);
  }
  void for_each_stored(std::uint32_t block, const auto& visit) {
    for (const RequestsOf& stores : stores_)
      stores.for_each(block, budget_, [&](const RequestsOf::Touch& store) {
        for_each_piece(store, [&](std::uint64_t piece) { visit(piece, store); });
      });
  }
  FirstStores first_stores(std::uint32_t block) {
    FirstStores all;
    for_each_stored(block, [&](std::uint64_t piece, const RequestsOf::Touch& store) {
      if (!budget_.spend(kLookUp)) return;
      const First now{store.segment->interval, store.by.request};
      First& first = all.try_emplace({piece, store.by.warp}, now).first->second;
      first = {std::min(first.interval, now.interval), std::min(first.request, now.request)};
    });
    return all;
  }
  /// By the warp itself in an earlier request, or by another that no barrier keeps from storing before the load.
  static bool is_stored_before(const FirstStores& stores, const RequestsOf::Touch& load, std::uint64_t piece) {
    for (auto it = stores.lower_bound({piece, 0}); it != stores.end() && it->first.first == piece; ++it) {
      const First& first = it->second;
      const bool is_own = it->first.second == load.by.warp;
      if (is_own ? first.request < load.by.request : first.interval <= load.segment->interval) return true;
    }
    return false;
  }

  const Recording& r_;
  std::uint16_t C_;
  std::uint32_t piece_;  ///< bytes
  RequestsOf loads_;
  std::array<RequestsOf, 2> stores_;
  Findings& findings_;
  Budget& budget_;
};

}  // namespace

std::string_view check_reads_of_C(const Recording& recording, std::uint16_t C, Findings& findings, Budget& budget) {
  ReadsOfC reads(recording, C, findings, budget);
  if (!reads.are_there()) return "";
  const Recorded part = recorded_part(recording);
  if (!part.all_blocks || !part.all_warps || recording.dropped != 0)
    return "a part that is not recorded may have stored what is loaded of C";
  if (reads.may_be_sums_of_others()) return "other blocks store what is loaded of C: it may be their partial sums";
  for (const PatternUse& use : uses_of_patterns(recording))
    if (use.blocks != 0 && !budget.gave_up()) reads.find(use);
  return "";
}

}  // namespace gemmscope::analysis
