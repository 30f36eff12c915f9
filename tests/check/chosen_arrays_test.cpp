// SPDX-License-Identifier: MIT
// Lanes that go from one array in shared memory on into the next: beyond its end, or by a choice between the two.
#include <gtest/gtest.h>

#include "tests/check/hand_made.h"
#include "tracing/analysis/check.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using testing::HandMade;
using enum HandMade::Site;

/// A warp of a program stores 8 floats of As, and 8 of Bs right behind them, and loads 8, from the fifth of As on.
format::Recording over_the_end(const std::string& address) {
  HandMade block(1);
  format::Recording& made = block.recording;
  made.tensors[3].layout = made.tensors[4].layout = {.rows = 1, .columns = 8, .pitch = 8};
  made.tensors[4].offset = 32;
  made.sites[kStoreBs].width = 4;
  std::map<std::uint32_t, std::uint32_t> in_as, in_bs, over;
  for (std::uint32_t lane = 0; lane < 8; ++lane)
    in_as[lane] = 4 * lane, in_bs[lane] = 32 + 4 * lane, over[lane] = 16 + 4 * lane;
  block.add(0, 0, kStoreAs, in_as).add(0, 0, kStoreBs, in_bs);
  block.add(0, 1, kLoadAs, over);
  format::Recording r = block.whole();
  r.code.entry = "k";
  if (!address.empty())
    r.code.ptx =
        ".version 8.4\n.target sm_80\n.address_size 64\n"
        ".func not_called(.param .b64 p)\n{\n.reg .b64 %d; .reg .f32 %f; ld.param.b64 %d, [p]; ld.f32 %f, [%d];\n}\n"
        ".visible .entry k(.param .u64 p)\n{\n"
        ".shared .b32 _ZZ1kPfE2As[8]; .shared .b32 _ZZ1kPfE2Bs[8]; .reg .b32 %r<9>; .reg .pred %p;\n"
        ".reg .f32 %f; mov.u32 %r1, %tid.x; setp.lt.u32 %p, %r1, 4;\n"
        "mov.u32 %r2, _ZZ1kPfE2As; mov.u32 %r3, _ZZ1kPfE2Bs;\n" +
        address + "\nadd.s32 %r4, %r4, %r1;\nld.shared.f32 %f, [%r4];\nret;\n}\n";
  return r;
}

std::uint64_t out_of_bounds(const format::Recording& r) { return analysis::check(r).count(Fault::kOutOfBounds); }

TEST(ChosenArrays, BeyondTheEndIsWhatNoAddressIsChosenFrom) {
  EXPECT_EQ(out_of_bounds(over_the_end("mov.u32 %r4, %r2;")), 4u);
}

/// Data decide the cells: lanes 0 to 7 at cells 9, 2, 12, ... of the sixteen.
format::Recording scattered(bool named) {
  format::Recording r = over_the_end("ld.shared.u32 %r4, [%r2];");
  constexpr std::uint32_t kCells[] = {9, 2, 12, 7, 0, 15, 3, 8};
  for (format::Template& t : r.templates)
    for (std::size_t row = 0; row < t.rows.size(); ++row)
      for (std::size_t lane = 0; t.rows[row].site == kLoadAs && lane < 8; ++lane)
        t.addresses[row * format::kLanes + lane] = 4 * kCells[lane];
  r.sites[kLoadAs].named = named;
  return r;
}

TEST(ChosenArrays, LanesThatLeaveTheOneThatTheCodeNamesAreBeyondItsEndWhateverDataDecide) {
  EXPECT_EQ(out_of_bounds(scattered(true)), 4u);
  EXPECT_EQ(out_of_bounds(scattered(false)), 0u);
}

TEST(ChosenArrays, NothingIsClaimedWhereAnAddressIsOfEither) {
  EXPECT_EQ(out_of_bounds(over_the_end("selp.b32 %r4, %r2, %r3, %p;")), 0u);
}

TEST(ChosenArrays, NothingIsClaimedWhereNobodyKnowsWhatAddressesAreOf) {
  EXPECT_EQ(out_of_bounds(over_the_end("ld.shared.u32 %r4, [%r2];")), 0u);
  EXPECT_EQ(out_of_bounds(over_the_end("")), 0u);
  EXPECT_EQ(out_of_bounds(over_the_end(".shared .b32 other[8]; mov.u32 %r5, other; selp.b32 %r4, %r2, %r5, %p;")), 0u);
}

TEST(ChosenArrays, BeyondTheEndOfAllArraysIsOutsideWhateverIsChosen) {
  format::Recording r = over_the_end("selp.b32 %r4, %r2, %r3, %p;");
  r.tensors[4].layout.columns = r.tensors[4].layout.pitch = 3;
  EXPECT_EQ(out_of_bounds(r), 1u + 5u);
}

}  // namespace
}  // namespace gemmscope
