// SPDX-License-Identifier: MIT
// `bench`: emulator rates are never called performance, and a GPU that is not there is said, not hidden.
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/cli/bench.h"
#include "app/cli/bench_gpu.h"
#include "kernels/table.h"
#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::json;
using Bench = ProgramTest;

TEST_F(Bench, TextLabelsTheEmulatorAndSaysThatNoGpuWasMeasured) {
  const Ran ran = run("bench sgemm64", no_gpu());
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.out.find("emulator on "), std::string::npos);
  EXPECT_NE(ran.out.find("not how fast a kernel is"), std::string::npos);
  EXPECT_NE(ran.out.find("not measured"), std::string::npos);
  EXPECT_EQ(ran.out.find("FLOP"), std::string::npos);  // the emulator has no FLOP/s
  EXPECT_TRUE(ran.err.starts_with("gemmscope: the GPU was not measured: ")) << ran.err;
}

TEST_F(Bench, JsonHasARateForEveryPreset) {
  const Ran ran = run("bench half_padded --json --size 1024 4096", no_gpu());
  EXPECT_EQ(ran.code, 4);
  const json bench = json::parse(ran.out);
  EXPECT_EQ(bench.at("schema"), "gemmscope-bench/2");
  EXPECT_EQ(bench.at("command"), "gemmscope bench half_padded --json --size 1024 4096");
  EXPECT_TRUE(bench.at("gpu").is_null());
  EXPECT_NE(bench.at("gpu_not_measured"), "");
  EXPECT_EQ(bench.at("emulator").at("rates").size(), kernels::find_kernel("half_padded")->presets.size());
  for (const json& rate : bench.at("emulator").at("rates")) EXPECT_GT(rate.at("requests_per_second"), 0);
  write("mine.json", ran.out);
  older_recording("warp_tile --size 128x128x16 -o a.gst");
  const Ran shown = run("report a.gst --view performance --results mine.json");
  expect_error(shown, 3);
  EXPECT_NE(shown.err.find("gpu was not measured in this run"), std::string::npos) << shown.err;
}

TEST_F(Bench, ASizeThatNoGpuHoldsIsBadUsage) {
  expect_error(run("bench --size 0"), 2);
  expect_error(run("bench --size 1000000"), 2);
}

TEST_F(Bench, OptionsOfAProgramAndOfTheLadderAreNotMixed) {
  write("mine.cu", "int main() {}");
  for (const char* of_program : {"--set TILE=8", "--over TILE=8:33:8", "--kernel x", "--launch 2", "--addresses-only"})
    expect_error(run(std::string("bench warp_tile ") + of_program), 2);
  expect_error(run("bench mine.cu --size 1024"), 2);
  expect_error(run("bench mine.cu --set NOT_THERE=1"), 2);
  expect_error(run("bench not_there.cu"), 3);
}

TEST_F(Bench, AProgramIsNotMeasuredWithoutAGpu) {
  write("mine.cu", "int main() {}");
  const Ran ran = run("bench mine.cu", no_gpu());
  expect_error(ran, 4);
  EXPECT_EQ(ran.out, "");
}

TEST(BenchText, ProductsHaveTheirSizesAndCublasBesideThem) {
  const auto report = results::read_bench_file("tests/data/bench_made_up.json");
  ASSERT_TRUE(report) << report.error().message;
  BenchRun run{report->command, *report, {}};
  run.gpu->kernels.clear(), run.gpu->library.clear();
  const std::string text = bench_text(run);
  for (const char* said : {"gemm<16>", "PAD=1", "512", "1024", "256", "9\u202f000 GFLOP/s", "18\u202f000 GFLOP/s",
                           "50.0\u202f%", "15.0\u202f%"})
    EXPECT_NE(text.find(said), std::string::npos) << said << "\n" << text;
  EXPECT_NE(text.find("not measured beside gemm_ints"), std::string::npos) << text;
  EXPECT_EQ(text.find("emulator"), std::string::npos) << text;
}

TEST(BenchJson, IsReadAgainAsItWas) {
  const auto report = results::read_bench_file("tests/data/bench_made_up.json");
  ASSERT_TRUE(report) << report.error().message;
  BenchRun run{report->command, *report, {"none", {}}};
  const std::string text = bench_json(run);
  const auto again = results::read_bench(text, "again");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, *report);
  const json rates = json::parse(text).at("gpu").at("rates");
  EXPECT_EQ(rates.at(1).at("share_of_cublas"), 0.4);  // 12 000 of 30 000
  EXPECT_EQ(rates.at(1).at("share_of_peak"), 0.2);    // of 60 000
  const json products = json::parse(text).at("gpu").at("products");
  EXPECT_EQ(products.at(0).at("share_of_cublas"), 0.5);  // 9 000 of 18 000
  EXPECT_EQ(products.at(0).at("share_of_peak"), 0.15);
  EXPECT_TRUE(products.at(1).at("cublas").is_null());
  EXPECT_TRUE(products.at(1).at("share_of_peak").is_null());  // not of floats
  run.gpu->peak.reset(), run.gpu->library.clear();
  const json unknown = json::parse(bench_json(run)).at("gpu").at("rates").at(1);
  EXPECT_TRUE(unknown.at("share_of_cublas").is_null());
  EXPECT_TRUE(unknown.at("share_of_peak").is_null());
}

