// SPDX-License-Identifier: MIT
// Comparisons and choices: PTX ISA, "Comparison and Selection Instructions", and logic on predicates.
#include "tracing/lockstep/operations/families.h"
#include "tracing/lockstep/operations/floats.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

enum class Relation { eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan };

template <class T>
constexpr bool kFloat = std::is_floating_point_v<T> || std::is_same_v<T, f16> || std::is_same_v<T, bf16>;

/// Those with u hold where a or b is NaN, and are the opposite's opposite.
template <Relation kIs, class T, bool kFlush>
bool compare(T left, T right) {
  const auto value = [](T x) {
    if constexpr (kFloat<T>)
      return widened(taken<T, kFlush>(x));
    else
      return x;
  };
  const auto a = value(left), b = value(right);
  switch (kIs) {
    case Relation::eq: return a == b;
    case Relation::ne: return kFloat<T> ? (a < b) | (b < a) : a != b;
    case Relation::lt: return a < b;
    case Relation::le: return a <= b;
    case Relation::gt: return a > b;
    case Relation::ge: return a >= b;
    case Relation::equ: return !((a < b) | (b < a));
    case Relation::neu: return !(a == b);
    case Relation::ltu: return !(a >= b);
    case Relation::leu: return !(a > b);
    case Relation::gtu: return !(a <= b);
    case Relation::geu: return !(a < b);
    case Relation::num: return (a == a) & (b == b);
    case Relation::nan: break;
  }
  return (a != a) | (b != b);
}

/// For which lanes F holds of the two sources. Not inlined: setp and set come in many forms.
template <auto* F>
struct Compared;
template <class T, bool (*F)(T, T)>
struct Compared<F> {
  [[gnu::noinline, gnu::flatten]] static Mask mask(std::byte* registers, const Slot* sources) {
    const T *a = lanes_of<T>(registers, sources[0]), *b = lanes_of<T>(registers, sources[1]);
    alignas(32) u8 bytes[kLanes];
    GS_LANES
    for (int l = 0; l < kLanes; ++l) bytes[l] = F(a[l], b[l]) ? 0xff : 0;
    return mask_of(bytes);
  }
};

Mask alone(Mask a, Mask) { return a; }
Mask both(Mask a, Mask b) { return a & b; }
Mask either(Mask a, Mask b) { return a | b; }
Mask one_of(Mask a, Mask b) { return a ^ b; }
Mask inverted(Mask a, Mask) { return ~a; }

template <auto* F, auto* kWith>
void setp(std::byte* registers, const Slot* operands, Mask active) {
  const Mask p = Compared<F>::mask(registers, operands + 2);
  const Mask c = kWith == alone ? 0 : get_mask(registers, operands[4]);
  put_mask(registers, operands[0], kWith(p, c), active);
  put_mask(registers, operands[1], kWith(~p, c), active);
}
template <auto* F, u32 kTrue>
void set(std::byte* registers, const Slot* operands, Mask active) {
  const Mask holds = Compared<F>::mask(registers, operands + 1);
  u32* const to = lanes_of<u32>(registers, operands[0]);
  GS_LANES
  for (int l = 0; l < kLanes; ++l) to[l] = (active >> l & 1u) != 0 ? (holds >> l & 1u) * kTrue : to[l];
}

