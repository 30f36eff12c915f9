// SPDX-License-Identifier: MIT
/// @file log_entry.h
/// One lane's entry in its log: 8 bytes, the same on the CPU and on the GPU.
///
///   63   48 47    44 43 42 41  35 34        32 31                                0
///   [ line | tensor |tl|st|  0   | log2(bytes) | byte address, or value of a marker ]
///
/// `line` comes first so that comparing keys compares places in the program. tl: the per-element path at a matrix edge
/// (site names end in _tail); st: store. A lane that takes no part in an access writes kInactive as its address, so
/// guarded accesses keep the logs of a warp aligned. Tensor 15 marks what follows; its line is 0.
#pragma once

#include "kernels/common.h"

namespace gemmscope::record {

using LogEntry = std::uint64_t;
using LogKey = std::uint32_t;  ///< the upper half

inline constexpr std::uint32_t kMarkerTensor = 15;
inline constexpr std::uint32_t kInactiveAddress = 0xffffffff;
inline constexpr std::uint32_t kEpilogueValue = 0xffffffff;  ///< value of a k-tile marker after the main loop

enum class Marker : std::uint32_t { kKTile = 0, kStep = 1, kPhase = 2, kBarrier = 3, kWarpBarrier = 4 };

GS_HD constexpr std::uint32_t log2_bytes(std::size_t bytes) {
  return bytes == 16 ? 4u : bytes == 8 ? 3u : bytes == 4 ? 2u : bytes == 2 ? 1u : 0u;
}

GS_HD constexpr LogKey access_key(int line, kernels::TensorId tensor, bool store, std::size_t bytes,
                                  bool tail = false) {
  return static_cast<std::uint32_t>(line) << 16 | static_cast<std::uint32_t>(tensor) << 12 |
         static_cast<std::uint32_t>(tail) << 11 | static_cast<std::uint32_t>(store) << 10 | log2_bytes(bytes);
}
GS_HD constexpr LogKey marker_key(Marker marker) { return kMarkerTensor << 12 | static_cast<std::uint32_t>(marker); }

GS_HD constexpr std::uint32_t key_line(LogKey key) { return key >> 16; }
GS_HD constexpr std::uint32_t key_tensor(LogKey key) { return key >> 12 & 15u; }
GS_HD constexpr bool key_is_tail(LogKey key) { return (key >> 11 & 1u) != 0; }
GS_HD constexpr bool key_is_store(LogKey key) { return (key >> 10 & 1u) != 0; }
GS_HD constexpr std::uint32_t key_bytes(LogKey key) { return 1u << (key & 7u); }
GS_HD constexpr bool key_is_marker(LogKey key) { return key_tensor(key) == kMarkerTensor; }
/// Tensors 0..3 are global; the number is also the place of their base.
GS_HD constexpr bool key_is_global(LogKey key) { return key_tensor(key) < 4; }

GS_HD constexpr LogEntry pack(LogKey key, std::uint32_t value) { return static_cast<LogEntry>(key) << 32 | value; }
GS_HD constexpr LogKey entry_key(LogEntry entry) { return static_cast<LogKey>(entry >> 32); }
GS_HD constexpr std::uint32_t entry_value(LogEntry entry) { return static_cast<std::uint32_t>(entry); }

}  // namespace gemmscope::record
