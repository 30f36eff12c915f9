// SPDX-License-Identifier: MIT
#include "tracing/analysis/values/whole_product.h"

#include <algorithm>
#include <set>

#include "tracing/analysis/values/numbers.h"
#include "tracing/cxx/knobs.h"

namespace gemmscope::analysis {
namespace {

/// How many rows and columns fit into the array.
struct Room {
  std::uint32_t rows = 0, columns = 0;
};

Room room_of(const format::Recording& recording, const ProductMatrix& as) {
  const auto lines = static_cast<std::uint32_t>(recording.tensors[as.tensor].layout.extent() / as.pitch);
  return as.transposed ? Room{as.pitch, lines} : Room{lines, as.pitch};
}

class Sizes {
 public:
  Sizes(const format::Recording& recording, std::span<const format::KeptScalar> scalars) {
    for (const format::KeptScalar& scalar : scalars)
      if (const auto value = value_of(scalar)) given_.insert(*value);
    for (const cxx::Knob& knob : cxx::knobs_of(recording.source.text).all)
      named_.insert(static_cast<double>(knob.value));
  }
  /// `seen`: what the launch reaches; `one`, `other`: what two arrays have room for.
  [[nodiscard]] std::uint32_t of(std::uint32_t seen, std::uint32_t one, std::uint32_t other) const {
    const std::uint32_t size = std::min(one, other);  // the other may have longer rows
    if (size <= seen || given_.contains(seen)) return seen;
    return given_.contains(size) || (one == other && named_.contains(size)) ? size : seen;
  }

 private:
  std::set<double> given_, named_;
};

}  // namespace

Product whole_product(const format::Recording& recording, const Product& product,
                      std::span<const format::KeptScalar> scalars) {
  if (product.batches != 1) return product;
  const Room A = room_of(recording, product.A), B = room_of(recording, product.B), C = room_of(recording, product.C);
  const Sizes sizes(recording, scalars);
  Product whole = product;
  whole.M = sizes.of(product.M, C.rows, A.rows);
  whole.N = sizes.of(product.N, C.columns, B.columns);
  whole.K = sizes.of(product.K, A.columns, B.rows);
  return whole;
}

}  // namespace gemmscope::analysis
