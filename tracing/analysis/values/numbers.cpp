// SPDX-License-Identifier: MIT
#include "tracing/analysis/values/numbers.h"

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>

#include "tracing/cxx/types.h"

namespace gemmscope::analysis {
namespace {

using Of = NumberKind::Of;

constexpr double kHalfRoundoff = 0x1p-11, kHalfLeast = 0x1p-24, kHalfLargest = 65504;
constexpr double kBfloatRoundoff = 0x1p-8, kBfloatLeast = 0x1p-133, kBfloatLargest = 0x1.fep127;

double half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double size = exponent == 31  ? (fraction == 0 ? HUGE_VAL : std::numeric_limits<double>::quiet_NaN())
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(1024 + fraction, exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}

template <class T>
T bits_at(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

}  // namespace

double NumberKind::roundoff() const {
  switch (of) {
    case Of::kFloat: return FLT_EPSILON / 2;
    case Of::kDouble: return DBL_EPSILON / 2;
    case Of::kHalf: return kHalfRoundoff;
    case Of::kBfloat16: return kBfloatRoundoff;
    default: return 0;
  }
}

double NumberKind::least() const {
  switch (of) {
    case Of::kFloat: return FLT_TRUE_MIN;
    case Of::kDouble: return DBL_TRUE_MIN;
    case Of::kHalf: return kHalfLeast;
    case Of::kBfloat16: return kBfloatLeast;
    default: return 1;
  }
}

double NumberKind::largest() const {
  switch (of) {
    case Of::kFloat: return FLT_MAX;
    case Of::kDouble: return DBL_MAX;
    case Of::kHalf: return kHalfLargest;
    case Of::kBfloat16: return kBfloatLargest;
    default: return std::ldexp(1.0, static_cast<int>(8 * bytes));
  }
}

std::string_view NumberKind::name() const {
  switch (of) {
    case Of::kFloat: return "float";
    case Of::kDouble: return "double";
    case Of::kHalf: return "half";
    case Of::kBfloat16: return "bfloat16";
    default: return "whole numbers";
  }
}

std::optional<NumberKind> kind_of(std::string_view type, std::uint32_t bytes, std::string_view ptx) {
  const auto number = cxx::number_type(type);
  if (number && number->bytes != bytes) return std::nullopt;
  if (number && number->is_whole) return NumberKind{number->is_signed ? Of::kSigned : Of::kUnsigned, bytes};
  const bool is_bfloat =
      number ? type.find("bfloat16") != type.npos : ptx.find("bf16") != ptx.npos && ptx.find(".f16") == ptx.npos;
  if (bytes == 8) return NumberKind{Of::kDouble, bytes};
  if (bytes == 4 && (number || ptx.find(".f32") != ptx.npos)) return NumberKind{Of::kFloat, bytes};
  if (bytes == 2 && (number || ptx.find("f16") != ptx.npos))
    return NumberKind{is_bfloat ? Of::kBfloat16 : Of::kHalf, bytes};
  if (number || bytes > 8 || !std::has_single_bit(bytes)) return std::nullopt;
  return NumberKind{Of::kSigned, bytes};
}

double number_at(NumberKind kind, const std::byte* at) {
  switch (kind.of) {
    case Of::kFloat: return bits_at<float>(at);
    case Of::kDouble: return bits_at<double>(at);
    case Of::kHalf: return half(bits_at<std::uint16_t>(at));
    case Of::kBfloat16: return std::bit_cast<float>(std::uint32_t{bits_at<std::uint16_t>(at)} << 16);
    case Of::kUnsigned: return static_cast<double>(whole_at(kind, at));
    case Of::kSigned: return static_cast<double>(static_cast<std::int64_t>(whole_at(kind, at)));
  }
  return 0;
}

std::uint64_t whole_at(NumberKind kind, const std::byte* at) {
  std::uint64_t value = 0;
  std::memcpy(&value, at, kind.bytes);
  const unsigned unused = 64 - 8 * kind.bytes;
  if (kind.of == Of::kUnsigned) return value;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
}

std::optional<double> value_of(const format::KeptScalar& scalar) {
  const auto number = cxx::number_type(scalar.type);
  if (!number || number->count != 1) return std::nullopt;
  const auto kind = kind_of(scalar.type, number->bytes, "");
  if (!kind) return std::nullopt;
  return number_at(*kind, reinterpret_cast<const std::byte*>(&scalar.bits));
}

}  // namespace gemmscope::analysis
