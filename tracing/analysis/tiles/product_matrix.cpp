// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/product_matrix.h"

#include <utility>

namespace gemmscope::analysis {

MatrixPart ProductMatrix::part(const Ranges& elements) const {
  std::vector<format::Range> lines, places;
  for (const format::Range& each : elements) {
    const std::uint32_t first = each.begin / pitch, last = (each.end - 1) / pitch, place = each.begin % pitch;
    lines.push_back({first, last + 1});
    if (first == last)
      places.push_back({place, place + each.size()});
    else if (last == first + 1)
      places.push_back({place, pitch}), places.push_back({0, (each.end - 1) % pitch + 1});
    else
      places.push_back({0, pitch});
  }
  MatrixPart part{joined(std::move(lines)), joined(std::move(places))};
  if (transposed) std::swap(part.rows, part.columns);
  return part;
}

}  // namespace gemmscope::analysis
