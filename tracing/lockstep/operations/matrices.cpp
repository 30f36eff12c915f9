// SPDX-License-Identifier: MIT
// D = A * B + C over a warp, and matrices of 8 x 8 transposed. Where a fragment's elements lie: PTX ISA, "Matrix
// Fragments for mma.m16n8k16 with floating point type" and the sections beside it.
//
// Precision. NVIDIA does not document how a tensor core adds. An H200's results follow from this rule: the products are
// exact; all of them and C are cut, towards zero, to multiples of 2^(e - 25), where e is the largest exponent among
// them, of a product the sum of its factors' exponents; their sum is exact, and cut to 24 bits. Other GPUs keep other
// bits. Integers are exact. f64 is a chain of fma from C on.
#include "tracing/lockstep/operations/families.h"
#include "tracing/lockstep/operations/floats.h"

namespace gemmscope::lockstep::GEMMSCOPE_ISA {
namespace {

constexpr int kN = 8;      ///< columns of B, C and D
enum class tf32 : u32 {};  ///< an f32 whose last 13 bits do not count

template <class T>
constexpr bool kIsWhole = std::is_integral_v<T>;

inline f64 number(f16 a) { return f64{widened(a)}; }
inline f64 number(bf16 a) { return f64{widened(a)}; }
inline f64 number(tf32 a) { return f64{std::bit_cast<f32>(static_cast<u32>(a) & ~u32{0x1fff})}; }
inline f64 number(f64 a) { return a; }
inline f64 number(f32 a) { return f64{a}; }
inline s32 number(s32 a) { return a; }
inline s32 number(s8 a) { return a; }
inline s32 number(u8 a) { return a; }

/// Elements of a fragment that one register has.
template <class T>
constexpr int kEach = sizeof(T) < 4 ? 4 / static_cast<int>(sizeof(T)) : 1;
template <class T>
constexpr Holds kHolds = sizeof(T) == 8 ? Holds::k64 : Holds::k32;

/// f(row, k, element) of all elements of A: register r has rows l / 4 + 8 * (r % (rows / 8)), and of every 4 * kEach
/// elements of a row those from l % 4 * kEach on. B is the same with its columns for rows; C and D with N for K.
template <class T, int kRows, class F>
void for_elements(std::byte* registers, const Slot* slots, int along, F f) {
  constexpr int kBands = kRows / 8;
  for (int r = 0; r < along / (4 * kEach<T>)*kBands; ++r) {
    T* const at = lanes_of<T>(registers, slots[r]);
    for (int l = 0; l < kLanes; ++l)
      for (int e = 0; e < kEach<T>; ++e)
        f(l / 4 + 8 * (r % kBands), r / kBands * 4 * kEach<T> + l % 4 * kEach<T> + e, at[l * kEach<T> + e]);
  }
}
/// Of C and D: an f32 has a register to itself, and the two of a row follow each other.
template <class T, int kRows, class F>
void for_results(std::byte* registers, const Slot* slots, F f) {
  for (int r = 0; r < kRows / 8 * 2 / (sizeof(T) == 2 ? 2 : 1); ++r) {
    T* const at = lanes_of<T>(registers, slots[r]);
    for (int l = 0; l < kLanes; ++l)
      if constexpr (sizeof(T) == 2)
        for (int e = 0; e < 2; ++e) f(l / 4 + 8 * r, l % 4 * 2 + e, at[l * 2 + e]);
      else
        f(l / 4 + r / 2 * 8, l % 4 * 2 + r % 2, at[l]);
  }
}

template <bool kSaturates>
s32 finished(s32 sum, s32 c) {
  const s64 all = s64{sum} + c;
  constexpr s64 kMost = 0x7fffffff;
  return static_cast<s32>(!kSaturates ? all : all > kMost ? kMost : all < -kMost - 1 ? -kMost - 1 : all);
}
/// As many as there are columns: of loops over so few the compiler makes worse instructions.
using Row = f64 __attribute__((vector_size(kN * sizeof(f64))));
using RowBits = u64 __attribute__((vector_size(kN * sizeof(u64))));

/// 2^e of a number from 2^e on; 0 of zero, and of what is not finite, which no cut changes.
inline f64 power_of(f64 x) {
  const u64 exponent = bits(x) & kInfinity<f64>;
  return std::bit_cast<f64>(exponent == kInfinity<f64> ? u64{0} : exponent);
}
inline void take_powers(const Row& of, Row& powers) {
  for (int n = 0; n < kN; ++n) powers[n] = power_of(of[n]);
}
/// A tensor core's sum, in round-to-zero. Next to 2^27 times the largest power f64 ends with 2^-25 times it.
template <int kK>
void add_cut(const f64 (&a)[kK], const Row (&b)[kK], const Row (&powers_of_b)[kK], Row& sum) {
  Row top;
  take_powers(sum, top);
  for (int k = 0; k < kK; ++k) {
    const Row power = power_of(a[k]) * powers_of_b[k];
    top = top > power ? top : power;
  }
  const RowBits large = reinterpret_cast<RowBits>(top * 0x1p27);
  Row next = sum, all{};
  for (int k = 0;; ++k) {
    const Row beside = reinterpret_cast<Row>(large | (reinterpret_cast<RowBits>(next) & kSign<f64>));
    all += next + beside - beside;
    if (k == kK) break;
    next = a[k] * b[k];
  }
  sum = all;
}
/// All of them. For f32 their last rounding is to zero too.
template <class C, int kM, int kK>
[[gnu::noinline]] void add_all_cut(const f64 (&a)[kM][kK], const Row (&b)[kK], Row (&sums)[kM]) {
  using Narrow = f32 __attribute__((vector_size(kN * sizeof(f32))));
  Row powers[kK];
  for (int k = 0; k < kK; ++k) take_powers(b[k], powers[k]);
  for (int row = 0; row < kM; ++row) {
    add_cut(a[row], b, powers, sums[row]);
    if (sizeof(C) == 4) sums[row] = __builtin_convertvector(__builtin_convertvector(sums[row], Narrow), Row);
  }
}
template <class S, int kK>
void add(const S (&a)[kK], const S (&b)[kK][kN], S (&sum)[kN]) {
  for (int k = 0; k < kK; ++k)
    for (int n = 0; n < kN; ++n)
      if constexpr (kIsWhole<S>)
        sum[n] += a[k] * b[k][n];
      else
        sum[n] = __builtin_fma(a[k], b[k][n], sum[n]);
}

template <class C, bool kSaturates, class S>
C result(S sum, C c) {
  if constexpr (kIsWhole<C>) {
    return finished<kSaturates>(sum, c);
  } else if constexpr (sizeof(C) == 2) {
    return narrowed<C>(sum);
  } else {
    const C r = static_cast<C>(sum);
    return sizeof(C) == 4 && is_nan(r) ? kNan<C> : r;
  }
}

/// Whether sums are cut on the way.
template <class C>
constexpr bool kCuts = !kIsWhole<C> && sizeof(C) < 8;

/// kM x 8 from kM x kK and kK x 8.
template <class A, class B, class C, int kM, int kK, bool kSaturates>
void multiply(std::byte* registers, const Slot* slots, Mask) {
  using S = decltype(number(A{}));
  using Columns = std::conditional_t<kCuts<C>, Row, S[kN]>;
  S a[kM][kK];
  Columns b[kK], sums[kM];
  C c[kM][kN];
  constexpr auto kOf = [](int rows, int along, int each) { return rows / 8 * along / 4 / each; };
  const Slot *const of_a = slots + (sizeof(C) == 2 ? kM / 8 : kM / 4), *const of_b = of_a + kOf(kM, kK, kEach<A>),
                    *const of_c = of_b + kOf(kN, kK, kEach<B>);
  for_elements<A, kM>(registers, of_a, kK, [&](int row, int k, A value) { a[row][k] = number(value); });
  for_elements<B, kN>(registers, of_b, kK, [&](int column, int k, B value) { b[k][column] = number(value); });
  for_results<C, kM>(registers, of_c, [&](int row, int column, C value) {
    c[row][column] = value, sums[row][column] = kIsWhole<C> ? S{0} : static_cast<S>(number(value));
  });
  if constexpr (kCuts<C>) {
    const Rounding rounding(Round::kZero);
    asm volatile("" ::: "memory");
    add_all_cut<C>(a, b, sums);
    asm volatile("" ::: "memory");
  } else {
    for (int row = 0; row < kM; ++row) add(a[row], b, sums[row]);
  }
  for_results<C, kM>(registers, slots, [&](int row, int column, C& value) {
    value = result<C, kSaturates>(static_cast<S>(sums[row][column]), c[row][column]);
  });
}

/// movmatrix: lane 4 * row + column / 2 has elements `column` and `column + 1` of its row, before and after.
void transpose(std::byte* registers, const Slot* slots, Mask) {
  u16 matrix[8][8];
  const auto each = [&](Slot slot, auto f) {
    for (int l = 0; l < kLanes; ++l)
      for (int e = 0; e < 2; ++e) f(l / 4, l % 4 * 2 + e, lanes_of<u16>(registers, slot)[2 * l + e]);
  };
  each(slots[1], [&](int row, int column, u16 value) { matrix[column][row] = value; });
  each(slots[0], [&](int row, int column, u16& value) { value = matrix[row][column]; });
}

template <class A, class B, class C, int kM, int kK, bool kSaturates = false>
constexpr MatrixOperation mma(std::string_view mnemonic) {
  constexpr auto kOf = [](Holds holds, int registers) {
    return MatrixOperation::Fragment{holds, static_cast<std::uint8_t>(registers)};
  };
  constexpr auto kSum = kOf(kHolds<C>, sizeof(C) == 2 ? kM / 8 : kM / 4);
  return {mnemonic,
          {kSum, kOf(kHolds<A>, kM / 8 * kK / 4 / kEach<A>), kOf(kHolds<B>, kK / 4 / kEach<B>), kSum},
          &multiply<A, B, C, kM, kK, kSaturates>};
}

template <Text kTypes, class A, class B>
constexpr auto of_bytes() {
  return std::array{mma<A, B, s32, 8, 16>(name<"mma.sync.m8n8k16.row.col.s32", kTypes, ".s32">),
                    mma<A, B, s32, 16, 16>(name<"mma.sync.m16n8k16.row.col.s32", kTypes, ".s32">),
                    mma<A, B, s32, 16, 32>(name<"mma.sync.m16n8k32.row.col.s32", kTypes, ".s32">),
                    mma<A, B, s32, 8, 16, true>(name<"mma.sync.m8n8k16.row.col.satfinite.s32", kTypes, ".s32">),
                    mma<A, B, s32, 16, 16, true>(name<"mma.sync.m16n8k16.row.col.satfinite.s32", kTypes, ".s32">),
                    mma<A, B, s32, 16, 32, true>(name<"mma.sync.m16n8k32.row.col.satfinite.s32", kTypes, ".s32">)};
}

}  // namespace

std::span<const MatrixOperation> matrix_operations() {
  constexpr MatrixOperation::Fragment kOne{Holds::k32, 1};
  static constexpr auto rows =
      together(std::array{mma<f16, f16, f32, 16, 16>("mma.sync.m16n8k16.row.col.f32.f16.f16.f32"),
                          mma<f16, f16, f32, 16, 8>("mma.sync.m16n8k8.row.col.f32.f16.f16.f32"),
                          mma<f16, f16, f16, 16, 16>("mma.sync.m16n8k16.row.col.f16.f16.f16.f16"),
                          mma<f16, f16, f16, 16, 8>("mma.sync.m16n8k8.row.col.f16.f16.f16.f16"),
                          mma<bf16, bf16, f32, 16, 16>("mma.sync.m16n8k16.row.col.f32.bf16.bf16.f32"),
                          mma<bf16, bf16, f32, 16, 8>("mma.sync.m16n8k8.row.col.f32.bf16.bf16.f32"),
                          mma<tf32, tf32, f32, 16, 8>("mma.sync.m16n8k8.row.col.f32.tf32.tf32.f32"),
                          mma<tf32, tf32, f32, 16, 4>("mma.sync.m16n8k4.row.col.f32.tf32.tf32.f32"),
                          mma<f64, f64, f64, 8, 4>("mma.sync.m8n8k4.row.col.f64.f64.f64.f64"),
                          MatrixOperation{"movmatrix.sync.m8n8.trans.b16", {kOne, kOne}, &transpose}},
               of_bytes<".s8.s8", s8, s8>(), of_bytes<".s8.u8", s8, u8>(), of_bytes<".u8.s8", u8, s8>(),
               of_bytes<".u8.u8", u8, u8>());
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
