// SPDX-License-Identifier: MIT
// What checks count against the golden file: reads that nobody wrote, stores past the tiles, chunks that a single pass
// of the copy leaves out.
#include <gtest/gtest.h>

#include "kernels/table.h"
#include "tests/check/recorded.h"
#include "tests/golden/functional_request.h"
#include "tracing/record/plan.h"

namespace gemmscope {
namespace {

using analysis::Fault;
using nlohmann::json;

record::RecordRequest wrong_too(const json& entry) {
  record::RecordRequest request = testing::functional_request(entry);
  request.wrong_too = true;
  return request;
}

std::vector<json> functional() {
  const json golden = analysis::testing::golden_json();
  return golden.at("functional").get<std::vector<json>>();
}

class FunctionalCounts : public ::testing::TestWithParam<json> {};

TEST_P(FunctionalCounts, AreThoseOfTheFile) {
  const json& entry = GetParam();
  const format::Recording r = testing::recorded(wrong_too(entry));
  const analysis::CheckResult result = analysis::check(r);
  EXPECT_EQ(result.count(Fault::kUninitialisedRead), entry.at("uninit_shared_reads"));
  // The file counts what leaves both tiles together; what leaves As alone lands in Bs.
  std::uint64_t past_the_end = 0;
  for (const analysis::Finding& f : result.findings)
    past_the_end += f.fault == Fault::kOutOfBounds && r.tensors[f.tensor].name == "Bs" ? f.count : 0;
  EXPECT_EQ(past_the_end, entry.at("oob_shared_accesses"));
  EXPECT_EQ(result.count(Fault::kWriteAfterWrite) != 0, entry.at("races").contains("WW"));
  for (const Fault race : {Fault::kReadAfterWrite, Fault::kWriteAfterRead}) EXPECT_EQ(result.count(race), 0u);
  EXPECT_EQ(r.patterns[0].barrier_lines.size() - 1, entry.at("barriers_per_block"));
  EXPECT_EQ(result.findings.empty(), entry.at("expected_ok").get<bool>());
}

std::string name_of(const ::testing::TestParamInfo<json>& info) {
  return std::to_string(info.index) + "_" + info.param.at("kernel").get<std::string>();
}

INSTANTIATE_TEST_SUITE_P(All, FunctionalCounts, ::testing::ValuesIn(functional()), name_of);

/// Elements of the tile that nobody loads, of one block's single k-tile.
std::uint64_t missing(const format::Recording& r, const char* matrix) {
  std::uint64_t count = 0;
  for (const analysis::Finding& f : analysis::check(r).findings)
    count += f.fault == Fault::kNeverLoaded && r.tensors[f.tensor].name == matrix ? f.count : 0;
  return count;
}

record::RecordRequest one_tile(const std::string& kernel, const json& params, const char* name, const char* value) {
  analysis::testing::Variant variant{kernel, {{name, value}}};
  for (const auto& [parameter, text] : params.items())
    variant.parameters.push_back({parameter, analysis::testing::parameter_text(text)});
  variant = analysis::testing::as_recorded(std::move(variant));
  record::RecordRequest request;
  request.kernel = variant.kernel, request.overrides = variant.parameters;
  request.M = params.at("BM"), request.N = params.at("BN"), request.K = params.at("BK");
  request.wrong_too = true;
  return request;
}

TEST(Coverage, OfOnePassIsThatOfTheFile) {
  const json golden = analysis::testing::golden_json();
  int compared = 0;
  for (const json& entry : golden.at("coverage_vec_single")) {
    const auto request = one_tile("k003", entry.at("params"), "single", "true");
    ASSERT_TRUE(record::variant_of(request)) << entry.at("params");
    const format::Recording r = testing::recorded(request);
    const auto chunks = [&](const char* matrix) {
      return entry.at(std::string(matrix) + "_chunks_needed").get<std::uint64_t>() -
             entry.at(std::string(matrix) + "_chunks_loaded").get<std::uint64_t>();
    };
    EXPECT_EQ(missing(r, "A"), 4 * chunks("A")) << entry.at("params");
    EXPECT_EQ(missing(r, "B"), 4 * chunks("B")) << entry.at("params");
    ++compared;
  }
  EXPECT_EQ(compared, 3);
}

TEST(Coverage, OfAColumnAndARowPerThreadIsThatOfTheFile) {
  const json golden = analysis::testing::golden_json();
  int compared = 0;
  for (const json& entry : golden.at("coverage_seed001")) {
    const auto request = one_tile("k001", entry.at("params"), "load", "one_pass");
    ASSERT_TRUE(record::variant_of(request)) << entry.at("params");
    const format::Recording r = testing::recorded(request);
    EXPECT_EQ(missing(r, "A"), entry.at("As_never_written")) << entry.at("params");
    EXPECT_EQ(missing(r, "B"), entry.at("Bs_never_written")) << entry.at("params");
    std::map<std::string, std::uint64_t> past_the_end;
    for (const analysis::Finding& f : analysis::check(r).findings)
      if (f.fault == Fault::kOutOfBounds) past_the_end[r.tensors[f.tensor].name] += f.count;
    EXPECT_EQ(past_the_end["As"], entry.at("As_stores_past_array_end")) << entry.at("params");
    EXPECT_EQ(past_the_end["Bs"], entry.at("Bs_stores_past_array_end")) << entry.at("params");
    ++compared;
  }
  EXPECT_EQ(compared, 7);
}

}  // namespace
}  // namespace gemmscope
