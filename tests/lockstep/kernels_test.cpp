// SPDX-License-Identifier: MIT
// Kernels of tests/programs, from the PTX that nvcc made of them, each against what its program expects.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "tests/lockstep/same_requests.h"
#include "tracing/lockstep/decode.h"
#include "tracing/lockstep/launch.h"
#include "tracing/ptx/read.h"

namespace gemmscope::lockstep {
namespace {

using Size = std::array<std::uint32_t, 3>;

/// Memory of the device, which is the host's.
class Device {
 public:
  template <class T>
  T* copy(std::vector<T>& values) {
    allocations.add(reinterpret_cast<std::uint64_t>(values.data()), values.size() * sizeof(T));
    return values.data();
  }
  Allocations allocations;
};

/// A module, with its variables in memory.
class Loaded {
 public:
  explicit Loaded(const char* name) {
    std::ifstream in("tests/data/programs/" + std::string(name) + ".ptx");
    auto read = ptx::read({std::istreambuf_iterator<char>(in), {}});
    EXPECT_TRUE(read) << read.error().message;
    module = std::move(*read);
    for (const ptx::Variable& variable : module.variables) {
      storage.emplace_back(variable.bytes + 1);
      std::ranges::copy(std::as_bytes(std::span(variable.initial)), storage.back().begin());
      addresses.push_back(reinterpret_cast<std::uint64_t>(storage.back().data()));
    }
  }
  ptx::Module module;
  std::vector<std::vector<std::byte>> storage;
  std::vector<std::uint64_t> addresses;
  testing::Shortcuts shortcuts;  ///< of the last launch

