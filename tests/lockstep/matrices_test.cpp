// SPDX-License-Identifier: MIT
// mma.sync of every shape and type against a product of matrices, whose elements lie where the PTX ISA's tables say.
#include <cmath>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "tests/lockstep/exact.h"
#include "tests/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

using testing::Bits;
using testing::each;
using testing::How;
using testing::run;
using testing::Words;

struct Place {
  int row, column;
};

/// "mma.sync.m16n8k16.row.col.satfinite.s32.s8.u8.s32", taken apart.
struct Shape {
  int M = 0, N = 0, K = 0;
  bool saturates = false;
  std::string d, a, b, c;

  explicit Shape(std::string_view mnemonic) {
    std::vector<std::string> words(1);
    for (const char letter : mnemonic)
      if (letter == '.')
        words.emplace_back();
      else
        words.back() += letter;
    EXPECT_EQ(std::sscanf(words[2].c_str(), "m%dn%dk%d", &M, &N, &K), 3);
    saturates = words[5] == "satfinite";
    const std::size_t at = words.size() - 4;
    d = words[at], a = words[at + 1], b = words[at + 2], c = words[at + 3];
  }
};

int bytes_of(const std::string& type) {
  return type.ends_with("8") ? 1 : type.ends_with("f16") ? 2 : type == "f64" ? 8 : 4;
}

// PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f64 floating point type", "... for mma.m16n8k4", "... for
// mma.m16n8k8", "... for mma.m16n8k16 with floating point type", "... with integer type", "... for mma.m8n8k16", "...
// for mma.m16n8k32": groupID is lane / 4, threadID_in_group is lane % 4, i counts a lane's elements.
Place of_a(const Shape& shape, int lane, int i) {
  const int group = lane >> 2, thread = lane % 4, width = bytes_of(shape.a);
  const auto either = [&](bool first) { return first ? group : group + 8; };
  if (width == 8) return {group, thread};
  if (width == 4 && shape.K == 4) return {either(i == 0), thread};
  if (width == 4) return {either(i == 0 || i == 2), i < 2 ? thread : thread + 4};
  if (width == 2 && shape.K == 8) return {either(i < 2), thread * 2 + (i & 1)};
  if (width == 2) return {either(i < 2 || (4 <= i && i < 6)), thread * 2 + (i & 1) + (i >= 4 ? 8 : 0)};
  if (shape.M == 8) return {group, thread * 4 + i};
  if (shape.K == 16) return {either(i < 4), thread * 4 + (i & 3)};
  return {either(i < 4 || (8 <= i && i < 12)), thread * 4 + (i & 3) + (i >= 8 ? 16 : 0)};
}
Place of_b(const Shape& shape, int lane, int i) {
  const int group = lane >> 2, thread = lane % 4, width = bytes_of(shape.b);
  if (width == 8 || (width == 4 && shape.K == 4)) return {thread, group};
  if (width == 4) return {i == 0 ? thread : thread + 4, group};
  if (width == 2 && shape.K == 8) return {thread * 2 + i, group};
  if (width == 2) return {thread * 2 + (i & 1) + (i >= 2 ? 8 : 0), group};
  if (shape.K == 16) return {thread * 4 + i, group};
  return {thread * 4 + (i & 3) + (i >= 4 ? 16 : 0), group};
}
Place of_c(const Shape& shape, int lane, int i) {
  const int row = lane >> 2, column = lane % 4 * 2 + (i & 1);
  return {shape.M == 16 && i >= 2 ? row + 8 : row, column};
}

/// The number that the bits are, exactly.
long double value(Bits bits, const std::string& type) {
  if (type == "s8") return static_cast<std::int8_t>(bits);
  if (type == "u8") return static_cast<std::uint8_t>(bits);
  if (type == "s32") return static_cast<std::int32_t>(bits);
  if (type == "f64") return std::bit_cast<double>(bits);
  if (type == "f32") return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  if (type == "tf32") return std::bit_cast<float>(static_cast<std::uint32_t>(bits & ~Bits{0x1fff}));
  const testing::Exact exact = testing::read(bits, type == "f16" ? testing::kF16 : testing::kBf16);
  const long double magnitude = std::ldexp(static_cast<long double>(exact.magnitude), exact.exponent);
  return exact.negative ? -magnitude : magnitude;
}
/// A small whole number, and so what the other kinds of data are not: exact in any order.
Bits whole(int number, const std::string& type) {
  if (type.starts_with('s') || type == "u8") return static_cast<Bits>(number);
  const testing::Format format = type == "f16"    ? testing::kF16
                                 : type == "bf16" ? testing::kBf16
                                 : type == "f64"  ? testing::kF64
                                                  : testing::kF32;
  return testing::write(testing::of_integer(number), format);
}
/// Any that is not close to overflow.
Bits any(std::mt19937_64& random, const std::string& type) {
  if (type.starts_with('s') || type == "u8") return random();
  if (type == "f16") return random() % 0x4c00 | random() % 2 << 15;
  if (type == "bf16") return 0x3800 + random() % 0x800 + (random() % 2 << 15);
  if (type == "f64") return (Bits{0x3f00} << 48) + random() % (Bits{0x1ff} << 48) + (random() % 2 << 63);
  return 0x38000000 + random() % 0x8000000 + (random() % 2 << 31);
}

