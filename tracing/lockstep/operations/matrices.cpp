// SPDX-License-Identifier: MIT
// D = A * B + C over a warp, and matrices of 8 x 8 transposed. For the places of a fragment's elements see PTX ISA,
// "Matrix Fragments for mma.m16n8k16 with floating point type" and the sections beside it.
//
// Precision. NVIDIA does not document how a tensor core adds. An H200's results follow from this rule: the products are
// exact; all of them and C are cut, towards zero, to multiples of 2^(e - 25), where e is the largest exponent among
// them, of a product the sum of its factors' exponents; their sum is exact, and cut to 24 bits, or rounded to the
// nearest half. Found from results of an H200 (tests/lockstep/h200_test.cpp); f16, bf16 and C, subnormal factors and
// overflow as in F. A. Khattak, M. Mikaitis, "Accurate Models of NVIDIA Tensor Cores", arXiv:2512.07004. Other GPUs
// keep other bits. Integers are exact. f64 is a chain of fma from C on.
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
/// The fragments of C and D: an f32 has a register to itself, and the two of a row follow each other.
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
/// Some of a row's columns, as the host's instructions take them: of loops over so few the compiler makes worse ones.
#if defined(__AVX512F__)
constexpr int kTogether = 8;
#else
constexpr int kTogether = 4;
#endif
using Part = f64 __attribute__((vector_size(kTogether * sizeof(f64))));
using PartBits = u64 __attribute__((vector_size(kTogether * sizeof(u64))));
constexpr std::size_t kParts = kN / kTogether;
/// 2^e of numbers from 2^e on, at least T's smallest normal one; 0 of zeros, and of what is not finite, which no cut
/// changes.
template <class T>
void take_powers(const Part& of, Part& powers) {
  constexpr f64 kLeast = std::is_same_v<T, f16> ? 0x1p-14 : 0x1p-126;
  const PartBits exponents = reinterpret_cast<PartBits>(of) & kInfinity<f64>;
  const Part power = reinterpret_cast<Part>(exponents), large = power < kLeast ? Part{} + kLeast : power;
  powers = ((exponents != 0) & (exponents != kInfinity<f64>)) ? large : Part{};
}
template <class T, int kRows, int kColumns>
void take_all_powers(const f64 (&of)[kRows][kColumns], f64 (&powers)[kRows][kColumns]) {
  for (int i = 0; i < kRows * kColumns / kTogether; ++i)
    take_powers<T>(reinterpret_cast<const Part*>(of)[i], reinterpret_cast<Part*>(powers)[i]);
}

