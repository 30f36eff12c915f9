// SPDX-License-Identifier: MIT
// The keys of `report --json`. They are a promise: one may be added, none renamed or removed without a new schema.
#include <filesystem>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/cli/json_keys.h"
#include "tests/cli/run_program.h"
#include "tracing/format/file.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::ordered_json;

const Keys kReportTop{"schema", "kernel",    "mistake",  "params", "size",    "k_tiles", "backend",
                      "device", "selection", "coverage", "scope",  "dropped", "fault",   "model",
                      "sites",  "totals",    "tiles",    "arrays", "reuse",   "limits",  "roofline"};
const Keys kSharedSite{"name",
                       "line",
                       "tensor",
                       "space",
                       "op",
                       "width",
                       "requests",
                       "wavefronts",
                       "ideal_wavefronts",
                       "excess",
                       "max_nway",
                       "misaligned",
                       "faulted",
                       "nway_histogram",
                       "wavefronts_by_model",
                       "address_digest",
                       "in_scope",
                       "by_line"};
const Keys kGlobalSite{"name",       "line",    "tensor",         "space",    "op",          "width",
                       "requests",   "sectors", "ideal_sectors",  "lines",    "ideal_lines", "efficiency",
                       "misaligned", "faulted", "address_digest", "in_scope", "by_line"};
const Keys kReportTotals{"requests",   "misaligned",       "faulted",
                         "wavefronts", "ideal_wavefronts", "excess",
                         "sectors",    "ideal_sectors",    "wavefronts_per_warp_fma",
                         "in_scope"};
const Keys kTiles{"M",       "N",     "K",    "batches", "A",      "B",      "C",   "others",
                  "seen_by", "block", "warp", "thread",  "k_tile", "shared", "said"};
const Keys kSaid{"line", "text"};
const Keys kTileMatrix{"array", "stored_by", "pitch", "step"};
const Keys kTileShape{"rows", "columns", "looked_at", "alike"};
const Keys kTileRuns{"runs", "length", "apart"};
const Keys kSharedTile{"array", "of",        "computed",     "transposed", "element_bytes", "rows",    "columns",
                       "byte",  "row_modes", "column_modes", "rule",       "layout",        "buffers", "buffer_bytes"};
const Keys kReuse{"matrices", "tiles", "flop_per_byte"};
const Keys kReuseMatrix{"tensor", "op", "per_block", "per_kernel", "outside", "missing"};
const Keys kReusePerKernel{"lanes", "requests", "blocks"};
const Keys kReuseTile{"tensor", "missing", "lanes", "requests", "wavefronts"};
const Keys kReuseTimes{"least", "most", "mean"};
const Keys kFlopPerByte{"requested", "moved"};
const Keys kLimits{"machine", "missing", "work", "each", "bound", "resident", "left_out"};
const Keys kMachine{"device",        "multiprocessors", "clock_mhz",        "lanes",           "l2_gb_per_s",
                    "dram_gb_per_s", "peak_source",     "wavefront_source", "bandwidth_source"};
const Keys kWork{"multiply_adds",    "made_multiply_adds", "shared_wavefronts", "shared_cycles_h200",
                 "load_wavefronts",  "sector_bytes",       "once_bytes",        "blocks",
                 "blocks_of_busiest"};
const Keys kEach{"by", "work", "most_work", "per_cycle", "cycles", "most_cycles", "formula"};
const Keys kBound{"by", "cycles", "gflops"};
const Keys kResident{"blocks", "warps", "limited_by", "registers_known"};
const Keys kRoofline{"peak_gflops", "roofs", "point"};
const Keys kRoof{"of", "gb_per_s", "flop_per_byte"};
const Keys kPoint{"kernel", "modelled_gflops", "narrow_loads", "bound"};

class ReportJson : public ProgramTest {
 protected:
  ordered_json report(const std::string& record, const std::string& options = "") const {
    step_recording("warp_tile --preset tm1_small " + record + " -o a.gst");
    return ordered_json::parse(run("report a.gst --json " + options).out);
  }
  /// The same launch, of which a request was lost.
  ordered_json report_of_lost(const std::string& record) const {
    report(record);
    format::Recording r = format::read_file(file("a.gst")).value();
    r.dropped = 1;
    EXPECT_TRUE(format::write_file(r, file("b.gst")));
    return ordered_json::parse(run("report b.gst --json").out);
  }
};

