// SPDX-License-Identifier: MIT
// Reports come from anywhere: what is wrong in one is said, and nothing of it is believed.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/results/bench_report.h"

namespace gemmscope::results {
namespace {

using Json = nlohmann::json;

constexpr const char* kMadeUp = "tests/data/bench_made_up.json";  // test data: no GPU was measured for it

std::string text_of(const char* path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}
Json made_up() { return Json::parse(text_of(kMadeUp)); }

std::string refusal(const Json& json) {
  const auto report = read_bench(json.dump(), "x.json");
  if (report) return "";
  EXPECT_EQ(report.error().kind, ErrorKind::kBadFile);
  EXPECT_TRUE(report.error().message.starts_with("x.json is not a report")) << report.error().message;
  EXPECT_EQ(report.error().message.find('\n'), std::string::npos);
  return report.error().message;
}

TEST(ReadBench, KnowsWhatWasMeasuredOnWhat) {
  const auto report = read_bench_file(kMadeUp);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->device, "Test GPU (made-up figures)");
  EXPECT_EQ(day_of(*report), "2000-01-02");
  EXPECT_EQ(report->peak->multiprocessors, 100);
  const KernelRate* rate = find_rate(*report, "warp_tile", "k10_a6000", "PA=2", 4096);
  ASSERT_NE(rate, nullptr);
  EXPECT_EQ(rate->rate.gflops, 39600);
  EXPECT_EQ(rate->rate.median_ms, 3.470681);
  EXPECT_EQ(rate->rate.launches, 50);
  EXPECT_TRUE(rate->fixed_layout);
  EXPECT_EQ(find_rate(*report, "warp_tile", "k10_a6000", "PA=2", 8192), nullptr);
  EXPECT_EQ(find_library(*report, "float", 2048)->rate.gflops, 40000);
  EXPECT_EQ(find_library(*report, "half", 2048), nullptr);
  EXPECT_EQ(report->missing.size(), 1u);
}

TEST(ReadBench, PresetsHaveTodaysNames) {
  Json json = made_up();
  for (Json& rate : json["gpu"]["rates"])
    if (rate["preset"] == "tm1_small") rate["preset"] = "seed_small";
  const auto report = read_bench(json.dump(), "x.json");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->kernels, read_bench_file(kMadeUp)->kernels);
  EXPECT_NE(find_rate(*report, "warp_tile", "tm1_small", "PA=4", 2048), nullptr);
}

TEST(ReadBench, WhatIsMissingIsNamed) {
  Json json = made_up();
  json["gpu"].erase("driver");
  EXPECT_NE(refusal(json).find("driver is missing"), std::string::npos);
  json = made_up(), json["gpu"]["rates"][3]["gflops"] = "fast";
  EXPECT_NE(refusal(json).find("gflops is not a number"), std::string::npos);
  json = made_up(), json["schema"] = "gemmscope-bench/1";
  EXPECT_NE(refusal(json).find("gemmscope-bench/2"), std::string::npos);
  json = made_up(), json["gpu"] = nullptr;
  EXPECT_NE(refusal(json).find("not measured"), std::string::npos);
}

TEST(ReadBench, RefusesWhatCannotBe) {
  const auto refused = [](const char* pointer, const Json& value) {
    Json json = made_up();
    json[Json::json_pointer(pointer)] = value;
    return !refusal(json).empty();
  };
  EXPECT_TRUE(refused("/gpu/rates/0/gflops", -1));
  EXPECT_TRUE(refused("/gpu/rates/0/gflops", 0));
  EXPECT_TRUE(refused("/gpu/rates/0/gflops", 1e300));
  EXPECT_TRUE(refused("/gpu/rates/0/launches", 0));
  EXPECT_TRUE(refused("/gpu/rates/0/size/K", 17));
  EXPECT_TRUE(refused("/gpu/rates/0/element", "double"));
  EXPECT_TRUE(refused("/gpu/rates/0/fixed_layout", 1));
  EXPECT_TRUE(refused("/gpu/device", "\x1b[2J"));
  EXPECT_TRUE(refused("/gpu/device", std::string(1000, 'x')));
  EXPECT_TRUE(refused("/gpu/peak/gflops", 0));
  EXPECT_TRUE(refused("/gpu/rates", Json::object()));
  EXPECT_TRUE(refused("/gpu/rates", Json(20'000, made_up()["gpu"]["rates"][0])));
  EXPECT_FALSE(refused("/gpu/peak", nullptr));  // an unknown card has none
  EXPECT_FALSE(refused("/gpu/cublas", nullptr));
}

/// Every value of the first rows replaced by every kind of wrong one.
TEST(ReadBench, NoWrongTypeCrashes) {
  const Json flat = made_up().flatten();
  for (const auto& [pointer, value] : flat.items()) {
    if (pointer.starts_with("/gpu/rates/") && !pointer.starts_with("/gpu/rates/0/")) continue;
    for (const Json& other : {Json(), Json(true), Json(-1e308), Json("text"), Json::array(), Json::object()}) {
      Json json = made_up();
      json[Json::json_pointer(pointer)] = other;
      (void)read_bench(json.dump(), "x.json");
    }
  }
}

TEST(ReadBench, NoPrefixIsTakenForTheWhole) {
  const std::string text = text_of(kMadeUp);
  const std::size_t end = text.find_last_of('}');
  for (std::size_t length = 0; length < end; length += length < 400 ? 1 : 97)
    EXPECT_FALSE(read_bench(text.substr(0, length), "x.json")) << length;
  EXPECT_FALSE(read_bench(std::string(100'000, '['), "x.json"));
  EXPECT_FALSE(read_bench(std::string(9 << 20, ' '), "x.json"));
}

TEST(ReadBench, AFileThatIsNotThereIsSaid) {
  const auto report = read_bench_file("no/such/file.json");
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, ErrorKind::kBadFile);
}

}  // namespace
}  // namespace gemmscope::results