  /// Of the n-th kernel. The arguments must have the parameters' types.
  template <class... Arguments>
  std::vector<Fault> launch(Device& device, std::size_t nth, Size grid, Size block, std::uint32_t shared,
                            Arguments... arguments) {
    std::vector<const ptx::Function*> entries;
    for (const ptx::Function& function : module.functions)
      if (function.is_entry) entries.push_back(&function);
    auto program = decode(module, *entries.at(nth), addresses);
    EXPECT_TRUE(program) << program.error().message;
    if (!program) return {};
    Launch launch{grid, block, shared, {}};
    const auto add = [&](auto value) {
      launch.arguments.resize((launch.arguments.size() + sizeof(value) - 1) / sizeof(value) * sizeof(value));
      const auto bytes = std::as_bytes(std::span(&value, 1));
      launch.arguments.insert(launch.arguments.end(), bytes.begin(), bytes.end());
    };
    (add(arguments), ...);
    EXPECT_EQ(launch.arguments.size(), program->argument_bytes);
    shortcuts = testing::expect_same_requests(*program, launch, device.allocations);
    std::vector<Fault> faults;
    for (std::uint64_t b = 0; b < launch.blocks(); ++b)
      EXPECT_TRUE(run_block(*program, launch, device.allocations, b, nullptr, faults));
    return faults;
  }
};

template <class T>
std::vector<T> filled(int size, int step, int turn, int least) {
  std::vector<T> values(static_cast<std::size_t>(size));
  for (int i = 0; i < size; ++i) values[static_cast<std::size_t>(i)] = static_cast<T>(i * step % turn + least);
  return values;
}

/// C = A * B in small whole numbers, which floats add exactly in any order.
/// `boxes`: of blocks that are alike but for where their requests lie.
void expect_product(const char* name, int M, int N, int K, Size grid, Size block, std::size_t boxes,
                    bool with_M = true) {
  Loaded loaded(name);
  Device device;
  auto A = filled<float>(M * K, 1, 17, -8), B = filled<float>(K * N, 1, 13, -6);
  std::vector<float> C(static_cast<std::size_t>(M * N), 0);
  const auto *a = device.copy(A), *b = device.copy(B), *c = device.copy(C);
  const auto faults = with_M ? loaded.launch(device, 0, grid, block, 0, M, N, K, a, b, c)
                             : loaded.launch(device, 0, grid, block, 0, N, K, a, b, c);
  EXPECT_TRUE(faults.empty());
  EXPECT_EQ(loaded.shortcuts.blocks_run, boxes) << name;
  for (int row = 0; row < M; ++row)
    for (int column = 0; column < N; ++column) {
      float sum = 0;
      for (int k = 0; k < K; ++k)
        sum += A[static_cast<std::size_t>(row * K + k)] * B[static_cast<std::size_t>(k * N + column)];
      ASSERT_EQ(C[static_cast<std::size_t>(row * N + column)], sum) << name << ": " << row << ", " << column;
    }
}

TEST(Kernels, MultiplyMatrices) {
  expect_product("naive", 50, 70, 33, {5, 4, 1}, {16, 16, 1}, 4);
  expect_product("tiled", 72, 100, 80, {4, 3, 1}, {32, 32, 1}, 4);
  expect_product("register_tile", 128, 192, 40, {3, 2, 1}, {256, 1, 1}, 1, false);
  expect_product("split_k", 20, 40, 64, {3, 2, 4}, {16, 16, 1}, 4);
}

TEST(Kernels, SumByShufflesSharedMemoryAndAtomics) {
  Loaded loaded("reduction");
  Device device;
  auto values = filled<int>(10007, 37, 1009, -500);
  std::vector<int> total(1, 0);
  int expected = 0;
  for (const int value : values) expected += value;
  const auto* v = device.copy(values);
  EXPECT_TRUE(loaded.launch(device, 0, {4, 1, 1}, {256, 1, 1}, 0, 10007, v, device.copy(total)).empty());
  EXPECT_EQ(total[0], expected);
}

TEST(Kernels, Transpose) {
  for (const std::size_t nth : {0u, 1u}) {
    Loaded loaded("transpose");
    Device device;
    auto A = filled<float>(70 * 100, 1, 7001, 0), B = filled<float>(70 * 100, 0, 1, -1);
    const auto* a = device.copy(A);
    EXPECT_TRUE(loaded.launch(device, nth, {4, 3, 1}, {32, 8, 1}, 0, 70, 100, a, device.copy(B)).empty());
    for (std::size_t y = 0; y < 70; ++y)
      for (std::size_t x = 0; x < 100; ++x) ASSERT_EQ(B[x * 70 + y], A[y * 100 + x]);
  }
}

TEST(Kernels, CountBytesInSharedMemoryThatTheLaunchAsksFor) {
  Loaded loaded("histogram");
  Device device;
  auto text = filled<unsigned char>(5000, 7, 251, 0);
  std::vector<unsigned> counts(256, 0), expected(256, 0);
  for (const unsigned char c : text) ++expected[c];
  const auto* t = device.copy(text);
  EXPECT_TRUE(loaded.launch(device, 0, {3, 1, 1}, {128, 1, 1}, 1024, 5000, t, device.copy(counts)).empty());
  EXPECT_EQ(counts, expected);
  EXPECT_FALSE(loaded.shortcuts.closed) << "bytes of the text are addresses";
}

TEST(Kernels, AddUpAsTheyGo) {
  Loaded loaded("scan");
  Device device;
  auto values = filled<int>(300, 7, 23, -11), sums = filled<int>(300, 0, 1, 0);
  const auto* v = device.copy(values);
  EXPECT_TRUE(loaded.launch(device, 0, {3, 1, 1}, {128, 1, 1}, 0, 300, v, device.copy(sums)).empty());
  int sum = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    sum = i % 128 == 0 ? values[i] : sum + values[i];
    ASSERT_EQ(sums[i], sum) << i;
  }
}

TEST(Kernels, MultiplyBySparseRowsOfDifferentLengths) {
  Loaded loaded("spmv");
  Device device;
  std::vector<int> begin{0}, column;
  std::vector<float> value, x = filled<float>(80, 1, 7, -3), y(100, -1);
  for (int row = 0; row < 100; ++row) {
    for (int i = 0; i < row * 5 % 17; ++i)
      column.push_back((row * 3 + i * i) % 80), value.push_back(static_cast<float>(row % 5 + i));
    begin.push_back(static_cast<int>(column.size()));
  }
  const auto *b = device.copy(begin), *c = device.copy(column);
  const auto *v = device.copy(value), *from = device.copy(x);
  EXPECT_TRUE(loaded.launch(device, 0, {2, 1, 1}, {64, 1, 1}, 0, 100, b, c, v, from, device.copy(y)).empty());
  for (std::size_t row = 0; row < 100; ++row) {
    float sum = 0;
    for (auto i = static_cast<std::size_t>(begin[row]); i < static_cast<std::size_t>(begin[row + 1]); ++i)
      sum += value[i] * x[static_cast<std::size_t>(column[i])];
    ASSERT_EQ(y[row], sum) << row;
  }
}

TEST(Kernels, MultiplyAVectorFourFloatsAtATime) {
  Loaded loaded("gemv");
  Device device;
  auto A = filled<float>(37 * 200, 1, 23, -11), x = filled<float>(200, 1, 9, -4), y = filled<float>(37, 0, 1, -1);
  const auto *a = device.copy(A), *b = device.copy(x);
  EXPECT_TRUE(loaded.launch(device, 0, {10, 1, 1}, {32, 4, 1}, 0, 37, 200, a, b, device.copy(y)).empty());
  for (std::size_t row = 0; row < 37; ++row) {
    float sum = 0;
    for (std::size_t i = 0; i < 200; ++i) sum += A[row * 200 + i] * x[i];
    ASSERT_EQ(y[row], sum) << row;
  }
}

TEST(Kernels, AverageNeighboursFromATileWithABorder) {
  Loaded loaded("stencil");
  Device device;
  constexpr int kHeight = 37, kWidth = 50;
  auto in = filled<float>(kHeight * kWidth, 31, 97, 0), out = filled<float>(kHeight * kWidth, 0, 1, -1);
  const auto* from = device.copy(in);
  EXPECT_TRUE(loaded.launch(device, 0, {4, 3, 1}, {16, 16, 1}, 0, kHeight, kWidth, from, device.copy(out)).empty());
  const auto at = [&](int y, int x) {
    return in[static_cast<std::size_t>(std::clamp(y, 0, kHeight - 1) * kWidth + std::clamp(x, 0, kWidth - 1))];
  };
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      const float right = 0.2f * (at(y, x) + at(y - 1, x) + at(y + 1, x) + at(y, x - 1) + at(y, x + 1));
      ASSERT_TRUE(std::fabs(out[static_cast<std::size_t>(y * kWidth + x)] - right) <= 1e-4f) << y << ", " << x;
    }
}

