// SPDX-License-Identifier: MIT
// The comparison itself, on results that are wrong on purpose; and the operands that it is made of.
#include "tests/cuda/operations/compare.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/cuda/operations/targets.h"

namespace gemmscope::operations {
namespace {

const Operation& row(std::string_view mnemonic) {
  const Operation* found = lockstep::find_operation(mnemonic, lockstep::best_isa());
  EXPECT_NE(found, nullptr) << mnemonic;
  return *found;
}

/// What comes of it where the GPU gives another result for the first lane that runs and has `wanted` from the host.
template <class Wanted>
Comparison with_one_changed(const Operation& operation, Wanted wanted, Bits (*change)(Bits)) {
  const Batch batch = make_batch(operation, 1024);
  const Columns host = run_on_host(operation, batch);
  Columns gpu = host;
  for (std::size_t t = 0; t < batch.threads(); ++t)
    if (const Bits value = host[0].get(t); batch.runs(t) && wanted(value)) {
      gpu[0].put(t, change(value));
      return compare(operation, batch, host, gpu);
    }
  ADD_FAILURE() << "no such lane";
  return {};
}

float f32(Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
bool is_one(Bits bits) { return f32(bits) == 1; }
Bits next(Bits bits) { return bits + 1; }
Bits far(Bits bits) { return bits + 1000; }

TEST(Compare, ResultsThatAreTheSameAreGood) {
  const Operation& operation = row("add.f32");
  const Batch batch = make_batch(operation, 1024);
  const Columns host = run_on_host(operation, batch);
  const Comparison same = compare(operation, batch, host, host);
  EXPECT_EQ(same.count(Verdict::kSame), batch.threads());
  EXPECT_EQ(same.warps, 1024u);
  EXPECT_GT(same.lanes, 1000u * 16);
}

TEST(Compare, OneBitOfOneLaneIsSeen) {
  const Comparison wrong = with_one_changed(row("add.f32"), is_one, next);
  EXPECT_EQ(wrong.count(Verdict::kOther), 1u);
  ASSERT_EQ(wrong.examples.size(), 1u);
  const Difference& first = wrong.examples[0];
  EXPECT_EQ(f32(first.host[0]), 1);
  EXPECT_EQ(first.gpu, first.host[0] + 1);
  EXPECT_NE(text(row("add.f32"), first).find("ours 0x3f800000 GPU 0x3f800001"), std::string::npos);
}

TEST(Compare, ApproximateResultsMayBeOffByAsMuchAsPtxSays) {
  const Comparison near = with_one_changed(row("rcp.approx.f32"), is_one, next);
  EXPECT_EQ(near.wrong(), 0u);
  EXPECT_EQ(near.count(Verdict::kWithin), 1u);
  EXPECT_EQ(near.most_steps, 1);
  EXPECT_EQ(with_one_changed(row("rcp.approx.f32"), is_one, far).count(Verdict::kOther), 1u);
  EXPECT_EQ(with_one_changed(row("rcp.f32"), is_one, next).count(Verdict::kOther), 1u);
}

TEST(Compare, AnotherNanIsAllowedOfDoublesAlone) {
  const auto is_nan32 = [](Bits bits) { return kF32.is_nan(bits); };
  const auto is_nan64 = [](Bits bits) { return kF64.is_nan(bits); };
  const auto other = [](Bits bits) { return bits ^ 2; };
  EXPECT_EQ(with_one_changed(row("add.f32"), is_nan32, other).count(Verdict::kOtherNan), 1u);
  const Comparison doubles = with_one_changed(row("add.f64"), is_nan64, other);
  EXPECT_EQ(doubles.wrong(), 0u);
  EXPECT_EQ(doubles.count(Verdict::kOpenNan), 1u);
  EXPECT_EQ(with_one_changed(row("mov.f64"), is_nan64, other).count(Verdict::kOtherNan), 1u);
}

TEST(Compare, ANanAndANumberAreTold) {
  const auto to_nan = [](Bits) { return Bits{0x7fffffff}; };
  EXPECT_EQ(with_one_changed(row("add.f32"), is_one, to_nan).count(Verdict::kNanOrNot), 1u);
  const auto is_zero = [](Bits bits) { return bits == 0; };
  const auto negated = [](Bits) { return Bits{0x80000000}; };
  EXPECT_EQ(with_one_changed(row("add.f32"), is_zero, negated).count(Verdict::kZeroSign), 1u);
}

TEST(Compare, OfAPairOneHalfIsEnough) {
  const auto high_is_one = [](Bits bits) { return bits >> 16 == 0x3c00; };
  const auto far_above = [](Bits bits) { return bits + 0x1000000; };
  EXPECT_EQ(with_one_changed(row("ex2.approx.f16x2"), high_is_one, far_above).count(Verdict::kOther), 1u);
  const auto next_above = [](Bits bits) { return bits + 0x10000; };
  EXPECT_EQ(with_one_changed(row("ex2.approx.f16x2"), high_is_one, next_above).count(Verdict::kWithin), 1u);
}

TEST(Compare, PtxBoundsASineByTheSizeOfItsSource) {
  const Operation& sine = row("sin.approx.f32");
  EXPECT_EQ(bound_of(sine, -6.28, 0).absolute, std::exp2(-20.45));
  EXPECT_EQ(bound_of(sine, 6.29, 0).absolute, std::exp2(-14.65));
  EXPECT_FALSE(bound_of(sine, 314, 0).none);
  EXPECT_TRUE(bound_of(sine, 315, 0).none);
  EXPECT_TRUE(bound_of(row("rcp.approx.ftz.f64"), 3, 0).none);
}

/// The sources and results of an H200, driver 580.159.04, 2026-11-23: where its cosine was furthest off.
TEST(Compare, ACosineNextToItsZeroMayBeOffByTheWholeBound) {
  const Operation& cosine = row("cos.approx.f32");
  double steps = 0;
  EXPECT_EQ(Judge(cosine, 0)(0x3d855a96, 0x3d855a3a, {0xc098e1af, 0}, steps), Verdict::kWithin);
  EXPECT_EQ(Judge(cosine, 0)(0x3d8aebad, 0x3d8aeb50, {0xc098f800, 0}, steps), Verdict::kWithin);
  EXPECT_EQ(steps, 93);
  EXPECT_EQ(Judge(cosine, 0)(0x3d8aebad, 0x3d8aeb4d, {0xc098f800, 0}, steps), Verdict::kOther);
}

TEST(Compare, IdleLanesMustKeepWhatTheyHave) {
  const Operation& operation = row("rcp.approx.f32");
  const Batch batch = make_batch(operation, 4096);
  const Columns host = run_on_host(operation, batch);
  Columns gpu = host;
  std::size_t idle = 0;
  while (batch.runs(idle)) ++idle;
  gpu[0].put(idle, host[0].get(idle) + 1);
  const Comparison compared = compare(operation, batch, host, gpu);
  EXPECT_EQ(compared.count(Verdict::kIdle), 1u);
  EXPECT_EQ(compared.wrong(), 1u);
}

TEST(Operands, AUnaryOperationOfHalvesGetsEveryHalf) {
  const Batch batch = make_batch(row("ex2.approx.f16"), 2048);
  std::vector<bool> seen(1 << 16);
  for (std::size_t t = 0; t < batch.threads(); ++t) seen[batch.columns[1].get(t)] = true;
  EXPECT_EQ(std::ranges::count(seen, true), 1 << 16);
}

TEST(Operands, AllPairsOfSpecialValuesCome) {
  const Batch batch = make_batch(row("min.f32"), 4096);
  const auto has = [&](Bits a, Bits b) {
    for (std::size_t t = 0; t < batch.threads(); ++t)
      if (batch.columns[1].get(t) == a && batch.columns[2].get(t) == b) return true;
    return false;
  };
  constexpr Bits kSome[] = {0,          0x80000000, 1,          0x007fffff, 0x00800000, 0x3f800000,
                            0x7f7fffff, 0x7f800000, 0xff800000, 0x7f800001, 0xffffffff};
  for (const Bits a : kSome)
    for (const Bits b : kSome) EXPECT_TRUE(has(a, b)) << std::hex << a << ", " << b;
}

TEST(Operands, MembersOfAMembermaskRunAndHaveTheSame) {
  for (const char* mnemonic :
       {"shfl.sync.bfly.b32", "vote.sync.ballot.b32", "match.all.sync.b64", "redux.sync.add.u32"}) {
    const Operation& operation = row(mnemonic);
    const Batch batch = make_batch(operation, 512);
    const auto mask = static_cast<std::size_t>(operands_of(operation) - 1);
    std::size_t partial = 0, tiles = 0;
    for (std::size_t t = 0; t < batch.threads(); ++t) {
      if (!batch.runs(t)) continue;
      const std::size_t first = t / lockstep::kLanes * lockstep::kLanes;
      const lockstep::Mask active = batch.active[t / lockstep::kLanes];
      const Bits members = batch.columns[mask].get(t);
      ASSERT_EQ(members & ~Bits{active}, 0u) << mnemonic;
      ASSERT_TRUE(members >> (t - first) & 1) << mnemonic;
      for (std::size_t l = 0; l < lockstep::kLanes; ++l)
        ASSERT_TRUE((members >> l & 1) == 0 || batch.columns[mask].get(first + l) == members) << mnemonic;
      partial += active != lockstep::kAllLanes, tiles += members != active;
    }
    EXPECT_GT(partial, 1000u);
    EXPECT_GT(tiles, 1000u);
  }
}

}  // namespace
}  // namespace gemmscope::operations
