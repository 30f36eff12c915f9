// SPDX-License-Identifier: MIT
// Files cut off anywhere and with bits flipped anywhere: an error or a sound recording, never a crash.
#include <random>

#include <gtest/gtest.h>

#include "tests/format/allocation_meter.h"
#include "tests/format/analyse.h"
#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tracing/format/check.h"
#include "tracing/format/file.h"

namespace gemmscope::format {
namespace {

// What sections of a small file may declare before they are refused.
constexpr std::uint64_t kLimit = 32u << 20;
// What analyses may take, however large the arrays are that a file declares: check() looks at 2^23 elements at a time.
constexpr std::uint64_t kMostOfAnalyses = 160u << 20;

/// Reads `file`, and analyses what is sound. Returns whether it was sound.
bool survives(std::span<const std::byte> file) {
  const testing::AllocationMeter meter;
  const auto recording = decode_file(file, kLimit);
  EXPECT_LT(meter.peak(), kLimit + (1u << 20));
  if (recording) {
    EXPECT_FALSE(check(*recording));
    testing::walk(*recording);
    const testing::AllocationMeter of_analyses;
    testing::analyse(*recording);
    EXPECT_LT(of_analyses.peak(), kMostOfAnalyses);
  } else {
    EXPECT_EQ(recording.error().kind, ErrorKind::kBadFile) << recording.error().message;
    EXPECT_FALSE(recording.error().message.empty());
    EXPECT_LE(recording.error().offset, file.size());
  }
  return recording.has_value();
}

std::vector<std::byte> example_file() { return encode(testing::example_recording()).value(); }

TEST(Damage, EveryPrefixIsRefused) {
  const std::vector<std::byte> file = example_file();
  for (std::size_t n = 0; n < file.size(); ++n) {
    const std::vector<std::byte> prefix(file.begin(),
                                        file.begin() + static_cast<std::ptrdiff_t>(n));  // so that ASan sees its end
    EXPECT_FALSE(survives(prefix)) << n;
  }
  EXPECT_TRUE(survives(file));
}

TEST(Damage, EveryFlippedByteIsNoticed) {  // there is no byte outside a checksum
  const std::vector<std::byte> file = example_file();
  std::mt19937 random(20260101);
  for (int i = 0; i < 10000; ++i) {
    std::vector<std::byte> flipped = file;
    flipped[random() % file.size()] ^= static_cast<std::byte>(1 + random() % 255);
    EXPECT_FALSE(survives(flipped)) << i;
  }
}

TEST(Damage, ThatChecksumsDoNotSeeIsRefusedOrSound) {
  const auto sections = testing::take_apart(example_file());
  std::mt19937 random(20260102);
  int sound = 0;
  for (int i = 0; i < 4000; ++i) {
    auto flipped = sections;
    for (auto flips = 1 + random() % 3; flips > 0; --flips) {
      auto& bytes = flipped[random() % flipped.size()].bytes;
      bytes[random() % bytes.size()] ^= static_cast<std::byte>(1u << random() % 8);
    }
    sound += survives(testing::put_together(flipped));
  }
  EXPECT_GT(sound, 100);  // a letter in the source text, say
  EXPECT_LT(sound, 3900);
}

TEST(Damage, InTheTableThatChecksumsDoNotSeeIsRefusedOrSound) {
  const auto sections = testing::take_apart(example_file());
  std::mt19937 random(20260103);
  for (int i = 0; i < 2000; ++i) {
    auto changed = sections;
    auto& [section, bytes] = changed[random() % changed.size()];
    switch (random() % 5) {
      case 0: section.items ^= 1u << random() % 32; break;
      case 1: section.detail ^= 1u << random() % 32; break;
      case 2: bytes.resize(random() % (2 * bytes.size())); break;
      case 3: std::swap(bytes, changed[random() % changed.size()].bytes); break;
      case 4: changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(random() % changed.size())); break;
    }
    survives(testing::put_together(changed));
  }
}

}  // namespace
}  // namespace gemmscope::format
