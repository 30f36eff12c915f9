// SPDX-License-Identifier: MIT
#include "tracing/analysis/values/whole_product.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "tracing/analysis/values/numbers.h"
#include "tracing/cxx/knobs.h"

namespace gemmscope::analysis {
namespace {

/// How many rows, or columns, an array has room for.
struct Room {
  std::uint32_t size = 0;
  bool is_pitch = false;  ///< so long is a row in memory, which may be longer than what is multiplied
};

Room rows_of(const format::Recording& recording, const ProductMatrix& as) {
  if (as.transposed) return {as.pitch, true};
  return {static_cast<std::uint32_t>(recording.tensors[as.tensor].layout.extent() / as.pitch), false};
}
Room columns_of(const format::Recording& recording, ProductMatrix as) {
  as.transposed = !as.transposed;
  return rows_of(recording, as);
}

/// Whether a parameter is called like the length of a row in memory.
bool is_pitch(std::string_view name) {
  const std::string_view last = name.substr(name.find_last_of('.') + 1);
  return last.starts_with("ld") || last.find("pitch") != last.npos || last.find("stride") != last.npos;
}

class Sizes {
 public:
  Sizes(const format::Recording& recording, std::span<const format::KeptScalar> scalars) {
    for (const format::KeptScalar& scalar : scalars)
      if (const auto value = value_of(scalar); value && !is_pitch(scalar.name)) given_.insert(*value);
    for (const cxx::Knob& knob : cxx::knobs_of(recording.source.text).all)
      if (!is_pitch(knob.name)) named_.insert(static_cast<double>(knob.value));
  }
  /// `seen`: what the launch reaches; `sides`: how many of M, N and K are as large; `tile`: a block's part of it;
  /// `one`, `other`: what two arrays have room for.
  [[nodiscard]] std::uint32_t of(std::uint32_t seen, std::ptrdiff_t sides, std::uint32_t tile, const Room& one,
                                 const Room& other) const {
    const Room& least = one.size < other.size ? one : other;
    if (least.size <= seen || least.size - seen > tile) return seen;
    // A parameter says one side: 64 of 70 x 64 x 64 is not M's, where two are 64.
    if (static_cast<std::ptrdiff_t>(given_.count(seen)) >= sides) return seen;
    if (one.size != other.size) return !least.is_pitch && given_.contains(least.size) ? least.size : seen;
    return given_.contains(least.size) || named_.contains(least.size) ? least.size : seen;
  }

 private:
  std::multiset<double> given_;
  std::set<double> named_;
};

}  // namespace

Product whole_product(const format::Recording& recording, const Tiles& tiles,
                      std::span<const format::KeptScalar> scalars) {
  constexpr std::uint32_t kLeastTile = 32;  // of k: a loop may take several at once without a tile
  const Product& p = tiles.product;
  if (p.batch.products != 1) return p;
  const Sizes sizes(recording, scalars);
  const auto sides = [&](std::uint32_t size) { return std::ranges::count(std::array{p.M, p.N, p.K}, size); };
  Product whole = p;
  whole.M = sizes.of(p.M, sides(p.M), tiles.block.rows.numbers(), rows_of(recording, p.C), rows_of(recording, p.A));
  whole.N =
      sizes.of(p.N, sides(p.N), tiles.block.columns.numbers(), columns_of(recording, p.C), columns_of(recording, p.B));
  whole.K = sizes.of(p.K, sides(p.K), std::max(tiles.k_tile, kLeastTile), columns_of(recording, p.A),
                     rows_of(recording, p.B));
  return whole;
}

}  // namespace gemmscope::analysis
