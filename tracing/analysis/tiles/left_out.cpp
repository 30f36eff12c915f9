// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/left_out.h"

#include <algorithm>
#include <array>

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

}  // namespace

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
