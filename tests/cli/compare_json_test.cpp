// SPDX-License-Identifier: MIT
// The keys of `compare --json`, a promise as those of `report --json`; and that the text has the same numbers.
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "app/words/number.h"
#include "tests/cli/json_keys.h"
#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::ordered_json;

const Keys kTop{"schema",   "differ", "sentences", "model",  "first",   "second",
                "settings", "common", "sites",     "totals", "barriers"};
const Keys kSide{"file",    "kernel", "mistake",   "params",   "size",  "k_tiles",
                 "backend", "device", "selection", "coverage", "scope", "dropped"};
const Keys kSetting{"name", "first", "second"};
const Keys kCommon{"all", "blocks", "warps"};
const Keys kSite{"name", "tensor", "space", "op", "differs", "same_addresses", "first", "second", "delta"};
const Keys kShared{"width", "requests", "wavefronts", "ideal_wavefronts", "excess", "misaligned"};
const Keys kGlobal{"width", "requests", "sectors", "ideal_sectors", "misaligned"};
const Keys kTotals{"requests", "wavefronts", "ideal_wavefronts", "excess", "sectors", "ideal_sectors", "misaligned"};

class CompareJson : public ProgramTest {
 protected:
  /// coalesced has no shared memory, so there are sites in one alone.
  void SetUp() override {
    step_recording("coalesced --size 64x96x32 -o a.gst");
    step_recording("shared_tile --size 64x96x32 -o b.gst");
    comparison_ = ordered_json::parse(run("compare a.gst b.gst --json").out);
  }
  ordered_json comparison_;
};

TEST_F(CompareJson, KeysAreTheDocumentedOnes) {
  EXPECT_EQ(comparison_.at("schema"), "gemmscope-compare/2");
  EXPECT_EQ(keys(comparison_), kTop);
  EXPECT_EQ(keys(comparison_.at("first")), kSide);
  EXPECT_EQ(keys(comparison_.at("second")), kSide);
  EXPECT_EQ(keys(comparison_.at("common")), kCommon);
  for (const ordered_json& setting : comparison_.at("settings")) EXPECT_EQ(keys(setting), kSetting);
  for (const char* which : {"first", "second", "delta"}) EXPECT_EQ(keys(comparison_.at("totals").at(which)), kTotals);
  for (const ordered_json& site : comparison_.at("sites")) {
    EXPECT_EQ(keys(site), kSite);
    const Keys& all = site.at("space") == "shared" ? kShared : kGlobal;
    for (const char* which : {"first", "second"}) {
      if (site.at(which).is_null()) continue;
      EXPECT_EQ(keys(site.at(which)), all) << site;
    }
    const bool in_both = !site.at("first").is_null() && !site.at("second").is_null();
    EXPECT_EQ(keys(site.at("delta")), in_both ? all : Keys(all.begin() + 1, all.end())) << site;
  }
}

TEST_F(CompareJson, EveryKeyIsInTheDocumentation) {
  std::stringstream text;
  text << std::ifstream("docs/compare.md").rdbuf();
  for (const Keys& all : {kTop, kSide, kSetting, kCommon, kSite, kShared, kGlobal, kTotals})
    for (const std::string& key : all) EXPECT_NE(text.str().find("`" + key + "`"), std::string::npos) << key;
}

TEST_F(CompareJson, TotalsAreTheSumsOfTheSites) {
  for (const char* which : {"first", "second", "delta"})
    for (const std::string& key : kTotals) {
      std::int64_t sum = 0;
      for (const ordered_json& site : comparison_.at("sites"))
        if (!site.at(which).is_null()) sum += site.at(which).value(key, std::int64_t{0});
      EXPECT_EQ(sum, comparison_.at("totals").at(which).at(key)) << which << " " << key;
    }
}

TEST_F(CompareJson, TheTextHasTheSameNumbers) {
  const std::string text = run("compare a.gst b.gst").out;
  const auto shown = [](const ordered_json& site, const char* which, const std::string& key) {
    return site.at(which).is_null() ? "none" : words::thousands(site.at(which).at(key).get<std::uint64_t>());
  };
  for (const ordered_json& site : comparison_.at("sites")) {
    const std::size_t at = text.find("\n  " + site.at("name").get<std::string>() + " ");
    ASSERT_NE(at, std::string::npos) << site;
    const std::string line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
    for (const auto& [key, delta] : site.at("delta").items()) {
      if (key == "width" || key == "misaligned") continue;  // misaligned only if there is any
      const std::string first = shown(site, "first", key), second = shown(site, "second", key);
      const std::string expected =
          first == second ? first + "  = "
                          : first + " \u2192 " + second + "  " + words::with_sign(delta.get<std::int64_t>()) + " ";
      EXPECT_NE(line.find(" " + expected), std::string::npos) << key << ": " << expected << "\n" << line;
    }
  }
  for (const ordered_json& sentence : comparison_.at("sentences"))
    EXPECT_NE(text.find(sentence.get<std::string>() + "\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace gemmscope::cli::testing