/// A sum of exact products as an H200's tensor cores make it, before its last rounding: each part cut, towards zero, to
/// a multiple of 2^-25 of the largest one's power of two, a product's being the product of its factors' powers. Where
/// that is known from: tracing/lockstep/operations/matrices.cpp.
struct CutSum {
  std::vector<std::pair<long double, int>> parts{};  ///< with the power's exponent

  static int exponent(long double x, int least = -200000) { return x == 0 ? -100000 : std::max(std::ilogb(x), least); }
  void add(long double a, long double b, const std::string& type) {
    const int least = type == "f16" ? -14 : -126;  // of normal numbers
    parts.emplace_back(a * b, exponent(a, least) + exponent(b, least));
  }
  long double sum(const std::string& type) const {
    int top = type == "f16" ? -15 : -133;
    for (const auto& part : parts) top = std::max(top, part.second);
    long double all = 0;
    for (const auto& part : parts) all += std::trunc(std::ldexp(part.first, 25 - top));
    return std::ldexp(all, top - 25);
  }
};
/// To 24 bits towards zero, or to the nearest half.
long double rounded(long double sum, const std::string& type) {
  if (type == "f16") {
    testing::Exact exact;
    exact.negative = sum < 0, exact.exponent = -60;
    exact.magnitude = static_cast<unsigned __int128>(std::ldexp(std::fabs(sum), 60));
    return value(testing::write(exact, testing::kF16), type);
  }
  const int last = CutSum::exponent(sum) - 23;
  return std::ldexp(std::trunc(std::ldexp(sum, -last)), last);
}

using Matrix = std::vector<std::vector<Bits>>;

/// Registers of a warp: an array for each operand, in order.
struct Fragments {
  alignas(64) std::array<std::byte, 16 * 256> memory{};
  std::array<Slot, 16> slots{};
  Fragments() {
    for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = static_cast<Slot>(256 * i);
  }
  /// Where the lane's i-th element of a fragment from that register on is.
  std::byte* at(int first, int lane, int i, int width) {
    const int each = width == 8 ? 8 : 4, byte = i * width;
    return memory.data() + 256 * (first + byte / each) + lane * each + byte % each;
  }
};

struct MmaCase {
  Isa isa;
  MatrixOperation operation;
};
std::vector<MmaCase> mma_cases() {
  std::vector<MmaCase> all;
  for (const Isa isa : {Isa::kAvx2, Isa::kAvx512})
    if (can_run(isa))
      for (const MatrixOperation& operation : all_matrix_operations(isa))
        if (operation.mnemonic.starts_with("mma")) all.push_back({isa, operation});
  return all;
}

class Mma : public ::testing::TestWithParam<MmaCase> {
 protected:
  const MatrixOperation& operation = GetParam().operation;
  Shape shape{operation.mnemonic};
  Fragments fragments;
  std::array<int, 4> first{};

  void SetUp() override {
    for (std::size_t f = 0; f < 3; ++f) first[f + 1] = first[f] + operation.fragments[f].registers;
  }
  void put(int fragment, const std::string& type, Place (*of)(const Shape&, int, int), const Matrix& from) {
    const int width = bytes_of(type), register_bytes = width == 8 ? 8 : 4;
    const int elements = operation.fragments[static_cast<std::size_t>(fragment)].registers * register_bytes / width;
    for (int lane = 0; lane < kLanes; ++lane)
      for (int i = 0; i < elements; ++i) {
        const auto [row, column] = of(shape, lane, i);
        std::memcpy(fragments.at(first[static_cast<std::size_t>(fragment)], lane, i, width),
                    &from[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)],
                    static_cast<std::size_t>(width));
      }
  }
  /// D of the product, each element at its row and column.
  Matrix multiply(const Matrix& A, const Matrix& B, const Matrix& C) {
    put(1, shape.a, of_a, A), put(2, shape.b, of_b, B), put(3, shape.c, of_c, C);
    operation.run(fragments.memory.data(), fragments.slots.data(), kAllLanes, 1);
    Matrix D(static_cast<std::size_t>(shape.M), std::vector<Bits>(static_cast<std::size_t>(shape.N)));
    const int width = bytes_of(shape.d);
    for (int lane = 0; lane < kLanes; ++lane)
      for (int i = 0; i < shape.M * shape.N / kLanes; ++i) {
        const auto [row, column] = of_c(shape, lane, i);
        std::memcpy(&D[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)],
                    fragments.at(0, lane, i, width), static_cast<std::size_t>(width));
      }
    return D;
  }
  template <class F>
  Matrix filled(int rows, int columns, F f) {
    Matrix matrix;
    for (int row = 0; row < rows; ++row) {
      matrix.emplace_back();
      for (int column = 0; column < columns; ++column) matrix.back().push_back(f());
    }
    return matrix;
  }
};

