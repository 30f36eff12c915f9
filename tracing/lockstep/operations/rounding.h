// SPDX-License-Identifier: MIT
/// @file rounding.h
/// Rounding other than to nearest: the host's own, switched around a loop over lanes.
#pragma once

#include "tracing/lockstep/operations/lanes.h"
#if !defined(__SSE2__)
#include <cfenv>
#endif

namespace gemmscope::lockstep::GEMMSCOPE_ISA {

#if defined(__SSE2__)
enum class Round : u32 { kNearest = 0, kDown = 0x2000, kUp = 0x4000, kZero = 0x6000 };  ///< bits of MXCSR
#else
enum class Round : u32 { kNearest = FE_TONEAREST, kDown = FE_DOWNWARD, kUp = FE_UPWARD, kZero = FE_TOWARDZERO };
#endif

class Rounding {
 public:
#if defined(__SSE2__)
  explicit Rounding(Round how) : before_(__builtin_ia32_stmxcsr()) {
    __builtin_ia32_ldmxcsr((before_ & ~0x6000u) | static_cast<u32>(how));
  }
  ~Rounding() { __builtin_ia32_ldmxcsr(before_); }
#else
  explicit Rounding(Round how) : before_(static_cast<u32>(std::fegetround())) {
    std::fesetround(static_cast<int>(how));
  }
  ~Rounding() { std::fesetround(static_cast<int>(before_)); }
#endif
  Rounding(const Rounding&) = delete;
  Rounding& operator=(const Rounding&) = delete;

 private:
  u32 before_;
};

/// kRun, which must not be inlined, under another rounding. The compiler takes arithmetic for independent of it, but
/// not the registers for independent of the statements around the call.
template <Run kRun, Round kHow>
void rounded(std::byte* registers, const Slot* operands, Mask active, std::size_t count) {
  const Rounding rounding(kHow);
  asm volatile("" ::: "memory");
  kRun(registers, operands, active, count);
  asm volatile("" ::: "memory");
}

/// `F`'s row under this rounding.
template <auto* F, Round kHow, Run kRun = &Warp<F>::run>
constexpr Row rounded_row(const Name& name) {
  if constexpr (kHow == Round::kNearest)
    return row<F>(name, kRun);
  else
    return row<F>(name, &rounded<kRun, kHow>);
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
