// SPDX-License-Identifier: MIT
#include "tracing/analysis/unfit.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "tracing/analysis/multiplied.h"
#include "tracing/analysis/sums_products.h"
#include "tracing/analysis/tiles/room.h"
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

/// The share of the lanes that load the numbers of `factor`, stored by rows or by columns, that they store of C.
double share_of(const std::vector<Unit>& lanes, const Product& p, ProductMatrix factor, std::uint32_t lines,
                Ranges MatrixPart::*side) {
  double most = 0;
  for (const ProductMatrix& as : {factor, ProductMatrix{factor.tensor, true, lines}}) {
    std::size_t same = 0;
    for (const Unit& lane : lanes) {
      const Ranges needs = p.C.part(lane[p.C.tensor].stored).*side;
      same += !needs.empty() && as.part(lane[as.tensor].consumed).*side == needs;
    }
    most = std::max(most, static_cast<double>(same) / static_cast<double>(lanes.size()));
  }
  return most;
}

}  // namespace

std::optional<Unfit> unfit_product(const Recording& r) {
  const auto stored = arrays_of(r, true), loaded = arrays_of(r, false);
  if (stored.size() != 1 || loaded.size() != 2 || r.fault || r.blocks.empty()) return std::nullopt;
  const std::vector<std::uint32_t> numbers = scalar_arguments(r);
  const std::set<std::uint32_t> arguments(numbers.begin(), numbers.end());
  const auto product = by_lengths(r, loaded[0], loaded[1], stored[0], arguments);
  if (!product || has_matrix_instructions(r) != false || lanes_pass_on_values(r) || !sums_products(r))
    return std::nullopt;
  const Consumption all = consumption_of(r, 0);
  const std::vector<Unit> lanes = units_of(all, 1);
  const auto loads = [&](const ProductMatrix& factor) {
    return std::ranges::all_of(lanes, [&](const Unit& lane) { return !lane[factor.tensor].consumed.empty(); });
  };
  if (lanes.empty() || !loads(product->A) || !loads(product->B)) return std::nullopt;
  const bool fits_A = share_of(lanes, *product, product->A, product->M, &MatrixPart::rows) >= kMostLanes,
             fits_B = share_of(lanes, *product, product->B, product->K, &MatrixPart::columns) >= kMostLanes;
  return fits_A == fits_B ? std::nullopt : std::optional(Unfit{*product, fits_B});
}

}  // namespace gemmscope::analysis
