// SPDX-License-Identifier: MIT
// Which figures stand beside a recording, and what is said of them. The figures are test data.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/views/performance/words.h"
#include "tests/names_in_order.h"
#include "tests/views/recorded.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

session::Session shown(std::string_view link, const std::function<void(results::BenchReport&)>& change = {}) {
  session::Session s = recorded("size=128x128x16/" + std::string(link));
  auto report = results::read_bench_file(GEMMSCOPE_SOURCE_DIR "/tests/data/bench_made_up.json");
  EXPECT_TRUE(report) << report.error().message;
  if (change) change(*report);
  s.look.reports = std::make_shared<const std::vector<results::BenchReport>>(1, std::move(*report));
  return s;
}

/// The answer of `session`, with plain blanks instead of thin ones.
std::string answer(const session::Session& session) {
  std::string text = answer_in_words(performance_picture(session.look));
  for (const char* thin : {"\u202f", "\u00a0"})
    for (std::size_t at; (at = text.find(thin)) != std::string::npos;) text.replace(at, std::string(thin).size(), " ");
  return text;
}

TEST(PerformancePicture, HasTheRecordingsOwnLayout) {
  const session::Session s = shown("preset=k10_a6000/set=PA:2");
  const PerformancePicture picture = performance_picture(s.look);
  EXPECT_EQ(picture.layout, "PA=2");
  EXPECT_FALSE(picture.stands_in());
  ASSERT_EQ(picture.sizes.size(), 4u);
  EXPECT_EQ(picture.sizes[2].size, 4096u);
  EXPECT_EQ(picture.sizes[2].kernel->rate.gflops, 39600);
  EXPECT_EQ(picture.sizes[2].library->rate.gflops, 50000);
  EXPECT_EQ(picture.sizes[3].kernel, nullptr);  // not measured at 8192: said, not guessed
  EXPECT_EQ(picture.full, 60000);               // the peak
  EXPECT_EQ(picture.layouts.size(), 12u);
  EXPECT_TRUE(picture.layouts[2].shown);
  EXPECT_EQ(answer(s), "39 600 GFLOP/s at 4096³: 79 % of cuBLAS, 10.0 % faster than PA=0 PB=0");
}

TEST(PerformancePicture, TheDefaultStandsInForALayoutThatWasNotMeasuredWhereverTheFileHasIt) {
  const session::Session s = shown("preset=k10_a6000/set=PA:3", [](results::BenchReport& report) {
    std::stable_partition(report.kernels.begin(), report.kernels.end(),
                          [](const results::KernelRate& rate) { return !rate.layout.empty(); });
  });
  const PerformancePicture picture = performance_picture(s.look);
  EXPECT_TRUE(picture.stands_in());
  EXPECT_EQ(picture.shown_layout, "");
}

/// PA=2 takes the conflicts from the stores, but doubles the reads: more wavefronts, and less time.
TEST(Disagreement, IsSaidWithBothFiguresAndWhatTheModelLeavesOut) {
  const auto text = [](std::string_view link) { return disagreement_in_words(performance_picture(shown(link).look)); };
  const std::string both = text("preset=k10_a6000/set=PA:2");
  EXPECT_NE(both.find("modelled (fused rule): +4.0"), std::string::npos) << both;
  EXPECT_NE(both.find("measured: \u22129.1"), std::string::npos) << both;
  EXPECT_NE(both.find("resident warps"), std::string::npos) << both;  // which the model leaves out
  EXPECT_EQ(text("preset=k10_a6000"), "");
  EXPECT_EQ(text("preset=k10_a6000/set=PA:3"), "");  // not measured
}

TEST(PerformancePicture, TheOrderOfParametersIsTheTables) {
  EXPECT_FALSE(performance_picture(shown("set=swzB:xor,swzA:xor").look).stands_in());
  EXPECT_FALSE(performance_picture(shown("set=PB:4,PA:4").look).stands_in());
}

TEST(PerformancePicture, AnUnmeasuredLayoutIsStoodInForByTheDefaultAndSaysSo) {
  const session::Session s = shown("set=PA:3");
  const PerformancePicture picture = performance_picture(s.look);
  EXPECT_TRUE(picture.stands_in());
  EXPECT_EQ(picture.sizes[2].kernel->rate.gflops, 36000);
  EXPECT_TRUE(names_in_order(answer(s), {"PA=3 ", "not", "Test GPU (made-up figures)", "PA=0 PB=0"}));
}

