// SPDX-License-Identifier: MIT
// Comparisons and choices: PTX ISA, "Comparison and Selection Instructions", and logic on predicates.
#include "tracing/lockstep/operations/families.h"
#include "tracing/lockstep/operations/floats.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

template <class T>
constexpr bool kFloat = std::is_floating_point_v<T> || std::is_same_v<T, f16> || std::is_same_v<T, bf16>;

/// What lanes are compared for. All relations of PTX follow from these: see how().
enum class Compare { kEqual, kDifferent, kLess, kAtMost, kNumbers };

/// False where a or b is a NaN.
template <Compare kFor, class T>
bool compare(T a, T b) {
  switch (kFor) {
    case Compare::kEqual: return a == b;
    case Compare::kDifferent: return (a < b) | (b < a);
    case Compare::kLess: return a < b;
    case Compare::kAtMost: return a <= b;
    case Compare::kNumbers: break;
  }
  return (a == a) & (b == b);
}
/// Bit l: what lane l's comparison gives.
template <Compare kFor, class T, bool kFlush>
[[gnu::noinline, gnu::flatten]] Mask compare_all(const void* left, const void* right) {
  const auto value = [](T x) {
    if constexpr (kFloat<T>)
      return widened(taken<T, kFlush>(x));
    else
      return x;
  };
  const T *a = static_cast<const T*>(left), *b = static_cast<const T*>(right);
  alignas(32) u8 bytes[kLanes];
  GS_LANES
  for (int l = 0; l < kLanes; ++l) bytes[l] = compare<kFor>(value(a[l]), value(b[l])) ? 0xff : 0;
  return mask_of(bytes);
}

/// Those with u hold where a or b is a NaN, too. Of integers, which have none, they are the same as those without.
enum class Relation { eq, ne, lt, le, gt, ge, equ, neu, ltu, leu, gtu, geu, num, nan };
/// How to find out whether a relation holds: a comparison, of b and a instead of a and b, the result inverted.
struct How {
  Compare what;
  bool swaps = false, inverts = false;
};
constexpr How how(Relation relation, bool is_float) {
  switch (relation) {
    case Relation::eq: return {Compare::kEqual};
    case Relation::lt: return {Compare::kLess};
    case Relation::gt: return {Compare::kLess, true};
    case Relation::ne:
      if (is_float) return {Compare::kDifferent};
      [[fallthrough]];
    case Relation::neu: return {Compare::kEqual, false, true};
    case Relation::le:
      if (is_float) return {Compare::kAtMost};
      [[fallthrough]];
    case Relation::leu: return {Compare::kLess, true, true};
    case Relation::ge:
      if (is_float) return {Compare::kAtMost, true};
      [[fallthrough]];
    case Relation::geu: return {Compare::kLess, false, true};
    case Relation::equ: return {Compare::kDifferent, false, true};
    case Relation::ltu: return {Compare::kAtMost, true, true};
    case Relation::gtu: return {Compare::kAtMost, false, true};
    case Relation::num: return {Compare::kNumbers};
    case Relation::nan: break;
  }
  return {Compare::kNumbers, false, true};
}
/// A relation on a type, for functions that are compiled once for all of them.
struct Relates {
  Mask (*compare)(const void* left, const void* right);
  bool swaps;
  Mask inverts;
  Mask operator()(const void* a, const void* b) const { return compare(swaps ? b : a, swaps ? a : b) ^ inverts; }
};
template <Relation kIs, class T, bool kFlush>
constexpr Relates relates() {
  constexpr How kHow = how(kIs, kFloat<T>);
  if constexpr (!kFloat<T> && kHow.what == Compare::kEqual)
    return {compare_all<kHow.what, Unsigned<T>, false>, kHow.swaps, kHow.inverts ? kAllLanes : 0};
  else
    return {compare_all<kHow.what, T, kFlush>, kHow.swaps, kHow.inverts ? kAllLanes : 0};
}

/// What setp does with a third predicate.
enum class With { kNothing, kAnd, kOr, kXor };
Mask combined(With with, Mask a, Mask c) {
  return with == With::kAnd ? a & c : with == With::kOr ? a | c : with == With::kXor ? a ^ c : a;
}
[[gnu::noinline]] void set_predicates(Relates relates, With with, std::byte* registers, const Slot* operands,
                                      Mask active, std::size_t count) {
  for (; count > 0; --count, operands += kMostOperands) {
    const Mask holds = relates(registers + operands[2], registers + operands[3]);
    const Mask c = with == With::kNothing ? 0 : get_mask(registers, operands[4]);
    put_mask(registers, operands[0], combined(with, holds, c), active);
    put_mask(registers, operands[1], combined(with, ~holds, c), active);
  }
}
[[gnu::noinline]] void set_words(Relates relates, u32 of_true, std::byte* registers, const Slot* operands, Mask active,
                                 std::size_t count) {
  for (; count > 0; --count, operands += kMostOperands) {
    const Mask holds = relates(registers + operands[1], registers + operands[2]);
    u32* const to = lanes_of<u32>(registers, operands[0]);
    GS_LANES
    for (int l = 0; l < kLanes; ++l) to[l] = (active >> l & 1u) != 0 ? (holds >> l & 1u) * of_true : to[l];
  }
}

