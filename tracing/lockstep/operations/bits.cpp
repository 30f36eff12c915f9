// SPDX-License-Identifier: MIT
// Bits: PTX ISA, "Logic and Shift Instructions", and of "Integer Arithmetic Instructions" those on single bits; mov,
// and what puts registers together and takes them apart.
#include "tracing/lockstep/operations/families.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

template <class T>
constexpr u32 kBits = 8 * sizeof(T);

template <class T>
T both(T a, T b) {
  return static_cast<T>(a & b);
}
template <class T>
T either(T a, T b) {
  return static_cast<T>(a | b);
}
template <class T>
T one_of(T a, T b) {
  return static_cast<T>(a ^ b);
}
template <class T>
T inverted(T a) {
  return static_cast<T>(~a);
}
template <class T>
T is_zero(T a) {
  return a == 0 ? 1 : 0;
}
template <class T>
T moved(T a) {
  return a;
}

/// Bit 4a + 2b + c of the table, for each bit of a, b and c: three times a choice between two halves of the table.
u32 by_table(u32 a, u32 b, u32 c, u32 table) {
  const auto all = [&](int bit) { return 0u - (table >> bit & 1u); };
  const auto choose = [](u32 which, u32 one, u32 zero) { return (which & one) | (~which & zero); };
  return choose(a, choose(b, choose(c, all(7), all(6)), choose(c, all(5), all(4))),
                choose(b, choose(c, all(3), all(2)), choose(c, all(1), all(0))));
}

template <class T>
T shifted_left(T a, u32 by) {
  return by < kBits<T> ? static_cast<T>(static_cast<u64>(a) << (by & (kBits<T> - 1))) : T{0};
}
template <>
u32 shifted_left(u32 a, u32 by) {
  return by < 32 ? a << (by & 31) : 0;
}
/// Beyond the width as if one bit at a time: zeros, or the sign.
template <class T>
T shifted_right(T a, u32 by) {
  const T far = static_cast<T>(a < 0 ? -1 : 0);
  return by < kBits<T> ? static_cast<T>(a >> (by & (kBits<T> - 1))) : far;
}

u32 clamped(u32 by) { return by < 32 ? by : 32; }
u32 wrapped(u32 by) { return by & 31; }
template <auto* By>
u32 funnel_left(u32 a, u32 b, u32 by) {
  return static_cast<u32>((u64{b} << 32 | a) << By(by) >> 32);
}
template <auto* By>
u32 funnel_right(u32 a, u32 b, u32 by) {
  return static_cast<u32>((u64{b} << 32 | a) >> By(by));
}

/// The low n bits, for n of any size.
template <class U>
U low_bits(u32 n) {
  return n < kBits<U> ? static_cast<U>((U{1} << (n & (kBits<U> - 1))) - 1) : static_cast<U>(~U{0});
}
/// A position or length of a field: of 32 bits the low 8 of it count, of 64 all. A GPU has no instruction for the
/// latter, and what ptxas writes instead shifts by the whole register (sm_90, measured:
/// tests/data/h200_operations.csv).
template <class T>
u32 counted(u32 bits) {
  return sizeof(T) == 4 ? bits & 0xff : bits;
}
template <class T>
T extracted(T a, u32 position, u32 length) {
  using U = Unsigned<T>;
  position = counted<T>(position), length = counted<T>(length);
  const U keep = low_bits<U>(length), field = static_cast<U>(shifted_right(a, position)) & keep;
  const bool sign = std::is_signed_v<T> && shifted_right(field, length - 1) != 0;
  return static_cast<T>(field | (sign ? ~keep : U{0}));
}
template <class T>
T inserted(T a, T b, u32 position, u32 length) {
  position = counted<T>(position), length = counted<T>(length);
  const T mask = shifted_left(low_bits<T>(length), position);
  return (shifted_left(a, position) & mask) | (b & ~mask);
}

