// SPDX-License-Identifier: MIT
// The report as text and as CSV.
#include <regex>
#include <sstream>

#include "app/cli/report.h"
#include "app/views/metrics/report.h"
#include "tests/cli/run_program.h"
#include "tests/steps/step.h"
#include "tracing/analysis/digest.h"

namespace gemmscope::cli::testing {
namespace {

using analysis::digest_text;
using analysis::make_report;
using analysis::Report;
using views::report_text;

/// One block of one k-tile.
format::Recording recorded(const std::string& step = "warp_tile") {
  return gemmscope::testing::recorded({step}, {.M = 128, .N = 128, .K = 16});
}

Report of_recorded(const format::Recording& recording, analysis::ConflictModel model) {
  return make_report(recording, model);
}

/// The line of `text` that has all of `words`; empty if none has.
std::string line_with(const std::string& text, const std::vector<std::string>& words) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    bool all = true;
    for (const std::string& word : words) all = all && line.find(word) != std::string::npos;
    if (all) return line;
  }
  return {};
}

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> all;
  std::istringstream text(line + ",");
  for (std::string field; std::getline(text, field, ',');) all.push_back(field);
  return all;
}

TEST(ReportText, StatesRuleCoverageAndDropped) {
  const format::Recording r = recorded();
  const std::string text = report_text(of_recorded(r, analysis::ConflictModel::kFused));
  EXPECT_NE(line_with(text, {"recorded:", "1 of 1 blocks", "4 of 4 warps", "0 requests dropped"}), "");
  EXPECT_NE(line_with(text, {"rule: fused", "measured on an H200"}), "");
  EXPECT_NE(line_with(text, {"M=128, N=128, K=16", "alpha=1", "beta=0"}), "");
  EXPECT_NE(line_with(text, {"As (16,128):(128,1)", "Bs (16,128):(128,1)"}), "");
}

TEST(ReportText, DroppedRequestsAreLoud) {
  format::Recording r = recorded();
  r.dropped = 1234;
  const std::string text = report_text(of_recorded(r, analysis::ConflictModel::kFused));
  EXPECT_NE(line_with(text, {"1\u202f234 requests dropped, so every figure is too low"}), "");
}

TEST(ReportText, NamesOneAbsentLaneOfHoweverManyBlocks) {
  format::Recording r = recorded();
  r.absent_lanes = {{{.thread = 3, .line = 60, .other_thread = 16, .of_warp = true}}};
  const std::vector<std::string> absent{"block (0,0,0)", "thread 3", "line 60", "thread 16"};
  EXPECT_NE(line_with(report_text(of_recorded(r, analysis::ConflictModel::kFused)), absent), "");
  r.absent_lanes->push_back(r.absent_lanes->front());
  r.absent_lanes->back().x = 1;
  const std::string text = report_text(of_recorded(r, analysis::ConflictModel::kFused));
  EXPECT_NE(line_with(text, {"block (0,0,0)", "thread 16", "1 other block"}), "");
  EXPECT_EQ(line_with(text, {"block (1,0,0)", "thread 16"}), "");
}

TEST(ReportText, SitesHaveTheirLinesAndFigures) {
  const format::Recording r = recorded();
  const std::string text = report_text(of_recorded(r, analysis::ConflictModel::kFused));
  const std::string stores = line_with(text, {"As_store", "lines ", "-", "4 B", "64", "256", "192", "4-way"});
  EXPECT_TRUE(std::regex_search(stores, std::regex("lines [0-9]+-[0-9]+ "))) << stores;
  EXPECT_NE(line_with(text, {"Bs_load", "line ", "16 B", "256", "1\u202f024", "1-way"}), "") << text;
  const std::string global = line_with(text, {"A_load", "16", "256", "100\u202f%"});
  ASSERT_GT(global.size(), 16u) << text;
  EXPECT_EQ(global.substr(global.size() - 16).find_first_not_of("0123456789abcdef"), std::string::npos) << global;
}

TEST(ReportText, SaysWhatConflictsCostAndWhere) {
  const format::Recording with = recorded(), without = recorded("swizzled");
  EXPECT_NE(line_with(report_text(of_recorded(with, analysis::ConflictModel::kFused)),
                      {"Bank conflicts cost 192 of 1\u202f600 wavefronts, 192 of these at As_store"}),
            "");
  EXPECT_NE(line_with(report_text(of_recorded(without, analysis::ConflictModel::kFused)), {"No bank conflicts"}), "");
}

TEST(ReportText, SpeaksOfNoConflictsWhereNothingAsksSharedMemory) {
  const format::Recording recording = recorded("naive");
  const std::string text = report_text(of_recorded(recording, analysis::ConflictModel::kFused));
  EXPECT_NE(line_with(text, {"No requests to shared memory."}), "") << text;
  EXPECT_EQ(line_with(text, {"bank conflicts"}), "") << text;
}

