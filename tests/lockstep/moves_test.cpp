// SPDX-License-Identifier: MIT
// Loads and stores of whole warps, which are moved all at once, and of those that are not.
#include <gtest/gtest.h>

#include "tests/lockstep/written.h"
#include "tracing/lockstep/moves.h"

namespace gemmscope::lockstep {
namespace {

using testing::each, testing::run;

/// %r2: the lane's word of the input; %rd4: its address.
std::string at(const std::string& word) { return word + "mul.wide.u32 %rd4, %r2, 4; add.s64 %rd4, %rd0, %rd4;\n"; }
/// The same load twice, as the first one finds out where the array is.
std::string load(const std::string& word) {
  return at(word) + "ld.global.u32 %r9, [%rd4]; ld.global.u32 %r5, [%rd4+4]; st.global.u32 [%rd1], %r5;";
}

testing::Words input() {
  testing::Words in;
  for (std::uint32_t i = 0; i < 1024; ++i) in.push_back(i * 2654435761u);
  return in;
}
testing::Words picked(std::uint32_t (*word)(std::uint32_t)) {
  return each([&](std::uint32_t l) { return input()[word(l) + 1]; });
}

TEST(Moves, LanesReadEachTheirOwnWord) {
  const testing::How how{.in = input()};
  EXPECT_EQ(run(load("mov.u32 %r2, %r0;"), how), picked([](std::uint32_t l) { return l; }));
  EXPECT_EQ(run(load("mov.u32 %r2, 7;"), how), picked([](std::uint32_t) { return 7u; }));
  EXPECT_EQ(run(load("sub.u32 %r2, 40, %r0;"), how), picked([](std::uint32_t l) { return 40 - l; }));
  EXPECT_EQ(run(load("mul.lo.u32 %r2, %r0, 3;"), how), picked([](std::uint32_t l) { return 3 * l; }));
  EXPECT_EQ(run(load("and.b32 %r2, %r0, 15;"), how), picked([](std::uint32_t l) { return l % 16; }));
  EXPECT_EQ(run(load("shr.u32 %r2, %r0, 4;"), how), picked([](std::uint32_t l) { return l / 16; }));
  EXPECT_EQ(run(load("setp.eq.u32 %p0, %r0, 15; selp.b32 %r2, 99, %r0, %p0;"), how),
            picked([](std::uint32_t l) { return l == 15 ? 99 : l; }));
}

TEST(Moves, LanesWriteEachTheirOwnWords) {
  const std::string shared = ".shared .align 16 .u32 s[256]; mov.u32 %r5, s;";
  const std::string back =
      "bar.sync 0; shl.b32 %r7, %r1, 2; add.u32 %r7, %r5, %r7; ld.shared.u32 %r8, [%r7];"
      "st.global.u32 [%rd1], %r8;";
  const auto stored = [&](const std::string& word) {
    return run(shared + word + "shl.b32 %r6, %r2, 2; add.u32 %r6, %r5, %r6; st.shared.u32 [%r6], %r0;" + back);
  };
  EXPECT_EQ(stored("sub.u32 %r2, 31, %r0;"), each([](std::uint32_t l) { return 31 - l; }));
  EXPECT_EQ(stored("xor.b32 %r2, %r0, 16;"), each([](std::uint32_t l) { return l ^ 16; }));
  EXPECT_EQ(stored("mov.u32 %r2, %r0;"), each([](std::uint32_t l) { return l; }));
  EXPECT_EQ(run(shared +
                "add.u32 %r11, %r0, 100; add.u32 %r12, %r0, 200; add.u32 %r13, %r0, 300; shl.b32 %r6, %r0, 4;"
                "add.u32 %r6, %r5, %r6; @!%p3 st.shared.u32 [%r6], %r0;"
                "st.shared.v4.u32 [%r6], {%r0, %r11, %r12, %r13};" +
                back),
            each([](std::uint32_t l) { return l / 4 + l % 4 * 100; }));
}

/// The n-th load of these does what its faults say; the one before was right.
std::vector<Fault> faults_of(const std::string& body) {
  std::vector<Fault> faults;
  run(body, {.in = input(), .faults = &faults});
  return faults;
}

TEST(Moves, WhatIsNotThereOrNotAlignedIsAFault) {
  const std::string own =
      at("mov.u32 %r2, %r0;") + "ld.global.u32 %r5, [%rd4]; ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd0];";
  EXPECT_TRUE(faults_of(own).empty());
  const auto second = [&](const std::string& load) {
    return faults_of(own + "mov.u32 %r9, 0;\nL:" + load +
                     "add.u32 %r9, %r9, 1;"
                     "add.s64 %rd4, %rd4, %rd5; setp.lt.u32 %p1, %r9, 2; @%p1 bra L;");
  };
  const auto misaligned = second("mov.u64 %rd5, 2; ld.global.u32 %r5, [%rd4];");
  ASSERT_EQ(misaligned.size(), 1u);
  EXPECT_EQ(misaligned[0].kind, FaultKind::kMisaligned);
  const auto beyond = second("mov.u64 %rd5, 3972; ld.global.u32 %r5, [%rd4];");
  ASSERT_EQ(beyond.size(), 1u);
  EXPECT_EQ(beyond[0].kind, FaultKind::kOutOfBounds);
  EXPECT_EQ(beyond[0].lane, 31u);
  const auto before = second("mov.u64 %rd5, -8; ld.global.u32 %r5, [%rd4];");
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(before[0].kind, FaultKind::kOutOfBounds);
  EXPECT_EQ(before[0].lane, 0u);
  const auto quad = second(
      "mov.u64 %rd5, 8; ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd0]; ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd4];");
  ASSERT_EQ(quad.size(), 1u);
  EXPECT_EQ(quad[0].kind, FaultKind::kMisaligned);
  EXPECT_EQ(quad[0].lane, 1u);
}

/// A register at 0 has the addresses, those at 256 and on are moved.
struct Registers {
  alignas(64) std::array<std::uint32_t, 64 + 4 * kLanes> words{};
  std::array<Slot, 4> values{256, 384, 512, 640};
  std::byte* bytes() { return reinterpret_cast<std::byte*>(words.data()); }
};

/// Both sets of instructions, also on a host that prefers one of them.
TEST(Moves, WordsAreMovedAlikeByAllInstructionSets) {
  for (const Isa isa : {Isa::kAvx2, Isa::kAvx512})
    for (const std::uint32_t kind : {0u, 1u, 2u, 3u, 4u, 5u})
      for (const std::uint8_t count : {std::uint8_t{1}, std::uint8_t{4}}) {
        if (!can_run(isa)) continue;
        alignas(16) std::array<std::uint32_t, 1024> memory{};
        for (std::uint32_t i = 0; i < memory.size(); ++i) memory[i] = i * 2654435761u;
        Registers registers;
        const auto place = [&](std::uint32_t l) {
          const std::uint32_t all[] = {l, 9, l / 16, l % 16 * 3, 200 - l, l ^ 16};
          return 4 + count * all[kind];
        };
        for (std::uint32_t l = 0; l < kLanes; ++l) registers.words[l] = 4 * place(l) + 400;
        const Words words{.addresses = registers.bytes(),
                          .holds = Holds::k32,
                          .offset = static_cast<std::uint64_t>(-16),
                          .begin = reinterpret_cast<std::uint64_t>(memory.data()) - 384,
                          .least = 384,
                          .length = sizeof(memory),
                          .count = count,
                          .values = registers.values.data()};
        const auto value = [&](std::uint32_t l, std::uint32_t v) -> std::uint32_t& {
          return registers.words[64 + v * kLanes + l];
        };
        ASSERT_TRUE(moves(isa).load_words(words, registers.bytes()));
        for (std::uint32_t l = 0; l < kLanes; ++l)
          for (std::uint32_t v = 0; v < count; ++v) ASSERT_EQ(value(l, v), memory[place(l) + v]) << kind << " " << l;
        auto expected = memory;
        for (std::uint32_t l = 0; l < kLanes; ++l)
          for (std::uint32_t v = 0; v < count; ++v) expected[place(l) + v] = value(l, v) = 1000 * v + l;
        ASSERT_TRUE(moves(isa).store_words(words, registers.bytes()));
        ASSERT_EQ(memory, expected) << kind;

        registers.words[17] += 2;
        EXPECT_FALSE(moves(isa).load_words(words, registers.bytes())) << "not aligned";
        registers.words[17] = 399;
        EXPECT_FALSE(moves(isa).store_words(words, registers.bytes())) << "before the first byte";
        registers.words[17] = 400 + sizeof(memory);
        EXPECT_FALSE(moves(isa).load_words(words, registers.bytes())) << "beyond the last";
        EXPECT_EQ(memory, expected);
      }
}

}  // namespace
}  // namespace gemmscope::lockstep
