// SPDX-License-Identifier: MIT
#include "tracing/simt/bodies.h"

#include <stdexcept>

namespace gemmscope::simt {

namespace {

struct KernelBodies {
  std::string_view kernel;
  BlockRunner::Body (*find)(const kernels::Variant& variant, bool traced, bool edges);
};

constexpr KernelBodies kBodies[] = {{"warp_tile", &warp_tile_body}};

}  // namespace

BlockRunner::Body find_body(const kernels::Variant& variant, bool traced, bool edges) {
  for (const KernelBodies& bodies : kBodies)
    if (bodies.kernel == variant.kernel->name) return bodies.find(variant, traced, edges);
  throw std::logic_error("a kernel of the table is not compiled for the emulator");
}

}  // namespace gemmscope::simt
