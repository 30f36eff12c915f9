// SPDX-License-Identifier: MIT
#include "tracing/analysis/remarks.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "tracing/analysis/check_findings.h"
#include "tracing/analysis/footprints.h"
#include "tracing/analysis/multiplied.h"
#include "tracing/analysis/tiles/elsewhere.h"
#include "tracing/analysis/unfit.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

std::uint64_t bytes_of(const format::Tensor& tensor) { return tensor.layout.extent() * tensor.element_bytes; }

/// Elements of the array that are loaded.
std::uint64_t elements_read(const Recording& r, const Footprints& footprints, std::uint16_t tensor) {
  const std::uint64_t bytes = r.tensors[tensor].element_bytes, all = r.tensors[tensor].layout.extent();
  std::vector<std::pair<std::uint64_t, std::uint64_t>> read;  // from, to
  for (const Footprint& part : footprints.of_launch())
    for (const Stretch& each : part.stretches) {
      if (part.tensor != tensor || part.op != format::Op::kLoad || each.count == 0) continue;
      const std::uint64_t end = std::min(all, (std::uint64_t{each.first} + each.count - 1) / bytes + 1);
      read.emplace_back(each.first / bytes, end);
    }
  std::ranges::sort(read);
  std::uint64_t count = 0, past = 0;
  for (const auto& [from, to] : read)
    if (to > past) count += to - std::max(from, past), past = to;
  return count;
}

/// Which bytes of shared memory any block stores to, and loads from.
class SharedBytes {
 public:
  explicit SharedBytes(const Recording& r) : stored_(r.shared_bytes), loaded_(r.shared_bytes) {
    for (const format::Template& t : r.templates)
      for (std::size_t i = 0; i < t.rows.size(); ++i)
        if (t.rows[i].base == format::kSharedBase) add(r.sites[t.rows[i].site], t.rows[i], t.lanes(i));
    for (const format::Pattern& p : r.patterns)  // an mbarrier is at its stated place, and is used for its purpose
      for (const format::SyncEvent& e : p.sync_events)
        for (std::uint64_t b = e.pending; b < std::uint64_t{e.pending} + 8 && b < stored_.size(); ++b)
          stored_[b] = loaded_[b] = true;
  }
  bool touches(std::uint64_t first, std::uint64_t bytes) const {
    return any(stored_, first, bytes) || loads(first, bytes);
  }
  bool stores(std::uint64_t first, std::uint64_t bytes) const { return any(stored_, first, bytes); }
  bool loads(std::uint64_t first, std::uint64_t bytes) const { return any(loaded_, first, bytes); }

 private:
  void add(const format::Site& site, const format::Row& row, std::span<const std::uint32_t, kLanes> lanes) {
    const bool stores = site.op != format::Op::kLoad,
               loads = site.op == format::Op::kLoad || (site.op == format::Op::kAtomic && !site.unseen);
    for (std::uint32_t left = row.mask; left != 0; left &= left - 1)
      for (std::uint32_t b = 0; b < site.width; ++b) {
        const std::uint64_t at = std::uint64_t{lanes[static_cast<std::size_t>(std::countr_zero(left))]} + b;
        if (at >= stored_.size()) break;
        if (stores) stored_[at] = true;
        if (loads && !row.leaves_unused(b, 1, site.width)) loaded_[at] = true;
      }
  }
  static bool any(const std::vector<bool>& of, std::uint64_t first, std::uint64_t bytes) {
    const std::uint64_t end = std::min<std::uint64_t>(first + bytes, of.size());
    return first < end &&
           std::find(of.begin() + static_cast<std::ptrdiff_t>(first), of.begin() + static_cast<std::ptrdiff_t>(end),
                     true) != of.begin() + static_cast<std::ptrdiff_t>(end);
  }
  std::vector<bool> stored_, loaded_;
};

void add_shared(const Recording& r, const SharedBytes& bytes, std::uint16_t tensor, std::vector<Remark>& all) {
  const format::Tensor& t = r.tensors[tensor];
  if (bytes_of(t) == 0 || t.offset + bytes_of(t) > r.shared_bytes) return;
  if (!bytes.touches(t.offset, bytes_of(t))) {
    // an mbarrier that is only initialised and never waited for leaves no request
    if (r.code.ptx.find("mbarrier.") == std::string::npos)
      all.push_back({Remark::Kind::kUntouched, tensor, 0, t.layout.extent(), t.offset});
    return;
  }
  Remark remark{Remark::Kind::kNeverRead, tensor, 0, 0, 0};
  for (std::uint64_t at = t.offset; at + t.element_bytes <= t.offset + bytes_of(t); at += t.element_bytes) {
    if (!bytes.stores(at, t.element_bytes)) continue;
    ++remark.of;
    if (bytes.loads(at, t.element_bytes)) continue;
    if (remark.count++ == 0) remark.byte = static_cast<std::uint32_t>(at);
  }
  // corners of a stencil's tile, or the last of partial sums, are often stored with the rest and never read
  if (remark.count > 0 && remark.count >= remark.of - remark.count) all.push_back(remark);
}

