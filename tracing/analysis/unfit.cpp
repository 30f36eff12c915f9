// SPDX-License-Identifier: MIT
#include "tracing/analysis/unfit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>

#include "tracing/analysis/multiplied.h"
#include "tracing/analysis/tiles/room.h"
#include "tracing/analysis/tiles/sums_products.h"
#include "tracing/analysis/tiles/units.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;

constexpr double kMostLanes = 0.9;  ///< share that must load what they need of one factor; fewer do of the other

/// Arrays in global memory that are only stored to, or added to, and those that are only loaded.
std::vector<std::uint16_t> arrays_of(const Recording& r, bool stored) {
  std::vector<std::uint16_t> all;
  for (std::uint16_t t = 0; t < r.tensors.size(); ++t) {
    if (r.tensors[t].space != format::Space::kGlobal) continue;
    const auto has = [&](bool load) {
      return std::ranges::any_of(
          r.sites, [&](const format::Site& site) { return site.tensor == t && (site.op == Op::kLoad) == load; });
    };
    if (stored ? has(false) : has(true) && !has(false)) all.push_back(t);
  }
  return all;
}

/// By the lengths of its arrays. nullopt: no three whole numbers, all of them arguments, give these lengths.
std::optional<Product> by_lengths(const Recording& r, std::uint16_t A, std::uint16_t B, std::uint16_t C,
                                  const std::set<std::uint32_t>& arguments) {
  const double a = elements_in(r.tensors[A]), b = elements_in(r.tensors[B]), c = elements_in(r.tensors[C]);
  const double exact = std::sqrt(a * b / c);
  const auto K = static_cast<std::uint32_t>(std::lround(exact));
  if (K < 2 || double{1} * K * K * c != a * b) return std::nullopt;
  const auto M = static_cast<std::uint32_t>(a / K), N = static_cast<std::uint32_t>(b / K);
  if (double{1} * M * K != a || double{1} * K * N != b || M < 2 || N < 2) return std::nullopt;
  if (!arguments.contains(M) || !arguments.contains(N) || !arguments.contains(K)) return std::nullopt;
  return Product{
      .A = {A, false, K}, .B = {B, false, N}, .C = {C, false, N}, .M = M, .N = N, .K = K, .by = Product::By::kSaid};
}

/// A or B, stored by rows or by columns.
std::array<ProductMatrix, 2> either_way(const Product& p, bool A) {
  return A ? std::array{p.A, ProductMatrix{p.A.tensor, true, p.M}}
           : std::array{p.B, ProductMatrix{p.B.tensor, true, p.K}};
}

/// The rows of A, or columns of B, that a lane needs for what it stores of C.
Ranges needed(const Product& p, const Unit& lane, bool of_A) {
  const MatrixPart part = p.C.part(lane[p.C.tensor].stored);
  return of_A ? part.rows : part.columns;
}

/// The share of the lanes that load these of A or B, and no others.
double share_of(const std::vector<Unit>& lanes, const Product& p, bool of_A) {
  double most = 0;
  for (const ProductMatrix& as : either_way(p, of_A)) {
    const auto same = std::ranges::count_if(lanes, [&](const Unit& lane) {
      const MatrixPart loaded = as.part(lane[as.tensor].consumed);
      const Ranges needs = needed(p, lane, of_A);
      return !needs.empty() && (of_A ? loaded.rows : loaded.columns) == needs;
    });
    most = std::max(most, static_cast<double>(same) / static_cast<double>(lanes.size()));
  }
  return most;
}

bool is_among(const Ranges& ranges, std::uint32_t number) {
  const auto behind = std::ranges::upper_bound(ranges, number, {}, &format::Range::begin);
  return behind != ranges.begin() && number < std::prev(behind)->end;
}

