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
  return std::array{Operation{name<"setp.", kRelation, kFtz, ".", kType>, {p, p, h, h}, setp<kF, alone>, 2},
                    Operation{name<"setp.", kRelation, ".and", kFtz, ".", kType>, {p, p, h, h, p}, setp<kF, both>, 2},
                    Operation{name<"setp.", kRelation, ".or", kFtz, ".", kType>, {p, p, h, h, p}, setp<kF, either>, 2},
                    Operation{name<"setp.", kRelation, ".xor", kFtz, ".", kType>, {p, p, h, h, p}, setp<kF, one_of>, 2},
                    Operation{name<"set.", kRelation, kFtz, ".u32.", kType>, {w, h, h}, set<kF, ~0u>},
                    Operation{name<"set.", kRelation, kFtz, ".s32.", kType>, {w, h, h}, set<kF, ~0u>},
                    Operation{name<"set.", kRelation, kFtz, ".f32.", kType>, {w, h, h}, set<kF, kOne>}};
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

template <class T>
T selected(T a, T b, bool c) {
  return c ? a : b;
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
  return std::array{row<selected<T>>(name<"selp.", kType>), row<by_sign<T>>(name<"slct.", kType, ".s32">),
                    row<by_float_sign<T, false>>(name<"slct.", kType, ".f32">),
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
  return std::array{Operation{"and.pred", {p, p, p}, logic<both>}, Operation{"or.pred", {p, p, p}, logic<either>},
                    Operation{"xor.pred", {p, p, p}, logic<one_of>},
                    Operation{"not.pred", {p, p}, logic_of_one<inverted>},
                    Operation{"mov.pred", {p, p}, logic_of_one<alone>}};
}

}  // namespace

std::span<const Operation> predicate_operations() {
  static constexpr auto rows = together(
      equalities<"b16", u16>(), equalities<"b32", u32>(), equalities<"b64", u64>(), orders<"s16", s16>(),
      orders<"s32", s32>(), orders<"s64", s64>(), unsigned_orders<"u16", u16>(), unsigned_orders<"u32", u32>(),
      unsigned_orders<"u64", u64>(), float_orders<"f32", f32>(), float_orders<"f32", f32, ".ftz">(),
      float_orders<"f64", f64>(), float_orders<"f16", f16>(), float_orders<"f16", f16, ".ftz">(),
      float_orders<"bf16", bf16>(), choices<"b16", u16>(), choices<"u16", u16>(), choices<"s16", u16>(),
      choices<"b32", u32>(), choices<"u32", u32>(), choices<"s32", u32>(), choices<"f32", u32>(), choices<"b64", u64>(),
      choices<"u64", u64>(), choices<"s64", u64>(), choices<"f64", u64>(), on_predicates());
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