/// The data that an instruction was meant to get may be what is never loaded: nvcc removes unused loads. Of the arrays
/// that are only read, this takes the one with the largest part left.
void add_repeated(const Recording& r, const std::vector<RepeatedFragment>& repeated, std::vector<Remark>& all) {
  if (repeated.empty()) return;
  const Footprints footprints(r);
  if (!footprints.complete()) return;
  Remark remark{.kind = Remark::Kind::kRepeated};
  for (std::uint16_t t = 0; t < r.tensors.size(); ++t) {
    if (r.tensors[t].space != format::Space::kGlobal || has_access(r, t, format::Op::kStore) ||
        has_access(r, t, format::Op::kAtomic))
      continue;
    const std::uint64_t read = elements_read(r, footprints, t), of = r.tensors[t].layout.extent();
    if (read > 0 && of - read > remark.count) remark.tensor = t, remark.count = of - read, remark.of = of;
  }
  if (remark.count == 0) return;
  for (const RepeatedFragment& each : repeated) remark.repeated = each, all.push_back(remark);
}

void add_unused(const Recording& r, const UnusedFragment& unused, std::vector<Remark>& all) {
  Remark& remark = all.emplace_back(Remark{.kind = Remark::Kind::kUnused, .count = unused.unused, .of = unused.of});
  remark.unused = unused;
  for (const format::Site& site : r.sites)
    if (site.op == format::Op::kLoad && site.line == unused.line) remark.tensor = site.tensor;
}

}  // namespace

std::vector<Remark> remarks(const Recording& r, const std::optional<Tiles>& tiles) {
  std::vector<Remark> all;
  if (!r.unfilled.empty()) {
    const Footprints footprints(r);
    for (const std::uint16_t tensor : r.unfilled)
      if (const std::uint64_t read = footprints.complete() ? elements_read(r, footprints, tensor) : 0; read > 0)
        all.push_back({Remark::Kind::kUnfilled, tensor, read, r.tensors[tensor].layout.extent(), 0});
  }
  const Recorded part = recorded_part(r);
  if (!part.all_blocks || !part.all_warps) return all;
  const Fragments fragments = fragments_of(r);
  add_repeated(r, fragments.repeated, all);
  for (const UnusedFragment& each : fragments.unused) add_unused(r, each, all);
  if (r.shared_bytes != 0) {
    const SharedBytes bytes(r);
    for (std::uint16_t t = 0; t < r.tensors.size(); ++t)
      if (r.tensors[t].space == format::Space::kShared) add_shared(r, bytes, t, all);
  }
  if (r.fault) return all;
  std::ranges::move(remarks_of(r, tiles), std::back_inserter(all));
  return all;
}

std::vector<Remark> remarks_of(const Recording& r, const std::optional<Tiles>& tiles) {
  std::vector<Remark> all;
  const auto add = [&](Remark::Kind kind, const Product& product, Ranges ks = {}) -> Remark& {
    const std::uint32_t count = numbers_in(ks);
    return all.emplace_back(
        Remark{.kind = kind, .tensor = product.A.tensor, .count = count, .ks = std::move(ks), .product = product});
  };
  if (!tiles) {
    if (const auto unfit = unfit_product(r)) add(Remark::Kind::kUnfit, unfit->product).of_A = unfit->of_A;
    return all;
  }
  if (may_swap_an_index(r, *tiles)) add(Remark::Kind::kSwapped, tiles->product);
  if (!tiles->skipped.ks.empty())
    add(Remark::Kind::kSkipped, tiles->product, tiles->skipped.ks).and_more = tiles->skipped.and_more;
  Ranges never_loaded = tiles->stepped_over;
  if (tiles->left_out.size() != 0) never_loaded.push_back(tiles->left_out);
  if (!never_loaded.empty()) add(Remark::Kind::kLeftOut, tiles->product, std::move(never_loaded));
  for (Remark& each : all) each.of = std::max(tiles->product.K, tiles->left_out.end);
  if (Elsewhere elsewhere = blocks_elsewhere(r, tiles->product.C.tensor); elsewhere.blocks != 0) {
    Remark& remark = add(Remark::Kind::kElsewhere, tiles->product);
    remark.count = elsewhere.blocks, remark.of = r.blocks.size();
    remark.elsewhere = std::move(elsewhere.tensors);
  }
  return all;
}

}  // namespace gemmscope::analysis
