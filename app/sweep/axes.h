// SPDX-License-Identifier: MIT
/// @file axes.h
/// What a sweep goes through, from text: `PA=0:33,vec=1/4` is every padding of As with two widths of accesses.
///
///   axes    axis {"," axis}             every combination of their values
///   axis    NAME ["=" values]           a number of the program, or "preset"; this one without values: all presets
///   values  part {"/" part}                 a part is a preset's name, or numbers as cxx/ranges.h has them
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/format/recording.h"
#include "tracing/format/result.h"

namespace gemmscope::sweep {

inline constexpr std::string_view kPresetAxis = "preset";
inline constexpr std::size_t kMostSettings = 100'000;

/// A number, or the preset, and the values it goes through: at least one, none twice.
struct Axis {
  std::string name;
  std::vector<std::string> values;
  friend bool operator==(const Axis&, const Axis&) = default;
};

/// Every combination of their values; the last axis changes fastest. Without an axis there is one combination.
using Axes = std::vector<Axis>;

/// How many there are; `most` + 1 where there are more.
std::size_t combinations(const Axes& axes, std::size_t most);
/// Combination number `index`: a value of each axis, in their order.
std::vector<format::Parameter> combination(const Axes& axes, std::size_t index);

/// "PA=0/4/8,vec=1/4": parse_axes() of it gives the same axes.
std::string text_of(const Axes& axes);

/// A number's axis must have values, which are whole numbers. If the program names presets,
/// "preset" is an axis of these. Errors: kUsage, saying what cannot be read or what is there twice.
Result<Axes> parse_axes(std::string_view text, const std::vector<std::string>& presets = {});

/// The names of axes, also where their values cannot be read.
std::vector<std::string> names_in(std::string_view axes);

}  // namespace gemmscope::sweep