TEST(PerformancePicture, AnUnmeasuredPresetHasCublasAlone) {
  const session::Session s = shown("preset=k10_a100");
  const PerformancePicture picture = performance_picture(s.look);
  EXPECT_FALSE(picture.measured);
  EXPECT_EQ(picture.sizes.size(), 4u);
  EXPECT_EQ(picture.main(), nullptr);
  EXPECT_TRUE(picture.layouts.empty());
  EXPECT_TRUE(names_in_order(answer(s), {"warp_tile k10_a100", "not", "Test GPU (made-up figures)"}));
}

TEST(PerformancePicture, WithoutAReportThereIsNothing) {
  session::Session s = recorded("size=128x128x16");
  s.look.reports = std::make_shared<const std::vector<results::BenchReport>>();
  EXPECT_EQ(performance_picture(s.look).report, nullptr);
  EXPECT_TRUE(names_in_order(answer(s), {"Not measured"}));
}

TEST(PerformancePicture, WithoutCublasAndPeakTheHighestBarFillsTheWidth) {
  const session::Session s = shown("set=PA:2", [](results::BenchReport& r) { r.library.clear(), r.peak.reset(); });
  EXPECT_EQ(performance_picture(s.look).full, 41760);
  EXPECT_EQ(answer(s), "39 600 GFLOP/s at 4096³, 10.0 % faster than PA=0 PB=0");
  EXPECT_TRUE(names_in_order(peak_in_words(*performance_picture(s.look).report), {"Peak", "not known"}));
}

TEST(PerformancePicture, AReportThatIsNotThereIsTheLast) {
  session::Session s = shown("");
  s.look.views.performance.report = 7;
  EXPECT_NE(performance_picture(s.look).report, nullptr);
}

TEST(PerformancePicture, HalfStandsBesideCublasOfHalf) {
  const session::Session s = shown("", [](results::BenchReport& r) {
    for (results::KernelRate& each : r.kernels) each.element = "half";
    r.library.push_back({"half", {{.gflops = 600000}, 4096}});
  });
  const PerformancePicture picture = performance_picture(s.look);
  EXPECT_EQ(picture.main()->library->rate.gflops, 600000);
  EXPECT_EQ(picture.full, 60000);  // the peak of float, which is not that of this cuBLAS
  EXPECT_NE(answer(s).find("6.0 % of cuBLAS on tensor cores"), std::string::npos) << answer(s);
  EXPECT_NE(cautions_in_words(picture).back().find("tensor cores"), std::string::npos);
}

TEST(PerformanceWords, NarrowReadsAreNotThePriceOfTheirConflicts) {
  const auto cautioned = [](std::string_view link) {
    return !cautions_in_words(performance_picture(shown(link).look)).empty();
  };
  for (const char* link : {"set=PA:1", "set=PA:2", "set=PA:1,PB:1", "set=vec:scalar"})
    EXPECT_TRUE(cautioned(link)) << link;
  for (const char* link : {"", "set=PA:4", "set=PA:8", "set=PA:4,PB:4", "kernel=swizzled"})
    EXPECT_FALSE(cautioned(link)) << link;
}

TEST(PerformancePicture, ReadsOfNeighboursInSmallAccessesAreNarrow) {
  const auto narrow = [](std::string_view link) { return performance_picture(recorded(link).look).narrow_reads; };
  for (const char* link : {"kernel=shared_tile", "kernel=block_tile", "kernel=vectorized/set=As:row",
                           "kernel=half_padded/set=width:8", "set=vec:scalar"})
    EXPECT_TRUE(narrow(link)) << link;
  // Of tm1_wniter1 every value has its own column of As, far from the next; naive has no tiles.
  for (const char* link :
       {"kernel=naive", "kernel=vectorized", "kernel=half_padded", "kernel=sgemm64", "preset=tm1_wniter1"})
    EXPECT_FALSE(narrow(link)) << link;
}

TEST(PerformanceWords, WhatStandsInIsNotJudgedByTheRecording) {
  EXPECT_TRUE(performance_picture(shown("set=PA:3").look).narrow_reads);
  EXPECT_TRUE(cautions_in_words(performance_picture(shown("set=PA:3").look)).empty());
}

TEST(PerformanceWords, ALayoutAtRunTimeHasItsPriceInTheFigures) {
  const auto cautions = cautions_in_words(performance_picture(shown("set=PB:4").look));
  EXPECT_TRUE(std::ranges::any_of(cautions, [](const std::string& c) { return c.find("as an argument") != c.npos; }));
}

