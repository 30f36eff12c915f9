// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/sizes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "tracing/analysis/tiles/extent.h"

namespace gemmscope::analysis {
namespace {

using format::BatchStep;
using format::Recording;

/// By block.
struct BlockParts {
  std::vector<Reached> A, B, C;
};

struct Steps {
  BatchStep A, B, C;
  friend bool operator==(const Steps&, const Steps&) = default;
};

class SizeSearch {
 public:
  SizeSearch(const Recording& recording, const BlockParts& parts) : r_(recording), parts_(parts) {}

  /// Returns  nullopt: the last part of K is smaller than the others.
  std::optional<ProductSize> find() const {
    ProductSize product;
    const auto along_z = steps_along_z();
    const bool is_batch = along_z && !is_one_product(*along_z);
    const Reached C = together(parts_.C, is_batch), A = together(parts_.A, is_batch), B = together(parts_.B, is_batch);
    product.M = C.rows.end, product.N = C.columns.end, product.K = A.columns.end;
    if (is_batch && along_z->A.columns == along_z->B.rows && along_z->B.rows != 0 &&
        together(parts_.A, false).columns.end != r_.grid_z * product.K)
      return std::nullopt;
    if (is_batch)
      put(product, r_.grid_z, *along_z);
    else if (const std::uint32_t K = product.K;
             K != 0 && B.rows.end > K && B.rows.end % K == 0 && C.rows.end % (B.rows.end / K) == 0) {
      product.M = C.rows.end / (B.rows.end / K);
      put(product, B.rows.end / K, {{A.rows.end > product.M ? product.M : 0, 0}, {K, 0}, {product.M, 0}});
    }
    return product;
  }

 private:
  static void put(ProductSize& product, std::uint32_t batches, const Steps& steps) {
    product.batches = batches, product.step_A = steps.A, product.step_B = steps.B, product.step_C = steps.C;
  }

  std::uint32_t z(const format::Block& block) const { return block.y / r_.rows_of_z(); }

  /// What all blocks access, or those with the first z.
  Reached together(const std::vector<Reached>& parts, bool of_first_z) const {
    Reached all;
    for (std::size_t b = 0; b < parts.size(); ++b) {
      if (of_first_z && z(r_.blocks[b]) != z(r_.blocks[0])) continue;
      all.rows.end = std::max(all.rows.end, parts[b].rows.end);
      all.columns.end = std::max(all.columns.end, parts[b].columns.end);
    }
    return all;
  }

  /// How far each block's parts begin behind those of the block with the first z, for each z between. nullopt: there is
  /// one z, or blocks do not agree.
  std::optional<Steps> steps_along_z() const {
    if (r_.grid_z < 2) return std::nullopt;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> first;  // by x, and row of its z
    std::optional<Steps> all;
    for (std::size_t b = 0; b < r_.blocks.size(); ++b) {
      const format::Block& block = r_.blocks[b];
      const std::pair place(block.x, block.y % r_.rows_of_z());
      const std::uint32_t distance = z(block) - z(r_.blocks[0]);
      if (distance == 0) {
        first[place] = b;
        continue;
      }
      const auto other = first.find(place);
      if (other == first.end()) return std::nullopt;
      const auto A = step(parts_.A, other->second, b, distance), B = step(parts_.B, other->second, b, distance),
                 C = step(parts_.C, other->second, b, distance);
      if (!A || !B || !C) return std::nullopt;
      if (!parts_.C[b].any()) continue;  // a block that does nothing, nor do those with other z's
      const Steps steps{*A, *B, *C};
      if (all && *all != steps) return std::nullopt;
      all = steps;
    }
    return all;
  }

  static std::optional<BatchStep> step(const std::vector<Reached>& parts, std::size_t from, std::size_t to,
                                       std::uint32_t distance) {
    const Reached &one = parts[from], &other = parts[to];
    if (one.any() != other.any()) return std::nullopt;
    if (other.rows.begin < one.rows.begin || other.columns.begin < one.columns.begin) return std::nullopt;
    const std::uint32_t rows = other.rows.begin - one.rows.begin, columns = other.columns.begin - one.columns.begin;
    if (rows % distance != 0 || columns % distance != 0) return std::nullopt;
    return BatchStep{rows / distance, columns / distance};
  }

  /// Whether the parts of C along z are parts of one matrix, or the same: A's rows and B's columns go along with them,
  /// or all add to the same C.
  static bool is_one_product(const Steps& steps) {
    return steps.C == BatchStep{} ||
           (steps.A == BatchStep{steps.C.rows, 0} && steps.B == BatchStep{0, steps.C.columns});
  }

  const Recording& r_;
  const BlockParts& parts_;
};

}  // namespace

std::optional<ProductSize> size_of(const Recording& recording, const ProductMatrix& A, const ProductMatrix& B,
                                   const ProductMatrix& C) {
  auto of_C = reached_in(recording, C, true), of_A = reached_in(recording, A, false),
       of_B = reached_in(recording, B, false);
  if (!of_A || !of_B || !of_C) return std::nullopt;
  const BlockParts parts{std::move(*of_A), std::move(*of_B), std::move(*of_C)};
  return SizeSearch(recording, parts).find();
}

}  // namespace gemmscope::analysis
