// SPDX-License-Identifier: MIT
// Deliberately broken kernels give wrong results on the emulator, which runs threads one after the other from
// barrier to barrier and fills shared memory with NaN before each block.
#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "kernels/half.h"
#include "kernels/table.h"
#include "tests/check/recorded.h"
#include "tracing/record/plan.h"
#include "tracing/simt/emulator.h"

namespace gemmscope {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Elements of C that are not what they should be, C being NaN before.
std::int64_t wrong(record::RecordRequest request) {
  const auto plan = record::make_plan(request);
  EXPECT_TRUE(plan) << plan.error().message;
  kernels::GemmData data = kernels::make_data(request.M, request.N, request.K);
  std::fill(data.C.begin(), data.C.end(), kNaN);
  std::vector<double> expected = kernels::reference_gemm(data, 1, 0);
  if (plan->variant.geometry().element_bytes == 2)
    for (double& c : expected)
      c = static_cast<double>(kernels::exact_float(kernels::rounded_half(static_cast<float>(c))));
  EXPECT_TRUE(simt::run_traced(*plan, data));
  return kernels::count_wrong(data.C, expected, 0);
}

class BrokenResults : public ::testing::TestWithParam<const kernels::KernelInfo*> {};

TEST_P(BrokenResults, AreWrong) {
  record::RecordRequest request = testing::request_of(*GetParam());
  if (GetParam()->name == "shared_tile_half_zeroed") {
    EXPECT_EQ(wrong(request), 0);  // 0 times what the k-tile before has left: right as long as that is finite
    request.K = 8;                 // 0 times what nobody has written
  }
  if (GetParam()->mistake->id == "M") {  // the emulator runs it; what it shows is that a GPU cannot
    EXPECT_EQ(wrong(request), 0);
    return;
  }
  EXPECT_GT(wrong(request), 0);
}

INSTANTIATE_TEST_SUITE_P(All, BrokenResults, ::testing::ValuesIn(testing::all_broken()),
                         [](const auto& of) { return std::string(of.param->name); });

}  // namespace
}  // namespace gemmscope
