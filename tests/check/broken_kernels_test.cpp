// SPDX-License-Identifier: MIT
// Every deliberately broken kernel is found, for its own reason and no other, with both threads and the place.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "app/words/finding_words.h"
#include "kernels/table.h"
#include "tests/check/recorded.h"
#include "tests/names_in_order.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using Kinds = std::set<std::string>;

/// "read after write of As", without lines: these may move.
Kinds faults_of(const format::Recording& r) {
  Kinds kinds;
  for (const analysis::Finding& all : analysis::check(r).findings)
    for (const analysis::Finding& f : analysis::parts_of(all))
      kinds.insert(std::string(analysis::name_of(f.fault)) + (f.divergence ? "" : " of " + r.tensors[f.tensor].name) +
                   (f.in_warp ? " in a warp" : ""));
  return kinds;
}

const std::map<std::string, Kinds> kExpected{
    {"coalesced_reads_C", {"C read with beta = 0 of C"}},
    {"shared_tile_no_barrier_before", {"read after write of As in a warp", "read after write of Bs"}},
    {"shared_tile_no_barrier_after", {"write after read of As in a warp", "write after read of Bs"}},
    {"shared_tile_half_zeroed", {"stale read of Bs"}},
    {"shared_tile_early_exit", {"early exit", "never loaded of A", "uninitialised read of As"}},
    {"block_tile_half_copied",
     {"uninitialised read of As", "uninitialised read of Bs", "never loaded of A", "never loaded of B"}},
    {"block_tile_spilled",
     {"out of bounds of As", "out of bounds of Bs", "write after write of As", "write after write of As in a warp",
      "write after write of Bs", "never read of Bs"}},
    {"vectorized_roles_swapped", {"never loaded of A", "never stored of C", "stored twice of C"}},
    {"vectorized_one_pass",
     {"uninitialised read of As", "uninitialised read of Bs", "never loaded of A", "never loaded of B"}},
    {"warp_tile_no_barrier_before",
     {"read after write of As", "read after write of As in a warp", "read after write of Bs",
      "read after write of Bs in a warp"}},
    {"warp_tile_no_barrier_after",
     {"write after read of As", "write after read of As in a warp", "write after read of Bs",
      "write after read of Bs in a warp"}},
    {"warp_tile_long_stride",
     {"uninitialised read of As", "uninitialised read of Bs", "never loaded of A", "never loaded of B"}},
    {"warp_tile_no_warp_origin", {"never stored of C", "stored twice of C"}},
    {"warp_tile_no_row_loop", {"never read of As"}},
    {"sgemm64_no_tail", {"never loaded of A", "never loaded of B"}},
    {"sgemm64_no_barrier",
     {"read after write of As", "read after write of As in a warp", "read after write of Bs",
      "read after write of Bs in a warp", "read after write of Cs", "write after read of As",
      "write after read of As in a warp", "write after read of Bs", "write after read of Bs in a warp",
      "write after read of Cs", "write after read of Cs in a warp", "write after write of Cs",
      "write after write of Cs in a warp"}},
    {"sgemm64_no_syncwarp", {"read after write of Cs in a warp", "write after read of Cs in a warp"}},
    {"half_padded_misaligned", {"misaligned of As", "misaligned of Bs"}},
};

class BrokenKernels : public ::testing::TestWithParam<const kernels::KernelInfo*> {};

TEST_P(BrokenKernels, AreFoundForTheirOwnReason) {
  const auto expected = kExpected.find(std::string(GetParam()->name));
  ASSERT_NE(expected, kExpected.end());
  EXPECT_EQ(faults_of(testing::recorded(testing::request_of(*GetParam()))), expected->second);
}

TEST_P(BrokenKernels, FindingsLeadToTheAccesses) {
  const format::Recording r = testing::recorded(testing::request_of(*GetParam()));
  EXPECT_FALSE(r.mistake.empty());
  for (const analysis::Finding& f : analysis::check(r).findings) {
    EXPECT_GT(f.count, 0u);
    EXPECT_GT(words::sentence(r, f).size(), 20u);
    for (const auto& access : {f.at, f.other}) {
      if (!access) continue;
      const auto at = format::locate(r, access->block, access->warp, access->request);
      const format::Request request =
          format::decode(r, access->block, r.patterns[r.blocks[access->block].pattern].segments[at.segment], at.row);
      EXPECT_EQ(request.site, access->site) << words::sentence(r, f);
      EXPECT_TRUE(request.mask >> access->lane & 1u) << words::sentence(r, f);
      if (access == f.at) {
        EXPECT_EQ(request.k_tile, f.k_tile);
      }
      // Its bytes hold the one that the finding is about.
      const std::uint32_t begin = request.address[access->lane];
      EXPECT_TRUE(begin <= f.byte && f.byte < begin + r.sites[access->site].width) << words::sentence(r, f);
    }
  }
}

TEST(BrokenCatalogue, HasAllLettersAndNoRightKernel) {
  std::set<std::string> letters;
  for (const kernels::KernelInfo& k : kernels::broken_kernels()) {
    letters.emplace(k.mistake->id);
    EXPECT_EQ(kernels::find_kernel(k.name), &k);
    EXPECT_TRUE(std::none_of(kernels::all_kernels().begin(), kernels::all_kernels().end(),
                             [&](const auto& right) { return right.name == k.name; }));
  }
  EXPECT_EQ(letters, (std::set<std::string>{"B", "D", "E", "K", "M", "N", "R", "S", "T", "U", "V", "W", "Y", "Z"}));
  EXPECT_EQ(kExpected.size(), kernels::broken_kernels().size());
}

TEST(BrokenCatalogue, WhatMakesAKernelWrongCannotBeUnset) {
  const std::vector<std::pair<std::string, std::string>> other{{"load", "linear"}},
      same{{"load", "one_pass"}, {"PA", "1"}};
  const auto variant = kernels::resolve("block_tile_half_copied", "", other);
  ASSERT_FALSE(variant);
  EXPECT_TRUE(names_in_order(variant.error(), {"block_tile_half_copied", "load=one_pass", "block_tile "}));
  EXPECT_TRUE(kernels::resolve("block_tile_half_copied", "", same));
}

TEST(BrokenCatalogue, TextsAreThoseThatAreCompiled) {
  const auto text = [](const char* kernel) { return kernels::find_kernel(kernel)->source_text; };
  EXPECT_NE(text("warp_tile").find("__syncthreads();  // the tiles"), std::string_view::npos);
  EXPECT_EQ(text("warp_tile_no_barrier_before").find("__syncthreads();  // the tiles"), std::string_view::npos);
  EXPECT_EQ(text("block_tile_half_copied"), text("block_tile"));
}

INSTANTIATE_TEST_SUITE_P(All, BrokenKernels, ::testing::ValuesIn(testing::all_broken()),
                         [](const auto& of) { return std::string(of.param->name); });

}  // namespace
}  // namespace gemmscope
