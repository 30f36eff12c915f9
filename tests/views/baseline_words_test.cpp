// SPDX-License-Identifier: MIT
#include "app/views/parts/baseline_words.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/names_in_order.h"
#include "tests/views/recorded.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

using session::Session;

Apart apart(std::string_view first, std::string_view second) {
  const Session a = recorded(first), b = recorded(second);
  return told_apart(*a.look.recording(), *b.look.recording());
}

TEST(ToldApart, ByWhatDiffers) {
  const Apart padding = apart("kernel=warp_tile/size=128x128x16", "kernel=warp_tile/size=128x128x16/set=PA:4");
  EXPECT_EQ(padding.first, "PA=0");
  EXPECT_EQ(padding.second, "PA=4");
  const Apart kernel = apart("kernel=naive/size=64x64x16", "kernel=coalesced/size=64x64x16");
  EXPECT_EQ(kernel.first, "naive");
  EXPECT_EQ(kernel.second, "coalesced");
  const Apart size = apart("kernel=naive/size=64x64x16", "kernel=naive/size=64x32x16");
  EXPECT_EQ(size.first, "64 \u00d7 64 \u00d7 16");
  EXPECT_EQ(size.second, "64 \u00d7 32 \u00d7 16");
  EXPECT_EQ(apart("kernel=naive/size=64x64x16", "kernel=naive/size=64x64x16").second, "the same");
}

TEST(ToldApart, ByTheNumbersOfAPresetAndOneThatWasChosenBesides) {
  const Apart both = apart("kernel=warp_tile/preset=k10_a6000/size=128x128x16",
                           "kernel=warp_tile/preset=tm1_small/size=128x128x16/set=PA:4");
  EXPECT_TRUE(names_in_order(both.first, {"BM=128 ", "WM=64 ", "PA=0"})) << both.first;
  EXPECT_TRUE(names_in_order(both.second, {"BM=64 ", "WM=32 ", "PA=4"})) << both.second;
  EXPECT_EQ(both.first.find("grid"), std::string::npos);
}

/// A turn of a program's number changes its source, and nothing that a recording has as a parameter.
TEST(ToldApart, ByNumbersOfAProgramsSource) {
  const format::Recording tiled = *format::read_file("tests/data/recorded/tiled.gst");
  format::Recording turned = tiled;
  const std::string number = "kTile = 32";
  turned.source.text.replace(turned.source.text.find(number), number.size(), "kTile = 16");
  EXPECT_EQ(told_apart(tiled, turned).first, "kTile=32");
  EXPECT_EQ(told_apart(tiled, turned).second, "kTile=16");
  turned.source.text += "// edited";
  EXPECT_EQ(told_apart(tiled, turned).first.find("kTile"), std::string::npos);
}

/// naive touches global memory alone; As of warp_tile is padded against conflicts.
TEST(ChangeSince, CountsWavefrontsAndSectors) {
  const auto since = [](std::string_view first, std::string_view second) {
    return change_since(*recorded(first).look.loaded, *recorded(second).look.loaded, analysis::ConflictModel::kFused);
  };
  const std::string plain = "kernel=warp_tile/size=128x128x16", padded = plain + "/set=PA:4",
                    larger = "kernel=warp_tile/size=128x128x32";
  EXPECT_EQ(since(plain, plain), "As many wavefronts and sectors as in the run before");
  const std::string fewer = since(plain, padded), more = since(padded, plain);
  EXPECT_NE(fewer.find(" wavefronts fewer than in the run before"), std::string::npos) << fewer;
  EXPECT_NE(more.find(" wavefronts more than in the run before"), std::string::npos) << more;
  const std::string both = since(plain, larger);
  EXPECT_NE(both.find(" wavefronts more, "), std::string::npos) << both;
  EXPECT_NE(both.find(" sectors more than"), std::string::npos) << both;
}

TEST(ChangeSince, CountsFindingsFirst) {
  const Session before = recorded("kernel=naive/size=64x64x16");
  format::Recording r = *before.look.recording();
  r.of_program = std::vector<format::ProgramFinding>{{.text = "the host reads too early"}};
  const session::Loaded now(std::move(r));
  EXPECT_EQ(change_since(*before.look.loaded, now, analysis::ConflictModel::kFused),
            "1 finding more than in the run before");
}

TEST(OnlyPinned, UntilAnythingIsRecordedInAnotherWay) {
  const auto only = [](std::string_view first, std::string_view second) {
    const Session a = recorded(first), b = recorded(second);
    return only_pinned(*a.look.recording(), *b.look.recording());
  };
  EXPECT_TRUE(only("kernel=naive/size=64x64x16", "kernel=naive/size=64x64x16"));
  EXPECT_FALSE(only("kernel=naive/size=64x64x16", "kernel=coalesced/size=64x64x16"));
  EXPECT_FALSE(only("kernel=naive/size=64x64x16", "kernel=naive/size=64x64x16/blocks=0,0"));
  EXPECT_FALSE(only("kernel=warp_tile/size=128x128x16", "kernel=warp_tile/size=128x128x16/set=PA:4"));
}

