// SPDX-License-Identifier: MIT
// Loads and stores of whole warps, which are moved all at once, and of those that are not.
#include <gtest/gtest.h>

#include "tests/lockstep/written.h"
#include "tracing/lockstep/moves.h"

namespace gemmscope::lockstep {
namespace {

using testing::distinct_words, testing::each, testing::run;

/// %r2: the lane's word of the input; %rd4: its address.
std::string at(const std::string& word) { return word + "mul.wide.u32 %rd4, %r2, 4; add.s64 %rd4, %rd0, %rd4;\n"; }
/// The same load twice, as the first one finds out where the array is.
std::string load_twice(const std::string& word) {
  return at(word) + "ld.global.u32 %r9, [%rd4]; ld.global.u32 %r5, [%rd4+4]; st.global.u32 [%rd1], %r5;";
}

testing::Words picked(std::uint32_t (*word)(std::uint32_t)) {
  return each([&](std::uint32_t l) { return distinct_words(1024)[word(l) + 1]; });
}

TEST(Moves, LanesReadEachTheirOwnWord) {
  const testing::How how{.in = distinct_words(1024)};
  EXPECT_EQ(run(load_twice("mov.u32 %r2, %r0;"), how), picked([](std::uint32_t l) { return l; }));
  EXPECT_EQ(run(load_twice("mov.u32 %r2, 7;"), how), picked([](std::uint32_t) { return 7u; }));
  EXPECT_EQ(run(load_twice("sub.u32 %r2, 40, %r0;"), how), picked([](std::uint32_t l) { return 40 - l; }));
  EXPECT_EQ(run(load_twice("mul.lo.u32 %r2, %r0, 3;"), how), picked([](std::uint32_t l) { return 3 * l; }));
  EXPECT_EQ(run(load_twice("and.b32 %r2, %r0, 15;"), how), picked([](std::uint32_t l) { return l % 16; }));
  EXPECT_EQ(run(load_twice("shr.u32 %r2, %r0, 4;"), how), picked([](std::uint32_t l) { return l / 16; }));
  EXPECT_EQ(run(load_twice("setp.eq.u32 %p0, %r0, 15; selp.b32 %r2, 99, %r0, %p0;"), how),
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
  run(body, {.in = distinct_words(1024), .faults = &faults});
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
struct MovedRegisters {
  alignas(64) std::array<std::uint32_t, 64 + 6 * kLanes> words{};
  std::byte* bytes() { return reinterpret_cast<std::byte*>(words.data()); }
  std::uint32_t& value(std::uint32_t lane, std::size_t word) { return words[64 + word * kLanes + lane]; }
};
/// Where the words of a lane are that move together: one; a four; two fours, and others before and behind them.
struct Together {
  std::vector<Word> words;
  std::uint32_t fours;
};
Together together(const std::vector<std::int64_t>& places, std::uint32_t fours) {
  Together all{{}, fours};
  for (const std::int64_t at : places) all.words.push_back({4 * at, static_cast<Slot>(256 + 128 * all.words.size())});
  return all;
}

void expect_moved(Isa isa, const Together& all, std::uint32_t apart, std::uint32_t (*index)(std::uint32_t lane),
                  Lie& lie) {
  alignas(16) std::array<std::uint32_t, 1024> memory{};
  for (std::uint32_t i = 0; i < memory.size(); ++i) memory[i] = i * 2654435761u;
  MovedRegisters registers;
  const auto place = [&](std::uint32_t l, std::size_t w) { return 4 + apart * index(l) + all.words[w].at / 4; };
  for (std::uint32_t l = 0; l < kLanes; ++l) registers.words[l] = 4 * (4 + apart * index(l)) + 400;
  std::int64_t end = 0;
  for (const Word& word : all.words) end = std::max(end, word.at + 4);
  const Words words{.holds = Holds::k32,
                    .offset = static_cast<std::uint64_t>(-16),
                    .bytes = static_cast<std::uint32_t>(end),
                    .align = 4 * apart,
                    .fours = all.fours,
                    .count = static_cast<std::uint32_t>(all.words.size())};
  const Stretch at{reinterpret_cast<std::uint64_t>(memory.data()) - 384, 384, sizeof(memory)};
  const auto loads = [&] { return moves(isa).load_words(words, all.words.data(), at, lie, registers.bytes()); };
  for (const bool known : {false, true}) {  // how the lanes lie
    for (std::size_t w = 0; w < all.words.size(); ++w)
      for (std::uint32_t l = 0; l < kLanes; ++l) registers.value(l, w) = 0;
    ASSERT_TRUE(loads());
    for (std::uint32_t l = 0; l < kLanes; ++l)
      for (std::size_t w = 0; w < all.words.size(); ++w)
        ASSERT_EQ(registers.value(l, w), memory[place(l, w)]) << l << known;
  }
  if (all.words.size() == 1 || apart == 4) {  // as a store has them
    auto expected = memory;
    for (std::uint32_t l = 0; l < kLanes; ++l)
      for (std::uint32_t w = 0; w < all.words.size(); ++w) expected[place(l, w)] = registers.value(l, w) = 1000 * w + l;
    ASSERT_TRUE(moves(isa).store_words(words, all.words.data(), at, lie, registers.bytes()));
    ASSERT_EQ(memory, expected);
  }
  const std::uint32_t right = registers.words[17];
  for (const std::uint32_t wrong : {right + 2, 396u, static_cast<std::uint32_t>(404 + sizeof(memory) - end)}) {
    registers.words[17] = wrong;
    EXPECT_FALSE(loads()) << wrong;
  }
  for (std::uint32_t l = 0; l < kLanes; ++l) registers.words[l] = 396;
  EXPECT_FALSE(loads()) << "all before the first byte";
  for (std::uint32_t l = 0; l < kLanes; ++l)
    registers.words[l] = static_cast<std::uint32_t>(404 + sizeof(memory) - end);
  EXPECT_FALSE(loads()) << "all beyond the last";
  for (std::uint32_t l = 0; l < kLanes; ++l)
    registers.words[l] = static_cast<std::uint32_t>(400 + sizeof(memory)) - 4 * (kLanes - l);
  EXPECT_EQ(loads(), end == 4 && apart == 1);
}

/// Both sets of instructions, also on a host that prefers one of them.
TEST(Moves, WordsAreMovedAlikeByAllInstructionSets) {
  constexpr std::uint32_t (*kIndices[])(std::uint32_t) = {[](std::uint32_t l) { return l; },
                                                          [](std::uint32_t) { return 9u; },
                                                          [](std::uint32_t l) { return l / 16; },
                                                          [](std::uint32_t l) { return l % 16 * 3; },
                                                          [](std::uint32_t l) { return 200 - l; },
                                                          [](std::uint32_t l) { return l ^ 16; },
                                                          [](std::uint32_t l) { return l % 4 + l / 4 * 9; },
                                                          [](std::uint32_t l) { return l < 16 ? l : 77; },
                                                          [](std::uint32_t l) { return l % 16; },
                                                          [](std::uint32_t l) { return l < 31 ? l % 16 : 16; },
                                                          [](std::uint32_t l) { return l % 4 * 5; },
                                                          [](std::uint32_t l) { return l == 13 ? 0 : l % 4 * 5; },
                                                          [](std::uint32_t l) { return l % 8 * 5; },
                                                          [](std::uint32_t l) { return l % 16 * 3 + l / 31; },
                                                          [](std::uint32_t l) { return l / 4 * 3; },
                                                          [](std::uint32_t l) { return l == 18 ? 3 : l / 4 * 3; },
                                                          [](std::uint32_t l) { return l == 15 ? 14 : l; }};
  Lie lie;  // of the loads before, which were others
  for (const Isa isa : {Isa::kAvx2, Isa::kAvx512})
    for (const auto& index : kIndices) {
      if (!can_run(isa)) continue;
      SCOPED_TRACE(&index - kIndices);
      expect_moved(isa, together({0}, 0), 1, index, lie);
      expect_moved(isa, together({0, 1, 2, 3}, 1), 4, index, lie);
      expect_moved(isa, together({1, 2, 3, 4, 0, 9}, 1), 1, index, lie);
      expect_moved(isa, together({0, 7, 3}, 0), 1, index, lie);
    }
}

}  // namespace
}  // namespace gemmscope::lockstep
