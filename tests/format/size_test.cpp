// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "tests/format/example_recording.h"
#include "tests/steps/step.h"
#include "tracing/format/container.h"
#include "tracing/format/file.h"

namespace gemmscope::format {
namespace {

TEST(FileSize, OfWarpTileIsBelowTwoHundredthsOfAByteARequest) {
  const Recording recording = gemmscope::testing::recorded({"warp_tile"}, {.M = 1024, .N = 1024, .K = 1024});
  const auto file = encode(recording).value();
  EXPECT_GT(recording.request_count(), 2000000u);
  EXPECT_LE(static_cast<double>(file.size()), 0.02 * static_cast<double>(recording.request_count()));
  EXPECT_EQ(decode_file(file).value(), recording);
}

TEST(FileSize, OfALargeGridIsThatOfItsPattern) {
  const Recording recording = testing::large_recording();
  EXPECT_GT(recording.request_count(), 130000000u);
  EXPECT_LE(encode(recording).value().size(), 300000u);
}

TEST(FileSize, OfRequestsThatDifferOnlyByPlaceIsSmallEvenUnpacked) {
  const auto file = encode(testing::large_recording()).value();
  const Section templates = Container::open(file, kMaxMemoryBytes)->sections(SectionType::kTemplates).front();
  EXPECT_LE(templates.raw_bytes, 25u * templates.detail);  // 20 bytes a row, and a few shapes
}

TEST(FileSize, OfRequestsWithNothingInCommonIsThatOfTheirAddresses) {
  constexpr std::uint32_t kRequests = 20000;
  const double bytes = static_cast<double>(encode(testing::irregular_recording(kRequests, 1u << 26)).value().size());
  EXPECT_LE(bytes / kRequests, 110.0);  // 32 addresses of 24 random bits are 96
}

}  // namespace
}  // namespace gemmscope::format
