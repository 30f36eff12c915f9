// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/left_out.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "tracing/analysis/tiles/reached.h"
#include "tracing/analysis/tiles/room.h"

namespace gemmscope::analysis {
namespace {

using format::Recording;

bool is_one_whole_product(const Recording& r, const Product& p) {
  return r.has_all_blocks() && r.has_all_warps() && !r.fault && r.dropped == 0 && !p.in_part && p.batch.products == 1 &&
         p.others.empty() && p.by != Product::By::kSaid;
}

/// How many k's A and B have room for, if a number says that they are all meant. 0: none does.
std::uint32_t meant_K(const Recording& r, const Product& p, const SizeNumbers& numbers) {
  const Room one = room_for_columns(r, p.A), other = room_for_rows(r, p.B);
  const Room& least = one.size < other.size ? one : other;
  if (room_for_rows(r, p.A).size != p.M || room_for_columns(r, p.B).size != p.N) return 0;
  if (one.size != other.size) return !least.is_pitch && numbers.given.contains(least.size) ? least.size : 0;
  return numbers.given.contains(least.size) || numbers.named.contains(least.size) ? least.size : 0;
}

/// Whether the launch may be for a part of `K`. A number may say which part: an argument; a number in memory, for
/// example a length, in an array that is shorter than a bias; a number of the source, unless it is the size of a tile.
/// Launches may also add up equal parts in C.
bool may_be_a_part(const Recording& r, const Product& p, bool is_tile, std::uint32_t K, const SizeNumbers& numbers) {
  const auto sides = std::ranges::count(std::array{p.M, p.N, p.K}, p.K);
  if (static_cast<std::ptrdiff_t>(numbers.given.count(p.K)) >= sides) return true;
  const std::array known{p.M, p.N, K, p.A.pitch, p.B.pitch, p.C.pitch};
  if (!std::ranges::all_of(numbers.given, [&](std::uint32_t each) { return std::ranges::count(known, each) != 0; }))
    return true;
  const auto reads_C = [&](const format::Site& site) {
    return site.tensor == p.C.tensor && site.op != format::Op::kStore;
  };
  if (K % p.K == 0 && std::ranges::any_of(r.sites, reads_C)) return true;
  const auto may_say_K = [&](const format::Site& site) {
    const format::Tensor& array = r.tensors[site.tensor];
    const bool is_factor = site.tensor == p.A.tensor || site.tensor == p.B.tensor || site.tensor == p.C.tensor;
    return site.op == format::Op::kLoad && array.space == format::Space::kGlobal && !is_factor &&
           array.layout.extent() < std::min(p.M, p.N);
  };
  if (std::ranges::any_of(r.sites, may_say_K)) return true;
  return p.K != p.M && p.K != p.N && !is_tile && numbers.named.contains(p.K);
}

/// Whether all blocks load all k's up to K.
bool do_all_alike(const Recording& r, const Product& p) {
  const auto of_A = reached_in(r, p.A, false), of_B = reached_in(r, p.B, false), of_C = reached_in(r, p.C, true);
  if (!of_A || !of_B || !of_C) return false;
  const format::Range all{0, p.K};
  for (std::size_t b = 0; b < of_C->size(); ++b)
    if ((*of_C)[b].any() && ((*of_A)[b].columns != all || (*of_B)[b].rows != all)) return false;
  return true;
}

/// The same for lanes, where they load from global memory: the factor may be a triangle.
bool do_lanes_alike(const Consumption& all, const Product& p) {
  for (std::size_t i = p.A.tensor; i < all.lanes.size(); i += all.tensors)
    if (const Ranges& loaded = all.lanes[i].consumed; !loaded.empty())
      if (const Ranges ks = p.A.part(loaded).columns; ks.back().end != p.K) return false;
  return true;
}

constexpr std::uint64_t kMostRuns = 1u << 23;  ///< of elements that blocks load, together

/// Which k's of A and B the blocks load.
class LoadedKs {
 public:
  LoadedKs(const Recording& r, const Product& p) : r_(r), p_(p) {}

