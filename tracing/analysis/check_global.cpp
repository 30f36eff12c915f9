// SPDX-License-Identifier: MIT
// Races between blocks: nothing orders the blocks of a launch but what their threads wait for.
#include <algorithm>

#include "tracing/analysis/check_memory.h"
#include "tracing/analysis/check_requests.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;
using Touch = RequestsOf::Touch;

/// The block that stores each element first, for the elements from `begin` on, and where it does so.
class Owners {
 public:
  /// Of larger arrays there is never more than one part at a time: 96 MiB.
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 24;

  Owners(std::uint64_t begin, std::uint64_t end) : begin_(begin), of_(end - begin), sites_(end - begin) {}
  std::uint64_t size() const { return of_.size(); }
  /// Calls visit(element's first byte, its block, which may be set, or kNobody, and its site) for those here of `bytes`
  /// bytes each that the access covers and somebody uses.
  void for_each(const Touch& t, std::uint32_t bytes, const auto& visit) {
    const std::uint64_t first = std::max<std::uint64_t>(t.byte / bytes, begin_),
                        end = std::min((std::uint64_t{t.byte} + t.width + bytes - 1) / bytes, begin_ + of_.size());
    for (std::uint64_t e = first; e < end; ++e) {
      const auto byte = static_cast<std::uint32_t>(e * bytes);
      if (byte < t.byte || !t.row->leaves_unused(byte - t.byte, bytes, t.width))
        visit(byte, of_[e - begin_], sites_[e - begin_]);
    }
  }
  static constexpr std::uint32_t kNobody = 0;  ///< others: the index into Recording::blocks, plus one

 private:
  std::uint64_t begin_;
  std::vector<std::uint32_t> of_;
  std::vector<std::uint16_t> sites_;
};

class GlobalCheck {
 public:
  GlobalCheck(const Recording& recording, Findings& findings, Budget& budget)
      : r_(recording), findings_(findings), budget_(budget) {}

  void run() {
    if (may_wait(r_)) return findings_.add_order_of_blocks();
    for (std::uint16_t tensor = 0; tensor < r_.tensors.size(); ++tensor)
      if (r_.tensors[tensor].space == format::Space::kGlobal && has_access(r_, tensor, Op::kStore) &&
          (has_access(r_, tensor, Op::kLoad) || !r_.is_gemm()))
        check(tensor);
  }

 private:
  void check(std::uint16_t tensor) {
    const RequestsOf stores(r_, tensor, Op::kStore), loads(r_, tensor, Op::kLoad);
    bytes_ = narrowest_access(r_, tensor);
    const format::Tensor& t = r_.tensors[tensor];
    const std::uint64_t elements = t.layout.extent() * t.element_bytes / bytes_;
    for (std::uint64_t begin = 0; begin < elements && !budget_.gave_up(); begin += Owners::kMost) {
      Owners owners(begin, std::min(elements, begin + Owners::kMost));
      if (!budget_.spend(owners.size() / 16)) return;
      look(stores, stores, owners, true);
      look(loads, stores, owners, false);
    }
  }

  /// Accesses to what another block stores. `stores`: all of them, of which the first of each element is the owner's.
  void look(const RequestsOf& accesses, const RequestsOf& stores, Owners& owners, bool owns) {
    const auto block = [&](std::uint32_t b) {
      return accesses.for_each(b, budget_, [&](const Touch& t) {
        std::uint32_t other = Owners::kNobody, byte = 0;
        owners.for_each(t, bytes_, [&](std::uint32_t at, auto& owner, auto& site) {
          if (owner == Owners::kNobody && owns) owner = b + 1, site = t.by.site;
          if (owner == Owners::kNobody || owner == b + 1 || other != Owners::kNobody) return;
          if (!owns || site != t.by.site || !r_.sites[site].one_value) other = owner, byte = at;
        });
        if (other != Owners::kNobody) add(t, byte, stores, other - 1);
      });
    };
    for (std::uint32_t b = 0; b < r_.blocks.size(); ++b)
      if (!block(b)) return;
  }

  /// Stores of one element by two blocks are errors of another name in a matrix multiplication: stored twice.
  void add(const Touch& t, std::uint32_t byte, const RequestsOf& stores, std::uint32_t owner) {
    const format::Site& site = r_.sites[t.by.site];
    if (site.op == Op::kStore && r_.is_gemm()) return;
    findings_.add({.fault = Fault::kBlockRace, .site = t.by.site, .tensor = site.tensor}, 1, [&] {
      std::optional<Access> store;
      stores.for_each(owner, budget_, [&](const Touch& s) {
        if (!store && s.byte <= byte && byte < s.byte + s.width) store = s.by;
      });
      return finding_at(r_, t.by, store, byte, t.k_tile);
    });
  }

  const Recording& r_;
  Findings& findings_;
  Budget& budget_;
  std::uint32_t bytes_ = 0;  ///< of the narrowest access to the array
};

}  // namespace

void check_global(const Recording& recording, Findings& findings, Budget& budget) {
  GlobalCheck(recording, findings, budget).run();
}

}  // namespace gemmscope::analysis
