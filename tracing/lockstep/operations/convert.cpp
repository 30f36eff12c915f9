// SPDX-License-Identifier: MIT
// Conversions: PTX ISA, "cvt". families.h says how registers hold u8 and s8.
#include "tracing/lockstep/operations/families.h"
#include "tracing/lockstep/operations/floats.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

template <class T>
using Stored = std::conditional_t<std::is_same_v<T, u8>, u16, std::conditional_t<std::is_same_v<T, s8>, s16, T>>;
template <class T>
constexpr T kLeast = std::is_signed_v<T> ? static_cast<T>(T{1} << (8 * sizeof(T) - 1)) : T{0};
template <class T>
constexpr T kMost = static_cast<T>(~kLeast<T>);

template <class D, class S, bool kSaturate>
Stored<D> integer_to_integer(Stored<S> from) {
  const S a = static_cast<S>(from);
  if constexpr (kSaturate) {
    const bool below = a < 0 && (!std::is_signed_v<D> || static_cast<s64>(a) < static_cast<s64>(kLeast<D>));
    const bool above = !(a < 0) && static_cast<u64>(a) > static_cast<u64>(kMost<D>);
    return below ? kLeast<D> : above ? kMost<D> : static_cast<D>(a);
  } else {
    return static_cast<D>(a);
  }
}

/// In round-down the host's ways through large constants make a -0 of 0.
template <class D, class S>
D with_sign_of(S a, D value) {
  return std::bit_cast<D>((bits(value) & ~kSign<D>) | (a < 0 ? kSign<D> : BitsOf<D>{0}));
}
/// The same to f64's 53 bits, with the last one set where others are lost: a later rounding to fewer is right.
template <class S>
f64 as_f64(S a) {
  if constexpr (sizeof(S) < 8) {
    return with_sign_of(a, static_cast<f64>(a));
  } else {
    const bool negative = a < 0;
    const u64 magnitude = negative ? 0 - static_cast<u64>(a) : static_cast<u64>(a);
    const u64 cut = (magnitude & ~u64{0x7ff}) | ((magnitude & 0x7ff) != 0 ? 0x800 : 0);
    const f64 value = static_cast<f64>(magnitude >> 53 != 0 ? cut : magnitude);
    return with_sign_of(a, value);
  }
}
template <class D, class S, Round kHow>
D integer_to_float(Stored<S> from) {
  const S a = static_cast<S>(from);
  if constexpr (sizeof(D) == 2)
    return narrowed<D, kHow>(as_f64(a));
  else
    return with_sign_of(a, static_cast<D>(a));
}

template <Round kHow>
f32 whole(f32 a) {
  return kHow == Round::kZero   ? __builtin_truncf(a)
         : kHow == Round::kDown ? __builtin_floorf(a)
         : kHow == Round::kUp   ? __builtin_ceilf(a)
                                : __builtin_rintf(a);
}
template <Round kHow>
f64 whole(f64 a) {
  return kHow == Round::kZero   ? __builtin_trunc(a)
         : kHow == Round::kDown ? __builtin_floor(a)
         : kHow == Round::kUp   ? __builtin_ceil(a)
                                : __builtin_rint(a);
}

/// A NaN becomes 0, or where f64 or 64 bits take part the highest bit alone; what does not fit is clamped.
template <class D, class S, Round kHow, bool kFlush>
Stored<D> float_to_integer(S from) {
  const auto a = whole<kHow>(widened(taken<S, kFlush>(from)));
  using W = std::remove_const_t<decltype(a)>;
  constexpr W kEnd = static_cast<W>(u64{1} << (8 * sizeof(D) - 1)) * (std::is_signed_v<D> ? 1 : 2);
  constexpr W kBegin = std::is_signed_v<D> ? -kEnd : W{0};
  constexpr bool kWide = sizeof(S) == 8 || sizeof(D) == 8;
  constexpr D kOfNan = kWide ? static_cast<D>(u64{1} << (8 * sizeof(D) - 1)) : D{0};
  const bool below = a < kBegin, above = a >= kEnd, fits = !below & !above & !is_nan(a);
  const D value = static_cast<D>(fits ? a : W{0});
  return fits ? value : below ? kLeast<D> : above ? kMost<D> : kOfNan;
}

