// SPDX-License-Identifier: MIT
// What `report` says of a program's arrays: the same as Arrays and Writers show.
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "app/cli/report.h"
#include "app/cli/report_arrays_json.h"
#include "app/views/metrics/report.h"
#include "tests/cli/json_keys.h"
#include "tracing/analysis/digest.h"
#include "tracing/format/file.h"

#include <gtest/gtest.h>

namespace gemmscope::cli {
namespace {

using nlohmann::ordered_json;

const Keys kArray{"name",  "elements", "rows",    "columns", "shape",     "guessed_from", "past_boundary",
                  "loads", "stores",   "atomics", "touched", "all_known", "writers"};
const Keys kCounts{"requests", "sectors", "in_scope"};
const Keys kWriters{"blocks", "elements", "again", "block", "part", "warp", "warp_part"};
const Keys kPart{"rows", "columns", "elements"};

struct Reported {
  format::Recording recording;
  analysis::Report report;
};

/// A recording in tests/data/recorded.
std::unique_ptr<Reported> reported(const std::string& program, const std::string& scope = "kernel") {
  auto all = std::make_unique<Reported>();
  auto recording = format::read_file("tests/data/recorded/" + program + ".gst");
  EXPECT_TRUE(recording) << program;
  all->recording = std::move(recording).value_or(format::Recording{});
  format::index_patterns(all->recording);
  all->report =
      analysis::make_report(all->recording, analysis::ConflictModel::kFused, session::named_scope(scope).value());
  return all;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST(ReportArrays, TextHasShapesCostsAndWriters) {
  const auto stencil = reported("stencil");
  const std::string text = views::report_text(stencil->report);
  for (const analysis::ArrayUse& array : stencil->report.arrays) {
    const std::string name = stencil->recording.tensors[array.tensor].name;
    EXPECT_EQ(has(text, name + ": "), array.stores.blocks != 0) << text;
    EXPECT_EQ(array.shape.from, analysis::ArrayShape::From::kGuessed);
  }
  EXPECT_TRUE(has(text, "guessed: height \u00d7 width")) << text;
  EXPECT_TRUE(has(text, "write all of it, no element more than one of them. Block (0,0,0) writes out[")) << text;
}

/// The last block of a stencil is missing, and an array begins inside a sector.
TEST(ReportArrays, TextSaysHowMuchIsWrittenAndWhereArraysBegin) {
  auto stencil = reported("stencil");
  format::Recording& r = stencil->recording;
  EXPECT_TRUE(has(views::report_text(stencil->report), "The place in memory is unknown for in, out; "));
  for (format::Tensor& tensor : r.tensors)
    if (tensor.space == format::Space::kGlobal) tensor.past_boundary = tensor.name == "out" ? 20 : 0;
  r.blocks.pop_back();
  const analysis::Report report = analysis::make_report(r, analysis::ConflictModel::kFused);
  const auto out = std::ranges::find_if(report.arrays, [](const auto& array) { return array.stores.blocks != 0; });
  EXPECT_LT(out->stores.elements, out->shape.elements);
  EXPECT_GT(out->stores.elements, 0u);
  const std::string text = views::report_text(report);
  EXPECT_FALSE(has(text, "It is not known")) << text;
  EXPECT_FALSE(has(text, "write all of it")) << text;
  EXPECT_TRUE(has(text, " of it, no element more than one of them")) << text;
  EXPECT_TRUE(has(text, "\nout begins 20 bytes into a sector.\n")) << text;
}

TEST(ReportArrays, JsonHasTheDocumentedKeysAndTheSumsOfTheSites) {
  std::stringstream page;
  page << std::ifstream("docs/report.md").rdbuf();
  for (const char* program : {"stencil", "gemv", "transpose", "tiled"}) {
    const auto of = reported(program, "block");
    const ordered_json arrays = arrays_json(of->report);
    ASSERT_EQ(arrays.size(), of->report.arrays.size());
    std::uint64_t sectors = 0, in_scope = 0;
    for (const ordered_json& array : arrays) {
      EXPECT_EQ(keys(array), kArray);
      for (const char* way : {"loads", "stores", "atomics"}) {
        EXPECT_EQ(keys(array.at(way)), kCounts);
        sectors += array.at(way).at("sectors").get<std::uint64_t>();
        in_scope += array.at(way).at("in_scope").at("sectors").get<std::uint64_t>();
      }
      EXPECT_LE(array.at("touched"), array.at("elements"));
      EXPECT_EQ(array.at("shape") == "guessed", array.at("guessed_from").is_string());
      const ordered_json& writers = array.at("writers");
      EXPECT_EQ(writers.is_null(), array.at("stores").at("requests") == 0) << program;
      if (writers.is_null()) continue;
      EXPECT_EQ(keys(writers), kWriters);
      EXPECT_EQ(keys(writers.at("part")), kPart);
      EXPECT_LE(writers.at("warp_part").at("elements"), writers.at("part").at("elements"));
      EXPECT_LE(writers.at("part").at("rows").at(1), array.at("rows"));
      EXPECT_LE(writers.at("part").at("columns").at(1), array.at("columns"));
    }
    EXPECT_EQ(sectors, of->report.recorded.summary.total.sectors) << program;
    EXPECT_EQ(in_scope, of->report.asked.summary.total.sectors) << program;
    EXPECT_LT(in_scope, sectors) << program;
  }
  for (const Keys& all : {Keys{"arrays"}, kArray, kCounts, kWriters, kPart})
    for (const std::string& key : all) EXPECT_TRUE(has(page.str(), "`" + key + "`")) << key;
}

/// Tiles that are found give a program k-tiles; the addresses stay as they are, also of two tiles in one array.
TEST(ReportArrays, ProgramsWithTilesHaveKTiles) {
  for (const char* program : {"two_files", "fused"}) {
    const auto whole = reported(program), one = reported(program, "k_tile");
    const format::Recording& r = *whole->report.recording;
    EXPECT_TRUE(r.tiles_known()) << program;
    EXPECT_GT(r.k_tiles, 1u);
    EXPECT_TRUE(whole->report.asked.summary.wavefronts_per_fma(analysis::ConflictModel::kFused));
    EXPECT_LT(one->report.asked.summary.total.requests * r.k_tiles, whole->report.asked.summary.total.requests);
    EXPECT_TRUE(has(views::report_text(one->report), "k-tile 0 of block ")) << program;
    EXPECT_EQ(has(views::report_text(whole->report), "tiles+1024"), program == std::string("fused"));
    std::uint64_t of_sites = 0, recorded = 0;
    for (const std::uint64_t digest : whole->report.digests) of_sites += digest;
    const analysis::CostTable costs(whole->recording);
    for (const std::uint64_t digest : analysis::address_digests(whole->recording, costs)) recorded += digest;
    EXPECT_EQ(of_sites, recorded);
  }
}

}  // namespace
}  // namespace gemmscope::cli
