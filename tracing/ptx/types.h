// SPDX-License-Identifier: MIT
/// @file types.h
/// The words of PTX that have a fixed meaning: types, state spaces, special registers.
#pragma once

#include <cstdint>
#include <string_view>

namespace gemmscope::ptx {

/// What a register or variable holds, or what an instruction's modifier says that it works on.
enum class Type : std::uint8_t {
  kNone,  ///< no type, or a word that is none
  kPred,
  kB1,
  kB8,
  kB16,
  kB32,
  kB64,
  kB128,
  kU4,
  kU8,
  kU16,
  kU32,
  kU64,
  kU16x2,
  kS4,
  kS8,
  kS16,
  kS32,
  kS64,
  kS16x2,
  kF16,
  kF16x2,
  kF32,
  kF32x2,
  kF64,
  kBf16,
  kBf16x2,
  kTf32,
  kE4m3,
  kE5m2,
  kE4m3x2,
  kE5m2x2,
  kTexref,
  kSamplerref,
  kSurfref,  ///< opaque handles of 64 bits
};

/// The type that is written `.name`; kNone if there is none of that name.
[[nodiscard]] Type type_named(std::string_view name);
/// As PTX writes it, without the dot.
[[nodiscard]] std::string_view name_of(Type type);
/// Bits of one value; 1 for a predicate.
[[nodiscard]] int bits_of(Type type);
/// Bytes of one value in memory; 1 for what is smaller than a byte.
[[nodiscard]] inline int bytes_of(Type type) { return (bits_of(type) + 7) / 8; }

enum class Space : std::uint8_t { kNone, kReg, kParam, kGlobal, kConst, kShared, kLocal };

/// The space that is written `.name`, also `shared::cta` and `param::entry`; kNone for any other word.
[[nodiscard]] Space space_named(std::string_view name);
[[nodiscard]] std::string_view name_of(Space space);

/// Registers that the hardware fills. Those with parts, as %tid.x, and those with numbers, as %envreg3, are one each:
/// an operand holds the part or number.
enum class Special : std::uint8_t {
  kTid,
  kNtid,
  kLaneid,
  kWarpid,
  kNwarpid,
  kCtaid,
  kNctaid,
  kSmid,
  kNsmid,
  kGridid,
  kIsExplicitCluster,
  kClusterid,
  kNclusterid,
  kClusterCtaid,
  kClusterNctaid,
  kClusterCtarank,
  kClusterNctarank,
  kLanemaskEq,
  kLanemaskLe,
  kLanemaskLt,
  kLanemaskGe,
  kLanemaskGt,
  kClock,
  kClockHi,
  kClock64,
  kPm,
  kPm64,
  kEnvreg,
  kGlobaltimer,
  kGlobaltimerLo,
  kGlobaltimerHi,
  kReservedSmemOffset,
  kTotalSmemSize,
  kDynamicSmemSize,
  kAggrSmemSize,
  kCurrentGraphExec,
  kNone,  ///< no special register
};

struct SpecialName {
  Special which = Special::kNone;
  int number = 0;  ///< of %pm3, %pm3_64, %envreg7, %reserved_smem_offset_1 (begin, end, cap: 64, 65, 66)
};

/// The special register that is written like this, with % and without a part; kNone if it is none.
[[nodiscard]] SpecialName special_named(std::string_view name);
/// Whether it has parts: .x, .y, .z, .w.
[[nodiscard]] bool has_parts(Special special);

}  // namespace gemmscope::ptx