template <class T>
T saturated(T a) {  // to [+0, 1], a NaN to +0
  constexpr BitsOf<T> kOne = std::is_same_v<T, f16>    ? static_cast<BitsOf<T>>(0x3c00)
                             : std::is_same_v<T, bf16> ? static_cast<BitsOf<T>>(0x3f80)
                             : sizeof(T) == 4          ? static_cast<BitsOf<T>>(0x3f800000)
                                                       : static_cast<BitsOf<T>>(0x3ff0000000000000);
  const BitsOf<T> raw = bits(a);
  return std::bit_cast<T>(is_nan(a) || (raw & kSign<T>) != 0 ? BitsOf<T>{0} : raw > kOne ? kOne : raw);
}
template <class T>
T rectified(T a) {  // .relu: negative numbers to +0
  return std::bit_cast<T>((bits(a) & kSign<T>) != 0 && !is_nan(a) ? BitsOf<T>{0} : bits(a));
}

template <class D, Round kHow, class S>
D to_float(S a) {
  if constexpr (std::is_same_v<D, bf16>)
    return narrowed<D, kHow>(static_cast<f64>(widened(a)));
  else if constexpr (std::is_same_v<D, f16>)
    return narrowed<D, kHow>(widened(a));
  else
    return static_cast<D>(widened(a));
}
/// The half that an f64 NaN becomes: its sign, and as much of its fraction as has room, with the highest bit set.
template <class D>
D nan_of(f64 a) {
  constexpr u32 kFraction = (1u << Half<D>::kFraction) - 1;
  const u32 sign = (bits(a) & kSign<f64>) != 0 ? 0x8000 : 0, carried = static_cast<u32>(bits(a) >> 32) >> 4;
  return std::bit_cast<D>(static_cast<u16>(sign | kInfinity<D> | (carried >> (16 - Half<D>::kFraction) & kFraction) |
                                           (kFraction + 1) >> 1));
}
/// Which NaN: of f64 as nan_of() says, and so the host does it for f32; from one type to the same, or to one with more
/// of the same exponents, as it is; else always the same. Source: an H200, tests/data/h200_operations.csv.
template <class D, class S, bool kFlush>
D with_nan(S from, D value) {
  constexpr bool kMoves = sizeof(D) == 4 && !kFlush && (sizeof(S) == 4 || std::is_same_v<S, bf16>);
  if constexpr (sizeof(D) == 8 || (sizeof(D) == 4 && sizeof(S) == 8) || kMoves)
    return value;
  else if constexpr (sizeof(S) == 8)
    return is_nan(from) ? nan_of<D>(from) : value;
  else
    return is_nan(value) ? kNan<D> : value;
}
enum class Then { kNothing, kSaturate, kRectify };
template <class D, class S, Round kHow, bool kFlush, Then kThen>
D float_to_float(S from) {
  // To f16 no source is flushed, though PTX says so: an H200, likewise.
  const S a = taken < S, kFlush && sizeof(S) == 4 && !std::is_same_v < D, f16 >> (from);
  D r = to_float<D, kHow>(a);
  if constexpr (kFlush && sizeof(S) == 8) r = flushed_if(is_tiny(static_cast<f32>(a * 0x1p24)), r);
  r = with_nan<D, S, kFlush>(a, r);
  return kThen == Then::kSaturate ? saturated(r) : kThen == Then::kRectify ? rectified(r) : r;
}
template <class T, Round kHow, bool kFlush, bool kSaturate>
T to_whole(T from) {
  const T a = taken<T, kFlush>(from);
  T r;
  if constexpr (std::is_same_v<T, f16>)
    r = narrowed<T>(whole<kHow>(widened(a)));
  else if constexpr (std::is_same_v<T, bf16>)
    r = narrowed<T>(static_cast<f64>(whole<kHow>(widened(a))));
  else
    r = sizeof(T) == 4 && is_nan(a) ? kNan<T> : whole<kHow>(a);
  return kSaturate ? saturated(r) : r;
}

