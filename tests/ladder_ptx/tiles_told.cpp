// SPDX-License-Identifier: MIT
#include "tests/ladder_ptx/tiles_told.h"

#include "tracing/analysis/geometry.h"
#include "tracing/analysis/layout_notation.h"
#include "tracing/analysis/tiles/described.h"
#include "tracing/analysis/tiles/tiles.h"

namespace gemmscope::ladder {
namespace {

using analysis::ProductMatrix;
using analysis::Tiles;
using format::Recording;

std::string text(std::uint32_t found, std::uint32_t told) {
  return std::to_string(found) + ", not " + std::to_string(told) + "; ";
}

std::string differing(const char* what, std::uint32_t found, std::uint32_t told) {
  return found == told ? "" : std::string(what) + " is " + text(found, told);
}

/// Parameters are called A_data, B_data: their first letters are the matrices'.
std::string differing_matrix(const Recording& described, const Recording& plain, const ProductMatrix& found,
                             const std::string& name) {
  const std::string its = plain.tensors[found.tensor].name.substr(0, 1);
  if (its != name) return its + " is taken for " + name + "; ";
  const format::Tensor& told = described.tensors[*analysis::tensor_named(described, name)];
  return differing("transposed", found.transposed, told.layout.column_major) +
         differing("pitch", found.pitch, told.layout.pitch);
}

/// A tile that the matrix cuts is described as far as it reaches; one row of it does not tell which way it is stored.
std::string differing_layout(const analysis::SharedTile& found, const format::Tensor& told, std::uint32_t unit) {
  const auto layout = found.layout();
  if (!layout) return told.name + " has no layout; ";
  std::string other =
      differing("offset", found.offset, told.offset) + differing("transposed", found.transposed, told.transposed);
  if (layout->rows > told.layout.rows || layout->columns > told.layout.columns) other += "it is too large; ";
  if (layout->buffers > 1) other += differing("buffers", layout->buffers, told.layout.buffers);
  for (std::uint32_t r = 0; r < layout->rows && other.empty(); ++r)
    for (std::uint32_t c = 0; c < layout->columns && other.empty(); ++c)
      for (std::uint32_t b = 0; b < layout->buffers; ++b)
        other += differing("an element's place", layout->offset(r, c, b) * unit,
                           told.layout.offset(r, c, b) * told.element_bytes);
  return other.empty()
             ? ""
             : told.name + ": " + other + analysis::in_cute(*layout) + " for " + analysis::in_cute(told.layout);
}

}  // namespace

TileComparison compared_tiles(const Recording& described, const Recording& plain) {
  TileComparison result;
  const auto tiles = analysis::tiles_of(plain);
  if (!tiles) return result;
  result.found = true;
  const analysis::Product& p = tiles->product;
  const auto block = *analysis::block_shape(described);
  result.other = differing_matrix(described, plain, p.A, "A") + differing_matrix(described, plain, p.B, "B") +
                 differing_matrix(described, plain, p.C, "C") + differing("M", p.M, described.M) +
                 differing("N", p.N, described.N) + differing("K", p.K, described.K);
  result.other += differing("BM", tiles->block.rows.numbers(), std::min(block.BM, described.M)) +
                  differing("BN", tiles->block.columns.numbers(), std::min(block.BN, described.N));
  if (tiles->k_tile != 0) result.other += differing("BK", tiles->k_tile, std::min(block.BK, described.K));
  for (const analysis::SharedTile& found : tiles->shared) {
    const std::string of = plain.tensors[found.matrix].name.substr(0, 1);
    for (const format::Tensor& told : described.tensors)
      if (told.of == of) result.other += differing_layout(found, told, found.element_bytes);
    ++result.shared;
  }
  return result;
}

std::string other_moment(const Recording& described, const Recording& plain, std::string& why) {
  const auto tiles = analysis::tiles_of(plain);
  why = "no tiles";
  if (!tiles) return "";
  Recording found = plain;
  why = analysis::describe(found, *tiles);
  if (!why.empty()) return "";
  for (std::uint32_t b = 0; b < found.blocks.size(); ++b) {
    const format::Pattern& pattern = found.patterns[found.blocks[b].pattern];
    for (std::uint32_t warp = 0; warp < found.warps(); ++warp)
      for (std::uint32_t i = 0; i < pattern.warp_requests[warp]; ++i) {
        const auto request = [&](const Recording& of) {
          const auto at = format::locate(of, b, warp, i);
          return format::decode(of, b, of.patterns[of.blocks[b].pattern].segments[at.segment], at.row);
        };
        const format::Request is = request(found), told = request(described);
        if (is.k_tile == told.k_tile && is.step == told.step && is.phase == told.phase) continue;
        const auto said = [](const format::Request& r) {
          return "k-tile " + std::to_string(r.k_tile) + ", step " + std::to_string(r.step) + ", phase " +
                 std::to_string(static_cast<int>(r.phase));
        };
        return "block " + std::to_string(b) + ", warp " + std::to_string(warp) + ", request " + std::to_string(i) +
               " (" + described.sites[told.site].name + "): " + said(is) + ", not " + said(told);
      }
  }
  return "";
}

}  // namespace gemmscope::ladder
