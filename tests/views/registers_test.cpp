// SPDX-License-Identifier: MIT
// What is said of the registers of sgemm64, and what the view draws of them.
#include <gtest/gtest.h>

#include "app/session/stepping.h"
#include "app/views/registers/picture.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

using analysis::FfmaOrder;

std::string plain_blanks(std::string text) {
  for (std::size_t at; (at = text.find("\u202f")) != std::string::npos;) text.replace(at, 3, " ");
  return text;
}

TEST(RegistersWords, TheKernelsOrderHidesAllConflicts) {
  EXPECT_EQ(answer_in_words(FfmaOrder::kSwirlZigzag, 2),
            "Swirl + zigzag hides all 16 bank conflicts; 94 of 192 operands are hits");
  EXPECT_EQ(plain_blanks(totals_in_words(FfmaOrder::kSwirlZigzag, 2)),
            "Hits: 47.12 % of the whole kernel (852 of 1 808, the published figure); "
            "48.96 % of the operands of multiply-adds (752 of 1 536)");
}

TEST(RegistersWords, OtherOrdersLeaveSome) {
  EXPECT_EQ(answer_in_words(FfmaOrder::kRowScan, 3),
            "Row scan hides 14 of 16 bank conflicts; 56 of 192 operands are hits");
  EXPECT_EQ(answer_in_words(FfmaOrder::kZigzag, 0),
            "Without reuse, 16 of 64 multiply-adds take one extra cycle: a bank conflict");
}

TEST(RegistersWords, OnlyWhatWasPublishedIsCalledSo) {
  const auto published = [](FfmaOrder order, int depth) {
    return totals_in_words(order, depth).find("published") != std::string::npos;
  };
  EXPECT_TRUE(published(FfmaOrder::kZigzag, 3));  // 39 %, which takes three registers a slot
  EXPECT_FALSE(published(FfmaOrder::kZigzag, 2));
  EXPECT_FALSE(published(FfmaOrder::kSwirlZigzag, 1));
  EXPECT_FALSE(published(FfmaOrder::kSwirl, 2));
  EXPECT_FALSE(published(FfmaOrder::kSwirlNeighbours, 2));
}

Ffmas at(FfmaOrder order, int depth, int position) { return Ffmas({order, depth, position}); }

TEST(RegistersWords, AnInstructionReadsAsInTheListing) {
  EXPECT_EQ(instruction_in_words(at(FfmaOrder::kSwirlZigzag, 2, 0).now()), "FFMA R1, R66.reuse, R72.reuse, R1");
  EXPECT_EQ(instruction_in_words(at(FfmaOrder::kSwirlZigzag, 2, 15).now()), "FFMA R39, R69.reuse, R72, R39");
}

TEST(RegistersWords, AnOperandIsReadOrAHit) {
  const analysis::Ffma& fourth = at(FfmaOrder::kSwirlZigzag, 2, 3).now();
  EXPECT_EQ(operand_in_words(fourth, 0), "hit: bank 0 not read");
  EXPECT_EQ(operand_in_words(fourth, 1), "hit: bank 0 not read, kept");
  EXPECT_EQ(operand_in_words(fourth, 2), "read from bank 3");
}

TEST(RegistersWords, AConflictIsHiddenOrCostsACycle) {
  EXPECT_EQ(conflict_in_words(at(FfmaOrder::kSwirlZigzag, 2, 0).now()), "No two of its registers share a bank.");
  EXPECT_EQ(conflict_in_words(at(FfmaOrder::kSwirlZigzag, 2, 6).now()), "A and B share bank 1; the hit hides it.");
  EXPECT_EQ(conflict_in_words(at(FfmaOrder::kRowScan, 2, 0).now()), "A and B read bank 0: one extra cycle.");
}

TEST(Ffmas, StayInsideTheirBounds) {
  EXPECT_EQ(at(FfmaOrder::kSwirl, 7, 100).state.depth, 3);
  EXPECT_EQ(at(FfmaOrder::kSwirl, 7, 100).state.position, 63);
  EXPECT_EQ(at(FfmaOrder::kSwirl, -1, -1).state.depth, 0);
}

TEST(Ffmas, FindTheTurnOfAnAccumulator) {
  const Ffmas ffmas = at(FfmaOrder::kSwirlZigzag, 2, 0);
  EXPECT_EQ(ffmas.position_of({2, 0}), 0);
  EXPECT_EQ(ffmas.position_of({0, 0}), 3);
  EXPECT_EQ(ffmas.position_of({1, 0}), 7);
  EXPECT_EQ(at(FfmaOrder::kRowScan, 2, 0).position_of({7, 7}), 63);
}

TEST(Ffmas, KnowWhatSlotsKeepBefore) {
  EXPECT_TRUE(at(FfmaOrder::kSwirlZigzag, 2, 0).kept(0).empty());
  EXPECT_EQ(at(FfmaOrder::kSwirlZigzag, 2, 1).kept(0), std::vector<int>{66});
  EXPECT_EQ(at(FfmaOrder::kSwirlZigzag, 2, 2).kept(1), (std::vector<int>{72, 73}));
}

TEST(Ffmas, AreCountedByStep) {
  const StepCount step = count_of_step(counted(FfmaOrder::kSwirl, 2));
  EXPECT_EQ(step.conflicts, 2);
  EXPECT_EQ(step.hidden, 14);
  EXPECT_EQ(step.hits, 88);
  EXPECT_EQ(step.operands, 192);
}

TEST(Stepping, AlongTheMultiplyAddsStopsAtTheEnds) {
  session::Session s;
  step_multiply_add(s.look, -1);
  EXPECT_EQ(s.look.views.registers.position, 0);
  step_multiply_add(s.look, 5);
  EXPECT_EQ(s.look.views.registers.position, 5);
  step_multiply_add(s.look, 100);
  EXPECT_EQ(s.look.views.registers.position, 63);
}

}  // namespace
}  // namespace gemmscope::views