TEST_P(Mma, MultipliesWholeNumbersExactly) {
  std::mt19937_64 random(1);
  const auto make = [&](const std::string& type) {
    return [&] { return whole(static_cast<int>(random() % 17) - (type == "u8" ? 0 : 8), type); };
  };
  const Matrix A = filled(shape.M, shape.K, make(shape.a)), B = filled(shape.K, shape.N, make(shape.b)),
               C = filled(shape.M, shape.N, make(shape.c)), D = multiply(A, B, C);
  for (std::size_t row = 0; row < A.size(); ++row)
    for (std::size_t column = 0; column < B[0].size(); ++column) {
      long double sum = value(C[row][column], shape.c);
      for (std::size_t k = 0; k < B.size(); ++k) sum += value(A[row][k], shape.a) * value(B[k][column], shape.b);
      ASSERT_EQ(value(D[row][column], shape.d), sum) << row << ", " << column;
    }
}

TEST_P(Mma, RoundsOrWrapsOrSaturates) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 20; ++round) {
    const auto make = [&](const std::string& type) { return [&] { return any(random, type); }; };
    const Matrix A = filled(shape.M, shape.K, make(shape.a)), B = filled(shape.K, shape.N, make(shape.b)),
                 C = filled(shape.M, shape.N,
                            [&] {
                              const Bits near_most = 0x7fffff00 + random() % 256;
                              return shape.c == "s32" && random() % 2 == 0 ? near_most : any(random, shape.c);
                            }),
                 D = multiply(A, B, C);
    for (std::size_t row = 0; row < A.size(); ++row)
      for (std::size_t column = 0; column < B[0].size(); ++column) {
        long double sum = value(C[row][column], shape.c), size = std::fabs(sum);
        CutSum cut;
        cut.add(sum, 1, "f32");
        for (std::size_t k = 0; k < B.size(); ++k) {
          const long double a = value(A[row][k], shape.a), b = value(B[k][column], shape.b);
          sum += a * b, size += std::fabs(a * b), cut.add(a, b, shape.a);
        }
        const long double given = value(D[row][column], shape.d);
        if (shape.d == "f64") {
          const long double half_a_step = std::ldexp(std::fabs(sum), -53), of_sums = std::ldexp(size, -51);
          ASSERT_TRUE(std::fabs(given - sum) <= half_a_step + of_sums) << "not " << sum << " but " << given;
        } else if (shape.d == "s32") {
          const auto all = static_cast<std::int64_t>(sum);
          const std::int64_t kept = shape.saturates ? std::clamp<std::int64_t>(all, INT32_MIN, INT32_MAX)
                                                    : static_cast<std::int32_t>(static_cast<std::uint32_t>(all));
          ASSERT_EQ(static_cast<std::int64_t>(given), kept);
        } else {
          ASSERT_EQ(given, rounded(cut.sum(shape.d), shape.d)) << sum;
        }
      }
  }
}

/// Sums of 2^200, which have no place in f32, in every second row negative.
TEST_P(Mma, OverflowsToInfinity) {
  if (shape.a != "bf16" && shape.a != "tf32") return;
  const testing::Format format = shape.a == "bf16" ? testing::kBf16 : testing::kF32;
  const Bits large = testing::write({false, false, false, 1, 100}, format);
  int element = 0;
  const Matrix A = filled(shape.M, shape.K, [&] { return large | (element++ / shape.K % 2 == 0 ? 0 : format.sign()); }),
               B = filled(shape.K, shape.N, [&] { return large; }),
               C = filled(shape.M, shape.N, [] { return Bits{0x3f800000}; }), D = multiply(A, B, C);
  for (std::size_t row = 0; row < D.size(); ++row)
    for (const Bits sum : D[row]) EXPECT_EQ(sum, row % 2 == 0 ? 0x7f800000 : 0xff800000);
}

INSTANTIATE_TEST_SUITE_P(All, Mma, ::testing::ValuesIn(mma_cases()), [](const auto& of) {
  std::string name =
      std::string(of.param.isa == Isa::kAvx2 ? "avx2_" : "avx512_") + std::string(of.param.operation.mnemonic);
  for (char& c : name)
    if (c == '.') c = '_';
  return name;
});

}  // namespace
}  // namespace gemmscope::lockstep