TEST(Kernels, ReadConstantMemory) {
  Loaded loaded("convolution");
  Device device;
  constexpr int kHeight = 30, kWidth = 45;
  auto in = filled<int>(kHeight * kWidth, 13, 101, 0), out = filled<int>(kHeight * kWidth, 0, 1, -1);
  auto filter = filled<int>(25, 7, 11, -5);
  std::memcpy(loaded.storage[0].data(), filter.data(), 100);
  device.allocations.add(loaded.addresses[0], 100);
  const auto* from = device.copy(in);
  EXPECT_TRUE(loaded.launch(device, 0, {2, 4, 1}, {32, 8, 1}, 0, kHeight, kWidth, from, device.copy(out)).empty());
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      int sum = 0;
      for (int v = std::max(y - 2, 0); v <= std::min(y + 2, kHeight - 1); ++v)
        for (int u = std::max(x - 2, 0); u <= std::min(x + 2, kWidth - 1); ++u)
          sum += filter[static_cast<std::size_t>((v - y + 2) * 5 + u - x + 2)] *
                 in[static_cast<std::size_t>(v * kWidth + u)];
      ASSERT_EQ(out[static_cast<std::size_t>(y * kWidth + x)], sum) << y << ", " << x;
    }
}

TEST(Kernels, TakeTheSoftmaxOfEachRow) {
  Loaded loaded("softmax");
  Device device;
  auto in = filled<float>(13 * 90, 31, 101, 0), out = filled<float>(13 * 90, 0, 1, -1);
  for (float& value : in) value /= 10;
  const auto* from = device.copy(in);
  EXPECT_TRUE(loaded.launch(device, 0, {4, 1, 1}, {32, 4, 1}, 0, 13, 90, from, device.copy(out)).empty());
  for (std::size_t row = 0; row < 13; ++row) {
    double sum = 0;
    for (std::size_t i = 0; i < 90; ++i) sum += std::exp(static_cast<double>(in[row * 90 + i]));
    for (std::size_t i = 0; i < 90; ++i) {
      const double right = std::exp(static_cast<double>(in[row * 90 + i])) / sum;
      ASSERT_TRUE(std::fabs(out[row * 90 + i] - right) <= 1e-5 * right)
          << row << ", " << i << ": " << out[row * 90 + i];
    }
  }
}

