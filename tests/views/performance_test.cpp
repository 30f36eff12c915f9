// SPDX-License-Identifier: MIT
// Which figures stand beside a recording, and what is said of them. The figures are test data.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/ladder.h"
#include "app/views/performance/words.h"
#include "tests/views/recorded.h"
#include "tracing/cxx/knobs.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

format::Recording fused() {
  auto recording = format::read_file(GEMMSCOPE_SOURCE_DIR "/tests/data/recorded/fused.gst");
  EXPECT_TRUE(recording) << recording.error().message;
  return std::move(*recording);
}

/// The same of a program with another T.
session::LoadedPtr fused_with_t(const char* value) {
  format::Recording r = fused();
  r.source.text = cxx::with_numbers(r.source.text, std::vector<format::Parameter>{{"T", value}}, "").value();
  return std::make_shared<const session::Loaded>(std::move(r));
}

/// fused.gst, with rates that are made up: its own, at other sizes, with another T, of another kernel and of another
/// program.
session::Session shown_program(const std::function<void(results::BenchReport&)>& change = {}) {
  session::Session s;
  session::open(s, std::make_shared<const session::Loaded>(fused()));
  const session::Loaded& loaded = *s.look.loaded;
  const analysis::Product& product = loaded.tiles->product;
  results::ProductRate own{.program = loaded.files.front().name,
                           .program_code = loaded.code.program,
                           .setting_code = loaded.code.setting,
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
  all[2].numbers = "T=2", all[2].setting_code = fused_with_t("2")->code.setting, all[2].rate.gflops = 2;
  all[3].kernel = "another", all[3].rate.gflops = 3;
  all[4].program_code = "another", all[4].rate.gflops = 4;
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
  EXPECT_NE(text->find("T=2"), std::string::npos) << *text;
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
  const session::Session s = shown_program();
  const ProductRates all = product_rates(s.look);
  cuda::LiveTrace live;
  live.state = cuda::LiveTrace::State::kMeasuring, live.device = all.report->device;
  live.M = all.shown->M, live.N = all.shown->N, live.K = all.shown->K;
  EXPECT_EQ(busy_in_words(all, live), "");
  const double idle = all.shown->rate.gflops;
  live.gflops = {idle, idle, 0.63 * idle, 0.63 * idle, 0.63 * idle};
  EXPECT_NE(busy_in_words(all, live).find("63\u202f%"), std::string::npos) << busy_in_words(all, live);
  live.K *= 2;  // whose rate is another one
  EXPECT_EQ(busy_in_words(all, live), "");
  live.K = all.shown->K, live.device = "another GPU";
  EXPECT_EQ(busy_in_words(all, live), "");
  live.device = all.report->device, live.gflops = {idle, 0.97 * idle, 0.96 * idle};
  EXPECT_EQ(busy_in_words(all, live), "");
}

/// The baseline ran with T = 2.
TEST(ProductRates, StandBesideThoseOfTheBaseline) {
  const session::Session s = shown_program();
  session::Session other = s;
  other.look.loaded = fused_with_t("2");
  const ProductRates both = product_rates(s.look, &other.look);
  ASSERT_NE(both.pinned, nullptr);
  EXPECT_EQ(both.pinned->rate.gflops, 2);
  EXPECT_NE(answer_in_words(both).find(", the baseline 2: "), std::string::npos) << answer_in_words(both);
  other.look.loaded = fused_with_t("8");
  EXPECT_TRUE(answer_in_words(product_rates(s.look, &other.look)).ends_with("; the baseline was not measured"));
}

/// A recording alone does not say which numbers were changed: its code does.
TEST(ProductRates, AreOfTheNumbersThatARecordingHas) {
  session::Session s = shown_program();
  s.look.loaded = fused_with_t("2");
  EXPECT_EQ(product_rates(s.look).shown->rate.gflops, 2);
  s.look.loaded = fused_with_t("8");
  EXPECT_EQ(product_rates(s.look).rates.size(), 3u);
  EXPECT_EQ(product_rates(s.look).shown, nullptr);
}

/// The reports that are compiled in have each step, as its file has it now.
TEST(ProductRates, OfTheLaddersStepsAreIncluded) {
  ASSERT_FALSE(session::ladder_steps().empty());
  for (const session::Step& step : session::ladder_steps()) {
    const session::Session s = recorded("kernel=" + step.name + "/size=256x256x128");
    const ProductRates all = product_rates(s.look);
    EXPECT_FALSE(all.rates.empty()) << step.name;
    EXPECT_TRUE(std::ranges::any_of(all.rates, [&](const results::ProductRate* rate) {
      return rate->setting_code == s.look.loaded->code.setting;
    })) << step.name;
  }
}

}  // namespace
}  // namespace gemmscope::views
