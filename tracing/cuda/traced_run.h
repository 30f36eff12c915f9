// SPDX-License-Identifier: MIT
/// @file traced_run.h
/// A traced kernel as the recorder sees it: something that can be run for some blocks, first counting, then recording.
///
/// DeviceRun does it on a GPU. Tests put the emulator behind it, so that all of the recorder but the device code runs
/// without one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tracing/cuda/stream.h"
#include "tracing/format/result.h"

namespace gemmscope::cuda {

/// Blocks first .. first + count - 1 of a selection, counted along its rows.
struct BlockSpan {
  std::uint32_t first = 0, count = 0;
};

/// What the warps of a BlockSpan wrote; warp w of its block b is [b * warps + w].
struct Stream {
  std::vector<WarpRegion> regions;  ///< where each was told to write
  std::vector<WarpCount> written;   ///< what each wanted to write
  std::span<const StreamEntry> entries;
  std::span<const AddressLine> lines;
};

class TracedRun {
 public:
  static constexpr int kSlots = 2;

  virtual ~TracedRun() = default;

  /// Runs the kernel for these blocks; it counts what it would write.
  virtual Result<std::vector<WarpCount>> count(BlockSpan blocks) = 0;

  /// Runs it again, writing. `room`: from count(). The stream stays valid until the next call with the same slot, so
  /// that one can be read while the next is written.
  virtual Result<Stream> record(BlockSpan blocks, std::span<const WarpCount> room, int slot) = 0;
};

/// Regions one after the other, each with the room given. `total` becomes the sum of all.
struct StreamSize {
  std::uint64_t entries = 0, lines = 0;
  std::uint64_t bytes() const { return entries * sizeof(StreamEntry) + lines * sizeof(AddressLine); }
};
std::vector<WarpRegion> lay_out(std::span<const WarpCount> room, StreamSize& total);

}  // namespace gemmscope::cuda
