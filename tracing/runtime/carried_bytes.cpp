// SPDX-License-Identifier: MIT
#include "tracing/runtime/carried_bytes.h"

#include <cstring>

#include "tracing/lockstep/addresses.h"

namespace gemmscope::runtime {
namespace {

using lockstep::Carry;
using What = Carry::What;

/// Bytes of one lane's value, the lowest first.
using ByteRow = std::array<LoadedByte, 8>;

LoadedByte byte_of_number(std::uint64_t byte) {
  return {LoadedByte::kNumber, 0, static_cast<std::uint8_t>(byte & 0xff), false};
}
bool is_number(const LoadedByte& byte, std::uint8_t value) {
  return byte.request == LoadedByte::kNumber && byte.byte == value;
}

/// One lane's sources.
struct Sources {
  std::array<ByteRow, 4> bytes{};
  std::array<std::uint64_t, 4> numbers{};  ///< of those that are numbers
};

LoadedByte both(const LoadedByte& a, const LoadedByte& b) {
  if (is_number(a, 0) || is_number(b, 0xff)) return a;
  if (is_number(b, 0) || is_number(a, 0xff)) return b;
  return {};
}
LoadedByte either(const LoadedByte& a, const LoadedByte& b) {
  if (is_number(a, 0)) return b;
  return is_number(b, 0) ? a : LoadedByte{};
}
LoadedByte inverted(const LoadedByte& a) {
  return a.request == LoadedByte::kNumber ? byte_of_number(~std::uint64_t{a.byte}) : LoadedByte{};
}

/// From a bit of these bytes on, as many as that. Zeros come from above, or the sign, which is not known.
ByteRow taken(std::span<const LoadedByte> from, std::uint64_t bit, std::uint32_t bytes, bool is_signed) {
  ByteRow result{};
  for (std::uint64_t b = 0; b < bytes && bit % 8 == 0; ++b)
    result[b] = bit / 8 + b < from.size() ? from[bit / 8 + b] : is_signed ? LoadedByte{} : byte_of_number(0);
  return result;
}

/// The same to the left, with zeros from below.
ByteRow moved_up(const ByteRow& from, std::uint64_t bits, std::uint32_t bytes) {
  ByteRow result{};
  for (std::uint64_t b = 0; b < bytes && bits % 8 == 0; ++b)
    result[b] = b >= bits / 8 ? from[b - bits / 8] : byte_of_number(0);
  return result;
}

ByteRow selected(const ByteRow& all, std::uint64_t selector) {
  ByteRow result{};
  for (std::size_t b = 0; b < 4; ++b)
    if (const std::uint64_t nibble = selector >> (4 * b) & 15; nibble < 8) result[b] = all[nibble];  // else its sign
  return result;
}

/// A field's place and length: of 32 bits the low 8 count.
std::uint64_t field_number(const Carry& carry, std::uint64_t number) {
  return carry.bytes == 4 ? number & 0xff : number;
}

ByteRow extracted(const Carry& carry, const Sources& from) {
  const std::uint64_t first = field_number(carry, from.numbers[1]), length = field_number(carry, from.numbers[2]);
  if (first % 8 != 0 || length % 8 != 0) return {};
  ByteRow result = taken(std::span(from.bytes[0]).first(carry.bytes), first, carry.bytes, carry.is_signed);
  for (std::uint64_t b = length / 8; b < carry.bytes; ++b)
    result[b] = carry.is_signed ? LoadedByte{} : byte_of_number(0);
  return result;
}

ByteRow inserted(const Carry& carry, const Sources& from) {
  const std::uint64_t first = field_number(carry, from.numbers[2]), length = field_number(carry, from.numbers[3]);
  if (first % 8 != 0 || length % 8 != 0) return {};
  ByteRow result = from.bytes[1];
  for (std::uint64_t b = first / 8; b < carry.bytes && b < (first + length) / 8; ++b)
    result[b] = from.bytes[0][b - first / 8];
  return result;
}

/// The sources one after the other.
ByteRow in_a_row(const Carry& carry, const Sources& from) {
  ByteRow all{};
  std::size_t at = 0;
  for (std::size_t s = 0; s < carry.from.size(); ++s)
    for (std::size_t b = 0; b < carry.from[s].bytes && at < all.size(); ++b) all[at++] = from.bytes[s][b];
  return all;
}

ByteRow funnel(const Carry& carry, const Sources& from) {
  const ByteRow both_words = in_a_row(carry, from);
  const std::uint64_t by = carry.wraps ? from.numbers[2] & 31 : std::min<std::uint64_t>(from.numbers[2], 32);
  return taken(both_words, carry.what == What::kFunnelLeft ? 32 - by : by, 4, false);
}

template <class F>
ByteRow of_each(const Carry& carry, const Sources& from, F f) {
  ByteRow result{};
  for (std::size_t b = 0; b < carry.bytes; ++b) result[b] = f(from.bytes[0][b], from.bytes[1][b]);
  return result;
}

ByteRow result_of(const Carry& carry, const Sources& from) {
  const std::uint32_t bytes = carry.bytes;
  switch (carry.what) {
    case What::kForget: return {};
    case What::kMove: {
      const ByteRow all = in_a_row(carry, from);
      return taken(std::span(all).subspan(carry.first, carry.moved), 0, bytes, carry.is_signed);
    }
    case What::kShiftLeft: return moved_up(from.bytes[0], from.numbers[1], bytes);
    case What::kShiftRight:
      return taken(std::span(from.bytes[0]).first(bytes), from.numbers[1], bytes, carry.is_signed);
    case What::kAnd: return of_each(carry, from, both);
    case What::kOr:
    case What::kXor: return of_each(carry, from, either);
    case What::kNot: return of_each(carry, from, [](const LoadedByte& a, const LoadedByte&) { return inverted(a); });
    case What::kTake: return selected(in_a_row(carry, from), from.numbers[2]);
    case What::kExtract: return extracted(carry, from);
    case What::kInsert: return inserted(carry, from);
    case What::kFunnelLeft:
    case What::kFunnelRight: return funnel(carry, from);
  }
  return {};
}

}  // namespace

void CarriedBytes::carry(std::uint32_t index, lockstep::Mask lanes, const std::byte* registers) {
  const Carry& carry = carried_->carries[index];
  lockstep::for_lanes(lanes, [&](std::size_t l) {
    Sources from;
    for (std::size_t s = 0; s < carry.from.size(); ++s) {
      const Carry::Source& source = carry.from[s];
      if (source.is == Carry::Source::Is::kNumber)
        std::memcpy(&from.numbers[s], registers + source.slot + l * source.bytes, source.bytes);
      for (std::size_t b = 0; b < source.bytes; ++b)
        if (source.is == Carry::Source::Is::kNumber)
          from.bytes[s][b] = byte_of_number(from.numbers[s] >> (8 * b));
        else if (source.is == Carry::Source::Is::kCarried)
          from.bytes[s][b] = registers_[source.carried][b][l];
    }
    const ByteRow result = result_of(carry, from);
    for (std::size_t b = 0; b < kWidest; ++b) registers_[carry.to][b][l] = result[b];
  });
}

void CarriedBytes::load(const lockstep::CarriedLoad& load, lockstep::Mask lanes,
                        const std::function<LaneBytes(std::uint8_t)>& loaded) {
  for (std::uint8_t b = 0; b < load.bytes; ++b) {
    LaneBytes from{};
    if (b < load.loaded)
      from = loaded(static_cast<std::uint8_t>(load.first + b));
    else if (!load.is_signed)
      from.fill(byte_of_number(0));
    lockstep::for_lanes(lanes, [&](std::size_t l) { registers_[load.to][b][l] = from[l]; });
  }
}

LaneBytes CarriedBytes::at(std::uint32_t number, std::size_t byte, lockstep::Mask lanes) const {
  LaneBytes found{};
  lockstep::for_lanes(lanes, [&](std::size_t l) {
    const LoadedByte& its = registers_[number][byte][l];
    if (its.request != LoadedByte::kNumber) found[l] = its;
  });
  return found;
}

}  // namespace gemmscope::runtime
