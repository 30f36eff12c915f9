// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/otherwise.h"

#include <algorithm>

namespace gemmscope::analysis {
namespace {

/// "C = A^T * B"
std::string in_words(const format::Recording& r, const Product& product) {
  const bool swaps = product.C.transposed;
  const auto name = [&](const ProductMatrix& matrix) {
    return r.tensors[matrix.tensor].name + (matrix.transposed != swaps ? "^T" : "");
  };
  return r.tensors[product.C.tensor].name + " = " + name(swaps ? product.B : product.A) + " * " +
         name(swaps ? product.A : product.B);
}

}  // namespace

std::string otherwise(const format::Recording& r, const Product& product, const SaidRoles& said) {
  if (product.by == Product::By::kSaid) return "";
  if (said.A.tensor != said.B.tensor && !is_as_said(product, said))
    return "threads use them as in " + in_words(r, product);
  const std::uint32_t rows = product.C.transposed ? product.N : product.M;
  if (said.C_rows == 0 || said.C_rows == rows || product.in_part || product.batch.products != 1) return "";
  const std::string& name = r.tensors[product.C.tensor].name;
  return rows < said.C_rows
             ? "threads store " + std::to_string(rows) + " of the " + std::to_string(said.C_rows) + " rows of " + name
             : "threads store " + std::to_string(rows) + " rows of " + name + ", not " + std::to_string(said.C_rows);
}

bool has_found_layout(const Tiles& tiles, const SaidTile& said) {
  const auto in_array = [&](const SharedTile& tile) { return tile.shared == said.shared; };
  const auto of_matrix = [&](const SharedTile& tile) { return in_array(tile) && tile.matrix == said.matrix; };
  const bool is_there = std::ranges::any_of(tiles.shared, of_matrix);
  const auto is_asked = [&](const SharedTile& tile) { return is_there ? of_matrix(tile) : in_array(tile); };
  return std::ranges::any_of(tiles.shared, is_asked) && std::ranges::all_of(tiles.shared, [&](const SharedTile& tile) {
           return !is_asked(tile) || tile.layout().has_value();
         });
}

}  // namespace gemmscope::analysis
