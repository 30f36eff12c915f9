// SPDX-License-Identifier: MIT
/// @file control.h
/// What host and rewritten kernel tell each other, in a variable of the module and in the buffer of records.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gemmscope::rewrite {

/// The variable of that name, in global memory. After it come 8 bytes for each of arrays_of(): where it begins, which
/// the kernel writes.
struct Control {
  std::uint64_t counts =
      0;  ///< address: 4 bytes a warp of the launch, zero before it; its records, whether they fit or not
  std::uint64_t records = 0;  ///< address; 0: count only
  std::uint64_t offsets = 0;  ///< address: 8 bytes a warp, and one more: its records are [offsets[w], offsets[w + 1])
  std::uint32_t first_block = 0, blocks = 0;  ///< the blocks that record, in the order of x, y, z
  std::uint32_t prints = 1;                   ///< 0: this is not the launch's last run, so printf() is left out
  std::uint32_t unused = 0;
};
static_assert(sizeof(Control) == 40);
inline constexpr std::string_view kControl = "gemmscope_control";
/// The twin's name is the kernel's with this behind it.
inline constexpr std::string_view kTwin = "__gemmscope";
inline constexpr std::uint64_t kGridWorkspace =
    8;  ///< bytes in which blocks wait for each other: grid_workspace of cooperative_groups, details/driver_abi.h

/// What a warp writes each time that it comes to a site. Of lanes that are not in the mask, the addresses are anything.
struct Record {
  std::uint32_t site = 0;  ///< index into sites_of()
  std::uint32_t lanes = 0;
  std::array<std::uint64_t, 32> addresses{};
};
static_assert(sizeof(Record) == 264);

/// The upper four bits of a lane's address say where the rest points to. Addresses of GPUs and hosts have 57 at most.
inline constexpr int kTagShift = 60;
enum Tag : std::uint64_t { kGlobalTag = 0, kSharedTag = 1, kLocalTag = 2, kConstantTag = 3, kArgumentTag = 4 };

}  // namespace gemmscope::rewrite