/// setp and set by one relation on one type; kFtz is ".ftz" or "".
template <Text kRelation, Relation kIs, Text kFtz, Text kType, class T>
constexpr auto relation() {
  constexpr auto* kF = &compare<kIs, T, sizeof(kFtz) != 1>;
  constexpr Holds h = holds<T>(), p = Holds::kPredicate, w = Holds::k32;
  constexpr u32 kOne = std::bit_cast<u32>(1.0f);
  return std::array{
      Operation{name<"setp.", kRelation, kFtz, ".", kType>, {p, p, h, h}, each<setp<kF, alone>>, 2},
      Operation{name<"setp.", kRelation, ".and", kFtz, ".", kType>, {p, p, h, h, p}, each<setp<kF, both>>, 2},
      Operation{name<"setp.", kRelation, ".or", kFtz, ".", kType>, {p, p, h, h, p}, each<setp<kF, either>>, 2},
      Operation{name<"setp.", kRelation, ".xor", kFtz, ".", kType>, {p, p, h, h, p}, each<setp<kF, one_of>>, 2},
      Operation{name<"set.", kRelation, kFtz, ".u32.", kType>, {w, h, h}, each<set<kF, ~0u>>},
      Operation{name<"set.", kRelation, kFtz, ".s32.", kType>, {w, h, h}, each<set<kF, ~0u>>},
      Operation{name<"set.", kRelation, kFtz, ".f32.", kType>, {w, h, h}, each<set<kF, kOne>>}};
}
/// Of pairs: p is of the lower halves, q of the upper ones; set gives 1 or 0 in each half, or all ones.
template <auto* F>
struct Pairs;
template <class T, bool (*F)(T, T)>
struct Pairs<F> {
  static T half(u32 x, int shift) { return std::bit_cast<T>(static_cast<u16>(x >> shift)); }
  static Two<bool, bool> both(u32 a, u32 b) { return {F(half(a, 0), half(b, 0)), F(half(a, 16), half(b, 16))}; }
  template <u32 kTrue>
  static u32 set(u32 a, u32 b) {
    return (F(half(a, 0), half(b, 0)) ? kTrue : 0) | (F(half(a, 16), half(b, 16)) ? kTrue << 16 : 0);
  }
};
template <Text kRelation, Relation kIs, Text kType, class T>
constexpr auto pair_relation() {
  constexpr auto* kF = &compare<kIs, T, false>;
  constexpr u32 kOne = std::is_same_v<T, f16> ? 0x3c00 : 0x3f80;
  return std::array{row<Pairs<kF>::both>(name<"setp.", kRelation, ".", kType>),
                    row<Pairs<kF>::template set<kOne>>(name<"set.", kRelation, ".", kType, ".", kType>),
                    row<Pairs<kF>::template set<0xffff>>(name<"set.", kRelation, ".u32.", kType>)};
}
template <Text kType, class T>
constexpr auto pair_orders() {
  using enum Relation;
  return together(pair_relation<"eq", eq, kType, T>(), pair_relation<"ne", ne, kType, T>(),
                  pair_relation<"lt", lt, kType, T>(), pair_relation<"le", le, kType, T>(),
                  pair_relation<"gt", gt, kType, T>(), pair_relation<"ge", ge, kType, T>(),
                  pair_relation<"equ", equ, kType, T>(), pair_relation<"neu", neu, kType, T>(),
                  pair_relation<"ltu", ltu, kType, T>(), pair_relation<"leu", leu, kType, T>(),
                  pair_relation<"gtu", gtu, kType, T>(), pair_relation<"geu", geu, kType, T>(),
                  pair_relation<"num", num, kType, T>(), pair_relation<"nan", nan, kType, T>());
}
template <Text kType, class T>
constexpr auto equalities() {
  return together(relation<"eq", Relation::eq, "", kType, T>(), relation<"ne", Relation::ne, "", kType, T>());
}
template <Text kType, class T, Text kFtz = "">
constexpr auto orders() {
  using enum Relation;
  return together(relation<"eq", eq, kFtz, kType, T>(), relation<"ne", ne, kFtz, kType, T>(),
                  relation<"lt", lt, kFtz, kType, T>(), relation<"le", le, kFtz, kType, T>(),
                  relation<"gt", gt, kFtz, kType, T>(), relation<"ge", ge, kFtz, kType, T>());
}
template <Text kType, class T>
constexpr auto unsigned_orders() {
  using enum Relation;
  return together(orders<kType, T>(), relation<"lo", lt, "", kType, T>(), relation<"ls", le, "", kType, T>(),
                  relation<"hi", gt, "", kType, T>(), relation<"hs", ge, "", kType, T>());
}
template <Text kType, class T, Text kFtz = "">
constexpr auto float_orders() {
  using enum Relation;
  return together(orders<kType, T, kFtz>(), relation<"equ", equ, kFtz, kType, T>(),
                  relation<"neu", neu, kFtz, kType, T>(), relation<"ltu", ltu, kFtz, kType, T>(),
                  relation<"leu", leu, kFtz, kType, T>(), relation<"gtu", gtu, kFtz, kType, T>(),
                  relation<"geu", geu, kFtz, kType, T>(), relation<"num", num, kFtz, kType, T>(),
                  relation<"nan", nan, kFtz, kType, T>());
}