/// Whether all that the lane needs of A or B is among what it loads, be it by rows here and by columns there, as of a
/// symmetric matrix of which one half is stored. `ks`: those that it loads of the other factor.
bool is_loaded(const Product& p, const Unit& lane, bool of_A, const Ranges& ks) {
  const std::array<ProductMatrix, 2> ways = either_way(p, of_A);
  const Ranges& loaded = lane[ways[0].tensor].consumed;
  for (const format::Range& some : needed(p, lane, of_A))
    for (std::uint32_t n = some.begin; n < some.end; ++n)
      for (const format::Range& each : ks)
        for (std::uint32_t k = each.begin; k < each.end; ++k) {
          const auto is_there = [&](const ProductMatrix& as) {
            return is_among(loaded, of_A ? as.element(n, k) : as.element(k, n));
          };
          if (std::ranges::none_of(ways, is_there)) return false;
        }
  return true;
}

/// Whether a warp of the block loads from A or B after it has stored to C: it may go on with another tile of C, as in a
/// persistent kernel or where blocks share out all k-tiles (stream-K). What a lane loads for one of them is then less
/// than what it stores needs, and not all that it loads was looked at.
bool goes_on_after_storing(const Recording& r, std::uint32_t block, const Product& p) {
  std::set<std::uint16_t> have_stored;
  for (const format::Segment& segment : r.patterns[r.blocks[block].pattern].segments)  // of a warp, in its order
    for (const format::Row& row : r.templates[segment.template_id].rows) {
      const format::Site& site = r.sites[row.site];
      if (site.tensor == p.C.tensor && site.op != Op::kLoad) have_stored.insert(segment.warp);
      const bool is_factor = site.tensor == p.A.tensor || site.tensor == p.B.tensor;
      if (is_factor && have_stored.contains(segment.warp)) return true;
    }
  return false;
}

/// Whether most lanes load what they need of A or B among other elements. The other factor fits.
bool are_among_others(const std::vector<Unit>& lanes, const Product& p, bool of_A) {
  const auto count = std::ranges::count_if(lanes, [&](const Unit& lane) {
    return std::ranges::any_of(either_way(p, !of_A), [&](const ProductMatrix& as) {
      const MatrixPart other = as.part(lane[as.tensor].consumed);
      return (of_A ? other.columns : other.rows) == needed(p, lane, !of_A) &&
             is_loaded(p, lane, of_A, of_A ? other.rows : other.columns);
    });
  });
  return static_cast<double>(count) >= kMostLanes * static_cast<double>(lanes.size());
}

}  // namespace

std::optional<Unfit> unfit_product(const Recording& r) {
  const auto stored = arrays_of(r, true), loaded = arrays_of(r, false);
  if (stored.size() != 1 || loaded.size() != 2 || r.fault || r.blocks.empty()) return std::nullopt;
  const std::vector<std::uint32_t> numbers = scalar_arguments(r);
  const std::set<std::uint32_t> arguments(numbers.begin(), numbers.end());
  const auto product = by_lengths(r, loaded[0], loaded[1], stored[0], arguments);
  if (!product || has_matrix_instructions(r) != false || lanes_pass_on_values(r) || !sums_products(r) ||
      goes_on_after_storing(r, 0, *product))
    return std::nullopt;
  const Consumption all = consumption_of(r, 0);
  const std::vector<Unit> lanes = units_of(all, 1);
  const auto loads = [&](const ProductMatrix& factor) {
    return std::ranges::all_of(lanes, [&](const Unit& lane) { return !lane[factor.tensor].consumed.empty(); });
  };
  if (lanes.empty() || !loads(product->A) || !loads(product->B)) return std::nullopt;
  const bool fits_A = share_of(lanes, *product, true) >= kMostLanes,
             fits_B = share_of(lanes, *product, false) >= kMostLanes;
  if (fits_A == fits_B || are_among_others(lanes, *product, fits_B)) return std::nullopt;
  return Unfit{*product, fits_B};
}

}  // namespace gemmscope::analysis
