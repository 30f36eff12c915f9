// SPDX-License-Identifier: MIT
// D = A * B + C over a warp, and matrices of 8 x 8 transposed. Where a fragment's elements lie: PTX ISA, "Matrix
// Fragments for mma.m16n8k16 with floating point type" and the sections beside it.
//
// Precision. NVIDIA does not document in which order and with how many bits a tensor core adds. Here a product of two
// elements is exact, the sum is made in f64, k from 0 up and C last, and rounded once at the end: as near to the exact
// result as any. A GPU cuts bits off on the way, so the last bits of f32 and f16 results may differ. Integers are
// exact. f64 is a chain of fma from C on.
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
template <class T>
T rounded_to(f64 sum) {
  if constexpr (sizeof(T) == 2) {
    return narrowed<T>(sum);
  } else {
    const f32 r = static_cast<f32>(sum);
    return is_nan(r) ? kNan<f32> : r;
  }
}

template <class C, bool kSaturates, class S>
C result(S sum, C c) {
  if constexpr (kIsWhole<C>)
    return finished<kSaturates>(sum, c);
  else
    return rounded_to<C>(sum + number(c));
}

/// kM x 8 from kM x kK and kK x 8.
template <class A, class B, class C, int kM, int kK, bool kSaturates>
void multiply(std::byte* registers, const Slot* slots, Mask) {
  using S = decltype(number(A{}));
  S a[kM][kK], b[kK][kN], sums[kM][kN];
  C c[kM][kN];
  constexpr auto kOf = [](int rows, int along, int each) { return rows / 8 * along / 4 / each; };
  const Slot *const of_a = slots + (sizeof(C) == 2 ? kM / 8 : kM / 4), *const of_b = of_a + kOf(kM, kK, kEach<A>),
                    *const of_c = of_b + kOf(kN, kK, kEach<B>);
  for_elements<A, kM>(registers, of_a, kK, [&](int row, int k, A value) { a[row][k] = number(value); });
  for_elements<B, kN>(registers, of_b, kK, [&](int column, int k, B value) { b[k][column] = number(value); });
  for_results<C, kM>(registers, of_c, [&](int row, int column, C value) { c[row][column] = value; });
  for (int row = 0; row < kM; ++row) {
    S sum[kN]{};
    if constexpr (sizeof(C) == 8) {
      for (int n = 0; n < kN; ++n) sum[n] = c[row][n];
      for (int k = 0; k < kK; ++k)
        for (int n = 0; n < kN; ++n) sum[n] = __builtin_fma(a[row][k], b[k][n], sum[n]);
    } else {
      for (int k = 0; k < kK; ++k)
        for (int n = 0; n < kN; ++n) sum[n] += a[row][k] * b[k][n];
    }
    for (int n = 0; n < kN; ++n) sums[row][n] = sum[n];
  }
  for_results<C, kM>(registers, slots, [&](int row, int column, C& value) {
    if constexpr (sizeof(C) == 8)
      value = sums[row][column];
    else
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
