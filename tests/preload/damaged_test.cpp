// SPDX-License-Identifier: MIT
// Faults that a replay tells, and records that no run can have left.
#include <gtest/gtest.h>

#include "tests/lockstep/written.h"
#include "tracing/lockstep/decode.h"
#include "tracing/preload/replay.h"
#include "tracing/ptx/read.h"
#include "tracing/rewrite/rewrite.h"

namespace gemmscope::preload {
namespace {

using lockstep::FaultKind;
using rewrite::Record;

class Nothing : public lockstep::Listener {
 public:
  void request(std::uint32_t, const lockstep::Access&, lockstep::Space, lockstep::Mask,
               std::span<const std::uint64_t, lockstep::kLanes>) override {}
};

/// Sites: 0 a load of 4 bytes from global memory, 1 one from shared memory, 2 and 3 barriers.
struct Kernel {
  ptx::Module module = *ptx::read(lockstep::testing::kernel(
      ".shared .align 4 .b8 box[64]; mov.u32 %r3, box; ld.global.u32 %r5, [%rd0]; ld.shared.u32 %r5, [%r3]; bar.sync 0;"
      "bar.sync 0;"));
  const ptx::Function& function = module.functions.front();
  lockstep::Program program = *lockstep::decode(module, function, {});
  lockstep::Launch launch{.block = {64, 1, 1}};
  lockstep::Allocations allocations;
  std::vector<rewrite::Site> sites = *rewrite::sites_of(module, function);
  Places places{{{1024, 0}}, {}};

  Kernel() { allocations.add(0x1000, 400); }