/// A tensor core's sum, in round-to-zero. Next to 2^27 times the largest power f64 ends with 2^-25 times it. The last
/// rounding to f32 is to zero too, but to infinity from 2^128 on.
template <class C, int kK>
void add_cut(const f64 (&a)[kK], const f64 (&powers_of_a)[kK], const Part (&b)[kK][kParts],
             const Part (&powers_of_b)[kK][kParts], std::size_t part, Part& sum) {
  using Narrow = f32 __attribute__((vector_size(kTogether * sizeof(f32))));
  constexpr f64 kLeast = sizeof(C) == 2 ? 0x1p-15 : 0x1p-133;
  Part top;
  take_powers<f32>(sum, top);
  top = top > kLeast ? top : Part{} + kLeast;
  for (int k = 0; k < kK; ++k) {
    const Part power = powers_of_a[k] * powers_of_b[k][part];
    top = top > power ? top : power;
  }
  const PartBits large = reinterpret_cast<PartBits>(top * 0x1p27);
  Part next = sum, all{};
  for (int k = 0;; ++k) {
    const Part beside = reinterpret_cast<Part>(large | (reinterpret_cast<PartBits>(next) & kSign<f64>));
    all += next + beside - beside;
    if (k == kK) break;
    next = a[k] * b[k][part];
  }
  const Part magnitude = reinterpret_cast<Part>(reinterpret_cast<PartBits>(all) & ~kSign<f64>);
  const bool to_f32 = sizeof(C) == 4;
  sum =
      to_f32 ? (magnitude < 0x1p128 ? __builtin_convertvector(__builtin_convertvector(all, Narrow), Part) : all) : all;
}
template <class A, class C, int kM, int kK>
[[gnu::noinline]] void add_all_cut(const f64 (&a)[kM][kK], const f64 (&b)[kK][kN], f64 (&sums)[kM][kN]) {
  alignas(64) f64 powers_of_a[kM][kK];
  alignas(64) f64 powers_of_b[kK][kN];
  take_all_powers<A>(a, powers_of_a), take_all_powers<A>(b, powers_of_b);
  using Parts = Part[kK][kParts];
  for (int row = 0; row < kM; ++row)
    for (std::size_t part = 0; part < kParts; ++part)
      add_cut<C>(a[row], powers_of_a[row], reinterpret_cast<const Parts&>(b),
                 reinterpret_cast<const Parts&>(powers_of_b), part, reinterpret_cast<Part*>(sums[row])[part]);
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

/// A tensor core gives no -0.
template <class C, bool kSaturates, class S>
C result(S sum, C c) {
  if constexpr (kIsWhole<C>) {
    return finished<kSaturates>(sum, c);
  } else if constexpr (sizeof(C) == 2) {
    const C r = narrowed<C>(sum);
    return (bits(r) & 0x7fff) == 0 ? C{} : r;
  } else if constexpr (sizeof(C) == 4) {
    const C r = static_cast<C>(sum);
    return is_nan(r) ? kNan<C> : r == 0 ? C{} : r;
  } else {
    return sum;
  }
}

/// Whether sums are cut on the way.
template <class C>
constexpr bool kCuts = !kIsWhole<C> && sizeof(C) < 8;

/// kM x 8 from kM x kK and kK x 8.
template <class A, class B, class C, int kM, int kK, bool kSaturates>
void multiply(std::byte* registers, const Slot* slots, Mask) {
  using S = decltype(number(A{}));
  alignas(64) S a[kM][kK];
  alignas(64) S b[kK][kN];
  alignas(64) S sums[kM][kN];
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
    add_all_cut<A, C>(a, b, sums);
    asm volatile("" ::: "memory");
  } else {
    for (int row = 0; row < kM; ++row) add(a[row], b, sums[row]);
  }
  for_results<C, kM>(registers, slots, [&](int row, int column, C& value) {
    value = result<C, kSaturates>(sums[row][column], c[row][column]);
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
constexpr MatrixRow mma(const Name& name) {
  constexpr auto kOf = [](Holds holds, int registers) {
    return MatrixOperation::Fragment{holds, static_cast<std::uint8_t>(registers)};
  };
  constexpr auto kSum = kOf(kHolds<C>, sizeof(C) == 2 ? kM / 8 : kM / 4);
  return {name,
          {kSum, kOf(kHolds<A>, kM / 8 * kK / 4 / kEach<A>), kOf(kHolds<B>, kK / 4 / kEach<B>), kSum},
          each<multiply<A, B, C, kM, kK, kSaturates>>};
}

template <class A, class B>
constexpr auto of_bytes(const char* types) {
  return std::array{mma<A, B, s32, 8, 16>({"mma.sync.m8n8k16.row.col.s32", types, ".s32"}),
                    mma<A, B, s32, 16, 16>({"mma.sync.m16n8k16.row.col.s32", types, ".s32"}),
                    mma<A, B, s32, 16, 32>({"mma.sync.m16n8k32.row.col.s32", types, ".s32"}),
                    mma<A, B, s32, 8, 16, true>({"mma.sync.m8n8k16.row.col.satfinite.s32", types, ".s32"}),
                    mma<A, B, s32, 16, 16, true>({"mma.sync.m16n8k16.row.col.satfinite.s32", types, ".s32"}),
                    mma<A, B, s32, 16, 32, true>({"mma.sync.m16n8k32.row.col.satfinite.s32", types, ".s32"})};
}

}  // namespace

std::span<const MatrixRow> matrix_operations() {
  constexpr MatrixOperation::Fragment kOne{Holds::k32, 1};
  static constexpr auto rows = together(
      std::array{mma<f16, f16, f32, 16, 16>({"mma.sync.m16n8k16.row.col.f32.f16.f16.f32"}),
                 mma<f16, f16, f32, 16, 8>({"mma.sync.m16n8k8.row.col.f32.f16.f16.f32"}),
                 mma<f16, f16, f16, 16, 16>({"mma.sync.m16n8k16.row.col.f16.f16.f16.f16"}),
                 mma<f16, f16, f16, 16, 8>({"mma.sync.m16n8k8.row.col.f16.f16.f16.f16"}),
                 mma<bf16, bf16, f32, 16, 16>({"mma.sync.m16n8k16.row.col.f32.bf16.bf16.f32"}),
                 mma<bf16, bf16, f32, 16, 8>({"mma.sync.m16n8k8.row.col.f32.bf16.bf16.f32"}),
                 mma<tf32, tf32, f32, 16, 8>({"mma.sync.m16n8k8.row.col.f32.tf32.tf32.f32"}),
                 mma<tf32, tf32, f32, 16, 4>({"mma.sync.m16n8k4.row.col.f32.tf32.tf32.f32"}),
                 mma<f64, f64, f64, 8, 4>({"mma.sync.m8n8k4.row.col.f64.f64.f64.f64"}),
                 MatrixRow{{"movmatrix.sync.m8n8.trans.b16"}, {kOne, kOne}, each<transpose>}},
      of_bytes<s8, s8>(".s8.s8"), of_bytes<s8, u8>(".s8.u8"), of_bytes<u8, s8>(".u8.s8"), of_bytes<u8, u8>(".u8.u8"));
  return rows;
}

}  // namespace gemmscope::lockstep::GEMMSCOPE_ISA
