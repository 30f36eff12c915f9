// SPDX-License-Identifier: MIT
#include "tracing/simt/bodies.h"

#include "tracing/simt/body_table.h"

namespace gemmscope::simt {

BlockRunner::Body find_body(const kernels::Variant& variant, bool traced, bool edges) {
  const BodyTable& table = (traced ? traced_bodies() : plain_bodies())[static_cast<std::size_t>(variant.preset_index)];
  const kernels::RuntimeLayout layout = variant.layout();
  if (edges) return table.edges;
  if (layout.swzA || layout.swzB) return table.mixed;
  if (layout.vecA == table.widest_vecA && layout.vecB == table.widest_vecB) return table.widest;
  if (layout.vecA == 1 && layout.vecB == 1) return table.scalar;
  return table.mixed;
}

}  // namespace gemmscope::simt
