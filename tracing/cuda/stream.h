// SPDX-License-Identifier: MIT
/// @file stream.h
/// What the GPU writes down and where: the layout that the device code and the host code agree on.
///
/// Every warp owns a piece of two arrays. An entry is 8 bytes, one for each request or marker, in program order; a
/// request also has a line of 32 addresses, one for each lane, which the warp stores as one 128-byte access. So a
/// request costs 136 bytes and a marker 8. The pieces are exactly as long as a first, counting run says.
#pragma once

#include <cstdint>

#include "tracing/record/log_entry.h"

namespace gemmscope::cuda {

/// A request: the key of the access (record/log_entry.h) and the mask of the lanes that take part.
/// A marker: its key and its value.
struct alignas(8) StreamEntry {
  record::LogKey key;
  std::uint32_t value;
};

/// The addresses of a request, index = lane; kInactiveAddress for a lane outside the mask.
struct alignas(128) AddressLine {
  std::uint32_t lane[32];
};

/// What one warp wrote, or would have written.
struct WarpCount {
  std::uint32_t entries = 0;  ///< requests and markers
  std::uint32_t requests = 0;
  friend bool operator==(const WarpCount&, const WarpCount&) = default;
};

/// Where one warp writes. A room of 0 makes it count only.
struct WarpRegion {
  std::uint64_t first_entry = 0, first_line = 0;  ///< places in TraceParams::entries and lines
  WarpCount room;
};

/// Arguments of a traced launch. The grid is one-dimensional: block i of the launch works for block first_block + i of
/// the selection, counted along its rows, so that any part of a selection can be one launch.
struct TraceParams {
  std::uint32_t block_y = 0, block_x = 0;  ///< first block of the selection
  std::uint32_t blocks_wide = 1;           ///< columns of blocks in the selection
  std::uint32_t first_block = 0;
  std::uint32_t warps_begin = 0, warps_end = 0;      ///< selected warps of each block
  std::uint32_t k_tiles_begin = 0, k_tiles_end = 0;  ///< selected k-tiles
  bool epilogue = true;
  const WarpRegion* regions = nullptr;  ///< [launched block * warps + warp]; null: count only
  WarpCount* counts = nullptr;          ///< the same shape; written when a warp ends
  StreamEntry* entries = nullptr;
  AddressLine* lines = nullptr;
};

}  // namespace gemmscope::cuda
