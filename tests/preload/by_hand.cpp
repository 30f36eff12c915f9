// SPDX-License-Identifier: MIT
#include "tests/preload/by_hand.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

namespace gemmscope::preload::testing {
namespace {

/// In each barrier interval warp after warp, without their rests.
Heard by_warp(Heard heard) {
  std::erase_if(heard, [](const std::string& line) { return line.ends_with("rests"); });
  const auto is_of_block = [](const std::string& line) { return !line.starts_with("warp "); };
  const auto warp_of = [](const std::string& line) { return line.substr(0, line.find(' ', 5)); };
  for (auto begin = heard.begin(); begin != heard.end();) {
    const auto end = std::find_if(begin, heard.end(), is_of_block);
    std::ranges::stable_sort(begin, end, {}, warp_of);
    begin = end == heard.end() ? end : end + 1;
  }
  return heard;
}

template <class Compared>
std::size_t expect_same(const Body& body, const Compared& compared) {
  std::size_t heard = 0;
  for (const bool in_shared : {true, false}) {
    const BothWays both = by_hand(body, in_shared);
    EXPECT_EQ(compared(both.interpreter), compared(both.replay)) << body.text;
    EXPECT_TRUE(both.faults.empty()) << body.text;
    heard = both.replay.size();
  }
  return heard;
}

}  // namespace

BothWays by_hand(const Body& body, bool counts_in_shared) {
  std::vector<std::uint32_t> in(512), out(kThreads * 4);
  std::iota(in.begin(), in.end(), 3u);
  std::uint64_t workspace = 0;
  lockstep::Allocations allocations;
  const std::uint64_t arguments[] = {reinterpret_cast<std::uint64_t>(out.data()),
                                     reinterpret_cast<std::uint64_t>(in.data())};
  allocations.add(arguments[0], 4 * out.size());
  allocations.add(arguments[1], 4 * in.size());
  lockstep::Launch launch{.grid = {2, 1, 2}, .block = {kThreads, 1, 1}, .dynamic_shared = body.dynamic_shared};
  launch.grid_workspace = reinterpret_cast<std::uint64_t>(&workspace);
  allocations.add(launch.grid_workspace, sizeof(workspace));
  const auto bytes = std::as_bytes(std::span(arguments));
  launch.arguments.assign(bytes.begin(), bytes.end());
  std::string text = lockstep::testing::kernel(body.text);
  text.insert(text.find(".visible"), body.before);
  return run_both_ways(
      text, launch, allocations, [&] { std::ranges::fill(out, 7u), workspace = 0; }, counts_in_shared);
}

std::size_t expect_same(const Body& body) {
  return expect_same(body, [](const Heard& heard) { return heard; });
}

std::size_t expect_same_by_warp(const Body& body) { return expect_same(body, by_warp); }

}  // namespace gemmscope::preload::testing