TEST_F(ReportJson, KeysAreTheDocumentedOnes) {
  const ordered_json r = report("--size 128x64x16 --beta 1");
  EXPECT_EQ(r.at("schema"), "gemmscope-report/3");
  EXPECT_EQ(keys(r), kReportTop);
  EXPECT_EQ(keys(r.at("size")), (Keys{"M", "N", "K"}));
  EXPECT_EQ(keys(r.at("selection")), (Keys{"block_y", "block_x", "warps"}));
  EXPECT_EQ(keys(r.at("coverage")), (Keys{"blocks", "warps"}));
  EXPECT_EQ(keys(r.at("coverage").at("blocks")), (Keys{"recorded", "total"}));
  EXPECT_EQ(keys(r.at("totals")), kReportTotals);
  EXPECT_EQ(r.at("scope"), "kernel");
  for (const ordered_json& site : r.at("sites"))
    EXPECT_EQ(keys(site), site.at("space") == "shared" ? kSharedSite : kGlobalSite) << site.at("name");
}

TEST_F(ReportJson, EveryKeyIsInTheDocumentation) {
  std::stringstream text;
  text << std::ifstream("docs/report.md").rdbuf();
  for (const Keys& all :
       {kReportTop,  kSharedSite,  kGlobalSite, kReportTotals, kReuse,      kReuseMatrix,    kTiles,
        kSaid,       kTileMatrix,  kTileShape,  kTileRuns,     kSharedTile, kReusePerKernel, kReuseTile,
        kReuseTimes, kFlopPerByte, kLimits,     kMachine,      kWork,       kEach,           kBound,
        kResident,   kRoofline,    kRoof,       kPoint})
    for (const std::string& key : all) EXPECT_NE(text.str().find("`" + key + "`"), std::string::npos) << key;
}

/// Their figures are those of tests/programs/tiles_test.py.
TEST_F(ReportJson, TilesHaveTheDocumentedKeys) {
  const std::string file = std::filesystem::absolute("tests/data/recorded/product.gst").string();
  const ordered_json tiles = ordered_json::parse(run("report " + file + " --json").out).at("tiles");
  EXPECT_EQ(keys(tiles), kTiles);
  for (const char* matrix : {"A", "B", "C"}) EXPECT_EQ(keys(tiles.at(matrix)), kTileMatrix);
  for (const char* part : {"block", "warp", "thread"}) {
    EXPECT_EQ(keys(tiles.at(part)), kTileShape);
    EXPECT_EQ(keys(tiles.at(part).at("rows")), kTileRuns);
  }
  ASSERT_EQ(tiles.at("shared").size(), 2u);
  for (const ordered_json& tile : tiles.at("shared")) EXPECT_EQ(keys(tile), kSharedTile);
}

TEST_F(ReportJson, ReuseHasTheDocumentedKeysAndFigures) {
  const ordered_json whole = report("--size 128x192x16 --beta 1").at("reuse");  // in blocks of 64 x 64
  EXPECT_EQ(keys(whole), kReuse);
  for (const ordered_json& matrix : whole.at("matrices")) EXPECT_EQ(keys(matrix), kReuseMatrix);
  for (const ordered_json& tile : whole.at("tiles")) EXPECT_EQ(keys(tile), kReuseTile);
  const ordered_json &A = whole.at("matrices").at(0), &B = whole.at("matrices").at(1);
  EXPECT_EQ(keys(A.at("per_kernel")), kReusePerKernel);
  EXPECT_EQ(A.at("per_kernel").at("lanes"), (ordered_json{{"least", 3}, {"most", 3}, {"mean", 3.0}}));
  EXPECT_EQ(B.at("per_kernel").at("blocks"), (ordered_json{{"least", 2}, {"most", 2}, {"mean", 2.0}}));
  EXPECT_EQ(keys(whole.at("flop_per_byte").at("global")), kFlopPerByte);
  // 2 * 64 * 64 * 16 FLOP of a block by 16 * 128 elements of A and B, and C twice, of 4 bytes.
  EXPECT_DOUBLE_EQ(whole.at("flop_per_byte").at("global").at("requested").get<double>(),
                   2.0 * 64 * 64 * 16 / (4 * (16 * 128 + 2 * 64 * 64)));
  const ordered_json part = report_of_lost("--size 128x192x16").at("reuse");
  EXPECT_TRUE(part.at("flop_per_byte").is_null());
  EXPECT_TRUE(part.at("matrices").at(0).at("per_block").is_null());
  EXPECT_TRUE(part.at("matrices").at(0).at("missing").is_string());
}

