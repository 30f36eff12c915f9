// SPDX-License-Identifier: MIT
#include "tracing/record/capture.h"

#include <gtest/gtest.h>

#include "tracing/record/assemble.h"

namespace gemmscope::record {
namespace {

constexpr std::uint32_t kA = 0, kAs = kFirstShared;

using Lanes = std::vector<std::vector<LogEntry>>;

constexpr format::Selection kEverything{{0, 100}, {0, 100}, {0, 100}};

/// 32 lanes; lane l logs what `entries(l)` returns.
template <class F>
Lanes warp_of(const F& entries) {
  Lanes lanes;
  for (std::uint32_t l = 0; l < 32; ++l) lanes.push_back(entries(l));
  return lanes;
}
LogEntry global(int line, std::uint32_t address) { return pack(access_key(line, kA, Does::kLoad, 16), address); }
LogEntry shared(int line, std::uint32_t address) { return pack(access_key(line, kAs, Does::kStore, 4), address); }

void add(Capture& capture, std::uint32_t warp, std::uint32_t interval, const Lanes& lanes) {
  const std::vector<std::span<const LogEntry>> logs(lanes.begin(), lanes.end());
  capture.add(warp, interval, logs);
}

/// A copy into As: one global load, one shared store.
Lanes copy(std::uint32_t base) {
  return warp_of([=](std::uint32_t l) { return std::vector{global(5, base + 16 * l), shared(6, 4 * l)}; });
}

format::Recording assembled(const Capture& capture) {
  format::Recording r;
  r.threads = 64;
  r.tensors.resize(5);
  constexpr const char* kNames[] = {"A", "B", "C", "As", "Bs"};
  for (std::size_t i = 0; i < 5; ++i) r.tensors[i].name = kNames[i];
  for (std::size_t i = 3; i < 5; ++i) r.tensors[i].space = format::Space::kShared;
  const Capture::Parts* parts[] = {&capture.parts()};
  EXPECT_TRUE(assemble(r, parts));
  return r;
}

TEST(Capture, TheSameAccessesElsewhereAreOneTemplate) {
  Capture capture(kEverything, 2);
  capture.begin_block(0, 0);
  for (std::uint32_t t = 0; t < 10; ++t) {
    add(capture, 0, t, copy(4096 + 64 * t));
    capture.end_interval(7);
  }
  capture.end_block();
  const format::Recording r = assembled(capture);
  EXPECT_EQ(r.templates.size(), 1u);
  EXPECT_EQ(r.patterns[0].segments.size(), 10u);
  const format::Request request = format::decode(r, 0, r.patterns[0].segments[3], 0);
  EXPECT_EQ(request.address[2], 4096 + 64 * 3 + 32u);
  EXPECT_EQ(request.k_tile, format::kEpilogue);  // no tiles are known yet
  EXPECT_EQ(r.sites[request.site].name, "A_load");
  EXPECT_EQ(r.sites[request.site].line, 5u);
}

TEST(Capture, SharedAddressesAreNotMoved) {
  Capture capture(kEverything, 2);
  capture.begin_block(0, 0);
  const auto at = [](std::uint32_t offset) {
    return warp_of([=](std::uint32_t l) { return std::vector{shared(6, offset + 4 * l)}; });
  };
  add(capture, 0, 0, at(0));
  add(capture, 0, 1, at(128));
  capture.end_block();
  EXPECT_EQ(assembled(capture).templates.size(), 2u);
}

TEST(Capture, BlocksThatDoTheSameShareAPattern) {
  Capture capture(kEverything, 2);
  for (std::uint32_t b = 0; b < 4; ++b) {
    capture.begin_block(b, 0);
    add(capture, 0, 0, copy(1024 * b));
    add(capture, 1, 0, copy(1024 * b + 512));
    capture.end_block();
  }
  const format::Recording r = assembled(capture);
  EXPECT_EQ(r.patterns.size(), 1u);
  EXPECT_EQ(r.blocks.size(), 4u);
  EXPECT_EQ(format::decode(r, 3, r.patterns[0].segments[1], 0).address[0], 1024 * 3 + 512u);
}

TEST(Capture, LanesThatTakeNoPartAreNotInTheMask) {
  Capture capture(kEverything, 2);
  capture.begin_block(0, 0);
  const auto edge = [](std::uint32_t base) {
    return warp_of(
        [=](std::uint32_t l) { return std::vector{global(5, l < 3 || l > 20 ? kInactiveAddress : base + 16 * l)}; });
  };
  add(capture, 0, 0, edge(0));
  add(capture, 0, 1, edge(640));  // the same lanes, elsewhere: the same template
  capture.end_block();
  const format::Recording r = assembled(capture);
  EXPECT_EQ(r.templates.size(), 1u);
  const format::Request request = format::decode(r, 0, r.patterns[0].segments[1], 0);
  EXPECT_EQ(request.mask, 0x001ffff8u);
  EXPECT_EQ(request.address[3], 640 + 48u);
  EXPECT_EQ(request.address[2], format::kInactive);
}

TEST(Capture, ARequestWithoutAnyLaneIsNone) {
  Capture capture(kEverything, 2);
  capture.begin_block(0, 0);
  add(capture, 0, 0, warp_of([](std::uint32_t) { return std::vector{global(5, kInactiveAddress)}; }));
  capture.end_block();
  EXPECT_EQ(assembled(capture).request_count(), 0u);
}

TEST(Capture, AWarpWithoutAnyLaneIsNotTheOneLaneBeforeIt) {
  Capture capture(kEverything, 2);
  capture.begin_block(0, 0);
  const auto one_lane = [](std::uint32_t l) { return std::vector{global(5, l == 0 ? 64 : kInactiveAddress)}; };
  add(capture, 0, 0, warp_of(one_lane));
  add(capture, 0, 1, warp_of([](std::uint32_t) { return std::vector{global(5, kInactiveAddress)}; }));
  capture.end_block();
  EXPECT_EQ(assembled(capture).request_count(), 1u);
}

TEST(Capture, TheRequestAfterAWarpBarrierSaysSo) {
  const LogEntry barrier = pack(marker_key(Marker::kWarpBarrier), 7);
  const LogEntry no_lane = pack(access_key(8, kA, Does::kLoad, 16), kInactiveAddress);
  Capture capture(kEverything, 2);
  capture.begin_block(0, 0);
  add(capture, 0, 0, warp_of([=](std::uint32_t l) {  // the first barrier is before everything that is recorded
        return std::vector{barrier, shared(6, 4 * l), shared(6, 4 * l), barrier,
                           no_lane, shared(9, 4 * l), shared(9, 4 * l)};
      }));
  add(capture, 0, 1, warp_of([=](std::uint32_t l) { return std::vector{shared(6, 4 * l), barrier}; }));
  add(capture, 0, 2, warp_of([=](std::uint32_t l) { return std::vector{shared(6, 4 * l)}; }));  // another interval
  capture.end_block();
  const format::Recording r = assembled(capture);
  std::vector<std::vector<bool>> after;
  for (const format::Segment& segment : r.patterns[0].segments) {
    after.emplace_back();
    for (const format::Row& row : r.templates[segment.template_id].rows) after.back().push_back(row.after_syncwarp);
  }
  EXPECT_EQ(after, (std::vector<std::vector<bool>>{{false, false, true, false}, {false}, {false}}));
}

TEST(Capture, WhatIsUnusedIsOfTheNextRequest) {
  const LogEntry unused = pack(marker_key(Marker::kUnused), 8);
  const LogEntry no_lane = pack(access_key(8, kA, Does::kLoad, 16), kInactiveAddress);
  Capture capture(kEverything, 2);
  capture.begin_block(0, 0);
  add(capture, 0, 0, warp_of([=](std::uint32_t l) {
        return std::vector{shared(5, 4 * l), unused,  shared(6, 4 * l), shared(6, 4 * l),
                           unused,           no_lane, shared(9, 4 * l)};
      }));
  capture.end_block();
  const format::Recording r = assembled(capture);
  std::vector<int> found;
  for (const format::Row& row : r.templates[0].rows) found.push_back(row.unused);
  EXPECT_EQ(found, (std::vector<int>{0, 8, 0, 0}));
}

TEST(Capture, TheResultDoesNotDependOnWhoDidWhichBlock) {
  const auto work = [](Capture& capture, std::uint32_t b) {
    capture.begin_block(b, 0);
    add(capture, 0, 0, copy(1000 * b));
    add(capture, 1, 0, warp_of([=](std::uint32_t l) { return std::vector{shared(6, 4 * l + b % 3)}; }));
    capture.end_block();
  };
  Capture alone(kEverything, 2), even(kEverything, 2), odd(kEverything, 2);
  for (std::uint32_t b = 0; b < 12; ++b) {
    work(alone, b);
    work(b % 2 == 0 ? even : odd, 11 - b);
  }
  format::Recording shared_work;
  shared_work.threads = 64;
  shared_work.tensors = assembled(alone).tensors;
  const Capture::Parts* parts[] = {&odd.parts(), &even.parts()};
  EXPECT_TRUE(assemble(shared_work, parts));
  EXPECT_EQ(shared_work, assembled(alone));
}

TEST(Assemble, ABlockOfMoreRequestsThanAFileHoldsIsRefused) {
  Capture capture(kEverything, 1);
  capture.begin_block(0, 0);
  add(capture, 0, 0, copy(0));
  capture.end_block();
  Capture::Parts large = capture.parts();
  const format::Segment segment = large.patterns[0].segments[0];  // of 2 requests
  large.patterns[0].segments.assign((std::size_t{1} << 27) / 4096 + 1, segment);
  large.templates[0].rows.resize(8192);
  large.templates[0].addresses.resize(8192 * 32);
  format::Recording r;
  r.threads = 32;
  r.tensors.resize(5);
  for (std::size_t i = 3; i < 5; ++i) r.tensors[i].space = format::Space::kShared;
  const Capture::Parts* parts[] = {&large};
  const auto assembled = assemble(r, parts);
  ASSERT_FALSE(assembled);
  EXPECT_EQ(assembled.error().kind, ErrorKind::kNoSpace);
}

}  // namespace
}  // namespace gemmscope::record