/// The lanes in which the relation holds for the lower halves of pairs, and those in which it holds for the upper ones.
Two<Mask, Mask> of_halves(Relates relates, const u32* a, const u32* b) {
  alignas(64) u16 halves[4][kLanes];
  GS_LANES
  for (int l = 0; l < kLanes; ++l) {
    halves[0][l] = static_cast<u16>(a[l]), halves[1][l] = static_cast<u16>(b[l]);
    halves[2][l] = static_cast<u16>(a[l] >> 16), halves[3][l] = static_cast<u16>(b[l] >> 16);
  }
  return {relates(halves[0], halves[1]), relates(halves[2], halves[3])};
}
/// p is of the lower halves, q of the upper ones.
[[gnu::noinline]] void set_predicates_of_pairs(Relates relates, std::byte* registers, const Slot* operands, Mask active,
                                               std::size_t count) {
  for (; count > 0; --count, operands += kMostOperands) {
    const auto [low, high] =
        of_halves(relates, lanes_of<u32>(registers, operands[2]), lanes_of<u32>(registers, operands[3]));
    put_mask(registers, operands[0], low, active);
    put_mask(registers, operands[1], high, active);
  }
}
[[gnu::noinline]] void set_pairs(Relates relates, u32 of_true, std::byte* registers, const Slot* operands, Mask active,
                                 std::size_t count) {
  for (; count > 0; --count, operands += kMostOperands) {
    const auto [low, high] =
        of_halves(relates, lanes_of<u32>(registers, operands[1]), lanes_of<u32>(registers, operands[2]));
    u32* const to = lanes_of<u32>(registers, operands[0]);
    GS_LANES
    for (int l = 0; l < kLanes; ++l) {
      const u32 value = (low >> l & 1u) * of_true | (high >> l & 1u) * of_true << 16;
      to[l] = (active >> l & 1u) != 0 ? value : to[l];
    }
  }
}

/// kDo, compiled once, with its first arguments.
template <auto* kDo, Relation kIs, class T, bool kFlush, auto... kMore>
void bound(std::byte* registers, const Slot* operands, Mask active, std::size_t count) {
  kDo(relates<kIs, T, kFlush>(), kMore..., registers, operands, active, count);
}

/// setp and set by one relation on one type.
template <Relation kIs, class T, bool kFlush>
constexpr auto relation(const char* text, const char* type) {
  constexpr Holds h = holds<T>(), p = Holds::kPredicate, w = Holds::k32;
  constexpr const char* ftz = kFtz<kFlush>;
  constexpr auto* kSetp = &set_predicates;
  constexpr Run kOnes = bound<&set_words, kIs, T, kFlush, ~0u>,
                kOne = bound<&set_words, kIs, T, kFlush, std::bit_cast<u32>(1.0f)>;
  return std::array{
      Row{{"setp.", text, ftz, ".", type}, {p, p, h, h}, bound<kSetp, kIs, T, kFlush, With::kNothing>, 2},
      Row{{"setp.", text, ".and", ftz, ".", type}, {p, p, h, h, p}, bound<kSetp, kIs, T, kFlush, With::kAnd>, 2},
      Row{{"setp.", text, ".or", ftz, ".", type}, {p, p, h, h, p}, bound<kSetp, kIs, T, kFlush, With::kOr>, 2},
      Row{{"setp.", text, ".xor", ftz, ".", type}, {p, p, h, h, p}, bound<kSetp, kIs, T, kFlush, With::kXor>, 2},
      Row{{"set.", text, ftz, ".u32.", type}, {w, h, h}, kOnes},
      Row{{"set.", text, ftz, ".s32.", type}, {w, h, h}, kOnes},
      Row{{"set.", text, ftz, ".f32.", type}, {w, h, h}, kOne}};
}
/// The same on pairs; set gives 1 or 0 in each half, or all ones.
template <Relation kIs, class T>
constexpr auto pair_relation(const char* text, const char* type) {
  constexpr Holds p = Holds::kPredicate, w = Holds::k32;
  constexpr u32 kOne = std::is_same_v<T, f16> ? 0x3c00 : 0x3f80;
  return std::array{Row{{"setp.", text, ".", type}, {p, p, w, w}, bound<&set_predicates_of_pairs, kIs, T, false>, 2},
                    Row{{"set.", text, ".", type, ".", type}, {w, w, w}, bound<&set_pairs, kIs, T, false, kOne>},
                    Row{{"set.", text, ".u32.", type}, {w, w, w}, bound<&set_pairs, kIs, T, false, 0xffffu>}};
}