template <class T>
u32 leading_zeros(T a) {
  if constexpr (sizeof(T) == 8)
    return a == 0 ? 64 : static_cast<u32>(__builtin_clzll(a));
  else
    return a == 0 ? 32 : static_cast<u32>(__builtin_clz(a));
}
template <class T>
u32 ones(T a) {
  return static_cast<u32>(__builtin_popcountll(a));
}
/// The place of the highest bit that is not the sign; -1: there is none.
template <class T, bool kFromAbove>
u32 highest(T a) {
  const auto bits = static_cast<Unsigned<T>>(a < 0 ? ~a : a);
  const u32 above = leading_zeros(bits);
  return bits == 0 ? ~0u : kFromAbove ? above : kBits<T> - 1 - above;
}
u32 reversed(u32 a) {
  a = (a & 0x55555555u) << 1 | (a >> 1 & 0x55555555u);
  a = (a & 0x33333333u) << 2 | (a >> 2 & 0x33333333u);
  a = (a & 0x0f0f0f0fu) << 4 | (a >> 4 & 0x0f0f0f0fu);
  a = (a & 0x00ff00ffu) << 8 | (a >> 8 & 0x00ff00ffu);
  return a << 16 | a >> 16;
}
u64 reversed_64(u64 a) { return u64{reversed(static_cast<u32>(a))} << 32 | reversed(static_cast<u32>(a >> 32)); }

/// Each nibble of the selector takes one of the bytes of b:a; its high bit, that byte's sign eight times.
u32 bytes_taken(u32 a, u32 b, u32 selector) {
  const u64 bytes = u64{b} << 32 | a;
  u32 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    const u32 nibble = selector >> (4 * i) & 15;
    const u32 byte = static_cast<u32>(bytes >> (8 * (nibble & 7))) & 0xff;
    result |= (nibble < 8 ? byte : 0xff * (byte >> 7)) << (8 * i);
  }
  return result;
}
/// The modes are selectors that c chooses among: from bit 16c on.
template <u64 kSelectors>
u32 bytes_by_mode(u32 a, u32 b, u32 c) {
  return bytes_taken(a, b, static_cast<u32>(kSelectors >> (16 * (c & 3))) & 0xffff);
}

template <class T, bool kClamp>
T extended(T a, u32 width) {
  const u32 n = width & 31;
  const u32 above = kClamp && width >= 32 ? 0 : ~0u << n;
  const bool sign = std::is_signed_v<T> && n != 0 && (static_cast<u32>(a) >> ((n - 1) & 31) & 1) != 0;
  return static_cast<T>((static_cast<u32>(a) & ~above) | (sign ? above : 0));
}
template <bool kClamp>
u32 mask_of_bits(u32 position, u32 width) {
  const u32 from = position & 31, to = from + (width & 31);
  const u32 above = to >= 32 || (kClamp && (width >= 32 || position >= 32)) ? 0 : ~0u << (to & 31);
  return kClamp && position >= 32 ? 0 : ~0u << from & ~above;
}

/// The offset-th 1 from bit `base` on, upwards or, if negative, down; 0: bit `base`, if it is 1. 0xffffffff: there is
/// none. As an H100 has it (2026-11-25): 0 for the least offset, and none with a base above 31, which PTX leaves
/// undefined.
u32 nth_set(u32 mask, u32 base, u32 offset) {
  const bool down = static_cast<s32>(offset) < 0;
  u32 left = offset == 0 ? 1 : down ? 0 - offset : offset;
  if (offset == 1u << 31) return 0;
  for (u32 at = base; at < 32; at += down ? ~0u : 1u) {
    left -= mask >> at & 1;
    if (left == 0) return at;
    if (offset == 0) break;
  }
  return ~0u;
}

u32 pack_2x16(u16 a, u16 b) { return u32{a} | u32{b} << 16; }
u64 pack_2x32(u32 a, u32 b) { return u64{a} | u64{b} << 32; }
u64 pack_4x16(u16 a, u16 b, u16 c, u16 d) { return pack_2x32(pack_2x16(a, b), pack_2x16(c, d)); }
Two<u16, u16> unpack_2x16(u32 a) { return {static_cast<u16>(a), static_cast<u16>(a >> 16)}; }
Two<u32, u32> unpack_2x32(u64 a) { return {static_cast<u32>(a), static_cast<u32>(a >> 32)}; }
Four<u16> unpack_4x16(u64 a) {
  return {{static_cast<u16>(a), static_cast<u16>(a >> 16), static_cast<u16>(a >> 32), static_cast<u16>(a >> 48)}};
}

