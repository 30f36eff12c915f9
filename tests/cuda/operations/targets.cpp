// SPDX-License-Identifier: MIT
#include "tests/cuda/operations/targets.h"

#include "tests/cuda/operations/words.h"

namespace gemmscope::operations {
namespace {

/// Of u8, s16 and their like; 0: no integer.
int bits_of_integer(std::string_view type) {
  if (!type.starts_with('u') && !type.starts_with('s')) return 0;
  return type.substr(1) == "8" ? 8 : type.substr(1) == "16" ? 16 : type.substr(1) == "32" ? 32 : 64;
}

/// Whether every integer of type `from` is one of type `to`.
bool always_fits(std::string_view from, std::string_view to) {
  const int of = bits_of_integer(from), in = bits_of_integer(to);
  if (from.front() == to.front()) return of <= in;
  return from.front() == 'u' && of < in;
}

}  // namespace

int target_of(const lockstep::Operation& operation) {
  const Words words(operation.mnemonic);
  const std::string_view to = words.last(1), from = words.last();
  const bool bf16 = from == "bf16" || from == "bf16x2";
  if (words.has("xorsign")) return 86;
  if (words.base == "cvt") {
    const bool widens = to == "f32" && from == "bf16", narrows = to == "bf16" && from == "f32";
    return (to == "bf16" || from == "bf16") && !widens && !narrows ? 90 : 80;
  }
  if (from == "s16x2" || from == "u16x2" || (words.has("relu") && from == "s32")) return 90;
  const bool from_the_start =
      words.base == "fma" || words.base == "min" || words.base == "max" || words.base == "abs" || words.base == "neg";
  return bf16 && !from_the_start ? 90 : 80;
}

std::string_view why_none(const lockstep::Operation& operation) {
  const Words words(operation.mnemonic);
  const std::string_view to = words.last(1), from = words.last();
  if (words.base == "set" && to == "f32" && is_half(from)) return "set of halves gives no .f32";
  if (words.base != "cvt") return {};
  const int to_bits = bits_of_integer(to), from_bits = bits_of_integer(from);
  if ((to == "bf16" && from_bits == 8) || (from == "bf16" && to_bits == 8)) return "cvt has no .bf16 with 8 bits";
  if (!words.has("sat")) return {};
  if (to == "bf16" || from == "bf16") return "cvt has no .sat with .bf16";
  if (to_bits != 0 && from_bits != 0 && always_fits(from, to)) return "cvt has no .sat where every source fits";
  return {};
}

}  // namespace gemmscope::operations