/// fused.gst, with rates that are made up: its own, at other sizes, of another kernel and of another program.
session::Session shown_program(const std::function<void(results::BenchReport&)>& change = {}) {
  auto recording = format::read_file(GEMMSCOPE_SOURCE_DIR "/tests/data/recorded/fused.gst");
  EXPECT_TRUE(recording) << recording.error().message;
  session::Session s;
  session::open(s, std::make_shared<const session::Loaded>(std::move(*recording)));
  const session::Loaded& loaded = *s.look.loaded;
  const analysis::Product& product = loaded.tiles->product;
  results::ProductRate own{.program = loaded.files.front().name,
                           .kernel = loaded.recording.kernel,
                           .numbers = "",
                           .M = product.M,
                           .N = product.N,
                           .K = product.K,
                           .element = "float",
                           .rate = {.gflops = 9000},
                           .cublas = results::Median{.gflops = 12000},
                           .cublas_missing = {}};
  std::vector<results::ProductRate> all(5, own);
  all[1].K *= 2, all[1].rate.gflops = 1;
  all[2].numbers = "TILE=4", all[2].rate.gflops = 2;
  all[3].kernel = "another", all[3].rate.gflops = 3;
  all[4].program = "another.cu", all[4].rate.gflops = 4;
  results::BenchReport report;
  report.device = "Test GPU", report.peak = results::Peak{.gflops = 60000}, report.products = all;
  if (change) change(report);
  s.look.reports = std::make_shared<const std::vector<results::BenchReport>>(1, std::move(report));
  return s;
}

std::string plain(std::string text) {
  for (const char* thin : {"\u202f", "\u00a0"})
    for (std::size_t at; (at = text.find(thin)) != std::string::npos;) text.replace(at, std::string(thin).size(), " ");
  return text;
}

TEST(ProductRates, AreOfTheKernelThatIsShown) {
  const session::Session s = shown_program();
  const ProductRates all = product_rates(s.look);
  ASSERT_EQ(all.rates.size(), 3u);
  ASSERT_NE(all.shown, nullptr);
  EXPECT_EQ(all.shown->rate.gflops, 9000);
  EXPECT_EQ(all.full, 60000);
  EXPECT_EQ(plain(answer_in_words(all)).substr(0, 16), "9 000 GFLOP/s at");
  EXPECT_TRUE(plain(answer_in_words(all)).ends_with(": 75 % of cuBLAS")) << answer_in_words(all);
  const auto text = performance_text(s.look);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("TILE=4"), std::string::npos) << *text;
}

TEST(ProductRates, SayWhatWasNotMeasured) {
  const session::Session none = shown_program([](results::BenchReport& r) { r.products.clear(); });
  EXPECT_EQ(answer_in_words(product_rates(none.look)), "Not measured: no report has this kernel");
  EXPECT_NE(how_to_measure_in_words(product_rates(none.look)).find("gemmscope bench fused_gemm.cu"), std::string::npos);
  const session::Session other = shown_program([](results::BenchReport& r) { r.products.erase(r.products.begin()); });
  EXPECT_EQ(answer_in_words(product_rates(other.look)),
            "Measured on Test GPU, but not at these sizes and with these numbers");
  const session::Session ints = shown_program([](results::BenchReport& r) { r.products[1].element = ""; });
  EXPECT_FALSE(product_rates(ints.look).peak());  // the peak is that of float
}

TEST(PerformanceWords, LiveOfAProductHasItsSizesAndCublas) {
  cuda::LiveTrace live;
  live.state = cuda::LiveTrace::State::kMeasuring, live.device = "Fake GPU";
  live.M = 512, live.N = 1024, live.K = 256, live.peak_gflops = 50000, live.cublas_gflops = 40000;
  live.gflops = {10000};
  EXPECT_EQ(plain(live_in_words(live)),
            "Live on Fake GPU at 512 \u00d7 1024 \u00d7 256: 10 000 GFLOP/s, 25 % of cuBLAS, 20 % of peak");
  EXPECT_EQ(plain(live_rate_in_words(live)), "Live: 10 000 GFLOP/s, 25 % of cuBLAS, 20 % of peak");
  EXPECT_EQ(plain(live_place_in_words(live)), "Fake GPU, 512 \u00d7 1024 \u00d7 256; cuBLAS: 40 000 GFLOP/s");
  live.element = "half";  // whose peak is not that of float
  EXPECT_TRUE(plain(live_in_words(live)).ends_with("25 % of cuBLAS"));
}

