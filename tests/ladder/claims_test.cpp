// SPDX-License-Identifier: MIT
// What texts claim of these kernels (tests/data/golden.json, "claims"): the evidence for each verdict, measured anew
// from recordings of steps as written, or for registers from their analysis, and compared word for word. A claim that
// this file does not know is a failure.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/analysis/golden.h"
#include "tests/ladder/as_golden.h"
#include "tests/steps/step.h"
#include "tracing/analysis/registers.h"

namespace gemmscope::ladder {
namespace {

using analysis::ConflictModel;
using nlohmann::json;

using enum ConflictModel;

/// What a block costs in its first k-tile and its epilogue.
class Measured {
 public:
  /// `numbers` that are not as the step has them: "BK=16 PA=4".
  explicit Measured(const std::string& step, const std::string& numbers = "")
      : summary_(analysis::summarize(first_k_tile(gemmscope::testing::recorded(
            {.name = step, .numbers = parsed(numbers), .as_written = true}, {.M = 1024,
                                                                             .N = 1024,
                                                                             .K = 64,
                                                                             .beta = 1,
                                                                             .block_y = format::Range{0, 1},
                                                                             .block_x = format::Range{0, 1}})))) {}

  analysis::Count of(const std::string& site) const {
    EXPECT_NE(summary_.site(site), nullptr) << site;
    analysis::Count sum;
    for (const analysis::SiteSummary& s : summary_.sites)
      if (s.name == site) sum += s.count;
    return sum;
  }
  /// Worst phase, by the textbook rule.
  int nway(const std::string& site) const { return of(site).by(kTextbook).max_nway; }
  std::uint64_t wavefronts(const std::string& site) const { return of(site).by(kTextbook).wavefronts; }
  std::uint64_t ideal(const std::string& site) const { return of(site).by(kTextbook).ideal_wavefronts; }

 private:
  static std::vector<format::Parameter> parsed(const std::string& numbers) {
    std::vector<format::Parameter> all;
    std::istringstream words(numbers);
    for (std::string word; words >> word;)
      all.push_back({word.substr(0, word.find('=')), word.substr(word.find('=') + 1)});
    return all;
  }
  analysis::Summary summary_;
};

std::string n(auto number) { return std::to_string(number); }
std::string way(int nway) { return n(nway) + "-way"; }
/// 16.0, as Python prints a float.
std::string one_decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}
double per_request(std::uint64_t count, const analysis::Count& of) {
  return static_cast<double>(count) / static_cast<double>(of.requests);
}

Measured half(const std::string& numbers) { return Measured("half_padded", numbers); }
const std::string kSmall = "BM=64 BN=64 TM=4 TN=4 BK=";  ///< as presets of vectorized have it

std::string narrow_and_wide_store() {
  const Measured wide = half("");
  return "B tile store: 4x4B n-way=" + n(half("vec=2").nway("sB_store")) + ", 1x16B n-way=" + n(wide.nway("sB_store")) +
         " (wavefronts " + n(wide.wavefronts("sB_store")) + " = ideal " + n(wide.ideal("sB_store")) + ")";
}
std::string transposed_halfs() {
  std::string text = "sA_store n-way by pad [";
  for (const auto& [pad, vec] : {std::pair{0, 8}, {1, 1}, {2, 2}, {4, 4}, {8, 8}})
    text +=
        (pad == 0 ? "(" : ", (") + n(pad) + ", " + n(half("pad=" + n(pad) + " vec=" + n(vec)).nway("sA_store")) + ")";
  return text + "], xor=" + n(Measured("half_swizzled").nway("sA_store"));
}
std::string coalesced_halfs() {
  const analysis::Count load = half("").of("gA_load");
  return "gA " + one_decimal(per_request(load.sectors, load)) + " sectors/req, " +
         one_decimal(per_request(load.lines, load)) + " lines/req";
}
std::string deeper_tiles() {
  const auto stores = [](const std::string& numbers) { return way(Measured("vectorized", numbers).nway("sA_store")); };
  return "BK=8: " + stores("BK=8") + ", BK=16: " + stores("BK=16") + ", BK=32: " + stores(kSmall + "32");
}
std::string reads_of_As() {
  const auto reads = [](const char* step) {
    const Measured m(step);
    return n(m.of("sA_load").requests) + (std::string(step) == "wide_copy" ? " instr, " : ", ") +
           n(m.wavefronts("sA_load"));
  };
  return "row-major As: " + reads("wide_copy") + " wavefronts; transposed: " + reads("vectorized");
}
std::string by_pad(const std::string& tile) {
  std::string text;
  for (const int pad : {0, 1, 2, 4, 8})
    text += (pad == 0 ? "{" : ", ") + n(pad) + ": " + n(Measured("warp_tile", tile + " PA=" + n(pad)).nway("sA_store"));
  return text + "}";
}
std::string pads_of_warp_tile() {
  return "BK=16 " + by_pad("") + " ; BK=8 " + by_pad("BM=64 BN=64 BK=8 WM=32 WN=32 WNITER=1 TM=1 TN=8 NT=128");
}
std::string tile_stores() {
  const Measured m("sgemm64");
  return n(m.wavefronts("s_store")) + " wavefronts, ideal " + n(m.ideal("s_store"));
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
    {"004-c",
     [] { return "sB_load 4x4B " + way(half("vec=2").nway("sB_load")) + ", 16B " + way(half("").nway("sB_load")); }},
    {"004-d", transposed_halfs},
    {"004-e", coalesced_halfs},
    {"003-a", deeper_tiles},
    {"003-b", reads_of_As},
    {"000-a", pads_of_warp_tile},
    {"002-d", tile_stores},
    {"002-g", reuse_of_a_zigzag},
    {"002-h", conflicts_hidden},
};
/// Their evidence needs a choice that no step makes, or a launch that ends with a misaligned access.
const std::set<std::string> kNoStepMakes{"001-a", "001-b", "002-a", "002-b", "002-c", "002-e", "003-c", "004-b"};

std::vector<json> claims() {
  const json golden = analysis::testing::golden_json();
  std::vector<json> claims;
  for (const json& claim : golden.at("claims"))
    if (!kNoStepMakes.contains(claim.at("id").get<std::string>())) claims.push_back(claim);
  return claims;
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
}  // namespace gemmscope::ladder