/// a to the upper half, b to the lower one.
template <class D, Round kHow, Then kThen>
u32 pair(f32 a, f32 b) {
  const u32 high = bits(float_to_float<D, f32, kHow, false, kThen>(a));
  return high << 16 | bits(float_to_float<D, f32, kHow, false, kThen>(b));
}
/// To 10 bits of fraction, ties away from zero. A NaN loses bits too, and may end as an infinity: so an H200 has it.
u32 to_tf32(f32 a) { return (bits(a) + ((bits(a) & ~kSign<f32>) < kInfinity<f32> ? 0x1000 : 0)) & ~0x1fffu; }

template <class S, class D>
constexpr auto integers(const char* from, const char* to) {
  return std::array{row<integer_to_integer<D, S, false>>({"cvt.", to, ".", from}),
                    row<integer_to_integer<D, S, true>>({"cvt.sat.", to, ".", from})};
}
/// There are hundreds of them: those that programs seldom run are compiled with one loop.
template <auto* F, Round kHow = Round::kNearest>
constexpr Row rare(const Name& name) {
  return rounded_row<F, kHow, &Warp<F>::run_by_one_loop>(name);
}

template <class I, class F>
constexpr auto integer_and_float(const char* integer, const char* real) {
  using enum Round;
  return std::array{
      row<integer_to_float<F, I, kNearest>>({"cvt.", real, ".", integer}),
      rare<integer_to_float<F, I, kZero>, kZero>({"cvt.rz.", real, ".", integer}),
      rare<integer_to_float<F, I, kDown>, kDown>({"cvt.rm.", real, ".", integer}),
      rare<integer_to_float<F, I, kUp>, kUp>({"cvt.rp.", real, ".", integer}),
      rare<float_to_integer<I, F, kNearest, false>>({"cvt.rni.", integer, ".", real}),
      row<float_to_integer<I, F, kZero, false>>({"cvt.rzi.", integer, ".", real}),
      rare<float_to_integer<I, F, kDown, false>>({"cvt.rmi.", integer, ".", real}),
      rare<float_to_integer<I, F, kUp, false>>({"cvt.rpi.", integer, ".", real}),
  };
}
template <class I>
constexpr auto integer_and_f32_flushed(const char* integer) {
  using enum Round;
  return std::array{rare<float_to_integer<I, f32, kNearest, true>>({"cvt.rni.ftz.", integer, ".f32"}),
                    rare<float_to_integer<I, f32, kZero, true>>({"cvt.rzi.ftz.", integer, ".f32"}),
                    rare<float_to_integer<I, f32, kDown, true>>({"cvt.rmi.ftz.", integer, ".f32"}),
                    rare<float_to_integer<I, f32, kUp, true>>({"cvt.rpi.ftz.", integer, ".f32"})};
}
template <class I>
constexpr auto of_integer(const char* integer) {
  return together(integers<I, u8>(integer, "u8"), integers<I, s8>(integer, "s8"), integers<I, u16>(integer, "u16"),
                  integers<I, s16>(integer, "s16"), integers<I, u32>(integer, "u32"), integers<I, s32>(integer, "s32"),
                  integers<I, u64>(integer, "u64"), integers<I, s64>(integer, "s64"),
                  integer_and_float<I, f16>(integer, "f16"), integer_and_float<I, bf16>(integer, "bf16"),
                  integer_and_float<I, f32>(integer, "f32"), integer_and_float<I, f64>(integer, "f64"),
                  integer_and_f32_flushed<I>(integer));
}

