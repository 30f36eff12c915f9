// SPDX-License-Identifier: MIT
// Two recordings site by site, against counts made from their requests one by one.
#include "tracing/analysis/compare.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/analysis/warp_tile_recording.h"

namespace gemmscope::analysis::testing {
namespace {

constexpr auto kRule = ConflictModel::kTextbook;
using Addresses = std::array<std::uint32_t, kLanes>;

/// What is counted of a site, and all its requests' addresses, sorted.
struct Counts {
  std::uint64_t requests = 0, wavefronts = 0, ideal = 0, sectors = 0, ideal_sectors = 0;
  std::multiset<Addresses> addresses;
};

/// Lanes of a phase move 128 bytes together; a bank serves one word of 4 bytes in a wavefront.
void add_shared(Counts& counts, const Addresses& addresses, std::uint32_t width) {
  const std::size_t lanes = width <= 4 ? kLanes : 128 / width;
  for (std::size_t first = 0; first < kLanes; first += lanes) {
    std::array<std::set<std::uint32_t>, 32> words;  // [bank]
    for (std::size_t lane = first; lane < first + lanes; ++lane)
      if (addresses[lane] != format::kInactive)
        for (std::uint32_t word = addresses[lane] / 4; word <= (addresses[lane] + width - 1) / 4; ++word)
          words[word % 32].insert(word);
    std::size_t most = 0;
    for (const auto& bank : words) most = std::max(most, bank.size());
    counts.wavefronts += most;
    counts.ideal += most != 0;
  }
}

void add_global(Counts& counts, const Addresses& addresses, std::uint32_t width) {
  std::set<std::uint32_t> bytes, sectors;
  for (const std::uint32_t address : addresses)
    for (std::uint32_t i = 0; i < width && address != format::kInactive; ++i) {
      bytes.insert(address + i);
      sectors.insert((address + i) / 32);
    }
  counts.sectors += sectors.size();
  counts.ideal_sectors += (bytes.size() + 31) / 32;
}

/// By name, of the requests that `is_in` takes.
template <class IsIn>
std::map<std::string, Counts> one_by_one(const format::Recording& recording, const IsIn& is_in) {
  std::map<std::string, Counts> all;
  for (std::uint32_t b = 0; b < recording.blocks.size(); ++b)
    for (const format::Segment& segment : recording.patterns[recording.blocks[b].pattern].segments)
      for (std::size_t row = 0; row < recording.templates[segment.template_id].rows.size(); ++row) {
        const format::Request r = format::decode(recording, b, segment, row);
        if (!is_in(recording.blocks[b], r)) continue;
        const format::Site& site = recording.sites[r.site];
        Counts& counts = all[site.name];
        ++counts.requests;
        counts.addresses.insert(r.address);
        const bool shared = recording.tensors[site.tensor].space == format::Space::kShared;
        shared ? add_shared(counts, r.address, site.width) : add_global(counts, r.address, site.width);
      }
  return all;
}

std::map<std::string, Counts> one_by_one(const format::Recording& recording) {
  return one_by_one(recording, [](const format::Block&, const format::Request&) { return true; });
}

Comparison compared(const format::Recording& a, const format::Recording& b) {
  return compare({a, summarize(a)}, {b, summarize(b)});
}

const ComparedSite* find(const Comparison& comparison, const std::string& name) {
  for (const ComparedSite& site : comparison.sites)
    if (site.name == name) return &site;
  return nullptr;
}

void expect_counts(const ComparedSite& site, const Counts& a, const Counts& b) {
  const auto expect = [&](const Metric& metric, std::uint64_t first, std::uint64_t second) {
    EXPECT_EQ(site.in_first(metric, kRule), first) << metric.id;
    EXPECT_EQ(site.in_second(metric, kRule), second) << metric.id;
    EXPECT_EQ(site.delta(metric, kRule), static_cast<std::int64_t>(second) - static_cast<std::int64_t>(first));
  };
  expect(metric("requests"), a.requests, b.requests);
  expect(metric("wavefronts"), a.wavefronts, b.wavefronts);
  expect(metric("ideal_wavefronts"), a.ideal, b.ideal);
  expect(metric("excess"), a.wavefronts - a.ideal, b.wavefronts - b.ideal);
  expect(metric("sectors"), a.sectors, b.sectors);
  expect(metric("ideal_sectors"), a.ideal_sectors, b.ideal_sectors);
}

TEST(Compare, CountsAreThoseOfTheRequests) {
  const WarpTileCase plain{.M = 128, .N = 132, .K = 32};
  WarpTileCase padded = plain, swizzled = plain, deep = plain;
  padded.PA = 4, padded.PB = 4, padded.read_C = false;
  swizzled.swzA = true;
  deep.K = 48, deep.N = 260;
  for (const WarpTileCase& other : {padded, swizzled, deep}) {
    const format::Recording a = warp_tile_recording(plain), b = warp_tile_recording(other);
    auto in_a = one_by_one(a), in_b = one_by_one(b);
    const Comparison comparison = compared(a, b);
    EXPECT_TRUE(comparison.differs(kRule));
    std::set<std::string> names;
    for (const auto& [name, counts] : in_a) names.insert(name);
    for (const auto& [name, counts] : in_b) names.insert(name);
    EXPECT_EQ(comparison.sites.size(), names.size());
    for (const std::string& name : names) {
      SCOPED_TRACE(name);
      const ComparedSite* site = find(comparison, name);
      ASSERT_TRUE(site);
      EXPECT_EQ(site->first.has_value(), in_a.contains(name));
      EXPECT_EQ(site->second.has_value(), in_b.contains(name));
      expect_counts(*site, in_a[name], in_b[name]);
      if (site->in_both()) {
        EXPECT_EQ(site->same_addresses, in_a[name].addresses == in_b[name].addresses);
      }
    }
  }
}

TEST(Compare, ASiteOfOneRecordingAloneIsNamedAsSuch) {
  const format::Recording with = warp_tile_recording({.K = 16, .read_C = true});
  const format::Recording without = warp_tile_recording({.K = 16, .read_C = false});
  const Comparison lost = compared(with, without), gained = compared(without, with);
  ASSERT_TRUE(find(lost, "C_load") && find(gained, "C_load"));
  EXPECT_TRUE(find(lost, "C_load")->first && !find(lost, "C_load")->second);
  EXPECT_TRUE(find(gained, "C_load")->second && !find(gained, "C_load")->first);
  EXPECT_LT(find(lost, "C_load")->delta(metric("sectors"), kRule), 0);
  EXPECT_EQ(gained.sites.back().name, "C_load") << "after those of the first recording";
  for (const ComparedSite& site : lost.sites) EXPECT_EQ(site.differs(kRule), site.name == "C_load") << site.name;
}

TEST(Compare, SeesOtherAddressesOfTheSameCost) {
  const format::Recording a = warp_tile_recording({.K = 16});
  format::Recording b = a;
  for (format::Template& coded : b.templates)
    for (std::size_t row = 0; row < coded.rows.size(); ++row)
      if (b.sites[coded.rows[row].site].name == "sB_load")
        for (std::size_t lane = 0; lane < kLanes; ++lane) coded.addresses[row * kLanes + lane] += 128;  // all banks
  const Comparison comparison = compared(a, b);
  EXPECT_TRUE(comparison.differs(kRule));
  for (const ComparedSite& site : comparison.sites) {
    EXPECT_FALSE(site.counts_differ(kRule)) << site.name;
    EXPECT_EQ(site.same_addresses, site.name != "sB_load") << site.name;
  }
  EXPECT_FALSE(compared(a, a).differs(kRule));
}

/// Block (0,1) is in both, as the second of the one and the first of the other.
TEST(Compare, AddressesAreThoseOfWhatBothHave) {
  const WarpTileCase one{.K = 48, .blocks = {{0, 0}, {0, 1}}};
  const WarpTileCase two{.PA = 4, .K = 48, .blocks = {{0, 1}, {1, 0}, {1, 1}}};
  format::Recording a = warp_tile_recording(one), b = warp_tile_recording(two);
  a.selection.warps = {0, 1}, b.selection.warps = {0, 2};
  const auto in_both = [](const format::Block& block, const format::Request& r) {
    return block.y == 0 && block.x == 1 && r.warp == 0;
  };
  auto in_a = one_by_one(a, in_both), in_b = one_by_one(b, in_both);
  const Comparison comparison = compared(a, b);
  ASSERT_TRUE(comparison.common);
  EXPECT_FALSE(comparison.common->all);
  EXPECT_EQ(comparison.common->blocks, 1u);
  EXPECT_EQ(comparison.common->warps, 1u);
  for (const ComparedSite& site : comparison.sites)
    EXPECT_EQ(site.same_addresses, in_a[site.name].addresses == in_b[site.name].addresses) << site.name;
  EXPECT_EQ(find(comparison, "gA_load")->same_addresses, true);
  EXPECT_EQ(find(comparison, "sA_load")->same_addresses, false);
}

TEST(Compare, WithoutACommonPartNoAddressesAreCompared) {
  const format::Recording a = warp_tile_recording({.K = 16, .blocks = {{0, 0}}});
  const format::Recording b = warp_tile_recording({.K = 16, .blocks = {{1, 1}}});
  const Comparison comparison = compared(a, b);
  EXPECT_FALSE(comparison.common);
  for (const ComparedSite& site : comparison.sites) EXPECT_FALSE(site.same_addresses) << site.name;
  EXPECT_FALSE(comparison.differs(kRule));
}

TEST(Compare, ARowOfBlocksIsAnotherInAGridWithAnotherZ) {
  const format::Recording a = warp_tile_recording({.K = 16, .blocks = {{0, 0}, {1, 0}}});
  format::Recording b = warp_tile_recording({.K = 16, .blocks = {{1, 0}}});
  EXPECT_EQ(compared(a, b).common->blocks, 1u);
  b.grid_z = b.grid_y;
  EXPECT_EQ(compared(a, b).common->blocks, 0u);
}

/// As sgemm64's one line that stores to As and Bs: which comes first must not matter, nor must another width.
TEST(Compare, SitesOfOneNameAreMatchedByTensorAndWidth) {
  const auto named_alike = [](format::Recording recording) {
    for (format::Site& site : recording.sites)
      if (site.name == "sA_load" || site.name == "sB_load") site.name = "s_load";
    return recording;
  };
  const format::Recording a = named_alike(warp_tile_recording({.K = 16}));
  format::Recording b = a;
  for (format::Site& site : b.sites)
    if (site.name == "s_load" && b.tensors[site.tensor].name == "As") site.width = 8;
  Summary second = summarize(b);
  std::reverse(second.sites.begin(), second.sites.end());
  const Comparison comparison = compare({a, summarize(a)}, {b, second});
  EXPECT_EQ(comparison.sites.size(), 8u);
  for (const ComparedSite& site : comparison.sites) {
    SCOPED_TRACE(site.name + " " + site.tensor);
    ASSERT_TRUE(site.in_both());
    EXPECT_EQ(b.tensors[site.second->tensor].name, site.tensor);
    EXPECT_EQ(site.second->width, site.name == "s_load" && site.tensor == "As" ? 8 : site.first->width);
    EXPECT_EQ(site.same_addresses, true);
  }
}

}  // namespace
}  // namespace gemmscope::analysis::testing
