// SPDX-License-Identifier: MIT
// What a GPU gave (tests/data/h200_operations.csv; its head says which), bit by bit.
#include <fstream>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "tests/lockstep/one_lane.h"

namespace gemmscope::lockstep {
namespace {

struct Measured {
  std::string mnemonic;
  std::vector<std::uint64_t> sources;
  std::uint64_t result = 0;
};

Measured parse(const std::string& line) {
  std::istringstream fields(line);
  Measured measured;
  std::string sources, result, source;
  std::getline(fields, measured.mnemonic, ','), std::getline(fields, sources, ','), std::getline(fields, result);
  for (std::istringstream all(sources); all >> source;) measured.sources.push_back(std::stoull(source, nullptr, 16));
  measured.result = std::stoull(result, nullptr, 16);
  return measured;
}

std::vector<Measured> all_measured() {
  std::vector<Measured> all;
  std::ifstream file("tests/data/h200_operations.csv");
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with('#') && !line.starts_with("row,")) all.push_back(parse(line));
  EXPECT_GE(all.size(), 100u) << "tests run in the repository's root";
  return all;
}

TEST(H200, GaveTheSameForEachOperation) {
  for (const Measured& measured : all_measured())
    for (const Isa isa : {Isa::kAvx2, Isa::kAvx512}) {
      if (!can_run(isa)) continue;
      const Operation* const operation = find_operation(measured.mnemonic, isa);
      ASSERT_NE(operation, nullptr) << measured.mnemonic;
      std::string sources;
      for (const std::uint64_t source : measured.sources)
        sources += (std::ostringstream() << std::hex << " 0x" << source).str();
      EXPECT_EQ(testing::result_of(*operation, measured.sources), measured.result) << measured.mnemonic << sources;
    }
}

/// Registers of a warp: four of D, four of A, two of B and, zeros, four of C.
using FragmentRegisters = std::array<std::array<std::uint32_t, kLanes>, 14>;

/// 64 products of random numbers from 2^-7 to 2^9: the first element of four of them, and all elements. As a program
/// with this generator, which has a state for each lane, gave them on an H200, driver 580.159.04, 2026-11-23.
TEST(H200, AddedProductsOfMatricesTheSame) {
  for (const Isa isa : {Isa::kAvx2, Isa::kAvx512}) {
    if (!can_run(isa)) continue;
    const MatrixOperation& multiply = *find_matrix_operation("mma.sync.m16n8k8.row.col.f32.tf32.tf32.f32", isa);
    alignas(64) FragmentRegisters fragments{};
    std::array<Slot, 14> slots;
    for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = static_cast<Slot>(i * sizeof(fragments[0]));
    std::array<std::uint32_t, kLanes> states;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) states[lane] = lane * 2654435761u + 12345;
    std::vector<std::uint32_t> firsts;
    std::uint32_t all = 0;
    for (int product = 0; product < 64; ++product) {
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        for (std::size_t i = 4; i < 19; ++i) {  // nine times for what else the program computed
          states[lane] = states[lane] * 1664525u + 1013904223u;
          if (i < 10) fragments[i][lane] = (states[lane] & 0x87ffffff) + 0x3c000000;
        }
      multiply.run(reinterpret_cast<std::byte*>(&fragments), slots.data(), kAllLanes, 1);
      for (std::size_t i = 0; i < 4; ++i)
        for (const std::uint32_t element : fragments[i]) all = all * 31 + element;
      if (product < 4) firsts.push_back(fragments[0][0]);
    }
    EXPECT_EQ(firsts, (std::vector<std::uint32_t>{0xc57e1133, 0x44d2d50f, 0xc68183b9, 0x4628af21}));
    EXPECT_EQ(all, 0xa090a831);
  }
}

}  // namespace
}  // namespace gemmscope::lockstep
