// SPDX-License-Identifier: MIT
// The golden file's functional cases: kernels that must give the right product, and those that must not.
#include <map>

#include <gtest/gtest.h>

#include "kernels/half.h"
#include "kernels/table.h"
#include "tests/golden/functional_request.h"
#include "tracing/simt/emulator.h"

namespace gemmscope {
namespace {

using nlohmann::json;

std::vector<json> cases_of_this_build() {
  std::vector<json> cases;
  const json golden = analysis::testing::golden_json();
  for (const json& entry : golden.at("functional"))
    if (kernels::find_kernel(entry.at("kernel").get<std::string>()) != nullptr) cases.push_back(entry);
  return cases;
}

class Functional : public ::testing::TestWithParam<json> {};

/// Elements that are wrong once the traced build has run, its shared memory NaN at first.
std::int64_t wrong_elements(const record::Plan& plan) {
  kernels::GemmData data = kernels::make_data(plan.M, plan.N, plan.K);
  std::vector<double> expected = kernels::reference_gemm(data, plan.alpha, plan.beta);
  if (plan.variant.geometry().element_bytes == 2)  // whole numbers, so the float in between changes nothing
    for (double& c : expected) c = kernels::exact_float(kernels::rounded_half(static_cast<float>(c)));
  EXPECT_TRUE(simt::run_traced(plan, data));
  return kernels::count_wrong(data.C, expected, 0);
}

TEST_P(Functional, IsRightOrRefusedAndWrong) {
  record::RecordRequest request = testing::functional_request(GetParam());
  if (!GetParam().at("expected_ok").get<bool>()) {
    const auto refused = record::make_plan(testing::functional_request_as_written(GetParam()));
    ASSERT_FALSE(refused);  // the correct kernel is not offered with a mistake
    const std::string& why = refused.error().message;
    EXPECT_TRUE(why.find("must divide") != std::string::npos || why.find("load=one_pass needs") != std::string::npos ||
                why.find(request.kernel) != std::string::npos)
        << why;
    request.wrong_too = true;
    const auto wrong = record::make_plan(request);
    ASSERT_TRUE(wrong) << wrong.error().message;
    EXPECT_GT(wrong_elements(*wrong), 0);
    return;
  }
  const auto plan = record::make_plan(request);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(wrong_elements(*plan), 0);
  EXPECT_EQ(std::int64_t{plan->M} * plan->N, GetParam().at("total").get<std::int64_t>());
}

std::string name_of_case(const ::testing::TestParamInfo<json>& info) {
  const json& c = info.param;
  std::string name = std::string(c.at("expected_ok").get<bool>() ? "right_" : "refused_") +
                     c.at("kernel").get<std::string>() + "_" + c.at("M").dump() + "x" + c.at("N").dump() + "x" +
                     c.at("K").dump();
  for (const auto& [parameter, value] : c.at("params").items())
    name += "_" + parameter + analysis::testing::parameter_text(value);
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cases, Functional, ::testing::ValuesIn(cases_of_this_build()), name_of_case);

TEST(FunctionalFile, HasLostNoCase) {
  std::map<std::string, int> right, refused;
  const json golden = analysis::testing::golden_json();
  for (const json& entry : golden.at("functional"))
    ++(entry.at("expected_ok").get<bool>() ? right : refused)[entry.at("kernel")];
  EXPECT_EQ(right, (std::map<std::string, int>{{"k000", 2}, {"k001", 4}, {"k002", 7}, {"k003", 4}, {"k004", 3}}));
  EXPECT_EQ(refused, (std::map<std::string, int>{{"k000", 1}, {"k001", 2}, {"k002", 2}, {"k003", 2}}));
  EXPECT_EQ(cases_of_this_build().size(), 27u);
}

}  // namespace
}  // namespace gemmscope