  struct Result {
    std::string error;
    std::vector<lockstep::Fault> faults;
  };
  Result replay(const std::vector<Record>& first, const std::vector<Record>& second = {}) const {
    Result result;
    Nothing nobody;
    const Records warps[] = {first, second};
    const auto done =
        Replay{module, program, launch, allocations, sites, places}.block(5, warps, nobody, result.faults);
    if (!done) result.error = done.error().message;
    return result;
  }
  static Record record(std::uint32_t site, std::uint32_t lanes, std::uint64_t address) {
    Record record{.site = site, .lanes = lanes};
    record.addresses.fill(address);
    return record;
  }
};

constexpr std::uint64_t kShared = rewrite::kSharedTag << rewrite::kTagShift;

TEST(Replay, TellsAccessesBeyondTheEnd) {
  const Kernel kernel;
  EXPECT_TRUE(
      kernel.replay({kernel.record(0, 8, 0x1000 + 396), kernel.record(1, 1, kShared + 1024 + 60)}).faults.empty());
  const auto beyond = kernel.replay({kernel.record(0, 12, 0x1000 + 397)}).faults;
  ASSERT_EQ(beyond.size(), 1u);
  EXPECT_EQ(beyond[0].kind, FaultKind::kOutOfBounds);
  EXPECT_EQ(beyond[0].block, 5u);
  EXPECT_EQ(beyond[0].lane, 2u);
  EXPECT_EQ(beyond[0].address, 0x1000u + 397);
  const auto shared = kernel.replay({}, {kernel.record(1, 1, kShared + 1024 + 64)}).faults;
  ASSERT_EQ(shared.size(), 1u);
  EXPECT_EQ(shared[0].space, lockstep::Space::kShared);
  EXPECT_EQ(shared[0].warp, 1u);
  EXPECT_EQ(shared[0].address, 64u);
}

TEST(Places, MoveSharedAndConstantArraysAlone) {
  const auto tagged = [](rewrite::Tag tag, std::uint64_t address) {
    return std::uint64_t{tag} << rewrite::kTagShift | address;
  };
  const Places places({{1024, 0}, {512, 256}}, {{64, 0x9000}});
  const auto is = [&](std::uint64_t recorded, lockstep::Space space, std::uint64_t address) {
    const auto point = places.of(recorded);
    return point && point->space == space && point->address == address;
  };
  EXPECT_TRUE(is(tagged(rewrite::kSharedTag, 1028), lockstep::Space::kShared, 4));
  EXPECT_TRUE(is(tagged(rewrite::kSharedTag, 1020), lockstep::Space::kShared, 256 + 508));
  EXPECT_TRUE(is(tagged(rewrite::kConstantTag, 72), lockstep::Space::kGlobal, 0x9008));
  EXPECT_TRUE(is(tagged(rewrite::kGlobalTag, 72), lockstep::Space::kGlobal, 72));
  EXPECT_TRUE(is(tagged(rewrite::kLocalTag, 72), lockstep::Space::kLocal, 72));
  EXPECT_FALSE(places.of(tagged(rewrite::kSharedTag, 511)));
  EXPECT_FALSE(places.of(tagged(rewrite::kConstantTag, 63)));
}

/// What ld.const addresses is its own space on a GPU; for the interpreter it is not.
TEST(Places, AreMarkedAsConstantMemoryByTheKernel) {
  const auto is_marked = [](const std::string& statement) {
    const auto module = ptx::read(lockstep::testing::kernel(statement));
    const std::string text = rewrite::rewritten(*module).text,
                      mark = std::to_string(rewrite::kConstantTag << rewrite::kTagShift);
    return text.find(mark) != text.npos;
  };
  EXPECT_TRUE(is_marked("ld.const.u32 %r5, [%rd0];"));
  EXPECT_FALSE(is_marked("ld.global.u32 %r5, [%rd0];"));
}

TEST(Replay, LetsLanesComeToABarrierOneAfterTheOther) {
  const Kernel kernel;
  const Record all = kernel.record(2, ~0u, 0), low = kernel.record(2, 0xffff, 0),
               high = kernel.record(2, 0xffff0000, 0);
  EXPECT_EQ(kernel.replay({low, kernel.record(0, 0x80000000, 0x1000), high}, {all}).error, "");
  EXPECT_TRUE(kernel.replay({low, high}, {all}).faults.empty());
  const auto apart = kernel.replay({low, kernel.record(3, 0xffff0000, 0)}, {all}).faults;
  ASSERT_EQ(apart.size(), 1u);
  EXPECT_EQ(apart[0].kind, FaultKind::kPartialBarrier);
  const auto later = kernel.replay({low, kernel.record(0, ~0u, 0x1000)}, {all}).faults;
  ASSERT_EQ(later.size(), 1u);
  EXPECT_EQ(later[0].kind, FaultKind::kPartialBarrier);
}

/// A GPU goes wherever the pointer points; whoever reads the recording would hear nothing of it.
TEST(Replay, TellsCallsByPointersToNoFunction) {
  const auto module = *ptx::read(lockstep::testing::kernel(
      "like: .callprototype _ (.param .b32 _); { .param .b32 x; st.param.b32 [x], %r1; call %rd0, (x), like; }",
      ".func f(.param .b32 a)\n{\nret;\n}\n.global .align 8 .u64 pointer = f;\n"));
  const ptx::Function& kernel = *module.find_function("k");
  const auto program = *lockstep::decode(module, kernel, std::vector<std::uint64_t>(1));
  const auto sites = *rewrite::sites_of(module, kernel);
  ASSERT_EQ(sites.size(), 1u);
  EXPECT_EQ(sites[0].kind, rewrite::SiteKind::kNowhere);
  const lockstep::Launch launch;
  std::vector<lockstep::Fault> faults;
  Nothing nobody;
  const std::vector<Record> records{Kernel::record(0, 8, 0x1234)};
  const Records warp = records;
  EXPECT_TRUE(
      (Replay{module, program, launch, {}, sites, Places({}, {})}.block(0, std::span(&warp, 1), nobody, faults)));
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, FaultKind::kNoFunction);
  EXPECT_EQ(faults[0].lane, 3u);
  EXPECT_EQ(faults[0].address, 0x1234u);
}

TEST(Replay, RefusesWhatNoKernelWrites) {
  const Kernel kernel;
  const auto is_refused = [&](const Record& record) { return !kernel.replay({record}).error.empty(); };
  EXPECT_TRUE(is_refused(kernel.record(4, 1, 0)));
  EXPECT_TRUE(is_refused(kernel.record(0, 0, 0x1000)));
  EXPECT_TRUE(is_refused(kernel.record(1, 1, kShared + 1023)));
  EXPECT_TRUE(is_refused(kernel.record(2, ~0u, 16)));
  EXPECT_TRUE(is_refused(kernel.record(2, ~0u, std::uint64_t{96} << 32)));  // waits for a third warp
  EXPECT_FALSE(is_refused(kernel.record(0, 1, 0x1000)));
}

}  // namespace
}  // namespace gemmscope::preload
