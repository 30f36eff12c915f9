// SPDX-License-Identifier: MIT
/// @file layout_parameters.h
/// How the parameters that lay out tiles are offered: what_if() counts their values, the toolbar shows them, keys
/// change them. What they mean, and which values are possible, is in the table of kernels.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace gemmscope::analysis {

/// Parameters that a kernel never has together share a key (app/shell/commands.cpp says which it is).
enum class LayoutKey : std::uint8_t { kPadA, kPadB, kSwizzleA, kSwizzleB, kReads, kOrderOfA };

struct LayoutParameter {
  std::string_view name;              ///< PA
  char matrix = 0;                    ///< whose tile it lays out: A, B or C; 0: all
  LayoutKey key = LayoutKey::kPadA;   ///< goes to its next value
  const char* title = nullptr;        ///< of what it switches on, or of its first value; null: "width=8" is
  const char* other_title = nullptr;  ///< of its other value; null: the same
  std::span<const int> paddings{};    ///< elements; empty: it is no padding, and its values are words
};

inline constexpr int kPadsA[] = {0, 1, 2, 4, 8}, kPadsB[] = {0, 4, 8}, kPadsC[] = {0, 1, 2, 4, 16};

inline constexpr LayoutParameter kLayoutParameters[] = {
    {"PA", 'A', LayoutKey::kPadA, "pad As", nullptr, kPadsA},
    {"PB", 'B', LayoutKey::kPadB, "pad Bs", nullptr, kPadsB},
    {"PC", 'C', LayoutKey::kPadA, "pad Cs", nullptr, kPadsC},
    {"pad", 'A', LayoutKey::kPadA, "pad rows", nullptr, kPadsA},
    {"swzA", 'A', LayoutKey::kSwizzleA, "swizzle As"},
    {"swz", 'A', LayoutKey::kSwizzleA, "swizzle As"},
    {"swzC", 'C', LayoutKey::kSwizzleA, "swizzle Cs"},
    {"swzB", 'B', LayoutKey::kSwizzleB, "swizzle Bs"},
    {"vec", 0, LayoutKey::kReads, "scalar reads"},
    {"width", 0, LayoutKey::kReads},
    {"As", 'A', LayoutKey::kOrderOfA, "As transposed", "As row-major"},
};

/// nullptr: it lays out no tile.
constexpr const LayoutParameter* layout_parameter(std::string_view name) {
  for (const LayoutParameter& parameter : kLayoutParameters)
    if (parameter.name == name) return &parameter;
  return nullptr;
}

}  // namespace gemmscope::analysis
