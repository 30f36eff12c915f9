// SPDX-License-Identifier: MIT
// The fuzzer changes what lies behind the checksums, and most of what it makes gets past the reader.
#include <set>

#include <gtest/gtest.h>

#include "tests/format/example_recording.h"
#include "tests/fuzz/mutate_recording.h"
#include "tracing/format/file.h"

namespace gemmscope::fuzz {
namespace {

std::size_t no_change(std::span<std::byte>, std::size_t used) { return used; }

TEST(MutateRecording, GivesManyDifferentSoundRecordings) {
  const auto file = format::encode(format::testing::example_recording()).value();
  std::set<std::vector<std::byte>> sound;
  for (unsigned seed = 0; seed < 500; ++seed) {
    const auto changed = mutated(file, seed, no_change);
    const auto read = format::decode_file(changed);
    if (read) {
      sound.insert(changed);
    } else if (!changed.empty()) {
      EXPECT_EQ(read.error().message.find("checksum"), std::string::npos);
    }
  }
  EXPECT_GT(sound.size(), 200u);
}

TEST(MutateRecording, DependsOnTheSeedAlone) {
  const auto file = format::encode(format::testing::example_recording()).value();
  EXPECT_EQ(mutated(file, 7, no_change), mutated(file, 7, no_change));
  EXPECT_NE(mutated(file, 7, no_change), mutated(file, 8, no_change));
}

TEST(MutateRecording, MakesARecordingOfAnything) {
  const std::vector<std::byte> nothing(10);
  int sound = 0;
  for (unsigned seed = 0; seed < 20; ++seed)
    sound += format::decode_file(mutated(nothing, seed, no_change)).has_value();
  EXPECT_GT(sound, 5);
}

}  // namespace
}  // namespace gemmscope::fuzz
