// SPDX-License-Identifier: MIT
// Addresses of a kernel's parameters: what lanes load there, and that it is no request.
#include <cstring>

#include <gtest/gtest.h>

#include "tests/runtime/asked.h"
#include "tests/runtime/one_warp.h"

namespace gemmscope::runtime {
namespace {

using format::kLanes;

std::vector<std::uint32_t> words_of(const std::byte* from, std::size_t count) {
  std::vector<std::uint32_t> words(count);
  std::memcpy(words.data(), from, 4 * count);
  return words;
}
std::uint32_t low(const void* address) { return static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(address)); }

/// Each lane takes the argument of its own choice, and stores its number there.
TEST(Arguments, AreFoundByAnAddressThatIsComputed) {
  OneWarp warp = OneWarp::of(
      "  mov.b64 %rd5, a;\n  and.b32 %r3, %r1, 1;\n  mul.wide.u32 %rd6, %r3, 8;\n  add.u64 %rd5, %rd5, %rd6;\n"
      "  ld.param.u64 %rd7, [%rd5];\n  add.u64 %rd7, %rd7, %rd1;\n  st.global.u32 [%rd7+4], %r1;\n");
  std::byte *const a = warp.words(1 + kLanes), *const b = warp.words(1 + kLanes);
  const auto done = warp.run({a, b});
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  Bytes expected;
  for (std::uint32_t l = 0; l < kLanes; ++l) {
    expected.push_back((l % 2 == 0 ? a : b) + 4 + 4 * l);
    EXPECT_EQ(words_of(expected.back(), 1)[0], l);
  }
  EXPECT_EQ(done.recording->request_count(), 1u);
  EXPECT_EQ(asked(*done.recording, "allocations_store", {{"parameter 0", a}, {"parameter 1", b}}), expected);
}

/// A generic address is that of an argument in some lanes, and in others that of an array.
TEST(Arguments, AreNoRequestOfLanesThatLoadThemBesideOthers) {
  OneWarp warp = OneWarp::of(
      "  mov.b64 %rd5, b;\n  cvta.param.u64 %rd5, %rd5;\n  add.u64 %rd6, %rd2, %rd1;\n  setp.ge.u32 %p1, %r1, 21;\n"
      "  selp.b64 %rd7, %rd5, %rd6, %p1;\n  ld.u32 %r3, [%rd7];\n  isspacep.param %p2, %rd7;\n"
      "  isspacep.global %p3, %rd7;\n  @%p2 add.u32 %r3, %r3, 1;\n  @%p3 add.u32 %r3, %r3, 2;\n"
      "  add.u64 %rd8, %rd3, %rd1;\n  st.global.u32 [%rd8], %r3;\n");
  std::byte *const a = warp.words(kLanes), *const b = warp.words(kLanes);
  for (std::uint32_t l = 0; l < kLanes; ++l) {
    const std::uint32_t value = 100 + l;
    std::memcpy(a + 4 * l, &value, sizeof(value));
  }
  const auto done = warp.run({a, b});
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  const std::vector<std::uint32_t> stored = words_of(b, kLanes);
  for (std::uint32_t l = 0; l < kLanes; ++l) EXPECT_EQ(stored[l], l >= 21 ? low(b) + 1 : 100 + l + 2) << l;
  ASSERT_EQ(done.recording->request_count(), 2u);
  EXPECT_EQ(done.recording->templates[0].rows[0].mask, (1u << 21) - 1);
  EXPECT_EQ(done.recording->tensors.size(), 2u);
}

TEST(Arguments, HaveAnEndAndAreNotStoredTo) {
  const char* const wrong[] = {"  ld.param.u32 %r3, [%rd5+16];\n", "  ld.param.u32 %r3, [%rd5+2];\n",
                               "  cvta.param.u64 %rd6, %rd5;\n  st.u32 [%rd6], %r1;\n"};
  for (const char* const access : wrong) {
    OneWarp warp = OneWarp::of(std::string("  mov.b64 %rd5, a;\n") + access);
    const auto done = warp.run({warp.words(1), warp.words(1)});
    ASSERT_EQ(done.faults.size(), 1u) << access;
    EXPECT_EQ(done.faults[0].space, lockstep::Space::kArgument);
  }
}

/// The same load gets its value from an array first, and then from an argument: what is stored then is not the array's.
TEST(Arguments, AreNotTheOriginOfASharedCell) {
  OneWarp warp = OneWarp::of(
      "  .shared .align 4 .b8 cells[128];\n  mov.u32 %r5, cells;\n  shl.b32 %r6, %r1, 2;\n  add.u32 %r5, %r5, %r6;\n"
      "  mov.b64 %rd5, b;\n  cvta.param.u64 %rd5, %rd5;\n  add.u64 %rd7, %rd2, %rd1;\n  mov.u32 %r4, 0;\n$L:\n"
      "  ld.u32 %r3, [%rd7];\n  st.shared.u32 [%r5], %r3;\n  mov.u64 %rd7, %rd5;\n  add.u32 %r4, %r4, 1;\n"
      "  setp.lt.u32 %p1, %r4, 2;\n  @%p1 bra $L;\n");
  const auto done = warp.run({warp.words(kLanes), warp.words(kLanes)});
  ASSERT_TRUE(done.recording) << done.recording.error().message;
  const auto& rows = done.recording->templates[0].rows;
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1].origin, 1u);
  EXPECT_EQ(rows[2].origin, 0u);
}

}  // namespace
}  // namespace gemmscope::runtime
