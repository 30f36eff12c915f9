// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/product_size.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "tracing/analysis/tiles/reached.h"
#include "tracing/analysis/tiles/room.h"

namespace gemmscope::analysis {
namespace {

using format::Batch;
using format::BatchStep;
using format::Recording;

/// What blocks access, by block.
struct BlockParts {
  std::vector<Reached> A, B, C;
};

/// Two blocks at the same place of the grid, but for their z.
struct Pair {
  std::size_t first = 0, other = 0;
  std::uint32_t distance = 0;  ///< of their z's
};

/// Says what arguments of the kernel say of M and N.
class SizeArguments {
 public:
  struct Matrices {
    const ProductMatrix &A, &B, &C;
  };
  SizeArguments(const Recording& recording, const Matrices& matrices)
      : r_(recording), matrices_(matrices), values_(scalar_arguments(recording)) {}

  ProductSize size(const ProductSize& reached) const {
    ProductSize size = reached;
    if (!r_.has_all_blocks()) {
      const std::uint32_t rows = room_for_rows(r_, matrices_.C).size, columns = room_for_columns(r_, matrices_.C).size;
      const bool M = rows == room_for_rows(r_, matrices_.A).size && has(rows) && rows >= size.M,
                 N = columns == room_for_columns(r_, matrices_.B).size && has(columns) && columns >= size.N;
      size.M = M ? rows : size.M, size.N = N ? columns : size.N, size.in_part = !M || !N;
      return size;
    }
    size.M = without_excess(reached.M, reached.N, reached.K), size.N = without_excess(reached.N, reached.M, reached.K);
    return size;
  }

 private:
  std::ptrdiff_t times(std::uint32_t value) const { return std::ranges::count(values_, value); }
  bool has(std::uint32_t value) const { return times(value) != 0; }

  /// Whether that is the only argument, and the other sides of the matrices.
  bool is_square(std::uint32_t argument, std::uint32_t other, std::uint32_t K) const {
    return times(argument) == std::ssize(values_) && other == argument && K == argument;
  }

  /// `other`: the other side of C.
  std::uint32_t without_excess(std::uint32_t reached, std::uint32_t other, std::uint32_t K) const {
    if (has(reached)) return reached;
    for (const std::uint32_t argument : {reached - 1, reached - 2}) {
      const std::ptrdiff_t of_others = (other == argument) + (K == argument);
      if (reached > 2 && has(argument) && (times(argument) > of_others || is_square(argument, other, K)))
        return argument;
    }
    return reached;
  }

  const Recording& r_;
  const Matrices matrices_;
  const std::vector<std::uint32_t> values_;
};

class SizeSearch {
 public:
  SizeSearch(const Recording& recording, const BlockParts& parts, const SizeArguments::Matrices& matrices)
      : r_(recording), parts_(parts), matrices_(matrices) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> first;  // by x and y
    for (std::size_t b = 0; b < r_.blocks.size(); ++b) {
      const std::pair place(r_.blocks[b].x, r_.blocks[b].y % r_.rows_of_z());
      const std::uint32_t distance = z(b) - z(0);
      if (distance == 0) first[place] = b;
      const auto at = first.find(place);
      if (distance != 0 && at != first.end()) pairs_.push_back({at->second, b, distance});
    }
  }

  std::optional<ProductSize> find() const {
    if (!std::ranges::all_of(pairs_, [this](const Pair& pair) { return share_a_product(pair); })) return along_z();
    const Reached C = together(parts_.C), A = together(parts_.A), B = together(parts_.B);
    const SizeArguments arguments(r_, matrices_);
    ProductSize product{.M = C.rows.end, .N = C.columns.end, .K = A.columns.end};
    if (r_.grid_z == 1) find_behind_each_other(A.rows.end, B.rows.end, product);
    product.in_part = !r_.has_all_blocks();
    if (product.batch.products != 1) return product;
    // C may be padded to whole tiles. What it has beyond A and B is no part of the product.
    if (const std::uint32_t rows = room_for_rows(r_, matrices_.A).size; A.rows.end == rows && rows < product.M)
      product.M = rows;
    if (const std::uint32_t columns = room_for_columns(r_, matrices_.B).size;
        B.columns.end == columns && columns < product.N)
      product.N = columns;
    return arguments.size(product);
  }

 private:
  std::uint32_t z(std::size_t block) const { return r_.blocks[block].y / r_.rows_of_z(); }

  /// The block at z 0 of the recording's and those at other z's may have parts of one product: the rows of C move as
  /// those of A do, its columns as those of B, and both factors have the same k's.
  bool share_a_product(const Pair& pair) const {
    const Reached &A = parts_.A[pair.first], &B = parts_.B[pair.first], &C = parts_.C[pair.first];
    const Reached &A2 = parts_.A[pair.other], &B2 = parts_.B[pair.other], &C2 = parts_.C[pair.other];
    if (!C.any() || !C2.any()) return true;
    const auto moved = [](const format::Range& from, const format::Range& to) { return to.begin - from.begin; };
    return moved(A.rows, A2.rows) == moved(C.rows, C2.rows) &&
           moved(B.columns, B2.columns) == moved(C.columns, C2.columns) &&
           moved(A.columns, A2.columns) == moved(B.rows, B2.rows);
  }

