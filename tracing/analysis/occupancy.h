// SPDX-License-Identifier: MIT
/// @file occupancy.h
/// How many warps of a kernel a multiprocessor (SM) holds at the same time: the resident warps. Over the most that it
/// can hold they are what profilers call theoretical occupancy, and what decides is the occupancy limiter.
///
/// A block becomes resident as a whole, so the scarcest of four things decides: blocks, threads, shared memory,
/// registers. Registers are the compiler's choice, and a recording does not contain them; where they are not known the
/// answer is an upper bound, and `limited_by` is the scarcest of the other three.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gemmscope::analysis {

/// What an SM has, and how it hands that out.
struct SmLimits {
  std::string_view device;                          ///< whose SM it is
  std::uint32_t blocks = 0;                         ///< resident at most
  std::uint32_t warps = 0;                          ///< resident at most; 32 threads each
  std::uint32_t shared_bytes = 0, shared_unit = 1;  ///< a block gets whole units
  std::uint32_t shared_of_system = 0;               ///< bytes that the system takes besides for each block
  std::uint32_t registers = 0, register_unit = 1;   ///< of 32 bits; a warp gets whole units
  std::uint32_t warp_unit = 1;                      ///< schedulers: warps are dealt to them evenly
};

/// Compute capability 9.0.
///
/// Source   CUDA C++ Programming Guide, "Compute Capabilities", table "Technical Specifications per Compute
///          Capability": 32 blocks, 64 warps, 65 536 registers, 228 KiB. Hopper Tuning Guide, "Occupancy": 1 KiB for
///          each block. The units are those of the CUDA Occupancy Calculator; tests/sweep/occupancy_test.cpp compares
///          with what the driver of an H200 says of every build that was measured.
inline constexpr SmLimits kLimitsH200{.device = "NVIDIA H200",
                                      .blocks = 32,
                                      .warps = 64,
                                      .shared_bytes = 228 * 1024,
                                      .shared_unit = 128,
                                      .shared_of_system = 1024,
                                      .registers = 65536,
                                      .register_unit = 256,
                                      .warp_unit = 4};

/// The limits of other architectures that ptxas compiles for. None of them was measured.
///
/// Source   CUDA C++ Programming Guide, "Compute Capabilities", table "Technical Specifications per Compute
///          Capability"; units as of the CUDA Occupancy Calculator.
struct LimitsOfArchitecture {
  std::string_view architecture;
  SmLimits sm;
};
inline constexpr LimitsOfArchitecture kLimitsOfArchitectures[] = {
    {"sm_75", {"compute capability 7.5", 16, 32, 64 * 1024, 256, 0, 65536, 256, 4}},
    {"sm_80", {"compute capability 8.0", 32, 64, 164 * 1024, 128, 1024, 65536, 256, 4}},
    {"sm_86", {"compute capability 8.6", 16, 48, 100 * 1024, 128, 1024, 65536, 256, 4}},
    {"sm_89", {"compute capability 8.9", 24, 48, 100 * 1024, 128, 1024, 65536, 256, 4}},
    {"sm_90", kLimitsH200},
};
/// The limits of "sm_90", or of "sm_90a"; null: they are not known here.
[[nodiscard]] constexpr const SmLimits* limits_of(std::string_view architecture) {
  if (architecture.ends_with('a')) architecture.remove_suffix(1);
  for (const LimitsOfArchitecture& each : kLimitsOfArchitectures)
    if (each.architecture == architecture) return &each.sm;
  return nullptr;
}

/// What a block needs.
struct BlockNeeds {
  std::uint32_t threads = 0;
  std::uint32_t shared_bytes = 0;
  std::optional<std::uint32_t> registers;  ///< per thread; nullopt: not known
};

enum class Scarce : std::uint8_t { kBlocks, kThreads, kSharedMemory, kRegisters };
constexpr std::string_view name_of(Scarce scarce) {
  constexpr std::string_view kNames[] = {"blocks", "threads", "shared memory", "registers"};
  return kNames[static_cast<std::size_t>(scarce)];
}

struct Occupancy {
  std::uint32_t blocks = 0, warps = 0;  ///< resident on one SM; 0: not even one block fits
  Scarce limited_by = Scarce::kBlocks;  ///< if several allow equally few, the first in the order of Scarce
  bool registers_known = false;         ///< if not, registers may allow fewer
};

/// Rule     blocks = the least of what each of the four allows; warps = blocks x warps of a block.
/// Example  128 threads and 16 384 bytes on an H200: 13 blocks, 52 warps, limited by shared memory.
[[nodiscard]] constexpr Occupancy occupancy(const BlockNeeds& needs, const SmLimits& limits) {
  const auto whole = [](std::uint32_t n, std::uint32_t unit) { return (n + unit - 1) / unit * unit; };
  const std::uint32_t warps = std::max(1u, (needs.threads + 31) / 32);
  Occupancy result{.blocks = limits.blocks, .registers_known = needs.registers.has_value()};
  const auto allow = [&](std::uint32_t blocks, Scarce scarce) {
    if (blocks < result.blocks) result.blocks = blocks, result.limited_by = scarce;
  };
  allow(limits.warps / warps, Scarce::kThreads);
  const std::uint32_t shared = whole(needs.shared_bytes, limits.shared_unit) + limits.shared_of_system;
  if (shared != 0) allow(limits.shared_bytes / shared, Scarce::kSharedMemory);
  if (needs.registers && *needs.registers != 0) {
    const std::uint32_t fit = limits.registers / whole(*needs.registers * 32, limits.register_unit);
    allow(fit / limits.warp_unit * limits.warp_unit / warps, Scarce::kRegisters);
  }
  result.warps = result.blocks * warps;
  return result;
}

}  // namespace gemmscope::analysis
