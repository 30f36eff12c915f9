// SPDX-License-Identifier: MIT
// Loads that a warp makes together, against the same loads made one by one, as a listener hears them.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/lockstep/written.h"

namespace gemmscope::lockstep {
namespace {

using testing::decoded, testing::distinct_words, testing::each, testing::run;

/// Hears nothing: but while somebody listens, loads are made one by one.
class Deaf : public Listener {
  void request(std::uint32_t, const Access&, Space, Mask, std::span<const std::uint64_t, kLanes>) override {}
};

/// How many loads come together with the first one of each bundle; the program's bundles in order.
std::vector<std::size_t> bundles_of(const std::string& body) {
  const auto program = decoded(body);
  EXPECT_TRUE(program) << program.error().message;
  std::vector<std::size_t> all;
  if (program)
    for (const Bundle& bundle : program->bundles)
      if (!bundle.stores) all.push_back(bundle.accesses.size());
  return all;
}
void expect_alike(const std::string& body) {
  Deaf deaf;
  EXPECT_EQ(run(body, {.in = distinct_words(256)}), run(body, {.in = distinct_words(256), .listener = &deaf})) << body;
}

/// %rd4: the lane's third word of the input.
const std::string kAt = "mul.wide.u32 %rd4, %r0, 4; add.s64 %rd4, %rd0, %rd4; add.s64 %rd4, %rd4, 8;\n";
const std::string kStore = "st.global.u32 [%rd1], %r9;";

TEST(Bundles, AreOfLoadsFromOneRegister) {
  const std::string four = kAt +
                           "ld.global.u32 %r2, [%rd4]; ld.global.u32 %r3, [%rd4+8]; add.u32 %r9, %r2, %r3;"
                           "ld.global.u32 %r5, [%rd4+4]; mad.lo.u32 %r9, %r9, 3, %r5; ld.global.u32 %r6, [%rd4+-4];"
                           "mad.lo.u32 %r9, %r9, 5, %r6;" +
                           kStore;
  EXPECT_EQ(bundles_of(four), std::vector<std::size_t>{4});
  expect_alike(four);
  const testing::Words in = distinct_words(256);
  EXPECT_EQ(run(four, {.in = in}),
            each([&](std::uint32_t l) { return ((in[l + 2] + in[l + 4]) * 3 + in[l + 3]) * 5 + in[l + 1]; }));
}

TEST(Bundles, EndWhereMemoryOrTheAddressChanges) {
  const auto two = [](const std::string& between) {
    return kAt + "ld.global.u32 %r2, [%rd4]; mov.u32 %r7, %r2;" + between +
           "ld.global.u32 %r3, [%rd4+4]; mad.lo.u32 %r9, %r7, 3, %r3;" + kStore;
  };
  const std::vector<std::size_t> together{2}, apart{1, 1};
  EXPECT_EQ(bundles_of(two("")), together);
  for (const std::string between : {"st.global.u32 [%rd4+4], %r0;", "bar.sync 0;", "add.s64 %rd4, %rd4, 12;",
                                    "membar.gl;", "setp.gt.u32 %p0, %r0, 40; @%p0 bra OUT;\nOUT:\n"}) {
    EXPECT_EQ(bundles_of(two(between)), apart) << between;
    expect_alike(two(between));
  }
}

TEST(Bundles, LeaveAloneWhatIsUsedOrWrittenBefore) {
  const auto two = [](const std::string& first, const std::string& between, const std::string& second) {
    return kAt + "mov.u32 %r3, 7; ld.global.u32 %r2, " + first + between + second + kStore;
  };
  const std::string used =
      two("[%rd4];", "mad.lo.u32 %r9, %r3, 9, %r2;", "ld.global.u32 %r3, [%rd4+4]; xor.b32 %r9, %r9, %r3;");
  const std::string again = two("[%rd4];", "mov.u32 %r9, %r2;", "ld.global.u32 %r2, [%rd4+4]; xor.b32 %r9, %r9, %r2;");
  const std::string guarded =
      two("[%rd4];", "setp.gt.u32 %p0, %r0, 9;", "@%p0 ld.global.u32 %r3, [%rd4+4]; add.u32 %r9, %r2, %r3;");
  const std::string strong = two("[%rd4];", "", "ld.volatile.global.u32 %r3, [%rd4+4]; add.u32 %r9, %r2, %r3;");
  for (const std::string& body : {used, again, guarded, strong}) {
    EXPECT_EQ(bundles_of(body), (std::vector<std::size_t>{1, 1})) << body;
    expect_alike(body);
  }
}

/// Move::whole.
TEST(Bundles, MoveNoFourWordsThatOthersAreToSeeAtOnce) {
  const std::string four = "global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd0];",
                    store = "global.v4.u32 [%rd0], {%r0, %r0, %r0, %r0};";
  for (const std::string& access : {"ld." + four, "st." + store})
    EXPECT_EQ(decoded(access)->bundles.size(), 1u) << access;
  for (const std::string& access : {"ld.volatile." + four, "st.volatile." + store})
    EXPECT_TRUE(decoded(access)->bundles.empty()) << access;
}

/// The registers that a later load of a bundle fills are nobody else's from the first one on.
TEST(Bundles, HaveRegistersOfTheirOwn) {
  std::string body = kAt + "mov.u32 %r9, 1; ld.global.u32 %r2, [%rd4];";
  for (const char* const r : {"%r3", "%r5", "%r6", "%r7", "%r8"})  // each in use for one instruction only
    body += "mul.lo.u32 " + std::string(r) + ", %r2, 11; mad.lo.u32 %r9, %r9, 3, " + r + ";";
  body += "ld.global.u32 %r10, [%rd4+4]; mad.lo.u32 %r9, %r9, 3, %r10;" + kStore;
  EXPECT_EQ(bundles_of(body), std::vector<std::size_t>{2});
  expect_alike(body);
}

TEST(Bundles, HaveTheFaultsOfTheirLoads) {
  const std::string body = kAt +
                           "mov.u32 %r11, 0;\nL:\nld.global.u32 %r2, [%rd4]; ld.global.u32 %r3, [%rd4+16];"
                           "ld.global.u32 %r5, [%rd4+2]; add.u32 %r9, %r2, %r3; add.u32 %r9, %r9, %r5;"
                           "add.s64 %rd4, %rd4, 876; add.u32 %r11, %r11, 1; setp.lt.u32 %p1, %r11, 2; @%p1 bra L;" +
                           kStore;
  const auto faults_of = [&](Listener* listener) {
    std::vector<Fault> faults;
    run(body, {.in = distinct_words(256), .faults = &faults, .listener = listener});
    return faults;
  };
  Deaf deaf;
  const auto together = faults_of(nullptr), alone = faults_of(&deaf);
  ASSERT_EQ(alone.size(), 2u);
  ASSERT_EQ(together.size(), 2u);
  for (const Fault& fault : alone)
    EXPECT_TRUE(std::ranges::any_of(together, [&](const Fault& f) {
      return f.kind == fault.kind && f.statement == fault.statement && f.lane == fault.lane &&
             f.address == fault.address;
    }));
}

TEST(Bundles, ArePartlyMadeByWarpsThatAreNotWhole) {
  const std::string body = kAt +
                           "mov.u32 %r9, 5; setp.lt.u32 %p0, %r0, 20; @%p0 bra L;\nld.global.u32 %r2, [%rd4];"
                           "ld.global.u32 %r3, [%rd4+4]; sub.u32 %r9, %r3, %r2;\nL:\n" +
                           kStore;
  EXPECT_EQ(bundles_of(body), std::vector<std::size_t>{2});
  expect_alike(body);
}

}  // namespace
}  // namespace gemmscope::lockstep
