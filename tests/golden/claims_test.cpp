// SPDX-License-Identifier: MIT
// What texts claim of these kernels (tests/data/golden.json, "claims"): the evidence for each verdict, measured anew
// from recordings, or for registers from their analysis, and compared word for word. A claim that this file does not
// know is a failure.
#include <algorithm>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "tests/analysis/golden.h"
#include "tests/golden/measured.h"
#include "tests/golden/tile_coverage.h"
#include "tracing/analysis/registers.h"

namespace gemmscope {
namespace {

using analysis::ConflictModel;
using nlohmann::json;
using testing::Measured;

using enum ConflictModel;

std::string n(auto number) { return std::to_string(number); }
/// 16.0, as Python prints a float.
std::string one_decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}
double per_request(std::uint64_t count, const analysis::Count& of) {
  return static_cast<double>(count) / static_cast<double>(of.requests);
}

const std::string k6 = "BM=128 BN=128 BK=8 TM=8 TN=8 ", k9 = "BM=128 BN=128 BK=16 TM=8 TN=8 ";
Measured half(const std::string& layout) { return {"k004", layout}; }
Measured vectorized(const std::string& layout) { return {"k003", layout}; }
Measured maxas(const std::string& layout) { return {"k002", layout}; }
/// Of reads alone; the golden file measured them without staging.
int sA_nway(const std::string& lanes, const std::string& frag) {
  return maxas("cstore=direct lanes=" + lanes + " frag=" + frag).nway("sA_load_lo");
}
std::uint64_t fused(const std::string& layout, const std::string& site) {
  return maxas(layout).wavefronts(site, kFused);
}

std::string way(int nway) { return n(nway) + "-way"; }

std::string narrow_and_wide_store() {
  const Measured wide = half("width=16");
  return "B tile store: 4x4B n-way=" + n(half("width=4").nway("sB_store")) +
         ", 1x16B n-way=" + n(wide.nway("sB_store")) + " (wavefronts " + n(wide.wavefronts("sB_store", kTextbook)) +
         " = ideal " + n(wide.of("sB_store").by(kTextbook).ideal_wavefronts) + ")";
}
std::string one_bank_of_padding() {
  const analysis::Count wide = half("pad=2 width=16").of("sB_store");
  return "pad 2: 4x4B n-way=" + n(half("pad=2 width=4").nway("sB_store")) + "; 16B misaligned warp instructions " +
         n(wide.misaligned) + "/" + n(wide.requests);
}
std::string transposed_halfs() {
  std::string text = "sA_store n-way by pad [";
  for (const auto& [pad, width] : {std::pair{0, 16}, {1, 2}, {2, 4}, {4, 8}, {8, 16}})
    text += (pad == 0 ? "(" : ", (") + n(pad) + ", " +
            n(half("pad=" + n(pad) + " width=" + n(width)).nway("sA_store")) + ")";
  return text + "], xor=" + n(half("swz=xor").nway("sA_store"));
}
std::string coalesced_halfs() {
  const analysis::Count load = half("").of("gA_load");
  return "gA " + one_decimal(per_request(load.sectors, load)) + " sectors/req, " +
         one_decimal(per_request(load.lines, load)) + " lines/req";
}
std::string deeper_tiles() {
  const std::string k32 = "BM=64 BN=64 BK=32 TM=4 TN=4";
  return "BK=8: " + way(vectorized(k6).nway("sA_store")) + ", BK=16: " + way(vectorized(k9).nway("sA_store")) +
         ", BK=32: " + way(vectorized(k32).nway("sA_store"));
}
std::string reads_of_As() {
  const auto reads = [](const std::string& layout) {
    const Measured m = vectorized(k6 + layout);
    return std::pair{n(m.of("sA_load").requests), n(m.wavefronts("sA_load", kTextbook))};
  };
  const auto row = reads("As=row"), transposed = reads("");
  return "row-major As: " + row.first + " instr, " + row.second + " wavefronts; transposed: " + transposed.first +
         ", " + transposed.second;
}
std::string reads_of_Bs() {
  const auto nway = [](const std::string& layout) { return way(vectorized(k6 + layout).nway("sB_load")); };
  return "plain " + nway("") + ", PB=8 " + nway("PB=8") + ", split " + nway("frag=split") + ", xor " +
         nway("swzA=xor swzB=xor");
}
std::string by_pad(const std::string& tile) {
  std::string text;
  for (const int pad : {0, 1, 2, 4, 8})
    text += (pad == 0 ? "{" : ", ") + n(pad) + ": " + n(Measured("k000", tile + " PA=" + n(pad)).nway("sA_store"));
  return text + "}";
}
std::string pads_of_warp_tile() {
  return "BK=16 " + by_pad("BM=128 BN=128 BK=16 WM=64 WN=64 WNITER=4 TM=8 TN=4 NT=128") + " ; BK=8 " +
         by_pad("BM=64 BN=64 BK=8 WM=32 WN=32 WNITER=1 TM=1 TN=8 NT=128");
}
std::string loaders() {
  const auto sectors = [](const std::string& load) {
    const analysis::Count count = Measured("k001", "load=" + load).of("gB_load");
    return n(count.sectors / count.requests);
  };
  return "seed " + sectors("one_pass") + " sectors/request, linear " + sectors("linear");
}
std::string split_or_not() {
  return "scanA: contig " + way(sA_nway("scanA", "contig8")) + "/split " + way(sA_nway("scanA", "split32")) +
         "; zigzag contig " + way(sA_nway("zigzag", "contig8")) + "/split " + way(sA_nway("zigzag", "split32")) +
         ", pair-merge " + n(fused("frag=contig8 cstore=direct", "sA_load_lo")) + " vs " + n(fused("", "sA_load_lo")) +
         " over " + n(maxas("").of("sA_load_lo").requests) + " instr";
}
std::string scan_orders() {
  return "zigzag A/B " + n(fused("", "sA_load_lo")) + "/" + n(fused("", "sB_load_lo")) + ", scanA A " +
         n(fused("lanes=scanA", "sA_load_lo")) + ", scanB B " + n(fused("lanes=scanB", "sB_load_lo")) + " per " +
         n(maxas("").of("sA_load_lo").requests) + " instr";
}
std::string staging() {
  const Measured swizzled = maxas("swzC=xor");
  return "plain " + way(maxas("").nway("cs_store")) + ", PC=16 " + way(maxas("PC=16").nway("cs_store")) + ", xor " +
         way(swizzled.nway("cs_store")) + " (reads " + way(swizzled.nway("cs_load")) + ")";
}
std::string tile_stores() {
  const Measured m = maxas("");
  return n(m.wavefronts("s_store", kTextbook)) + " wavefronts, ideal " +
         n(m.of("s_store").by(kTextbook).ideal_wavefronts);
}
std::string ways_to_write_C() {
  const auto store = [](const std::string& how) { return maxas("cstore=" + how).of("C_store"); };
  const analysis::Count shuffled = store("shuffle"), narrow = store("direct32"), wide = store("direct");
  char efficiency[16];
  std::snprintf(efficiency, sizeof efficiency, "%.2f", narrow.efficiency());
  return "shuffled 4B: " + n(shuffled.sectors) + " sectors / " + n(shuffled.requests) +
         " instr; direct 4B: " + n(narrow.sectors) + " / " + n(narrow.requests) + " (eff " + efficiency +
         "); direct 16B: " + n(wide.sectors) + " / " + n(wide.requests) + " (" +
         one_decimal(per_request(wide.lines, wide)) + " lines/req)";
}

/// The file's evidence is one of its register_bank.orders, all of which tests/analysis/registers_test.cpp compares: it
/// is the one of the order and the slots that are compiled.
void expect_reuse_as_compiled(std::string evidence) {
  std::replace(evidence.begin(), evidence.end(), '\'', '"');
  const json row = json::parse(evidence);
  const analysis::RegisterReuse r = analysis::reuse_of(analysis::FfmaOrder::kSwirlZigzag, 2);
  EXPECT_EQ(row.at("order"), "swirl+zigzag");
  EXPECT_EQ(row.at("depth"), r.depth);
  EXPECT_EQ(row.at("ffma_operands"), r.operands);
  EXPECT_EQ(row.at("ffma_hits"), r.hits);
  EXPECT_EQ(row.at("bank_conflicts"), r.conflicts);
  EXPECT_EQ(row.at("max_held"), r.max_held);
  EXPECT_NEAR(row.at("whole_kernel_pct").get<double>(), 100 * analysis::whole_kernel(r).share(), 0.0005);
}
std::string reuse_of_a_zigzag() {
  const auto share = [](int depth) {
    return 100 * analysis::whole_kernel(analysis::reuse_of(analysis::FfmaOrder::kZigzag, depth)).share();
  };
  char text[64];
  std::snprintf(text, sizeof text, "depth3 %.2f%% depth2 %.2f%%", share(3), share(2));
  return text;
}
std::string conflicts_hidden() {
  const auto conflicts = [](analysis::FfmaOrder order, int depth) {
    return n(analysis::reuse_of(order, depth).conflicts);
  };
  using enum analysis::FfmaOrder;
  return "no reuse: " + conflicts(kSwirlZigzag, 0) + " per 512; swirl: " + conflicts(kSwirlZigzag, 2) +
         "; row scan: " + conflicts(kRowScan, 2);
}

const std::map<std::string, std::function<std::string()>> kEvidence{
    {"004-a", narrow_and_wide_store},
    {"004-b", one_bank_of_padding},
    {"004-c",
     [] { return "sB_load 4x4B " + way(half("width=4").nway("sB_load")) + ", 16B " + way(half("").nway("sB_load")); }},
    {"004-d", transposed_halfs},
    {"004-e", coalesced_halfs},
    {"003-a", deeper_tiles},
    {"003-b", reads_of_As},
    {"003-c", reads_of_Bs},
    {"000-a", pads_of_warp_tile},
    {"001-a", testing::one_pass_coverage},
    {"001-b", loaders},
    {"002-a", split_or_not},
    {"002-b", scan_orders},
    {"002-c", staging},
    {"002-d", tile_stores},
    {"002-e", ways_to_write_C},
    {"002-g", reuse_of_a_zigzag},
    {"002-h", conflicts_hidden},
};

std::vector<json> claims() {
  const json golden = analysis::testing::golden_json();
  return golden.at("claims").get<std::vector<json>>();
}

class Claims : public ::testing::TestWithParam<json> {};

TEST_P(Claims, EvidenceIsWhatRecordingsShow) {
  const std::string id = GetParam().at("id");
  if (id == "002-f") return expect_reuse_as_compiled(GetParam().at("evidence"));
  const auto evidence = kEvidence.find(id);
  ASSERT_NE(evidence, kEvidence.end()) << "nothing measures claim " << id;
  EXPECT_EQ(evidence->second(), GetParam().at("evidence").get<std::string>());
}

std::string name_of_claim(const ::testing::TestParamInfo<json>& info) {
  std::string name = info.param.at("id");
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Claims, ::testing::ValuesIn(claims()), name_of_claim);

}  // namespace
}  // namespace gemmscope
