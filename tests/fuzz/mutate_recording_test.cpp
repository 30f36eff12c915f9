// SPDX-License-Identifier: MIT
// The fuzzer changes what lies behind the checksums, and most of what it makes gets past the reader.
#include <algorithm>
#include <map>
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

/// What was added to recordings last is changed like the rest, in recordings that are read.
TEST(MutateRecording, ChangesCopiesEventsAndWhatIsKnownOfSites) {
  using namespace format;
  const auto file = encode(format::testing::bulk_recording()).value();
  int phases = 0, agree = 0, unseen = 0, bulk = 0, continued = 0, origins = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const auto read = decode_file(mutated(file, seed, no_change));
    if (!read) continue;
    for (const Pattern& p : read->patterns)
      phases += std::ranges::any_of(p.sync_events, [](const SyncEvent& e) { return e.phase < 100; });
    agree += std::ranges::any_of(read->sites, &Site::agrees), unseen += std::ranges::any_of(read->sites, &Site::unseen);
    int pieces = 0, more = 0, from = 0;
    for (const Template& t : read->templates)
      for (const Row& row : t.rows) pieces += row.bulk != 0, more += row.continues, from += row.origin > 1;
    bulk += pieces != 6, continued += more > 2, origins += from != 0;
  }
  const std::map<const char*, int> changed{{"phases", phases}, {"agrees", agree},        {"unseen", unseen},
                                           {"bulk", bulk},     {"continues", continued}, {"origins", origins}};
  for (const auto& [what, times] : changed) EXPECT_GT(times, 1) << what;
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