template <class T>
constexpr auto equalities(const char* type) {
  return together(relation<Relation::eq, T, false>("eq", type), relation<Relation::ne, T, false>("ne", type));
}
template <class T, bool kFlush = false>
constexpr auto orders(const char* type) {
  using enum Relation;
  return together(relation<eq, T, kFlush>("eq", type), relation<ne, T, kFlush>("ne", type),
                  relation<lt, T, kFlush>("lt", type), relation<le, T, kFlush>("le", type),
                  relation<gt, T, kFlush>("gt", type), relation<ge, T, kFlush>("ge", type));
}
template <class T>
constexpr auto unsigned_orders(const char* type) {
  using enum Relation;
  return together(orders<T>(type), relation<lt, T, false>("lo", type), relation<le, T, false>("ls", type),
                  relation<gt, T, false>("hi", type), relation<ge, T, false>("hs", type));
}
template <class T, bool kFlush = false>
constexpr auto float_orders(const char* type) {
  using enum Relation;
  return together(orders<T, kFlush>(type), relation<equ, T, kFlush>("equ", type), relation<neu, T, kFlush>("neu", type),
                  relation<ltu, T, kFlush>("ltu", type), relation<leu, T, kFlush>("leu", type),
                  relation<gtu, T, kFlush>("gtu", type), relation<geu, T, kFlush>("geu", type),
                  relation<num, T, kFlush>("num", type), relation<nan, T, kFlush>("nan", type));
}
template <class T>
constexpr auto pair_orders(const char* type) {
  using enum Relation;
  return together(pair_relation<eq, T>("eq", type), pair_relation<ne, T>("ne", type), pair_relation<lt, T>("lt", type),
                  pair_relation<le, T>("le", type), pair_relation<gt, T>("gt", type), pair_relation<ge, T>("ge", type),
                  pair_relation<equ, T>("equ", type), pair_relation<neu, T>("neu", type),
                  pair_relation<ltu, T>("ltu", type), pair_relation<leu, T>("leu", type),
                  pair_relation<gtu, T>("gtu", type), pair_relation<geu, T>("geu", type),
                  pair_relation<num, T>("num", type), pair_relation<nan, T>("nan", type));
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

template <class T>
constexpr auto choices(const char* type) {
  return std::array{Row{{"selp.", type}, {holds<T>(), holds<T>(), holds<T>(), Holds::kPredicate}, each<select<T>>},
                    row<by_sign<T>>({"slct.", type, ".s32"}), row<by_float_sign<T, false>>({"slct.", type, ".f32"}),
                    row<by_float_sign<T, true>>({"slct.ftz.", type, ".f32"})};
}

Mask alone(Mask a, Mask) { return a; }
Mask both(Mask a, Mask b) { return a & b; }
Mask either(Mask a, Mask b) { return a | b; }
Mask one_of(Mask a, Mask b) { return a ^ b; }
Mask inverted(Mask a, Mask) { return ~a; }

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
  return std::array{Row{{"and.pred"}, {p, p, p}, each<logic<both>>}, Row{{"or.pred"}, {p, p, p}, each<logic<either>>},
                    Row{{"xor.pred"}, {p, p, p}, each<logic<one_of>>},
                    Row{{"not.pred"}, {p, p}, each<logic_of_one<inverted>>},
                    Row{{"mov.pred"}, {p, p}, each<logic_of_one<alone>>}};
}

}  // namespace

std::span<const Row> predicate_operations() {
  static constexpr auto rows = together(
      equalities<u16>("b16"), equalities<u32>("b32"), equalities<u64>("b64"), orders<s16>("s16"), orders<s32>("s32"),
      orders<s64>("s64"), unsigned_orders<u16>("u16"), unsigned_orders<u32>("u32"), unsigned_orders<u64>("u64"),
      float_orders<f32>("f32"), float_orders<f32, true>("f32"), float_orders<f64>("f64"), float_orders<f16>("f16"),
      float_orders<f16, true>("f16"), float_orders<bf16>("bf16"), pair_orders<f16>("f16x2"),
      pair_orders<bf16>("bf16x2"), choices<u16>("b16"), choices<u16>("u16"), choices<u16>("s16"), choices<u32>("b32"),
      choices<u32>("u32"), choices<u32>("s32"), choices<u32>("f32"), choices<u64>("b64"), choices<u64>("u64"),
      choices<u64>("s64"), choices<u64>("f64"), on_predicates());
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