TEST(PerformanceWords, OccupancySaysWhatIsKnown) {
  const auto words = [](int registers, int warps) {
    results::KernelRate rate;
    rate.registers = registers, rate.resident_warps = warps;
    return occupancy_in_words(rate);
  };
  EXPECT_EQ(words(168, 12), "168 registers per thread; 12 resident warps per SM");
  EXPECT_EQ(words(168, 0), "168 registers per thread");
  EXPECT_EQ(words(0, 12), "12 resident warps per SM");
  EXPECT_EQ(words(0, 0), "");
}

TEST(PerformanceWords, LiveSaysWhereAndWhat) {
  cuda::LiveTrace live;
  EXPECT_EQ(live_in_words(live), "");
  live.state = cuda::LiveTrace::State::kFailed, live.why = "no driver";
  EXPECT_EQ(live_in_words(live), "No GPU here: shipped results only.");
  live.device = "Fake GPU", live.why = "the GPU is full";
  EXPECT_EQ(live_in_words(live), "Live on Fake GPU: the GPU is full");
  live.state = cuda::LiveTrace::State::kMeasuring, live.M = live.N = live.K = 2048, live.peak_gflops = 50000;
  live.gflops = {1, 1, 1, 25000, 25000, 25000, 25000};
  EXPECT_TRUE(live_in_words(live).starts_with("Live on Fake GPU at 2048\u00b3: 25\u202f000 GFLOP/s"));
  EXPECT_TRUE(live_in_words(live).ends_with("50\u202f% of peak"));
}

TEST(PerformanceWords, ALiveRateFarBelowTheReportsIsSaidToBeOfABusyGpu) {
  const session::Session s = shown("");
  const PerformancePicture picture = performance_picture(s.look);
  const SizeBars& at_2048 = picture.sizes[1];
  ASSERT_EQ(at_2048.size, 2048u);
  cuda::LiveTrace live;
  live.state = cuda::LiveTrace::State::kMeasuring, live.device = picture.report->device;
  live.M = live.N = live.K = 2048;
  EXPECT_EQ(busy_in_words(picture, live), "");
  const double idle = at_2048.kernel->rate.gflops;
  live.gflops = {idle, idle, 0.63 * idle, 0.63 * idle, 0.63 * idle};
  EXPECT_NE(busy_in_words(picture, live).find("63\u202f%"), std::string::npos) << busy_in_words(picture, live);
  live.M = live.N = live.K = 8192;  // whose rate is another one
  EXPECT_EQ(busy_in_words(picture, live).find("63\u202f%"), std::string::npos);
  live.M = live.N = live.K = 2048, live.device = "another GPU";
  EXPECT_EQ(busy_in_words(picture, live), "");
  live.device = picture.report->device, live.gflops = {idle, 0.97 * idle, 0.96 * idle};
  EXPECT_EQ(busy_in_words(picture, live), "");
}

TEST(FittingSizes, KeepWhatTheAnswerSpeaksOf) {
  const session::Session s = shown("");
  const PerformancePicture picture = performance_picture(s.look);
  const auto sizes = [&](std::size_t room) {
    std::vector<std::uint32_t> all;
    for (const SizeBars& bars : fitting_sizes(picture, room)) all.push_back(bars.size);
    return all;
  };
  EXPECT_EQ(sizes(9), (std::vector<std::uint32_t>{1024, 2048, 4096, 8192}));
  EXPECT_EQ(sizes(3), (std::vector<std::uint32_t>{2048, 4096, 8192}));
  EXPECT_EQ(sizes(1), (std::vector<std::uint32_t>{4096}));
  EXPECT_EQ(sizes(0), (std::vector<std::uint32_t>{4096}));
}

TEST(FittingLayouts, KeepTheOneThatIsShown) {
  const session::Session s = shown("set=vec:scalar");
  const PerformancePicture picture = performance_picture(s.look);
  EXPECT_EQ(fitting_layouts(picture, 12).size(), 12u);
  const auto five = fitting_layouts(picture, 6);
  ASSERT_EQ(five.size(), 5u);
  EXPECT_TRUE(five.back().shown);
  EXPECT_EQ(five[3].rate, picture.layouts[3].rate);
  EXPECT_EQ(fitting_layouts(picture, 2).size(), 1u);
  EXPECT_TRUE(fitting_layouts(picture, 2)[0].shown);
  EXPECT_TRUE(fitting_layouts(picture, 1).empty());  // the line that says how many there are
}

}  // namespace
}  // namespace gemmscope::views