  /// Those of a block; nullopt: too many steps.
  std::optional<Ranges> of(const format::Block& block) {
    std::vector<format::Range> ks;
    for (const bool is_A : {true, false}) {
      const ProductMatrix& matrix = is_A ? p_.A : p_.B;
      const auto elements = elements_of(block, matrix.tensor);
      if (!elements) return std::nullopt;
      const MatrixPart part = matrix.part(*elements);
      const Ranges& its = is_A ? part.columns : part.rows;
      ks.insert(ks.end(), its.begin(), its.end());
    }
    return joined(std::move(ks));
  }

 private:
  std::optional<Ranges> elements_of(const format::Block& block, std::uint16_t tensor) {
    const std::uint32_t bytes = r_.tensors[tensor].element_bytes;
    std::vector<format::Range> all;
    for (const format::Segment& segment : r_.patterns[block.pattern].segments) {
      const format::Template& coded = r_.templates[segment.template_id];
      const std::uint32_t base = segment.base[tensor] + block.base[tensor];
      for (std::size_t row = 0; row < coded.rows.size(); ++row) {
        const format::Site& site = r_.sites[coded.rows[row].site];
        if (site.tensor != tensor || site.op != format::Op::kLoad) continue;
        if ((runs_ += format::kLanes) > kMostRuns) return std::nullopt;
        for (std::uint32_t left = coded.rows[row].mask; left != 0; left &= left - 1) {
          const std::uint32_t first = base + coded.lanes(row)[static_cast<std::size_t>(std::countr_zero(left))];
          const format::Range loaded{first / bytes, (first + site.width - 1) / bytes + 1};
          if (all.empty() || all.back() != loaded) all.push_back(loaded);
        }
      }
    }
    return joined(std::move(all));
  }

  const Recording& r_;
  const Product& p_;
  std::uint64_t runs_ = 0;
};

bool loads_or_adds_more(const Recording& r, const Product& p) {
  return std::ranges::any_of(r.sites, [&](const format::Site& site) {
    return r.tensors[site.tensor].space == format::Space::kGlobal && site.op != format::Op::kStore &&
           site.tensor != p.A.tensor && site.tensor != p.B.tensor;
  });
}

/// What is below `end` and in none of the ranges.
Ranges gaps_below(std::uint32_t end, const Ranges& ranges) {
  Ranges left;
  std::uint32_t next = 0;
  for (const format::Range& each : ranges) {
    if (each.begin > next) left.push_back({next, std::min(each.begin, end)});
    next = each.end;
    if (next >= end) break;
  }
  return left;
}

}  // namespace

Ranges stepped_over_ks(const Recording& r, const Product& p) {
  if (!is_one_whole_product(r, p) || loads_or_adds_more(r, p)) return {};
  LoadedKs loaded(r, p);
  std::optional<Ranges> first;
  for (const format::Block& block : r.blocks) {
    const std::optional<Ranges> ks = loaded.of(block);
    if (!ks) return {};
    if (ks->empty()) continue;  // beyond C's edge
    if (!first) first = ks;
    if (*ks != *first || gaps_below(p.K, *ks).empty()) return {};
  }
  return first ? gaps_below(p.K, *first) : Ranges();
}

format::Range left_out_ks(const Recording& r, const Consumption& consumption, const Product& p, std::uint32_t k_tile,
                          std::span<const std::uint32_t> sides) {
  if (p.K >= room_for_columns(r, p.A).size || p.K >= room_for_rows(r, p.B).size || !is_one_whole_product(r, p))
    return {};
  const SizeNumbers numbers(r);
  const std::uint32_t K = meant_K(r, p, numbers);
  const bool is_tile = p.K == k_tile || std::ranges::count(sides, p.K) != 0;
  if (K <= p.K || may_be_a_part(r, p, is_tile, K, numbers)) return {};
  if (p.by == Product::By::kLane && k_tile == 0 && !do_lanes_alike(consumption, p)) return {};
  return do_all_alike(r, p) ? format::Range{p.K, K} : format::Range{};
}

}  // namespace gemmscope::analysis