template <class U>
constexpr auto any_width(const char* bits_name, const char* of_unsigned, const char* of_signed) {
  using S = std::make_signed_t<U>;
  return std::array{row<both<U>>({"and.", bits_name}),          row<either<U>>({"or.", bits_name}),
                    row<one_of<U>>({"xor.", bits_name}),        row<inverted<U>>({"not.", bits_name}),
                    row<is_zero<U>>({"cnot.", bits_name}),      row<shifted_left<U>>({"shl.", bits_name}),
                    row<shifted_right<U>>({"shr.", bits_name}), row<shifted_right<U>>({"shr.", of_unsigned}),
                    row<shifted_right<S>>({"shr.", of_signed}), row<moved<U>>({"mov.", bits_name}),
                    row<moved<U>>({"mov.", of_unsigned}),       row<moved<U>>({"mov.", of_signed})};
}
template <class U>
constexpr auto from_32(const char* bits_name, const char* of_unsigned, const char* of_signed) {
  using S = std::make_signed_t<U>;
  return std::array{row<extracted<U>>({"bfe.", of_unsigned}),
                    row<extracted<S>>({"bfe.", of_signed}),
                    row<inserted<U>>({"bfi.", bits_name}),
                    row<leading_zeros<U>>({"clz.", bits_name}),
                    row<ones<U>>({"popc.", bits_name}),
                    row<highest<U, false>>({"bfind.", of_unsigned}),
                    row<highest<S, false>>({"bfind.", of_signed}),
                    row<highest<U, true>>({"bfind.shiftamt.", of_unsigned}),
                    row<highest<S, true>>({"bfind.shiftamt.", of_signed})};
}

}  // namespace

std::span<const Row> bit_operations() {
  static constexpr auto rows = together(any_width<u16>("b16", "u16", "s16"), any_width<u32>("b32", "u32", "s32"),
                                        any_width<u64>("b64", "u64", "s64"), from_32<u32>("b32", "u32", "s32"),
                                        from_32<u64>("b64", "u64", "s64"),
                                        std::array{
                                            row<moved<u32>>({"mov.f32"}),
                                            row<moved<u64>>({"mov.f64"}),
                                            row<by_table>({"lop3.b32"}),
                                            row<funnel_left<clamped>>({"shf.l.clamp.b32"}),
                                            row<funnel_left<wrapped>>({"shf.l.wrap.b32"}),
                                            row<funnel_right<clamped>>({"shf.r.clamp.b32"}),
                                            row<funnel_right<wrapped>>({"shf.r.wrap.b32"}),
                                            row<reversed>({"brev.b32"}),
                                            row<reversed_64>({"brev.b64"}),
                                            row<bytes_taken>({"prmt.b32"}),
                                            row<bytes_by_mode<0x6543'5432'4321'3210>>({"prmt.b32.f4e"}),
                                            row<bytes_by_mode<0x0123'7012'6701'5670>>({"prmt.b32.b4e"}),
                                            row<bytes_by_mode<0x3333'2222'1111'0000>>({"prmt.b32.rc8"}),
                                            row<bytes_by_mode<0x3333'3222'3211'3210>>({"prmt.b32.ecl"}),
                                            row<bytes_by_mode<0x3210'2210'1110'0000>>({"prmt.b32.ecr"}),
                                            row<bytes_by_mode<0x3232'1010'3232'1010>>({"prmt.b32.rc16"}),
                                            row<extended<u32, true>>({"szext.clamp.u32"}),
                                            row<extended<u32, false>>({"szext.wrap.u32"}),
                                            row<extended<s32, true>>({"szext.clamp.s32"}),
                                            row<extended<s32, false>>({"szext.wrap.s32"}),
                                            row<mask_of_bits<true>>({"bmsk.clamp.b32"}),
                                            row<mask_of_bits<false>>({"bmsk.wrap.b32"}),
                                            row<nth_set>({"fns.b32"}),
                                            row<pack_2x16>({"pack.b32.b16x2"}),
                                            row<pack_2x32>({"pack.b64.b32x2"}),
                                            row<pack_4x16>({"pack.b64.b16x4"}),
                                            row<unpack_2x16>({"unpack.b32.b16x2"}),
                                            row<unpack_2x32>({"unpack.b64.b32x2"}),
                                            row<unpack_4x16>({"unpack.b64.b16x4"}),
                                        });
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
