// SPDX-License-Identifier: MIT
// The cost of atomic operations against hardware counters: tests/data/h200_atomics.csv, whose head explains the
// columns.
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "tracing/analysis/bank_conflicts.h"
#include "tracing/analysis/coalescing.h"

namespace gemmscope::analysis::testing {
namespace {

struct MeasuredAtomic {
  std::string name, op;
  WarpAccess access;
  bool global = false;
  bool is_loop = false;  ///< ptxas made a loop of it, whose rounds are not one request's
  double wavefronts = 0, sectors = 0;
};

Instruction instruction_of(const std::string& op) {
  if (op == "red.add.u32 1") return Instruction::kCount;
  return op.find(".cas.") != std::string::npos ? Instruction::kCompareSwap : Instruction::kAtomic;
}

MeasuredAtomic parse_atomic(const std::string& line) {
  std::istringstream fields(line);
  const auto next = [&fields] {
    std::string field;
    std::getline(fields, field, ',');
    return field;
  };
  const auto number = [&next] {
    const std::string field = next();
    return field.empty() ? 0.0 : std::stod(field);
  };
  MeasuredAtomic atomic;
  atomic.name = next(), atomic.op = next();
  atomic.name += ", " + atomic.op;
  atomic.global = atomic.op.starts_with("global");
  atomic.access.instruction = instruction_of(atomic.op);
  atomic.access.width = static_cast<std::uint8_t>(number());
  atomic.access.mask = static_cast<std::uint32_t>(std::stoul(next(), nullptr, 16));
  const double atoms = number();
  atomic.wavefronts = number();
  next();  // conflicts
  const double loads = number();
  atomic.is_loop = atoms > 1 || loads > 0;
  atomic.sectors = number();
  std::istringstream addresses(next());
  for (std::uint32_t& address : atomic.access.address) addresses >> address;
  EXPECT_FALSE(addresses.fail()) << line;
  return atomic;
}

std::vector<MeasuredAtomic> h200_atomics() {
  std::vector<MeasuredAtomic> all;
  std::ifstream file("tests/data/h200_atomics.csv");
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with('#') && !line.starts_with("pattern,")) all.push_back(parse_atomic(line));
  EXPECT_EQ(all.size(), 456u) << "tests run in the repository's root";
  return all;
}

bool words_differ(const WarpAccess& access) {
  std::map<std::uint32_t, int> lanes;
  for (int lane = 0; lane < kLanes; ++lane)
    if (access.active(lane) && ++lanes[access.address[static_cast<std::size_t>(lane)]] > 1) return false;
  return true;
}

TEST(H200Atomics, TheRulePredictsEveryWavefrontCounterOfWhatAUnitDoes) {
  std::map<Instruction, int> compared;
  for (const MeasuredAtomic& a : h200_atomics()) {
    if (a.global || a.is_loop) continue;
    ++compared[a.access.instruction];
    EXPECT_EQ(shared_cost(a.access).wavefronts, a.wavefronts) << a.name;
  }
  EXPECT_EQ(compared[Instruction::kAtomic], 4 * 38);
  EXPECT_EQ(compared[Instruction::kCount], 38);
  EXPECT_EQ(compared[Instruction::kCompareSwap], 2 * 38);
}

TEST(H200Atomics, SectorsAreTheSectorCounterWhereNoTwoLanesShareAWord) {
  int compared = 0;
  for (const MeasuredAtomic& a : h200_atomics()) {
    if (!a.global) continue;
    const int sectors = global_cost(a.access).sector_count;
    if (words_differ(a.access)) {
      ++compared;
      EXPECT_EQ(sectors, a.sectors) << a.name;
    } else {
      EXPECT_LE(sectors, a.sectors) << a.name;
    }
  }
  EXPECT_EQ(compared, 3 * 10);
}

}  // namespace
}  // namespace gemmscope::analysis::testing