template <Round kHow, bool kFlush, class D, class S>
constexpr auto floats(const char* round, const char* types) {
  return std::array{
      rounded_row<float_to_float<D, S, kHow, kFlush, Then::kNothing>, kHow>({"cvt", round, kFtz<kFlush>, types}),
      rare<float_to_float<D, S, kHow, kFlush, Then::kSaturate>, kHow>({"cvt", round, kFtz<kFlush>, ".sat", types})};
}
template <Round kHow>
constexpr auto narrowing(const char* round) {
  return together(floats<kHow, false, f16, f32>(round, ".f16.f32"), floats<kHow, true, f16, f32>(round, ".f16.f32"),
                  floats<kHow, false, f16, f64>(round, ".f16.f64"), floats<kHow, false, bf16, f32>(round, ".bf16.f32"),
                  floats<kHow, false, bf16, f64>(round, ".bf16.f64"),
                  floats<kHow, false, bf16, f16>(round, ".bf16.f16"),
                  floats<kHow, false, f16, bf16>(round, ".f16.bf16"), floats<kHow, false, f32, f64>(round, ".f32.f64"),
                  floats<kHow, true, f32, f64>(round, ".f32.f64"));
}
template <Round kHow, class D>
constexpr auto halves(const char* round, const char* types) {
  using enum Then;
  return std::array{rare<float_to_float<D, f32, kHow, false, kRectify>, kHow>({"cvt", round, ".relu.", types, ".f32"}),
                    rare<pair<D, kHow, kNothing>, kHow>({"cvt", round, ".", types, "x2.f32"}),
                    rare<pair<D, kHow, kRectify>, kHow>({"cvt", round, ".relu.", types, "x2.f32"})};
}
constexpr auto widening() {
  constexpr Round kHow = Round::kNearest;
  return together(floats<kHow, false, f32, f16>("", ".f32.f16"), floats<kHow, true, f32, f16>("", ".f32.f16"),
                  floats<kHow, false, f32, bf16>("", ".f32.bf16"), floats<kHow, false, f64, f16>("", ".f64.f16"),
                  floats<kHow, false, f64, bf16>("", ".f64.bf16"), floats<kHow, false, f64, f32>("", ".f64.f32"),
                  floats<kHow, true, f64, f32>("", ".f64.f32"), floats<kHow, false, f32, f32>("", ".f32.f32"),
                  floats<kHow, true, f32, f32>("", ".f32.f32"));
}
template <Round kHow, bool kFlush, class T>
constexpr auto to_itself(const char* round, const char* types) {
  return std::array{rare<to_whole<T, kHow, kFlush, false>>({"cvt", round, kFtz<kFlush>, types}),
                    rare<to_whole<T, kHow, kFlush, true>>({"cvt", round, kFtz<kFlush>, ".sat", types})};
}
template <Round kHow>
constexpr auto whole_floats(const char* round) {
  return together(to_itself<kHow, false, f16>(round, ".f16.f16"), to_itself<kHow, false, bf16>(round, ".bf16.bf16"),
                  to_itself<kHow, false, f32>(round, ".f32.f32"), to_itself<kHow, true, f32>(round, ".f32.f32"),
                  to_itself<kHow, false, f64>(round, ".f64.f64"));
}

}  // namespace

std::span<const Row> convert_operations() {
  using enum Round;
  static constexpr auto rows = together(
      of_integer<u8>("u8"), of_integer<s8>("s8"), of_integer<u16>("u16"), of_integer<s16>("s16"),
      of_integer<u32>("u32"), of_integer<s32>("s32"), of_integer<u64>("u64"), of_integer<s64>("s64"),
      narrowing<kNearest>(""), narrowing<kZero>(".rz"), narrowing<kDown>(".rm"), narrowing<kUp>(".rp"),
      halves<kNearest, f16>("", "f16"), halves<kZero, f16>(".rz", "f16"), halves<kNearest, bf16>("", "bf16"),
      halves<kZero, bf16>(".rz", "bf16"), widening(), whole_floats<kNearest>(".rni"), whole_floats<kZero>(".rzi"),
      whole_floats<kDown>(".rmi"), whole_floats<kUp>(".rpi"), std::array{row<to_tf32>({"cvt.rna.tf32.f32"})});
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