TEST(Difference, IsOfTheRequestsAtHand) {
  const std::string at = "kernel=warp_tile/size=128x128x16/site=As_store";
  const Session plain = recorded(at), padded = recorded(at + "/set=PA:4");
  EXPECT_EQ(difference_in_words(*plain.look.current, *padded.look.current), "this request: 4 \u2192 2 wavefronts");
  EXPECT_EQ(difference_in_words(*padded.look.current, *plain.look.current), "this request: 2 \u2192 4 wavefronts");
  EXPECT_EQ(difference_in_words(*plain.look.current, *plain.look.current), "this request: 4 wavefronts in both");
  const Session load = recorded("kernel=warp_tile/size=128x128x16/site=A_load");
  const Session narrow = recorded("kernel=coalesced/size=128x128x16/site=A_load");
  EXPECT_EQ(difference_in_words(*load.look.current, *narrow.look.current),
            "this request: 16 sectors for 512 bytes \u2192 1 sector for 4 bytes");
  EXPECT_EQ(difference_in_words(*plain.look.current, *load.look.current), "another kind of request");
}

TEST(Change, NamesTheSiteThatChangesMost) {
  const std::string at = "kernel=warp_tile/size=128x128x16";
  const Session plain = recorded(at), padded = recorded(at + "/set=PA:4"), narrow = recorded(at + "/set=PA:2");
  EXPECT_EQ(change_from(padded.look, plain.look), "128 shared wavefronts fewer than the baseline, all at As store");
  EXPECT_EQ(change_from(plain.look, padded.look), "128 shared wavefronts more than the baseline, all at As store");
  EXPECT_EQ(change_from(plain.look, plain.look), "As many shared wavefronts as the baseline");
  // Its stores save 192, its loads cost 256.
  EXPECT_EQ(change_from(narrow.look, plain.look), "64 shared wavefronts more than the baseline; As load: 256 more");
}

/// sgemm64 stores to both tiles and to staged sums of C by one name.
TEST(Change, PairsSitesOfOneNameByTheirTensors) {
  const Session s = recorded("kernel=sgemm64/size=64x64x16");
  int pairs = 0;
  for (const auto& [pinned, shown] : paired_sites(s.look, s.look)) {
    ASSERT_TRUE(pinned != nullptr && shown != nullptr);
    EXPECT_EQ(pinned, shown) << shown->name;
    pairs += shown->name == "tiles_store";
  }
  EXPECT_EQ(pairs, 3);
}

/// Its sites, and its arrays in shared memory, in the opposite order. Requests name sites by their numbers.
format::Recording reversed(format::Recording r) {
  const auto is_shared = [](const format::Tensor& tensor) { return tensor.space == format::Space::kShared; };
  const auto first_shared = std::ranges::find_if(r.tensors, is_shared);
  const auto globals = static_cast<std::uint16_t>(first_shared - r.tensors.begin());
  const auto last_tensor = static_cast<std::uint16_t>(r.tensors.size() - 1),
             last_site = static_cast<std::uint16_t>(r.sites.size() - 1);
  std::reverse(first_shared, r.tensors.end());
  std::ranges::reverse(r.sites);
  for (format::Site& site : r.sites)
    if (site.tensor >= globals) site.tensor = static_cast<std::uint16_t>(globals + last_tensor - site.tensor);
  for (format::Template& each : r.templates)
    for (format::Row& row : each.rows) row.site = static_cast<std::uint16_t>(last_site - row.site);
  return r;
}

/// Names alone, taken in their order, would pair stores to one array with stores to another.
TEST(Change, PairsSitesWhateverTheirOrder) {
  const format::Recording r = *recorded("kernel=sgemm64/size=64x64x16").look.recording(), turned = reversed(r);
  const auto summary = [](const format::Recording& of) { return analysis::summarize(of, analysis::CostTable(of)); };
  const analysis::Summary here = summary(r), there = summary(turned);
  int pairs = 0;
  for (const auto& [pinned, shown] : analysis::paired_sites({r, here}, {turned, there})) {
    ASSERT_TRUE(pinned != nullptr && shown != nullptr);
    EXPECT_EQ(pinned->name, shown->name);
    EXPECT_EQ(r.tensors[pinned->tensor].name, turned.tensors[shown->tensor].name) << shown->name;
    EXPECT_EQ(pinned->count.requests, shown->count.requests) << shown->name;
    pairs += shown->name == "tiles_store";
  }
  EXPECT_EQ(pairs, 3);
}

/// sgemm64 writes C through shared memory, the step after it does not: then that site is the baseline's alone.
TEST(Change, CountsSitesOfTheBaselineAlone) {
  const Session direct = recorded("kernel=direct_store/size=64x64x64"),
                staged = recorded("kernel=sgemm64/size=64x64x64");
  const std::string text = change_from(direct.look, staged.look);
  EXPECT_NE(text.find(" fewer than the baseline; tiles "), std::string::npos) << text;
}

TEST(Change, SaysFirstThatAKernelFaults) {
  const Session wrong = recorded("kernel=half_padded_misaligned/size=128x128x64"),
                right = recorded("kernel=half_padded/size=128x128x64");
  EXPECT_EQ(change_from(wrong.look, right.look).find("baseline"), std::string::npos);
  EXPECT_TRUE(change_from(right.look, wrong.look).starts_with("Baseline: "));
}

}  // namespace
}  // namespace gemmscope::views
