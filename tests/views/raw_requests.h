// SPDX-License-Identifier: MIT
/// @file raw_requests.h
/// Counts from the addresses of single requests, beside which tests put what views say of a baseline.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "app/session/current.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {

inline constexpr const char* kPlain = "size=128x128x32/site=As_store";
/// Half as many wavefronts a store.
inline constexpr const char* kPadded = "size=128x128x32/set=PA:4/site=As_store";
/// Twice as many loads of As.
inline constexpr const char* kNarrow = "size=128x128x32/set=PA:2/site=As_store";

/// Distinct words in each bank: the wavefronts of a request of 4-byte accesses, bank by bank.
inline std::array<std::uint64_t, analysis::kBanks> words_by_bank(const session::Current& request) {
  EXPECT_EQ(request.site.width, 4);
  std::array<std::set<std::uint32_t>, analysis::kBanks> words;
  for (int lane = 0; lane < format::kLanes; ++lane)
    if (request.active(lane)) words[request.address(lane) / 4 % analysis::kBanks].insert(request.address(lane) / 4);
  std::array<std::uint64_t, analysis::kBanks> count{};
  for (std::size_t bank = 0; bank < words.size(); ++bank) count[bank] = words[bank].size();
  return count;
}

inline std::uint64_t wavefronts(const session::Current& request) {
  const auto banks = words_by_bank(request);
  return *std::ranges::max_element(banks);
}

/// Calls each(request) with all that `site` makes, one after the other.
template <class Each>
void each_request(const session::Session& s, std::string_view site, Each each) {
  for (std::uint32_t block = 0; block < s.look.recording()->blocks.size(); ++block)
    for (std::uint32_t warp = 0; warp < s.look.recording()->warps(); ++warp)
      for (std::uint32_t i = 0; i < session::warp_requests(*s.look.recording(), block, warp); ++i)
        if (const auto request = look_at(*s.look.loaded, {block, warp, i}, analysis::ConflictModel::kFused);
            request->site.name == site)
          each(*request);
}

}  // namespace gemmscope::views
