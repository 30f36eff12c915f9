// SPDX-License-Identifier: MIT
// Kernels of tests/programs as nvcc has translated them (tests/data/programs), rewritten.
#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "tests/preload/both_ways.h"

namespace gemmscope::preload::testing {
namespace {

using Size = std::array<std::uint32_t, 3>;

/// An argument: a number, or an array of so many words.
struct Argument {
  std::uint32_t value = 0;
  bool is_array = false;
};
Argument words(std::uint32_t count) { return {count, true}; }

struct Case {
  const char* name;
  Size grid, block;
  std::uint32_t shared;
  std::vector<Argument> arguments;
};

Argument number(std::uint32_t n) { return {n, false}; }

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

const Case kCases[] = {
    {"naive", {5, 4, 1}, {16, 16, 1}, 0, {number(50), number(70), number(33), words(1650), words(2310), words(3500)}},
    {"tiled", {2, 2, 1}, {32, 32, 1}, 0, {number(40), number(50), number(45), words(1800), words(2250), words(2000)}},
    {"register_tile", {2, 1, 1}, {256, 1, 1}, 0, {number(128), number(16), words(1024), words(2048), words(8192)}},
    {"reduction", {4, 1, 1}, {256, 1, 1}, 0, {number(3007), words(3007), words(1)}},
    {"transpose", {4, 3, 1}, {32, 8, 1}, 0, {number(70), number(100), words(7000), words(7000)}},
    {"histogram", {3, 1, 1}, {128, 1, 1}, 1024, {number(2000), words(500), words(256)}},
    {"scan", {3, 1, 1}, {128, 1, 1}, 0, {number(300), words(300), words(300)}},
    {"gemv", {10, 1, 1}, {32, 4, 1}, 0, {number(37), number(200), words(7400), words(200), words(37)}},
    {"stencil", {4, 3, 1}, {16, 16, 1}, 0, {number(37), number(50), words(1850), words(1850)}},
    {"convolution", {2, 4, 1}, {32, 8, 1}, 0, {number(30), number(45), words(1350), words(1350)}},
    {"softmax", {4, 1, 1}, {32, 4, 1}, 0, {number(13), number(90), words(1170), words(1170)}},
    {"async_copy", {4, 3, 1}, {16, 16, 1}, 0, {number(64), number(80), words(3840), words(5120), words(3072)}},
    {"tensor_core", {3, 1, 1}, {32, 1, 1}, 0, {words(512), words(768), words(384), number(24)}},
    {"wmma", {3, 2, 1}, {128, 1, 1}, 0, {number(96), number(80), words(2560), words(3840), words(6144)}},
    {"split_k", {4, 3, 3}, {16, 16, 1}, 0, {number(40), number(58), number(60), words(2400), words(3480), words(2320)}},
    {"spmv", {2, 1, 1}, {64, 1, 1}, 0, {number(100), words(101), words(400), words(400), words(80), words(100)}},
};

/// Rows of 0 to 6 elements for spmv; for all others small numbers, as good as any.
std::uint32_t word_of(const Case& c, std::size_t argument, std::uint32_t i) {
  const bool is_sparse = std::strcmp(c.name, "spmv") == 0;
  if (is_sparse && argument == 1) return i / 7 * 21 + i % 7 * (i % 7 - 1) / 2;
  return (i * 37 + static_cast<std::uint32_t>(argument)) % 79;
}

class Programs : public ::testing::TestWithParam<Case> {};

TEST_P(Programs, WriteDownWhatTheInterpreterHears) {
  const Case& c = GetParam();
  std::ifstream in("tests/data/programs/" + std::string(c.name) + ".ptx");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  lockstep::Launch launch{.grid = c.grid, .block = c.block, .dynamic_shared = c.shared};
  lockstep::Allocations allocations;
  std::vector<std::vector<std::uint32_t>> arrays(c.arguments.size());
  const auto pass = [&](const auto& value) {
    auto& all = launch.arguments;
    all.resize((all.size() + sizeof(value) - 1) / sizeof(value) * sizeof(value));
    const auto bytes = std::as_bytes(std::span(&value, 1));
    all.insert(all.end(), bytes.begin(), bytes.end());
  };
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (!c.arguments[i].is_array) {
      pass(c.arguments[i].value);
      continue;
    }
    arrays[i].resize(c.arguments[i].value);
    const auto address = reinterpret_cast<std::uint64_t>(arrays[i].data());
    allocations.add(address, 4 * arrays[i].size());
    pass(address);
  }
  const auto prepare = [&] {
    for (std::size_t i = 0; i < arrays.size(); ++i)
      for (std::uint32_t j = 0; j < arrays[i].size(); ++j) arrays[i][j] = word_of(c, i, j);
  };
  for (const bool counts_in_shared : {true, false}) {
    const auto both = run_both_ways(text, launch, allocations, prepare, counts_in_shared);
    EXPECT_TRUE(both.faults.empty());
    EXPECT_GT(both.interpreter.size(), 20u);
    const auto [mine, other] = std::ranges::mismatch(both.interpreter, both.replay);
    EXPECT_EQ(mine == both.interpreter.end() ? "the end" : *mine, other == both.replay.end() ? "the end" : *other);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Programs, ::testing::ValuesIn(kCases),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace gemmscope::preload::testing
