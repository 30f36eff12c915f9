// SPDX-License-Identifier: MIT
/// @file log_entry.h
/// One lane's entry in its log: 8 bytes.
///
///   63   48 47    42 41 40   37 36  35 34        32 31                                0
///   [ line | tensor | 0|  op   |  0   | log2(bytes) | byte address, or value of a marker ]
///
/// `line` comes first so that comparing keys compares places in the program. A lane that takes no part in an access has
/// kInactiveAddress as its address: the logs of a warp's lanes have the same keys. Tensor 63 marks what follows; its
/// line is 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gemmscope::record {

using LogEntry = std::uint64_t;
using LogKey = std::uint32_t;  ///< the upper half
/// The log of each lane of one warp over one barrier interval.
using LaneLogs = std::span<const std::span<const LogEntry>>;

inline constexpr std::uint32_t kMarkerTensor = 63, kFirstShared = 16;
inline constexpr std::uint32_t kInactiveAddress = 0xffffffff;

/// What an access does: format::Op and format::Atomic.
enum class Does : std::uint32_t {
  kLoad,
  kStore,
  kAtomic,
  kCount,
  kCompareSwap,
  kLoop,
  kStrongLoad,
  kStrongStore,
  kCopyLoad,  ///< the two halves of an asynchronous copy
  kCopyStore,
  kOneValue,      ///< a store: format::Site::one_value
  kUnseenAtomic,  ///< kAtomic and kLoop, if what they find is not used: format::Site::unseen
  kUnseenLoop,
};

/// kUnused: format::Row::unused of the access that follows. kCommit to kPass: format::SyncEvent; the value is what is
/// pending, and kInactiveAddress in lanes that take no part.
enum class Marker : std::uint32_t {
  kWarpBarrier,
  kUnused,
  kCommit,
  kWait,
  kArrive,
  kArriveWithCopies,
  kPass,
  kOrigin,  ///< of the access that follows: origin_value, or several part_values
  kBulk,    ///< format::Row::bulk and continues of the access that follows: bulk * 2 + continues
};

/// The value of kArrive to kPass: format::SyncEvent::pending, and its phase, as far as there is room for it.
///
///   31      30   18 17       0
///   [ named | phase | barrier ]
inline constexpr std::uint32_t kPhaseShift = 18, kMostPhases = (1u << 13) - 1;
constexpr std::uint32_t barrier_value(std::uint32_t barrier, std::uint32_t phase) {
  return barrier | (phase < kMostPhases ? phase : kMostPhases) << kPhaseShift;
}
constexpr std::uint32_t barrier_of(std::uint32_t value) { return value & ~(kMostPhases << kPhaseShift); }
/// kMostPhases: it is not known.
constexpr std::uint32_t phase_of(std::uint32_t value) { return value >> kPhaseShift & kMostPhases; }

/// The value of kOrigin: format::Row::origin and origin_byte, or a format::OriginPart. No value is kInactiveAddress.
///
///   31     30         29   28 27     24 23   20 19    4 3           0
///   [ part | computed |   0  | bytes-1 | first | origin | origin_byte ]
inline constexpr std::uint32_t kMostOrigin = 0xffff, kOriginIsPart = 1u << 31, kOriginIsComputed = 1u << 30;
constexpr std::uint32_t origin_value(std::uint32_t origin, std::uint32_t byte) { return origin << 4 | byte; }
constexpr std::uint32_t part_value(std::uint32_t origin, std::uint32_t byte, std::uint32_t first, std::uint32_t bytes) {
  return kOriginIsPart | (bytes - 1) << 24 | first << 20 | origin_value(origin, byte);
}

constexpr std::uint32_t log2_bytes(std::size_t bytes) {
  return bytes == 16 ? 4u : bytes == 8 ? 3u : bytes == 4 ? 2u : bytes == 2 ? 1u : 0u;
}

constexpr LogKey access_key(int line, std::uint32_t tensor, Does does, std::size_t bytes) {
  return static_cast<std::uint32_t>(line) << 16 | tensor << 10 | static_cast<std::uint32_t>(does) << 5 |
         log2_bytes(bytes);
}
constexpr LogKey marker_key(Marker marker) { return kMarkerTensor << 10 | static_cast<std::uint32_t>(marker); }

constexpr std::uint32_t key_line(LogKey key) { return key >> 16; }
constexpr std::uint32_t key_tensor(LogKey key) { return key >> 10 & 63u; }
constexpr Does key_does(LogKey key) { return static_cast<Does>(key >> 5 & 15u); }
constexpr std::uint32_t key_bytes(LogKey key) { return 1u << (key & 7u); }
constexpr bool key_is_marker(LogKey key) { return key_tensor(key) == kMarkerTensor; }
/// Tensors 0..15 are global; the number is also the place of their base.
constexpr bool key_is_global(LogKey key) { return key_tensor(key) < kFirstShared; }

constexpr LogEntry pack(LogKey key, std::uint32_t value) { return static_cast<LogEntry>(key) << 32 | value; }
constexpr LogKey entry_key(LogEntry entry) { return static_cast<LogKey>(entry >> 32); }
constexpr std::uint32_t entry_value(LogEntry entry) { return static_cast<std::uint32_t>(entry); }

}  // namespace gemmscope::record
