// SPDX-License-Identifier: MIT
// The words of CUDA come first: kernels are written in them.
#include "tracing/simt/cuda_words.h"

#include "tracing/simt/instantiate.h"
#include "tracing/simt/traced_memory.h"

namespace gemmscope::simt {

const BodyTables& traced_bodies() {
  static const BodyTables tables = make_tables<TracedMemory>(std::make_integer_sequence<int, kernels::kWarpTilePresetCount>());
  return tables;
}

}  // namespace gemmscope::simt
