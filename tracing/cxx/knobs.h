// SPDX-License-Identifier: MIT
/// @file knobs.h
/// The numbers of a source text that can be changed by their names, and the text with other ones.
///
///   #define TILE 32                       TILE
///   constexpr int kPad = 1, kRows = 64;   kPad, kRows; also const, static, inline, in functions and classes, with
///                                         any type of whole numbers, and written = 1, {1} or (1)
///   template <int BM, int BN> __global__  BM, BN, where the kernel is named with numbers: gemm<128, 64><<<...>>>.
///   void gemm(...)                        Functions of the host that are templates count likewise: run<128>()
///
/// A number is what constant_of() reads: one computed from other names is none. If a name stands for the same number
/// in several places, these are one and change together. If the numbers differ and each is in a function or class of
/// its own, each has its function's name before it, `run_wide.BM`; if they differ otherwise, as between #ifdef and
/// #else, the name cannot be changed. Conditions but `#if 0` are not evaluated. What is not read: numbers of included
/// files, enumerators, variables that are not const, defaults of template parameters, and names that begin with __.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/cxx/found_numbers.h"
#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::cxx {

struct Knob {
  std::string name;
  std::int64_t value = 0;
  std::vector<KnobPlace> places;  ///< at least one; in order
  friend bool operator==(const Knob&, const Knob&) = default;
};

/// A name that looks like one and is none.
struct NoKnob {
  std::string name, why;  ///< "is 16 in line 3 and 32 in line 5"
};

struct Knobs {
  std::vector<Knob> all;  ///< in the order of the text
  std::vector<NoKnob> others;
  const Knob* find(std::string_view name) const;
};

/// Cost: one pass over the text, a millisecond for some thousand lines.
[[nodiscard]] Knobs knobs_of(std::string_view text);

/// The text with other numbers; what has its value already stays as it is written. `name`: the file's, for errors.
///
/// Errors  kUsage: no number of that name, saying which there are, or why it is none; the value is not a whole number.
[[nodiscard]] Result<std::string> with_numbers(std::string_view text, std::span<const format::Parameter> numbers,
                                               const std::string& name);

/// A value as it is written: "-1", "32". Errors: kUsage, naming `name`.
[[nodiscard]] Result<std::int64_t> number_from(const std::string& name, std::string_view value);

}  // namespace gemmscope::cxx