/// 16 x 16 blocks of 64 x 64 on 132 SMs: the busiest has two.
TEST_F(ReportJson, LimitsHaveTheDocumentedKeysAndFigures) {
  const ordered_json r = report("--size 1024x1024x1024");
  const ordered_json &limits = r.at("limits"), &roofline = r.at("roofline");
  EXPECT_EQ(keys(limits), kLimits);
  EXPECT_EQ(keys(limits.at("machine")), kMachine);
  EXPECT_EQ(keys(limits.at("work")), kWork);
  EXPECT_EQ(limits.at("work").at("blocks_of_busiest"), 2);
  ASSERT_EQ(limits.at("each").size(), 4u);
  for (const ordered_json& each : limits.at("each")) {
    EXPECT_EQ(keys(each), kEach);
    EXPECT_DOUBLE_EQ(each.at("cycles").get<double>(),
                     each.at("work").get<double>() / each.at("per_cycle").get<double>());
  }
  EXPECT_EQ(limits.at("each").at(0).at("cycles"), 2.0 * 64 * 64 * 1024 / 128);
  EXPECT_EQ(keys(limits.at("bound")), kBound);
  EXPECT_EQ(keys(limits.at("resident")), kResident);
  EXPECT_EQ(keys(roofline), kRoofline);
  for (const ordered_json& roof : roofline.at("roofs")) EXPECT_EQ(keys(roof), kRoof);
  EXPECT_EQ(keys(roofline.at("point")), kPoint);
  EXPECT_EQ(roofline.at("point").at("modelled_gflops"), limits.at("bound").at("gflops"));

  const ordered_json part = report_of_lost("--size 128x192x16");
  EXPECT_TRUE(part.at("limits").at("missing").is_string());
  EXPECT_TRUE(part.at("limits").at("bound").is_null());
  EXPECT_TRUE(part.at("roofline").at("point").is_null());
  EXPECT_TRUE(part.at("roofline").at("roofs").at(0).at("flop_per_byte").is_null());
}

TEST_F(ReportJson, LinesOfASiteAddUpToIt) {
  const ordered_json r = report("--size 128x64x16");
  for (const ordered_json& site : r.at("sites")) {
    std::uint64_t requests = 0;
    for (const ordered_json& line : site.at("by_line")) requests += line.at("requests").get<std::uint64_t>();
    EXPECT_EQ(requests, site.at("requests"));
    EXPECT_EQ(site.at("by_line").at(0).at("line"), site.at("line"));
  }
  EXPECT_EQ(r.at("sites").at(1).at("name"), "As_store");
  EXPECT_EQ(r.at("sites").at(1).at("by_line").size(), 4u);
}

/// What was recorded keeps its meaning whatever scope is asked for; the scope's figures stand beside it.
TEST_F(ReportJson, ScopeChangesWhatIsUnderInScopeAndNothingElse) {
  ordered_json kernel = report("--size 256x256x64"), block = report("--size 256x256x64", "--scope block");
  EXPECT_EQ(kernel.at("scope"), "kernel");
  EXPECT_EQ(block.at("scope"), "block");
  EXPECT_LT(block.at("totals").at("in_scope").at("requests"), kernel.at("totals").at("in_scope").at("requests"));
  for (std::size_t i = 0; i < kernel.at("sites").size(); ++i) {
    ordered_json &a = kernel.at("sites").at(i), &b = block.at("sites").at(i);
    a.erase("in_scope"), b.erase("in_scope");
    EXPECT_EQ(a, b);
  }
}

TEST_F(ReportJson, ModelChangesWavefrontsAndNothingElse) {
  const ordered_json fused = report("--size 64x64x8 --set PA=0"), subop = report("--size 64x64x8", "--model subop");
  EXPECT_EQ(fused.at("model"), "fused");
  EXPECT_EQ(subop.at("model"), "subop");
  for (std::size_t i = 0; i < fused.at("sites").size(); ++i) {
    const ordered_json &a = fused.at("sites").at(i), &b = subop.at("sites").at(i);
    EXPECT_EQ(a.at("requests"), b.at("requests"));
    EXPECT_EQ(a.at("address_digest"), b.at("address_digest"));
    if (a.at("space") != "shared") continue;
    EXPECT_EQ(a.at("wavefronts"), a.at("wavefronts_by_model").at("fused"));
    EXPECT_EQ(b.at("wavefronts"), b.at("wavefronts_by_model").at("subop"));
    EXPECT_EQ(a.at("wavefronts_by_model"), b.at("wavefronts_by_model"));
  }
}

TEST_F(ReportJson, TotalsAreTheSumsOfTheSites) {
  const ordered_json r = report("--size 128x128x32 --beta 2 --set PA=1 --set PB=1");
  for (const char* key :
       {"requests", "misaligned", "wavefronts", "ideal_wavefronts", "excess", "sectors", "ideal_sectors"}) {
    std::uint64_t sum = 0;
    for (const ordered_json& site : r.at("sites")) sum += site.value(key, std::uint64_t{0});
    EXPECT_EQ(sum, r.at("totals").at(key)) << key;
  }
}

}  // namespace
}  // namespace gemmscope::cli::testing
