// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "tests/lockstep/exact.h"

namespace gemmscope::lockstep::testing {
namespace {

/// The lanes that run and are in the membermask of that lane, which is source `at`.
std::vector<std::size_t> members(const Lanes& s, std::uint32_t active, std::size_t at, std::size_t lane) {
  std::vector<std::size_t> all;
  for (std::size_t l = 0; l < 32; ++l)
    if ((s[lane][at] & active) >> l & 1) all.push_back(l);
  return all;
}
Bits mask_of(const std::vector<std::size_t>& lanes) {
  Bits mask = 0;
  for (const std::size_t l : lanes) mask += Bits{1} << l;
  return mask;
}

/// PTX ISA, "shfl.sync", line by line.
void add_shuffles(References& all) {
  for (const std::string mode : {"up", "down", "bfly", "idx"})
    all.push_back({"shfl.sync." + mode + ".b32", nullptr, 0, 0, [=](const Lanes& s, std::uint32_t, Lanes& r) {
                     for (int lane = 0; lane < 32; ++lane) {
                       const auto& of = s[static_cast<std::size_t>(lane)];
                       const int bval = static_cast<int>(of[1] & 0x1f), cval = static_cast<int>(of[2] & 0x1f);
                       const int mask = static_cast<int>(of[2] >> 8 & 0x1f);
                       const int max_lane = (lane & mask) | (cval & ~mask), min_lane = lane & mask;
                       int j = 0;
                       bool p = false;
                       if (mode == "up") j = lane - bval, p = j >= max_lane;
                       if (mode == "down") j = lane + bval, p = j <= max_lane;
                       if (mode == "bfly") j = lane ^ bval, p = j <= max_lane;
                       if (mode == "idx") j = min_lane | (bval & ~mask), p = j <= max_lane;
                       if (!p) j = lane;
                       r[static_cast<std::size_t>(lane)][0] = s[static_cast<std::size_t>(j)][0];
                       r[static_cast<std::size_t>(lane)][1] = p;
                     }
                   }});
}

void add_votes(References& all) {
  const auto add = [&](const char* name, auto of) {
    all.push_back({name, nullptr, 0, 0, [=](const Lanes& s, std::uint32_t active, Lanes& r) {
                     for (std::size_t lane = 0; lane < 32; ++lane) {
                       const auto who = members(s, active, 1, lane);
                       std::vector<std::size_t> yes;
                       for (const std::size_t l : who)
                         if (s[l][0] != 0) yes.push_back(l);
                       r[lane][0] = of(who, yes);
                     }
                   }});
  };
  using Some = const std::vector<std::size_t>&;
  add("vote.sync.all.pred", [](Some who, Some yes) -> Bits { return who.size() == yes.size(); });
  add("vote.sync.any.pred", [](Some, Some yes) -> Bits { return !yes.empty(); });
  add("vote.sync.uni.pred", [](Some who, Some yes) -> Bits { return yes.empty() || who.size() == yes.size(); });
  add("vote.sync.ballot.b32", [](Some, Some yes) { return mask_of(yes); });
  all.push_back({"activemask.b32", nullptr, 0, 0, [](const Lanes&, std::uint32_t active, Lanes& r) {
                   for (auto& lane : r) lane[0] = active;
                 }});
}

void add_matches(References& all) {
  for (const char* type : {"b32", "b64"}) {
    all.push_back(
        {std::string("match.any.sync.") + type, nullptr, 0, 0, [](const Lanes& s, std::uint32_t active, Lanes& r) {
           for (std::size_t l = 0; l < 32; ++l) {
             const auto who = members(s, active, 1, l);
             std::vector<std::size_t> same;
             std::ranges::copy_if(who, std::back_inserter(same), [&](auto k) { return s[k][0] == s[l][0]; });
             r[l][0] = mask_of(same);
           }
         }});
    all.push_back(
        {std::string("match.all.sync.") + type, nullptr, 0, 0, [](const Lanes& s, std::uint32_t active, Lanes& r) {
           for (std::size_t l = 0; l < 32; ++l) {
             const auto who = members(s, active, 1, l);
             const bool same = std::ranges::all_of(who, [&](auto k) { return s[k][0] == s[who[0]][0]; });
             r[l][0] = same ? mask_of(who) : 0, r[l][1] = same;
           }
         }});
  }
}

void add_reductions(References& all) {
  using Wide = __int128;
  const auto add = [&](const char* name, const Integer& t, Wide (*of)(Wide, Wide)) {
    all.push_back({std::string("redux.sync.") + name + "." + t.name, nullptr, 0, 0,
                   [=](const Lanes& s, std::uint32_t active, Lanes& r) {
                     for (std::size_t lane = 0; lane < 32; ++lane) {
                       std::optional<Wide> result;
                       for (const std::size_t l : members(s, active, 1, lane))
                         result = result ? of(*result, t.of(s[l][0])) : t.of(s[l][0]);
                       r[lane][0] = static_cast<Bits>(result.value_or(0));
                     }
                   }});
  };
  for (const Integer& t : {kIntegers[2], kIntegers[3]}) {
    add("add", t, [](Wide a, Wide b) { return a + b; });
    add("min", t, [](Wide a, Wide b) { return std::min(a, b); });
    add("max", t, [](Wide a, Wide b) { return std::max(a, b); });
  }
  const Integer b32{"b32", 32, false};
  add("and", b32, [](Wide a, Wide b) { return a & b; });
  add("or", b32, [](Wide a, Wide b) { return a | b; });
  add("xor", b32, [](Wide a, Wide b) { return a ^ b; });
}

}  // namespace

References warp_references() {
  References all;
  add_shuffles(all);
  add_votes(all);
  add_matches(all);
  add_reductions(all);
  return all;
}

}  // namespace gemmscope::lockstep::testing
