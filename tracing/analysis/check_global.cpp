// SPDX-License-Identifier: MIT
// Races between blocks: nothing orders the blocks of a launch but the signs that their threads give each other, and
// grid.sync().
#include <algorithm>

#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/check_requests.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;

/// Who stores each element first, for the elements from `begin` on.
class Owners {
 public:
  /// Of larger arrays there is never more than one part at a time: 128 MiB.
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 24;
  static constexpr std::uint32_t kNobody = 0;
  struct Owner {
    std::uint32_t block = kNobody;                ///< the index into Recording::blocks, plus one
    std::uint16_t site = 0;                       ///< at which it does so
    bool is_told = false, has_been_told = false;  ///< see BlockOrder
  };

  Owners(std::uint64_t begin, std::uint64_t end) : begin_(begin), of_(end - begin) {}
  std::uint64_t size() const { return of_.size(); }
  /// Calls visit(element's first byte, its owner, which may be set) for those here of `bytes` bytes each that the
  /// access covers and somebody uses.
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
  GlobalCheck(const Recording& recording, const Signals& signals, Findings& findings, Budget& budget)
      : r_(recording), findings_(findings), budget_(budget) {
    const bool any_barrier = r_.parameter("cooperative") == "yes" || !recorded_part(r_).all_warps;
    for (const format::Pattern& pattern : r_.patterns) orders_.emplace_back(pattern, signals, any_barrier);
  }

  void run() {
    for (std::uint16_t tensor = 0; tensor < r_.tensors.size(); ++tensor)
      if (r_.tensors[tensor].space == format::Space::kGlobal && has_access(r_, tensor, Op::kStore) &&
          (has_access(r_, tensor, Op::kLoad) || !r_.is_gemm()))
        check(tensor);
  }

 private:
  void check(std::uint16_t tensor) {
    const RequestsOf stores(r_, tensor, Op::kStore), loads(r_, tensor, Op::kLoad), atomics(r_, tensor, Op::kAtomic);
    bytes_ = narrowest_access(r_, tensor);
    const format::Tensor& t = r_.tensors[tensor];
    const std::uint64_t elements = t.layout.extent() * t.element_bytes / bytes_;
    for (std::uint64_t begin = 0; begin < elements && !budget_.gave_up(); begin += Owners::kMost) {
      Owners owners(begin, std::min(elements, begin + Owners::kMost));
      if (!budget_.spend(owners.size() / 16)) return;
      look(stores, stores, owners, true);
      look(loads, stores, owners, false);
      look(atomics, stores, owners, false);
    }
  }

  /// Accesses to what another block stores. `stores`: all of them, of which the first of each element is the owner's.
  void look(const RequestsOf& accesses, const RequestsOf& stores, Owners& owners, bool owns) {
    const auto block = [&](std::uint32_t b) {
      return accesses.for_each(b, budget_, [&](const RequestsOf::Touch& t) {
        const BlockOrder& order = orders_[r_.blocks[b].pattern];
        const std::uint32_t row = t.by.request - t.segment->first_request;
        const Owners::Owner self{b + 1, t.by.site, order.is_told(*t.segment, row),
                                 order.has_been_told(*t.segment, row)};
        std::uint32_t other = Owners::kNobody, byte = 0;
        bool agreed = false;
        owners.for_each(t, bytes_, [&](std::uint32_t at, Owners::Owner& owner) {
          if (owner.block == Owners::kNobody && owns) owner = self;
          if (owner.block == Owners::kNobody || owner.block == b + 1 || (other != Owners::kNobody && !agreed)) return;
          const bool agrees = owns && have_agreed(r_, owner.site, self.site);
          if ((other == Owners::kNobody || !agrees) && may_race(owner, self))
            other = owner.block, byte = at, agreed = agrees;
        });
        if (other != Owners::kNobody) add(t, byte, stores, other - 1, agreed);
      });
    };
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b)
      if (!block(b)) return;
  }

  bool may_race(const Owners::Owner& store, const Owners::Owner& other) {
    const format::Site &a = r_.sites[store.site], &b = r_.sites[other.site];
    const auto is_plain = [](const format::Site& site) {
      return site.op != Op::kAtomic && site.atomic == format::Atomic::kPlain;
    };
    if (!is_plain(a) && !is_plain(b)) return false;
    if (are_same(r_, store.site, other.site)) return false;
    if (!(store.is_told && other.has_been_told) && !(other.is_told && store.has_been_told)) return true;
    findings_.add_waits_of_blocks();
    return false;
  }

  /// Stores of one element by two blocks are errors of another name in a matrix multiplication: stored twice.
  void add(const RequestsOf::Touch& t, std::uint32_t byte, const RequestsOf& stores, std::uint32_t owner, bool agreed) {
    const format::Site& site = r_.sites[t.by.site];
    if (site.op == Op::kStore && r_.is_gemm()) return;
    findings_.add({.fault = Fault::kBlockRace, .agreed = agreed, .site = t.by.site, .tensor = site.tensor}, 1, [&] {
      std::optional<Access> store;
      stores.for_each(owner, budget_, [&](const RequestsOf::Touch& s) {
        if (!store && s.byte <= byte && byte < s.byte + s.width) store = s.by;
      });
      return finding_at(r_, t.by, store, byte, t.k_tile);
    });
  }

  const Recording& r_;
  Findings& findings_;
  Budget& budget_;
  std::vector<BlockOrder> orders_;  ///< of each pattern
  std::uint32_t bytes_ = 0;         ///< of the narrowest access to the array
};

}  // namespace

void check_global(const Recording& recording, const Signals& signals, Findings& findings, Budget& budget) {
  GlobalCheck(recording, signals, findings, budget).run();
}

}  // namespace gemmscope::analysis