/// selp, with all choices by bits: of `c ? a : b` g++ makes branches.
template <class T>
void select(std::byte* registers, const Slot* operands, Mask active) {
  const T *a = lanes_of<T>(registers, operands[1]), *b = lanes_of<T>(registers, operands[2]);
  T* const to = lanes_of<T>(registers, operands[0]);
  const Mask first = get_mask(registers, operands[3]);
  GS_LANES
  for (int l = 0; l < kLanes; ++l) {
    const T c = static_cast<T>(T{0} - static_cast<T>(first >> l & 1u));
    const T runs = static_cast<T>(T{0} - static_cast<T>(active >> l & 1u));
    const T value = static_cast<T>((a[l] & c) | (b[l] & ~c));
    to[l] = static_cast<T>((value & runs) | (to[l] & ~runs));
  }
}
template <class T>
T by_sign(T a, T b, s32 c) {
  return c >= 0 ? a : b;
}
template <class T, bool kFlush>
T by_float_sign(T a, T b, f32 c) {
  return taken<f32, kFlush>(c) >= 0 ? a : b;
}

template <Text kType, class T>
constexpr auto choices() {
  return std::array{
      Operation{name<"selp.", kType>, {holds<T>(), holds<T>(), holds<T>(), Holds::kPredicate}, each<select<T>>},
      row<by_sign<T>>(name<"slct.", kType, ".s32">), row<by_float_sign<T, false>>(name<"slct.", kType, ".f32">),
      row<by_float_sign<T, true>>(name<"slct.ftz.", kType, ".f32">)};
}

template <auto* F>
void logic(std::byte* registers, const Slot* operands, Mask active) {
  put_mask(registers, operands[0], F(get_mask(registers, operands[1]), get_mask(registers, operands[2])), active);
}
template <auto* F>
void logic_of_one(std::byte* registers, const Slot* operands, Mask active) {
  put_mask(registers, operands[0], F(get_mask(registers, operands[1]), 0), active);
}
constexpr auto on_predicates() {
  constexpr Holds p = Holds::kPredicate;
  return std::array{Operation{"and.pred", {p, p, p}, each<logic<both>>},
                    Operation{"or.pred", {p, p, p}, each<logic<either>>},
                    Operation{"xor.pred", {p, p, p}, each<logic<one_of>>},
                    Operation{"not.pred", {p, p}, each<logic_of_one<inverted>>},
                    Operation{"mov.pred", {p, p}, each<logic_of_one<alone>>}};
}

}  // namespace

std::span<const Operation> predicate_operations() {
  static constexpr auto rows =
      together(equalities<"b16", u16>(), equalities<"b32", u32>(), equalities<"b64", u64>(), orders<"s16", s16>(),
               orders<"s32", s32>(), orders<"s64", s64>(), unsigned_orders<"u16", u16>(), unsigned_orders<"u32", u32>(),
               unsigned_orders<"u64", u64>(), float_orders<"f32", f32>(), float_orders<"f32", f32, ".ftz">(),
               float_orders<"f64", f64>(), float_orders<"f16", f16>(), float_orders<"f16", f16, ".ftz">(),
               float_orders<"bf16", bf16>(), pair_orders<"f16x2", f16>(), pair_orders<"bf16x2", bf16>(),
               choices<"b16", u16>(), choices<"u16", u16>(), choices<"s16", u16>(), choices<"b32", u32>(),
               choices<"u32", u32>(), choices<"s32", u32>(), choices<"f32", u32>(), choices<"b64", u64>(),
               choices<"u64", u64>(), choices<"s64", u64>(), choices<"f64", u64>(), on_predicates());
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
