// SPDX-License-Identifier: MIT
// Register banks and operand reuse of sgemm64 against figures computed elsewhere (golden.json, "register_bank").
#include "tracing/analysis/registers.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/analysis/golden.h"

namespace gemmscope::analysis {
namespace {

using nlohmann::json;

const json& golden() {
  static const json all = testing::golden_json().at("register_bank");
  return all;
}

const std::map<std::string, FfmaOrder> kOrders{{"row scan", FfmaOrder::kRowScan},
                                               {"zigzag", FfmaOrder::kZigzag},
                                               {"swirl only", FfmaOrder::kSwirl},
                                               {"swirl+zigzag", FfmaOrder::kSwirlZigzag},
                                               {"swirl alt + zigzag", FfmaOrder::kSwirlNeighbours}};

TEST(Registers, LieWhereTheFileSays) {
  std::set<int> registers;
  for (int x = 0; x < kThreadSide; ++x) {
    EXPECT_EQ(bank_of_register(register_of_A(x, 0)), golden().at("A_banks").at(x));
    EXPECT_EQ(bank_of_register(register_of_B(x, 1)), golden().at("B_banks").at(x));
    for (int y = 0; y < kThreadSide; ++y) {
      EXPECT_EQ(register_of_C(x, y), golden().at("C_registers").at(x).at(y));
      EXPECT_EQ(bank_of_register(register_of_C(x, y)), golden().at("C_banks").at(x).at(y));
      registers.insert(register_of_C(x, y));
    }
    for (const int buffer : {0, 1}) registers.insert({register_of_A(x, buffer), register_of_B(x, buffer)});
  }
  EXPECT_EQ(registers.size(), 96u);  // each its own
  EXPECT_EQ(*registers.rbegin(), 95);
}

TEST(Registers, ConflictsWithoutReuseAreOfAAndBInSixteenCells) {
  json cells = json::array();
  int with_C = 0;
  const RegisterReuse all = reuse_of(FfmaOrder::kRowScan, 0);
  for (std::size_t i = 0; i < 64; ++i) {
    const auto& [a, b, c] = all.ffmas[i].registers;
    with_C += bank_of_register(c) == bank_of_register(a) || bank_of_register(c) == bank_of_register(b);
    if (all.ffmas[i].conflicts != 0) cells.push_back({all.ffmas[i].cell.y, all.ffmas[i].cell.x});
  }
  EXPECT_EQ(cells, golden().at("A_vs_B_conflict_cells"));  // symmetric, so its order by x is ours by y
  EXPECT_EQ(cells.size(), golden().at("A_vs_B_conflicts"));
  EXPECT_EQ(with_C, golden().at("C_vs_AB_conflicts"));
}

TEST(Registers, OrdersVisitEveryCellOnce) {
  for (int order = 0; order < kFfmaOrders; ++order) {
    std::set<int> seen;
    for (const Accumulator& cell : issued_in(static_cast<FfmaOrder>(order))) seen.insert(register_of_C(cell.x, cell.y));
    EXPECT_EQ(seen.size(), 64u) << name_of(static_cast<FfmaOrder>(order));
    EXPECT_EQ(issued_in(static_cast<FfmaOrder>(order)).size(), 64u);
  }
}

TEST(Registers, TheKernelsOrderIsThePublishedOne) {
  std::vector<int> order;
  for (const Accumulator& cell : issued_in(FfmaOrder::kSwirlZigzag)) order.push_back(register_of_C(cell.x, cell.y));
  EXPECT_EQ(json(order), golden().at("ffma_order_C_registers"));
}

class OfAnOrder : public ::testing::TestWithParam<json> {};

TEST_P(OfAnOrder, ReuseIsWhatTheFileSays) {
  const auto order = kOrders.find(GetParam().at("order"));
  ASSERT_NE(order, kOrders.end());
  const RegisterReuse all = reuse_of(order->second, GetParam().at("depth"));
  EXPECT_EQ(all.operands, GetParam().at("ffma_operands"));
  EXPECT_EQ(all.hits, GetParam().at("ffma_hits"));
  EXPECT_EQ(all.conflicts, GetParam().at("bank_conflicts"));
  EXPECT_EQ(all.conflicts + all.hidden, 128);  // 16 of each of 8 steps
  EXPECT_EQ(all.max_held, GetParam().at("max_held"));
  EXPECT_NEAR(100 * all.share(), GetParam().at("ffma_reuse_pct").get<double>(), 0.00051);
  EXPECT_NEAR(100 * whole_kernel(all).share(), GetParam().at("whole_kernel_pct").get<double>(), 0.00051);
}

std::string name_of_order(const ::testing::TestParamInfo<json>& info) {
  std::string name = info.param.at("order").get<std::string>() + "_depth_" + info.param.at("depth").dump();
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Rows, OfAnOrder, ::testing::ValuesIn(golden().at("orders").get<std::vector<json>>()),
                         name_of_order);

std::string letters(const std::array<bool, kOperandSlots>& slots) {
  std::string text = "---";
  for (std::size_t s = 0; s < kOperandSlots; ++s)
    if (slots[s]) text[s] = "ABC"[s];
  return text;
}

TEST(Registers, FirstInstructionsKeepAndHitAsInTheListing) {
  const RegisterReuse all = reuse_of(FfmaOrder::kSwirlZigzag, 2);
  const json& trace = golden().at("first16_trace");
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Ffma& f = all.ffmas[i];
    const json ours{{"a", f.registers[0]},       {"b", f.registers[1]},   {"c", f.registers[2]},
                    {"reuse", letters(f.reuse)}, {"hit", letters(f.hit)}, {"conflicts", f.conflicts}};
    EXPECT_EQ(ours, trace[i]) << i;
  }
}

/// The step after fills the other registers: A and B of steps 0 and 2 lie where those of 1 and 3 do not.
TEST(Registers, StepsTakeTurnsInTheBuffers) {
  const RegisterReuse all = reuse_of(FfmaOrder::kSwirlZigzag, 2);
  for (std::size_t i = 0; i < all.ffmas.size(); ++i) {
    const Ffma& f = all.ffmas[i];
    const int buffer = static_cast<int>(i / (kThreadSide * kThreadSide)) % 2;
    EXPECT_EQ(f.registers[0], register_of_A(f.cell.x, buffer)) << i;
    EXPECT_EQ(f.registers[1], register_of_B(f.cell.y, buffer)) << i;
  }
}

TEST(Registers, SlotsKeepWhatTheNextInstructionsHit) {
  for (int order = 0; order < kFfmaOrders; ++order)
    for (const int depth : {0, 1, 2, 3}) {
      const RegisterReuse all = reuse_of(static_cast<FfmaOrder>(order), depth);
      for (std::size_t i = 0; i < all.ffmas.size(); ++i)
        for (std::size_t s = 0; s < kOperandSlots; ++s) {
          const std::vector<int> before = i == 0 ? std::vector<int>{} : all.ffmas[i - 1].kept[s];
          EXPECT_EQ(std::ranges::count(before, all.ffmas[i].registers[s]), all.ffmas[i].hit[s]);
          EXPECT_EQ(std::ranges::count(all.ffmas[i].kept[s], all.ffmas[i].registers[s]), all.ffmas[i].reuse[s]);
          EXPECT_LE(std::ssize(all.ffmas[i].kept[s]), depth);
        }
    }
  const RegisterReuse all = reuse_of(FfmaOrder::kSwirlZigzag, 2);
  EXPECT_EQ(all.ffmas[1].kept[0], std::vector<int>{});
  EXPECT_EQ(all.ffmas[1].kept[1], (std::vector<int>{72, 73}));
}

TEST(Registers, EveryStepOfAKTileIsLikeTheFirst) {
  for (int order = 0; order < kFfmaOrders; ++order)
    for (const int depth : {0, 1, 2, 3}) {
      const RegisterReuse all = reuse_of(static_cast<FfmaOrder>(order), depth);
      for (std::size_t i = 64; i < all.ffmas.size(); ++i) {
        EXPECT_EQ(all.ffmas[i].hit, all.ffmas[i % 64].hit);
        EXPECT_EQ(all.ffmas[i].reuse, all.ffmas[i % 64].reuse);
        EXPECT_EQ(all.ffmas[i].conflicts, all.ffmas[i % 64].conflicts);
      }
    }
}

TEST(Registers, HitsOfTheWholeKernelAreThePublishedFigure) {
  const WholeKernel kernel = whole_kernel(reuse_of(FfmaOrder::kSwirlZigzag, 2));
  EXPECT_EQ(kernel.hits, 852);
  EXPECT_EQ(kernel.operands, 1808);
}

TEST(Registers, HitsOfTheSlotsOfAStep) {
  const RegisterReuse all = reuse_of(FfmaOrder::kSwirlZigzag, 2);
  std::array<int, kOperandSlots> hits{};
  for (std::size_t i = 0; i < 64; ++i)
    for (std::size_t s = 0; s < kOperandSlots; ++s) hits[s] += all.ffmas[i].hit[s];
  EXPECT_EQ(hits, (std::array<int, kOperandSlots>{38, 56, 0}));
}

}  // namespace
}  // namespace gemmscope::analysis
