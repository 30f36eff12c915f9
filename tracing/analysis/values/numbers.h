// SPDX-License-Identifier: MIT
/// @file numbers.h
/// The numbers in an array's bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tracing/format/kept_memory.h"

namespace gemmscope::analysis {

struct NumberKind {
  enum class Of : std::uint8_t { kFloat, kDouble, kHalf, kBfloat16, kSigned, kUnsigned };
  Of of = Of::kFloat;
  std::uint32_t bytes = 4;

  [[nodiscard]] bool is_whole() const { return of == Of::kSigned || of == Of::kUnsigned; }
  /// Half the distance from 1 to the next number: what rounding changes at most, relatively. 0: of whole numbers.
  [[nodiscard]] double roundoff() const;
  [[nodiscard]] double least() const;    ///< the smallest that is above 0
  [[nodiscard]] double largest() const;  ///< that is finite
  [[nodiscard]] std::string_view name() const;
  friend bool operator==(const NumberKind&, const NumberKind&) = default;
};

/// The kind of elements of that type and size. Without a type it is the kind of this size that the kernel's code,
/// `ptx`, computes with. nullopt: none is known.
[[nodiscard]] std::optional<NumberKind> kind_of(std::string_view type, std::uint32_t bytes, std::string_view ptx);

[[nodiscard]] double number_at(NumberKind kind, const std::byte* at);
/// The 64 bits of a whole number, the sign included.
[[nodiscard]] std::uint64_t whole_at(NumberKind kind, const std::byte* at);
/// The number; nullopt: its type is not a number's.
[[nodiscard]] std::optional<double> value_of(const format::KeptScalar& scalar);

}  // namespace gemmscope::analysis
