// SPDX-License-Identifier: MIT
// `report --registers`: the published registers of sgemm64 as text, JSON and CSV, and the table of docs/models.
// After a change: GEMMSCOPE_UPDATE_DOCS=1 build/tests/cli/cli_tests --gtest_filter='ReportRegisters*'
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::ordered_json;

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> all;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, ',');) all.push_back(field);
  return all;
}

class ReportRegisters : public ProgramTest {
 protected:
  ordered_json as_json() const { return ordered_json::parse(run("report --registers --json").out); }
};

TEST_F(ReportRegisters, TextStatesWhatItIsAndThePublishedFigure) {
  const Ran ran = run("report --registers");
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* part :
       {"Maxwell's rule", "published with maxas", "Nothing here is recorded",
        "  64:0    *3:3    2:2   11:3   10:2  *19:3   18:2   27:3   26:2\n",
        "47.12\u202f% of the whole kernel (852 of 1\u202f808, the published figure)",
        "48.96\u202f% of the operands of multiply-adds (752 of 1\u202f536)",
        "                                3   616           40.10\u202f%        39.60\u202f%     128     0          3\n",
        "   1  FFMA R1, R66.reuse, R72.reuse, R1               0     0\n",
        "   4  FFMA R3, R64, R72.reuse, R3          AB         1     0\n"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
}

TEST_F(ReportRegisters, JsonHasTheDocumentedKeys) {
  const ordered_json r = as_json();
  EXPECT_EQ(r.at("schema"), "gemmscope-registers/1");
  std::set<std::string> keys;
  for (const ordered_json* object : {&r, &r.at("counts").at(0), &r.at("instructions").at(0)})
    for (const auto& [key, value] : object->items()) keys.insert(key);
  const std::string page = file_text("docs/report.md");
  for (const std::string& key : keys) EXPECT_NE(page.find("`" + key + "`"), std::string::npos) << key;
  EXPECT_EQ(keys.size(), 27u);
}

TEST_F(ReportRegisters, JsonHasTheFigures) {
  const ordered_json r = as_json();
  EXPECT_EQ(r.at("recorded"), false);
  EXPECT_EQ(r.at("A"), ordered_json({{64, 65, 66, 67, 68, 69, 70, 71}, {80, 81, 82, 83, 84, 85, 86, 87}}));
  EXPECT_EQ(r.at("C").at(2).at(0), 1);
  EXPECT_EQ(r.at("counts").size(), 20u);
  for (const ordered_json& count : r.at("counts"))
    if (count.at("order") == "zigzag" && count.at("depth") == 3) {
      EXPECT_EQ(count.at("kernel_hits"), 716);
      EXPECT_EQ(count.at("max_held"), 3);
    }
  EXPECT_EQ(r.at("instructions").size(), 64u);
  EXPECT_EQ(r.at("instructions").at(3), ordered_json({{"x", 0},
                                                      {"y", 0},
                                                      {"text", "FFMA R3, R64, R72.reuse, R3"},
                                                      {"reuse", "B"},
                                                      {"hit", "AB"},
                                                      {"conflicts", 0},
                                                      {"hidden", 1}}));
}

TEST_F(ReportRegisters, CsvHasALineForEachOrderAndDepth) {
  const std::string csv = run("report --registers --csv").out;
  EXPECT_TRUE(csv.starts_with("order,depth,operands,hits,share,")) << csv;
  EXPECT_NE(csv.find("\nswirl + zigzag,2,1536,752,0.4895"), std::string::npos) << csv;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 21);
}

TEST_F(ReportRegisters, ARecordingMustBeOfTheKernelThatHasThem) {
  step_recording("sgemm64 --size 64x64x8 -o s.gst");
  step_recording("naive --size 64x64x8 -o n.gst");
  EXPECT_EQ(run("report s.gst --registers").out, run("report --registers").out);
  const Ran other = run("report n.gst --registers");
  expect_error(other, 2);
  EXPECT_NE(other.err.find("n.gst is a recording of naive, but only sgemm64 has a published register assignment"),
            std::string::npos)
      << other.err;
  expect_error(run("report no.gst --registers"), 3);
  expect_error(run("report s.gst --registers --view banks"), 2);
  expect_error(run("report"), 2);
}

/// The table as the page has it, from the program's CSV.
std::string orders_table(const std::string& csv) {
  std::string page =
      "| order | registers kept | hits of 1 536 | of multiply-adds | of the kernel | conflicts hidden | left | most "
      "held "
      "|\n|---|--:|--:|--:|--:|--:|--:|--:|\n";
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);  // titles
  while (std::getline(lines, line)) {
    const std::vector<std::string> f = cells_of(line);
    const auto percent = [](const std::string& share) {
      char text[16];
      std::snprintf(text, sizeof text, "%.2f %%", 100 * std::stod(share));
      return std::string(text);
    };
    const bool own = f.at(0) == "swirl + zigzag" && f.at(1) == "2";
    page += std::string("| ") + (own ? "**" : "") + f.at(0) + (own ? "**" : "");
    for (const std::string& cell : {f.at(1), f.at(3), percent(f.at(4)), percent(f.at(7)), f.at(9), f.at(8), f.at(10)})
      page += " | " + cell;
    page += " |\n";
  }
  return page;
}

TEST_F(ReportRegisters, ThePageHasTheProgramsTable) {
  constexpr const char* kPath = "docs/models/registers.md";  // tests run in the repository's root
  const std::string table = "\n" + orders_table(run("report --registers --csv").out) + "\n";
  const std::string page = file_text(kPath);
  const std::size_t marker = page.find("<!-- orders:");
  ASSERT_NE(marker, std::string::npos);
  const std::size_t begin = page.find('\n', marker) + 1, end = page.find("<!-- end -->", begin);
  ASSERT_NE(end, std::string::npos);
  if (std::getenv("GEMMSCOPE_UPDATE_DOCS") != nullptr)
    std::ofstream(kPath) << page.substr(0, begin) + table + page.substr(end);
  EXPECT_EQ(file_text(kPath).substr(begin, table.size()), table);
}

}  // namespace
}  // namespace gemmscope::cli::testing
