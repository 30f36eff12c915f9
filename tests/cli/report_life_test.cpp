// SPDX-License-Identifier: MIT
// `report --follow`: the life of one element, as text and as JSON.
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/cli/json_keys.h"
#include "tests/cli/page_examples.h"
#include "tests/names_in_order.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::ordered_json;

const Keys kLifeTop{"schema", "kernel",    "mistake",  "params",   "size",    "k_tiles", "backend",
                    "device", "selection", "coverage", "followed", "element", "block",   "blocks",
                    "k_tile", "cell",      "uses",     "totals",   "sums",    "ends",    "missing"};
const Keys kUse{"kind", "interval", "warp", "request", "k_tile", "step", "site", "line", "lanes"};
const Keys kMore{"cell", "multiply_adds", "k", "of_C"};  // of some uses
const Keys kCell{"tile", "row", "column", "byte", "bank"};
const Keys kRect{"rows", "columns"};
const Keys kKinds{"global_load",  "shared_store", "shared_load", "multiply_add",
                  "staged_store", "staged_load",  "global_store"};

class ReportLife : public PageTest {
 protected:
  void SetUp() override { step_recording("warp_tile --size 256x256x32 -o a.gst"); }
  ordered_json follow(const std::string& what) const {
    const Ran ran = run("report a.gst --json --follow " + what);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ordered_json::parse(ran.out);
  }
};

TEST_F(ReportLife, ThePageShowsWhatTheProgramPrints) { expect_shows_what_is_printed("docs/models/life.md", 1); }

TEST_F(ReportLife, TellsTheStoryInItsOrder) {
  const Ran ran = run("report a.gst --follow A[3][5]");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("A[3][5] in block (0,0,0) of warp_tile")) << ran.out;
  EXPECT_TRUE(
      names_in_order(ran.out, {"As[5][3], byte 2\u202f572, bank 3", "load from A", "store to As", "load from As",
                               "multiply-adds", "64", "C[3][0..127]", "store to C", "ends in C[3][0..127]"}));
}

TEST_F(ReportLife, FindsTheBlockThatWorksOnIt) {
  EXPECT_TRUE(run("report a.gst --follow A[130][5]").out.starts_with("A[130][5] in block (0,1,0) of"));
  EXPECT_TRUE(run("report a.gst --follow B[5][3] --block 1,0").out.starts_with("B[5][3] in block (0,1,0) of"));
}

TEST_F(ReportLife, RefusesWhatIsNotThere) {
  for (const char* wrong : {"A[3]", "A[256][0]", "D[1][1]", "A[3][5]@0", "As[5][3]@2", "As[5][3]@", "lane32@0,1",
                            "lane3@0", "lane3[@0,1", "lane3@0,1x", "lane3@0,0"}) {
    const Ran ran = run(std::string("report a.gst --follow ") + wrong);
    EXPECT_EQ(ran.code, 2) << wrong;
    EXPECT_NE(ran.err.find(wrong), std::string::npos) << ran.err;
  }
  for (const char* wrong : {"--block 1", "--block 0,2", "--csv", "--view banks"})
    EXPECT_EQ(run(std::string("report a.gst --follow A[3][5] ") + wrong).code, 2) << wrong;
  EXPECT_EQ(run("report a.gst --block 0,0").code, 2);
}

TEST_F(ReportLife, JsonHasTheDocumentedKeys) {
  std::stringstream docs;
  docs << std::ifstream("docs/report.md").rdbuf();
  const ordered_json r = follow("A[3][5]");
  EXPECT_EQ(r.at("schema"), "gemmscope-life/2");
  EXPECT_EQ(keys(r), kLifeTop);
  EXPECT_EQ(keys(r.at("totals")), kKinds);
  EXPECT_EQ(keys(r.at("cell")), kCell);
  for (const ordered_json& use : r.at("uses")) {
    const Keys all = keys(use);
    EXPECT_EQ(Keys(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kUse.size())), kUse);
    for (std::size_t i = kUse.size(); i < all.size(); ++i)
      EXPECT_NE(std::find(kMore.begin(), kMore.end(), all[i]), kMore.end()) << all[i];
  }
  for (const Keys& all : {kLifeTop, kUse, kMore, kCell, kRect, kKinds})
    for (const std::string& key : all) EXPECT_NE(docs.str().find("`" + key + "`"), std::string::npos) << key;
}

TEST_F(ReportLife, JsonSaysWhereItEnds) {
  const ordered_json r = follow("A[131][21]");
  EXPECT_EQ(r.at("block"), (ordered_json{0, 1, 0}));
  EXPECT_EQ(r.at("blocks"), (ordered_json{{"recorded", 2}, {"total", 2}}));
  EXPECT_EQ(r.at("k_tile"), 1);
  EXPECT_EQ(r.at("cell"), (ordered_json{{"tile", "As"}, {"row", 5}, {"column", 3}, {"byte", 2572}, {"bank", 3}}));
  EXPECT_EQ(r.at("ends"), ordered_json::array({{{"rows", {131, 132}}, {"columns", {0, 128}}}}));
  EXPECT_EQ(r.at("totals").at("multiply_add"), (ordered_json{{"requests", 2}, {"lanes", 8}, {"multiply_adds", 128}}));
  const ordered_json& store = r.at("uses").at(1);
  EXPECT_EQ(store.at("kind"), "shared_store");
  EXPECT_EQ(store.at("request"), 126);  // counted from 0
  EXPECT_EQ(store.at("lanes"), ordered_json::array({13}));
  EXPECT_EQ(r.at("uses").back().at("k_tile"), -1);
  EXPECT_EQ(r.at("missing"), ordered_json::array());
}

TEST_F(ReportLife, WhatIsMissingHasItsReason) {
  const ordered_json nothing = follow("lane3@0,2");
  EXPECT_EQ(nothing.at("followed"), "lane3@0,2");
  EXPECT_TRUE(nothing.at("element").is_null());
  EXPECT_EQ(nothing.at("uses").size(), 0u);
  EXPECT_EQ(nothing.at("missing").size(), 1u);
}

}  // namespace
}  // namespace gemmscope::cli::testing