/// docs/bench.md describes every key.
TEST(BenchJson, EveryKeyIsDocumented) {
  std::stringstream page;
  page << std::ifstream("docs/bench.md").rdbuf();
  const auto report = results::read_bench_file("tests/data/bench_made_up.json");
  const BenchRun run{"", *report, {"none", {{.kernel = "k", .preset = "p"}}}};
  const std::function<void(const json&)> check = [&](const json& j) {
    for (const auto& [key, value] : j.items()) {
      EXPECT_TRUE(!j.is_object() || page.str().find("`" + key + "`") != std::string::npos) << key;
      if (value.is_structured()) check(value);
    }
  };
  check(json::parse(bench_json(run)));
}

TEST(BenchText, PutsEveryRateBesideCublasAndPeak) {
  const auto report = results::read_bench_file("tests/data/bench_made_up.json");
  const std::string text = bench_text({"", *report, {"none", {}}});
  EXPECT_NE(text.find("Measured on Test GPU (made-up figures), 2000-01-02"), std::string::npos) << text;
  EXPECT_NE(text.find("an argument"), std::string::npos) << text;  // PB=4
  EXPECT_NE(text.find("not measured: warp_tile tm1_small at 4096"), std::string::npos) << text;
  BenchRun run{"", *report, {"none", {}}};
  run.gpu->cublas.clear(), run.gpu->library.clear(), run.gpu->cublas_missing = "cuBLAS was not found";
  EXPECT_NE(bench_text(run).find("cuBLAS: not measured: cuBLAS was not found\n"), std::string::npos);
}

TEST(BenchText, TensorCoresAreNotComparedWithThePeakOfFloat) {
  const auto report = results::read_bench_file("tests/data/bench_made_up.json");
  BenchRun run{"", *report, {"none", {}}};
  run.gpu->kernels.clear();
  run.gpu->library = {{"half", {{.gflops = 600'000, .median_ms = 1, .launches = 3}, 4096}}};
  ASSERT_TRUE(run.gpu->library[0].on_tensor_cores());
  const std::string text = bench_text(run);
  const std::size_t row = text.find("half");
  ASSERT_NE(row, std::string::npos) << text;
  EXPECT_EQ(text.substr(row, text.find('\n', row) - row).find('%'), std::string::npos) << text;
}

TEST(BenchLayouts, AreThoseThatTheKernelAllowsTheDefaultFirst) {
  const kernels::KernelInfo& kernel = *kernels::find_kernel("warp_tile");
  const auto every = [](const kernels::Variant&) { return true; };
  const auto layouts = layouts_of(kernel, kernel.presets[0], every);
  EXPECT_EQ(layouts.front(), "");
  EXPECT_EQ(layouts.size(), 6u * 6 * 2 * 2 * 2);  // PA, PB, swzA, swzB, vec
  EXPECT_NE(std::ranges::find(layouts, "PA=4 PB=4 swzA=xor"), layouts.end());
  const auto padded = layouts_of(kernel, kernel.presets[0], [](const kernels::Variant& v) { return v["PA"] == 4; });
  EXPECT_EQ(padded.front(), "");
  EXPECT_EQ(padded.size(), 1 + 6u * 2 * 2 * 2);
  EXPECT_EQ(layouts_of(kernel, kernel.presets[0], [](const kernels::Variant&) { return false; }).size(), 1u);
}

TEST(BenchLayouts, WhatComputesWrongIsNotMeasured) {
  const kernels::KernelInfo& kernel = *kernels::find_kernel("block_tile");
  for (const kernels::Preset& preset : kernel.presets)
    for (const std::string& layout : layouts_of(kernel, preset, [](const kernels::Variant&) { return true; })) {
      if (layout.find("load=one_pass") == std::string::npos) continue;
      const auto variant = kernels::resolve("block_tile", preset.name,
                                            std::array{std::pair<std::string, std::string>{"load", "one_pass"}});
      EXPECT_EQ(kernel.wrong_on_purpose(*variant), "") << preset.name << " " << layout;
    }
}

}  // namespace
}  // namespace gemmscope::cli::testing
