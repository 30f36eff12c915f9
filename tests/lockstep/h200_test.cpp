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

TEST(H200, GaveTheSame) {
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

}  // namespace
}  // namespace gemmscope::lockstep