  /// A product for each z.
  std::optional<ProductSize> along_z() const {
    std::optional<Batch> batch;
    std::uint32_t last_K = 0;
    for (const Pair& pair : pairs_) {
      if (!parts_.C[pair.first].any() && !parts_.C[pair.other].any()) continue;  // blocks beyond C
      const auto A = step(parts_.A, pair, &Reached::columns), B = step(parts_.B, pair, &Reached::rows),
                 C = step(parts_.C, pair, nullptr);
      if (!A || !B || !C || !C->any()) return std::nullopt;
      const std::uint32_t k = parts_.A[pair.other].columns.size();
      if (k != parts_.A[pair.first].columns.size()) last_K = k;
      const Batch seen{r_.grid_z, *A, *B, *C};
      if (batch && *batch != seen) return std::nullopt;
      batch = seen;
    }
    const Reached C = together(parts_.C, true), A = together(parts_.A, true);
    const BatchStep of_A = batch->A.times(z(0)), of_C = batch->C.times(z(0));
    const std::uint32_t K = A.columns.end - of_A.columns;
    if (last_K != 0 && (batch->A != BatchStep{0, K} || batch->B != BatchStep{K, 0})) return std::nullopt;
    return ProductSize{.M = C.rows.end - of_C.rows,
                       .N = C.columns.end - of_C.columns,
                       .K = K,
                       .last_K = last_K,
                       .in_part = !r_.has_all_blocks(),
                       .batch = *batch};
  }

  /// How far the part of one moves from one z to the next. nullopt: not by whole elements, or its size differs.
  /// `along_k`: the side that may be shorter at the last z; null: none may.
  std::optional<BatchStep> step(const std::vector<Reached>& parts, const Pair& pair,
                                format::Range Reached::*along_k) const {
    const Reached &one = parts[pair.first], &other = parts[pair.other];
    for (format::Range Reached::*side : {&Reached::rows, &Reached::columns}) {
      const bool may_end = side == along_k && z(pair.other) + 1 == r_.grid_z && (other.*side).size() != 0;
      if (may_end ? (other.*side).size() > (one.*side).size() : (other.*side).size() != (one.*side).size())
        return std::nullopt;
    }
    if (other.rows.begin < one.rows.begin || other.columns.begin < one.columns.begin) return std::nullopt;
    const std::uint32_t rows = other.rows.begin - one.rows.begin, columns = other.columns.begin - one.columns.begin;
    if (rows % pair.distance != 0 || columns % pair.distance != 0) return std::nullopt;
    return BatchStep{rows / pair.distance, columns / pair.distance};
  }

  /// Products whose matrices follow each other directly, with blocks in one line.
  static void find_behind_each_other(std::uint32_t rows_of_A, std::uint32_t rows_of_B, ProductSize& product) {
    if (product.K == 0 || rows_of_B <= product.K || rows_of_B % product.K != 0) return;
    const std::uint32_t products = rows_of_B / product.K, M = product.M / products;
    if (product.M % products != 0 || (rows_of_A > M && rows_of_A != product.M)) return;
    product.M = M;
    product.batch = {products, {rows_of_A > M ? M : 0, 0}, {product.K, 0}, {M, 0}};
  }

  /// How far all blocks reach, or those with the first z.
  Reached together(const std::vector<Reached>& parts, bool of_first_z = false) const {
    Reached all;
    for (std::size_t b = 0; b < parts.size(); ++b) {
      if (of_first_z && z(b) != z(0)) continue;
      all.rows.end = std::max(all.rows.end, parts[b].rows.end);
      all.columns.end = std::max(all.columns.end, parts[b].columns.end);
    }
    return all;
  }

  const Recording& r_;
  const BlockParts& parts_;
  const SizeArguments::Matrices matrices_;
  std::vector<Pair> pairs_;  ///< of each block and that of the first recorded z
};

}  // namespace

std::optional<ProductSize> product_size(const Recording& recording, const ProductMatrix& A, const ProductMatrix& B,
                                        const ProductMatrix& C) {
  auto of_C = reached_in(recording, C, true), of_A = reached_in(recording, A, false),
       of_B = reached_in(recording, B, false);
  if (!of_A || !of_B || !of_C) return std::nullopt;
  const BlockParts parts{std::move(*of_A), std::move(*of_B), std::move(*of_C)};
  return SizeSearch(recording, parts, {A, B, C}).find();
}

}  // namespace gemmscope::analysis
