// SPDX-License-Identifier: MIT
// What a GPU gave (tests/data/h200_operations.csv; its head says which), bit by bit.
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "tracing/lockstep/operation.h"

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
  EXPECT_FALSE(all.empty()) << "tests run in the repository's root";
  return all;
}

/// The result in lane 13, in which alone the sources are; in the others are zeros.
std::uint64_t result_of(const Operation& operation, const std::vector<std::uint64_t>& sources) {
  constexpr std::size_t kEach = kLanes * sizeof(std::uint64_t), kLane = 13;
  alignas(64) std::array<std::byte, kMostOperands * kEach> registers{};
  std::array<Slot, kMostOperands> slots{};
  for (std::size_t i = 0; i < kMostOperands; ++i) slots[i] = static_cast<Slot>(i * kEach);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::size_t operand = operation.results + i, width = bytes_of(operation.operands[operand]);
    std::memcpy(registers.data() + slots[operand] + kLane * width, &sources[i], width);
  }
  operation.run(registers.data(), slots.data(), kAllLanes);
  std::uint64_t result = 0;
  if (operation.operands[0] == Holds::kPredicate) {
    Mask mask;
    std::memcpy(&mask, registers.data(), sizeof(mask));
    return mask >> kLane & 1u;
  }
  const std::size_t width = bytes_of(operation.operands[0]);
  std::memcpy(&result, registers.data() + kLane * width, width);
  return result;
}

TEST(H200, GaveTheSame) {
  for (const Measured& measured : all_measured())
    for (const Isa isa : {Isa::kAvx2, Isa::kAvx512}) {
      if (!can_run(isa)) continue;
      const Operation* const operation = find_operation(measured.mnemonic, isa);
      ASSERT_NE(operation, nullptr) << measured.mnemonic;
      std::string sources;
      for (const std::uint64_t source : measured.sources)
        sources += (std::ostringstream() << std::hex << " 0x" << source).str();
      EXPECT_EQ(result_of(*operation, measured.sources), measured.result) << measured.mnemonic << sources;
    }
}

}  // namespace
}  // namespace gemmscope::lockstep
