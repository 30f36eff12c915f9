// SPDX-License-Identifier: MIT
// The models against hardware counters: all 544 requests measured on an H200.
#include "tests/analysis/h200_requests.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tracing/analysis/bank_conflicts.h"
#include "tracing/analysis/coalescing.h"
#include "tracing/analysis/modelled_cycles.h"

namespace gemmscope::analysis::testing {
namespace {

/// Shared requests of a kind whose wavefront counter `model` does not predict.
int mispredicted(ConflictModel model, Instruction instruction, int width) {
  int misses = 0;
  for (const MeasuredRequest& r : h200_requests())
    if (!r.global && r.access.instruction == instruction && r.access.width == width)
      misses += shared_cost(r.access, model).wavefronts != r.wavefronts;
  return misses;
}

TEST(H200, FusedModelPredictsEveryWavefrontCounter) {
  int shared = 0;
  for (const MeasuredRequest& r : h200_requests()) {
    if (r.global) continue;
    ++shared;
    EXPECT_EQ(shared_cost(r.access).wavefronts, r.wavefronts) << r.name;
  }
  EXPECT_EQ(shared, 496);
}

TEST(H200, ExcessIsTheBankConflictCounter) {
  for (const MeasuredRequest& r : h200_requests()) {
    if (r.global) continue;
    EXPECT_EQ(shared_cost(r.access).excess(), r.conflicts) << r.name;
  }
}

TEST(H200, TextbookModelMissesWideFusedLoadsAndNothingElse) {
  const auto misses = [](Instruction i, int width) { return mispredicted(ConflictModel::kTextbook, i, width); };
  EXPECT_EQ(misses(Instruction::kLoad, 2), 0);
  EXPECT_EQ(misses(Instruction::kLoad, 4), 0);
  EXPECT_EQ(misses(Instruction::kLoad, 8), 20);
  EXPECT_EQ(misses(Instruction::kLoad, 16), 22);
  for (const int width : {2, 4, 8, 16}) EXPECT_EQ(misses(Instruction::kStore, width), 0) << width;
  EXPECT_EQ(misses(Instruction::kLoadMatrix, 16), 0);
}

TEST(H200, SubopModelIsNotTheHardware) {
  EXPECT_EQ(mispredicted(ConflictModel::kSubop, Instruction::kLoad, 4), 0);
  EXPECT_GT(mispredicted(ConflictModel::kSubop, Instruction::kLoad, 16), 40);
  EXPECT_GT(mispredicted(ConflictModel::kSubop, Instruction::kStore, 16), 40);
}

TEST(H200, SectorsAreTheSectorCounter) {
  int global = 0;
  for (const MeasuredRequest& r : h200_requests()) {
    if (!r.global) continue;
    ++global;
    EXPECT_EQ(global_cost(r.access).sector_count, r.sectors) << r.name;
  }
  EXPECT_EQ(global, 48);
}

TEST(H200, ModelledCyclesAreWithinFivePercentButForTwoMaskedPairs) {
  int far = 0;
  for (const MeasuredRequest& r : h200_requests()) {
    if (r.global) continue;
    const double modelled = modelled_cycles_h200(r.access);
    const double error = std::abs(modelled / r.cycles - 1);
    if (error <= 0.05) continue;
    ++far;
    EXPECT_NE(r.access.mask, kAllLanes) << r.name << ": modelled " << modelled << ", measured " << r.cycles;
    EXPECT_LE(error, 0.16) << r.name;
  }
  EXPECT_EQ(far, 2);
}

TEST(H200, NoMeasuredRequestIsMisaligned) {
  for (const MeasuredRequest& r : h200_requests()) EXPECT_EQ(misaligned_lanes(r.access), 0u) << r.name;
}

}  // namespace
}  // namespace gemmscope::analysis::testing
