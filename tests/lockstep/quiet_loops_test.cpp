// SPDX-License-Identifier: MIT
// Loops of a slice that do the same each time are run once: a listener hears no difference, but for local memory.
#include <gtest/gtest.h>

#include "tests/lockstep/written.h"
#include "tracing/lockstep/quiet_loops.h"
#include "tracing/lockstep/slice.h"

namespace gemmscope::lockstep {
namespace {

/// What lanes have stored, and how often the warps asked for local memory.
class LocalEar : public Listener {
 public:
  std::vector<std::array<std::uint64_t, kLanes>> requests;
  std::vector<Mask> lanes;
  std::size_t local = 0;

  void request(std::uint32_t, const Access&, Space where, Mask active,
               std::span<const std::uint64_t, kLanes> addresses) override {
    if (where == Space::kLocal) return void(++local);
    auto& added = requests.emplace_back();
    lanes.push_back(active);
    for (std::size_t l = 0; l < kLanes; ++l) added[l] = (active >> l & 1u) != 0 ? addresses[l] : 0;
  }
};

struct Heard {
  LocalEar whole, quick;
  std::size_t loops = 0, faults = 0, quick_faults = 0;
};

/// The body finds 64 words for each thread at %rd1 and its accumulators, 16 words, at %rd8.
Heard heard(const std::string& body, std::uint32_t threads = 64) {
  Heard all;
  const auto program = testing::decoded(".local .align 16 .b8 sums[64];\nmov.u64 %rd8, sums;\n" + body);
  EXPECT_TRUE(program) << program.error().message;
  if (!program) return all;
  const auto slice = slice_of(*program);
  EXPECT_TRUE(slice && slice->closed);
  const Program quick = with_quiet_loops(slice->program);
  all.loops = quick.quiet_loops.size();
  testing::Words out(64 * std::size_t{threads});
  const std::uint64_t address[] = {reinterpret_cast<std::uint64_t>(out.data()), 0};
  Allocations allocations;
  allocations.add(address[0], 4 * out.size());
  const auto bytes = std::as_bytes(std::span(address));
  const Launch launch{.block = {threads, 1, 1}, .arguments = {bytes.begin(), bytes.end()}};
  const auto run = [&](const Program& its, LocalEar& ear) {
    std::vector<Fault> faults;
    static_cast<void>(run_block(its, launch, allocations, 0, &ear, faults, {.steps = 1'000'000}));
    return faults.size();
  };
  all.faults = run(slice->program, all.whole), all.quick_faults = run(quick, all.quick);
  EXPECT_TRUE(all.whole.requests == all.quick.requests && all.whole.lanes == all.quick.lanes);
  return all;
}

/// `inner` for %r5 from 0 to 15, inside of a loop over %r4 from 0 to 9 that then stores to word %r4 and a barrier.
std::string twice(const std::string& inner, const std::string& before = "") {
  return "mov.u32 %r4, 0;\nOUTER:\n" + before + "mov.u32 %r5, 0;\nINNER:\n" + inner +
         "add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 16; @%p1 bra INNER;\n"
         "mul.wide.u32 %rd9, %r4, 256; add.u64 %rd9, %rd1, %rd9; st.global.f32 [%rd9], %f1; bar.sync 0;\n"
         "add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 10; @%p2 bra OUTER;\n";
}
const std::string kSum =
    "mul.wide.u32 %rd10, %r5, 4; add.u64 %rd10, %rd8, %rd10; ld.local.f32 %f1, [%rd10]; add.f32 %f1, %f1, %f1;"
    "st.local.f32 [%rd10], %f1;\n";

TEST(QuietLoops, AreRunOnceWhereTheyDoTheSame) {
  const Heard all = heard(twice(kSum));
  EXPECT_EQ(all.loops, 1u);
  EXPECT_EQ(all.whole.requests.size(), 2u * 10);
  EXPECT_EQ(all.whole.local, 2u * 10 * 16 * 2);
  EXPECT_EQ(all.quick.local, 2u * 16 * 2) << "each warp once";
}

TEST(QuietLoops, AreRunAgainWhereRegistersDiffer) {
  const std::string other =
      "add.u32 %r6, %r5, %r4; and.b32 %r6, %r6, 15; mul.wide.u32 %rd10, %r6, 4;"
      "add.u64 %rd10, %rd8, %rd10; st.local.f32 [%rd10], %f1;\n";
  const Heard all = heard(twice(other));
  EXPECT_EQ(all.loops, 1u);
  EXPECT_EQ(all.quick.local, all.whole.local);
}

/// What a loop computes is taken as well: here the place of a later request.
TEST(QuietLoops, LeaveTheRegistersThatTheyMake) {
  const Heard all = heard(twice("add.u32 %r7, %r7, %r5;" + kSum, "mov.u32 %r7, 3;") +
                          "mul.wide.u32 %rd9, %r7, 4; add.u64 %rd9, %rd1, %rd9; st.global.f32 [%rd9], %f1;\n");
  EXPECT_EQ(all.quick.local, 2u * 16 * 2);
  ASSERT_EQ(all.quick.requests.size(), 2u * 11);
}

/// A register that only some passes write: without them it keeps what it had before.
TEST(QuietLoops, KnowWhatIsNotWrittenEachTime) {
  const std::string sometimes =
      "setp.eq.u32 %p3, %r5, 20; @%p3 mov.u32 %r7, 1; setp.gt.u32 %p3, %r5, 3; @%p3 add.u32 %r8, %r7, 0;" + kSum;
  const Heard all = heard(twice(sometimes, "mov.u32 %r7, %r4; st.global.f32 [%rd1], %f1;\n") +
                          "add.u32 %r8, %r8, %r7; mul.wide.u32 %rd9, %r8, 4; add.u64 %rd9, %rd1, %rd9;"
                          "st.global.f32 [%rd9], %f1;\n");
  EXPECT_EQ(all.loops, 1u);
}

TEST(QuietLoops, OfSomeLanesAreRunAsTheyAre) {
  const Heard diverged = heard(twice(kSum, "setp.gt.u32 %p0, %r1, 9; @%p0 bra PAST;\n") + "PAST:\n", 32);
  EXPECT_EQ(diverged.quick.local, diverged.whole.local);
  const Heard inside =
      heard(twice("mul.wide.u32 %rd10, %r5, 4; add.u64 %rd10, %rd8, %rd10; setp.lt.u32 %p0, %r1, %r5; @%p0 bra PAST;\n"
                  "st.local.f32 [%rd10], %f1;\nPAST:\n"),
            32);
  EXPECT_EQ(inside.loops, 1u);
  EXPECT_EQ(inside.whole.local, 10u * 16);
  EXPECT_EQ(inside.quick.local, 16u);
}

TEST(QuietLoops, ThatMakeARequestAreNone) {
  EXPECT_EQ(heard(twice(kSum + "st.global.f32 [%rd1], %f1;\n")).loops, 0u);
  EXPECT_EQ(heard(twice(kSum + "bar.sync 0;\n")).loops, 0u);
}

/// The access behind the array: it counts each time.
TEST(QuietLoops, ThatFaultAreRunEachTime) {
  const std::string beyond = "mul.wide.u32 %rd10, %r5, 8; add.u64 %rd10, %rd8, %rd10; st.local.f32 [%rd10], %f1;\n";
  const Heard all = heard(twice(beyond));
  EXPECT_EQ(all.loops, 1u);
  EXPECT_EQ(all.faults, 1u);
  EXPECT_EQ(all.quick_faults, 1u);
  EXPECT_EQ(all.quick.local, all.whole.local);
}

}  // namespace
}  // namespace gemmscope::lockstep
