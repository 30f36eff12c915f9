// SPDX-License-Identifier: MIT
/// @file reuse_counts.h
/// What reuse.h counts with.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tracing/analysis/tiles/elsewhere.h"
#include "tracing/format/recording.h"

namespace gemmscope::analysis {

/// How often something happens to each of `of` things.
struct Times {
  std::uint64_t least = 0, most = 0, sum = 0, of = 0;

  double mean() const { return of == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(of); }
  bool same() const { return least == most; }
  /// `n` things to each of which it happens `times` times.
  void add(std::uint64_t times, std::uint64_t n = 1) {
    if (n == 0) return;
    least = of == 0 ? times : std::min(least, times);
    most = std::max(most, times);
    sum += times * n, of += n;
  }
  /// `n` times as many things, to which it happens as often as in `other`.
  void add(const Times& other, std::uint64_t n = 1) {
    if (other.of == 0 || n == 0) return;
    least = of == 0 ? other.least : std::min(least, other.least);
    most = std::max(most, other.most);
    sum += other.sum * n, of += other.of * n;
  }
  friend bool operator==(const Times&, const Times&) = default;
};

/// How often one element is loaded, or stored.
struct Touches {
  std::uint32_t lanes = 0;     ///< by lanes: a broadcast to 32 lanes counts 32 times
  std::uint32_t requests = 0;  ///< by requests: a broadcast counts once

  friend bool operator==(const Touches&, const Touches&) = default;
};

/// Why a figure is absent.
enum class Missing : std::uint8_t {
  kNothing,    ///< it is there
  kDropped,    ///< requests were lost while recording
  kWarps,      ///< not all warps are recorded
  kBlocks,     ///< not all blocks are recorded
  kNoBlocks,   ///< no block is recorded
  kTooLarge,   ///< more elements or requests than are counted, see reuse.h
  kElsewhere,  ///< some blocks work on something else than the product
  kNoProduct,  ///< a program that does not say which matrices it multiplies
};

/// Why figures of what is recorded are absent.
[[nodiscard]] inline Missing missing_of(const format::Recording& recording) {
  if (recording.dropped != 0) return Missing::kDropped;
  if (!recording.has_all_warps()) return Missing::kWarps;
  return recording.blocks.empty() ? Missing::kNoBlocks : Missing::kNothing;
}

/// Why figures of the whole launch are absent.
[[nodiscard]] inline Missing missing_of_launch(const format::Recording& recording) {
  const Missing missing = missing_of(recording);
  return missing == Missing::kNothing && !recording.has_all_blocks() ? Missing::kBlocks : missing;
}

/// Why figures that compare a whole launch with its product are absent. Cost: as blocks_elsewhere().
[[nodiscard]] inline Missing missing_of_product(const format::Recording& recording) {
  if (!recording.tiles_known()) return Missing::kNoProduct;
  const Missing missing = missing_of_launch(recording);
  if (missing != Missing::kNothing) return missing;
  const auto C = recording.tensor_of(format::Matrix::kC);
  return C && blocks_elsewhere(recording, *C).blocks != 0 ? Missing::kElsewhere : missing;
}

}  // namespace gemmscope::analysis