TEST(ReportText, SaysWhereTheTextbookDiffers) {
  const format::Recording r = recorded();
  EXPECT_NE(line_with(report_text(of_recorded(r, analysis::ConflictModel::kFused)),
                      {"textbook", "As_load 512 instead of 256"}),
            "");
  EXPECT_EQ(line_with(report_text(of_recorded(r, analysis::ConflictModel::kTextbook)), {"instead of"}), "");
}

TEST(ReportText, GivesWavefrontsPerWarpFma) {
  const format::Recording r = recorded();
  EXPECT_NE(line_with(report_text(of_recorded(r, analysis::ConflictModel::kFused)), {"per warp-FMA", "0.195", "0.25"}),
            "");
}

TEST(ReportText, SaysWhatTheFiguresAddUp) {
  const format::Recording r = gemmscope::testing::recorded({"warp_tile"}, {.M = 256, .N = 256, .K = 32});
  const auto text = [&](const std::string& scope) {
    return report_text(make_report(r, analysis::ConflictModel::kFused, session::named_scope(scope).value()));
  };
  EXPECT_NE(line_with(text("kernel"), {"figures: whole kernel"}), "");
  EXPECT_NE(line_with(text("kernel"), {"As_store", "512", "2\u202f048", "1\u202f536", "4-way"}), "") << text("kernel");
  EXPECT_NE(line_with(text("block"), {"figures: block (0,0,0)"}), "") << text("block");
  EXPECT_NE(line_with(text("block"), {"As_store", "128", "512", "384"}), "") << text("block");
  EXPECT_NE(line_with(text("k_tile"), {"figures: k-tile 0 of block (0,0,0)"}), "") << text("k_tile");
  EXPECT_NE(line_with(text("k_tile"), {"As_store", "64", "256", "192"}), "");
  EXPECT_EQ(line_with(text("k_tile"), {"C_store", "2\u202f048"}), "");
  EXPECT_NE(line_with(text("block"), {"C_store", "2\u202f048"}), "");
  EXPECT_FALSE(session::named_scope("everything"));
}

TEST(ReportCsv, EveryLineHasEveryColumn) {
  const format::Recording r = recorded();
  const Report report = of_recorded(r, analysis::ConflictModel::kFused);
  std::istringstream lines(report_csv(report));
  std::string header;
  std::getline(lines, header);
  const std::vector<std::string> columns = fields(header);
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line); ++rows) EXPECT_EQ(fields(line).size(), columns.size()) << line;
  EXPECT_EQ(rows, report.recorded.summary.sites.size());
}

TEST(ReportCsv, HasTheFigures) {
  const format::Recording r = recorded();
  const std::string csv = report_csv(of_recorded(r, analysis::ConflictModel::kTextbook));
  EXPECT_NE(line_with(csv, {"warp_tile,", "textbook,As_store,", ",As,shared,store,4,64,256,64,192,4,,,,,,0,0,4:64,"}),
            "")
      << csv;
  EXPECT_NE(line_with(csv, {"A_load", ",A,global,load,16,16,,,,,256,256,"}), "") << csv;
}

TEST(ReportCsv, FieldsWithCommasAreQuoted) {
  format::Recording r = recorded();
  r.kernel = "a,b";
  EXPECT_NE(report_csv(of_recorded(r, analysis::ConflictModel::kFused)).find("\n\"a,b\","), std::string::npos);
  r.kernel = "a,\"b\"";
  EXPECT_NE(report_csv(of_recorded(r, analysis::ConflictModel::kFused)).find("\n\"a,\"\"b\"\"\","), std::string::npos);
}

TEST(Digest, OfASiteIsOfAllItsLines) {
  const format::Recording r = recorded();
  const Report report = of_recorded(r, analysis::ConflictModel::kFused);
  const auto digests = analysis::address_digests(r, analysis::CostTable(r));
  for (std::size_t i = 0; i < report.recorded.summary.sites.size(); ++i) {
    std::uint64_t sum = 0;
    for (const std::uint16_t site : report.recorded.summary.sites[i].sites) sum += digests[site];
    EXPECT_EQ(report.digests[i], sum) << report.recorded.summary.sites[i].name;
  }
  EXPECT_GT(report.recorded.summary.site("As_store")->sites.size(), 1u);
}

TEST(Digest, IsSixteenHexadecimalDigits) {
  EXPECT_EQ(digest_text(0xa80eaa4d83335a50), "a80eaa4d83335a50");
  EXPECT_EQ(digest_text(1), "0000000000000001");
}

}  // namespace
}  // namespace gemmscope::cli::testing
