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
  EXPECT_EQ(report->missing.size(), 1u);
}

TEST(ReadBench, WhatIsMissingIsNamed) {
  Json json = made_up();
  json["gpu"].erase("driver");
  EXPECT_NE(refusal(json).find("driver is missing"), std::string::npos);
  json = made_up(), json["gpu"]["products"][3]["gflops"] = "fast";
  EXPECT_NE(refusal(json).find("gflops is not a number"), std::string::npos);
  json = made_up(), json["schema"] = "gemmscope-bench/2";
  EXPECT_NE(refusal(json).find("gemmscope-bench/3"), std::string::npos);
  json = made_up(), json["gpu"] = nullptr;
  EXPECT_NE(refusal(json), "");
}

TEST(ReadBench, RefusesWhatCannotBe) {
  const auto refused = [](const char* pointer, const Json& value) {
    Json json = made_up();
    json[Json::json_pointer(pointer)] = value;
    return !refusal(json).empty();
  };
  EXPECT_TRUE(refused("/gpu/products/0/gflops", -1));
  EXPECT_TRUE(refused("/gpu/products/0/gflops", 0));
  EXPECT_TRUE(refused("/gpu/products/0/gflops", 1e300));
  EXPECT_TRUE(refused("/gpu/products/0/launches", 0));
  EXPECT_TRUE(refused("/gpu/products/0/element", "double"));
  EXPECT_TRUE(refused("/gpu/device", "\x1b[2J"));
  EXPECT_TRUE(refused("/gpu/device", std::string(1000, 'x')));
  EXPECT_TRUE(refused("/gpu/peak/gflops", 0));
  EXPECT_TRUE(refused("/gpu/products", Json::object()));
  EXPECT_TRUE(refused("/gpu/products", Json(20'000, made_up()["gpu"]["products"][0])));
  EXPECT_FALSE(refused("/gpu/peak", nullptr));  // an unknown card has none
  EXPECT_FALSE(refused("/gpu/cublas", nullptr));
}

/// Every value of the first rows replaced by every kind of wrong one.
TEST(ReadBench, NoWrongTypeCrashes) {
  const Json flat = made_up().flatten();
  for (const auto& [pointer, value] : flat.items()) {
    if (pointer.starts_with("/gpu/products/") && !pointer.starts_with("/gpu/products/0/")) continue;
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