TEST(Kernels, MultiplyWhatIsCopiedInTheBackground) {
  expect_product("async_copy", 48, 64, 80, {4, 3, 1}, {16, 16, 1}, 1, false);
}

/// The bits of a whole number below 2048 as a half.
std::uint16_t half(int number) {
  const int size = std::abs(number);
  if (size == 0) return 0;
  const int exponent = std::bit_width(static_cast<unsigned>(size)) - 1;
  return static_cast<std::uint16_t>((number < 0 ? 0x8000 : 0) | (exponent + 15) << 10 |
                                    (size << (10 - exponent) & 0x3ff));
}
std::vector<std::uint16_t> halves(const std::vector<int>& numbers) {
  std::vector<std::uint16_t> all;
  for (const int number : numbers) all.push_back(half(number));
  return all;
}

TEST(Kernels, MultiplyOnTensorCoresThroughMma) {
  Loaded loaded("tensor_core");
  Device device;
  constexpr std::size_t kM = 16, kN = 24, kK = 64;
  const auto A = filled<int>(kM * kK, 1, 15, -7), B = filled<int>(kK * kN, 1, 7, -3);
  auto a = halves(A), b = halves(B);
  auto C = filled<float>(kM * kN, 0, 1, -1);
  const auto *from_a = device.copy(a), *from_b = device.copy(b);
  EXPECT_TRUE(loaded.launch(device, 0, {3, 1, 1}, {32, 1, 1}, 0, from_a, from_b, device.copy(C), int{kN}).empty());
  for (std::size_t row = 0; row < kM; ++row)
    for (std::size_t column = 0; column < kN; ++column) {
      int sum = 0;
      for (std::size_t k = 0; k < kK; ++k) sum += A[row * kK + k] * B[k * kN + column];
      ASSERT_EQ(C[row * kN + column], static_cast<float>(sum)) << row << ", " << column;
    }
}

TEST(Kernels, MultiplyOnTensorCoresThroughWmma) {
  Loaded loaded("wmma");
  Device device;
  constexpr std::size_t kM = 64, kN = 96, kK = 80;
  const auto A = filled<int>(kM * kK, 1, 19, -9), B = filled<int>(kK * kN, 1, 11, -5);
  auto a = halves(A), b = halves(B);
  auto C = filled<float>(kM * kN, 0, 1, -1);
  const auto *from_a = device.copy(a), *from_b = device.copy(b);
  EXPECT_TRUE(
      loaded.launch(device, 0, {3, 2, 1}, {128, 1, 1}, 0, int{kN}, int{kK}, from_a, from_b, device.copy(C)).empty());
  for (std::size_t row = 0; row < kM; ++row)
    for (std::size_t column = 0; column < kN; ++column) {
      int sum = 0;
      for (std::size_t k = 0; k < kK; ++k) sum += 2 * A[row * kK + k] * B[column * kK + k];
      ASSERT_EQ(C[row * kN + column], static_cast<float>(sum)) << row << ", " << column;
    }
}

}  // namespace
}  // namespace gemmscope::lockstep
