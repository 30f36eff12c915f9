// SPDX-License-Identifier: MIT
// Layouts in device code: compiled, so that nvcc says if a function is of the host alone.
#include "kernels/layout/layout.h"

namespace gemmscope {

static_assert(padded_rows(16, 128, 4).offset(5, 7) == 667 && padded_rows(16, 128, 4).at(667).at == Coordinate{5, 7, 0});

/// Thread i: where element i of the tile lies, what lies there by the inverse, and where lane i of `lanes` goes.
__global__ void layout_on_device(Layout layout, Modes lanes, unsigned* offsets, unsigned* elements, unsigned* places) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= layout.rows * layout.columns) return;
  offsets[i] = layout.offset(i % layout.rows, i / layout.rows);
  const Located found = layout.at(offsets[i]);
  elements[i] = found.as == Located::As::kElement ? found.at.row + layout.rows * found.at.column : ~0u;
  places[i] = composed(layout.all_modes(), lanes)(i);
}

}  // namespace gemmscope
