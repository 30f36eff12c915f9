// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/no_product.h"

#include <algorithm>
#include <vector>

#include "tracing/analysis/tiles/consumption.h"
#include "tracing/analysis/tiles/source_kernel.h"
#include "tracing/analysis/tiles/units.h"

namespace gemmscope::analysis {
namespace {

using format::Op;
using format::Recording;
using format::Space;

/// Whether the site stores, or else whether it loads: atomic operations do both.
bool does(const format::Site& site, bool stores) { return site.op == Op::kAtomic || (site.op == Op::kStore) == stores; }

bool has(const Recording& r, Space space, bool stores) {
  return std::ranges::any_of(
      r.sites, [&](const format::Site& site) { return r.tensors[site.tensor].space == space && does(site, stores); });
}

/// Elements of each array that is loaded, or stored to.
std::vector<std::uint64_t> sizes_of(const Recording& r, bool stores) {
  std::vector<std::uint64_t> sizes;
  for (std::uint16_t t = 0; t < r.tensors.size(); ++t)
    if (r.tensors[t].space == Space::kGlobal &&
        std::ranges::any_of(r.sites, [&](const format::Site& site) { return site.tensor == t && does(site, stores); }))
      sizes.push_back(elements_in(r.tensors[t]));
  return sizes;
}

/// A product of a matrix and a vector, or of two vectors, by the sizes of its arrays.
std::string with_a_vector(const Recording& r) {
  const std::vector<std::uint64_t> loaded = sizes_of(r, false), stored = sizes_of(r, true);
  for (const std::uint64_t c : stored)
    for (std::size_t a = 0; a < loaded.size(); ++a)
      for (std::size_t b = 0; b < loaded.size(); ++b) {
        if (a == b || loaded[b] < 2 || c < 2) continue;
        if (loaded[a] == loaded[b] * c)
          return "it may multiply a matrix and a vector: C has one row or one column then, and no tiles";
        if (c == loaded[a] * loaded[b])
          return "it may multiply a column and a row: K is 1 then, and there are no k-tiles";
      }
  return "";
}

/// Whether three parameters point to pairs of numbers, as complex ones are: float2, cuComplex, complex<float>.
bool is_of_pairs(const Recording& r) {
  const SourceKernel source(r);
  if (source.kernel() == nullptr) return false;
  const auto points_to_pairs = [](const cxx::Declared& parameter) {
    constexpr std::string_view kPairs[] = {"float2", "double2", "Complex", "complex<"};
    return parameter.type.find('*') != parameter.type.npos && std::ranges::any_of(kPairs, [&](std::string_view pair) {
             return parameter.type.find(pair) != parameter.type.npos;
           });
  };
  return std::ranges::count_if(source.kernel()->parameters, points_to_pairs) >= 3;
}

}  // namespace

std::string why_no_product(const Recording& r) {
  if (!has(r, Space::kGlobal, true)) return "the kernel stores to no array in global memory";
  const auto arrays = std::ranges::count(r.tensors, Space::kGlobal, &format::Tensor::space);
  if (arrays < 3)
    return "the kernel accesses fewer than three arrays in global memory, and a product has A, B and C; both factors in "
           "one array, or arrays that share one allocation, may not be told apart";
  if (has(r, Space::kShared, true) && has(r, Space::kShared, false) && !r.blocks.empty() &&
      consumption_of(r, 0).placed.empty())
    return "the kernel uses shared memory, but where the values there come from is not known";
  if (is_of_pairs(r))
    return "its arrays hold pairs of numbers, as complex ones are, and matrix products of pairs are not looked for";
  return with_a_vector(r);
}

}  // namespace gemmscope::analysis
