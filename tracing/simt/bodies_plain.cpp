// SPDX-License-Identifier: MIT
// The words of CUDA come first: kernels are written in them.
#include "tracing/simt/cuda_words.h"

#include "tracing/simt/instantiate.h"

namespace gemmscope::simt {

const BodyTables& plain_bodies() {
  static const BodyTables tables = make_tables<kernels::PlainMemory>(std::make_integer_sequence<int, kernels::kWarpTilePresetCount>());
  return tables;
}

}  // namespace gemmscope::simt
