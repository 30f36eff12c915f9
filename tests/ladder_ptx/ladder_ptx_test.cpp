// SPDX-License-Identifier: MIT
// Every kernel of the ladder as plain CUDA, compiled to PTX by nvcc and recorded by the interpreter, against what the
// emulator records of its traced build; docs/plain_ladder.md has the table.
#include <cstring>
#include <map>

#include "tests/ladder_ptx/compared.h"
#include "tests/ladder_ptx/interpreted.h"
#include "tests/recorded.h"
#include "tests/sweep.h"
#include "tracing/record/configurations.h"

namespace gemmscope {
namespace {

using ladder::Form;

struct Case {
  record::RecordRequest request;
  std::string text;
};

/// Every layout of every preset with edges that no vector fits, and with whole tiles; every preset also with edges that
/// vectors fit, with less than a tile, and without a k-tile.
std::vector<Case> cases_of(const kernels::KernelInfo& kernel) {
  std::vector<Case> cases;
  for (const record::Configuration& configuration : record::configurations_of(kernel)) {
    record::RecordRequest request = record::request_of(kernel, configuration);
    const kernels::BlockGeometry block = record::variant_of(request)->geometry();
    const auto tiles = [](int n, int tile) { return static_cast<std::uint32_t>(n * tile); };
    const std::uint32_t sizes[][3] = {{131, 133, 35},
                                      {tiles(2, block.BM), tiles(2, block.BN), tiles(3, block.BK)},
                                      {132, 200, 36},
                                      {5, 3, 2},
                                      {tiles(1, block.BM), tiles(1, block.BN), 0}};
    for (const auto& [M, N, K] : std::span(sizes).first(configuration.layout.empty() ? std::size(sizes) : 2)) {
      request.M = M, request.N = N, request.K = K;
      request.beta = 0.5f;
      if (record::size_is_possible(request))
        cases.push_back({request, configuration.text() + " " + std::to_string(M) + "x" + std::to_string(N) + "x" + std::to_string(K)});
    }
  }
  return cases;
}

class LadderPtx : public ::testing::TestWithParam<const kernels::KernelInfo*> {
 protected:
  ladder::Modules modules_;
};

TEST_P(LadderPtx, RecordsWhatTheEmulatorRecords) {
  std::map<Form, int> compared, reordered;
  for (const Case& c : swept(cases_of(*GetParam()))) {
    const record::Plan plan = record::make_plan(c.request).value();
    const format::Recording emulated = testing::recorded(c.request);
    kernels::GemmData emulators = kernels::make_fractions(plan.M, plan.N, plan.K);
    const kernels::GemmData data = emulators;
    ASSERT_TRUE(simt::run_plain(plan, emulators));
    std::vector<Form> forms = {Form::kGuarded};
    if (!plan.has_edges()) forms = {Form::kInside, Form::kOptimised};
    for (const Form form : forms) {
      const auto entry = ladder::entry_of(plan.variant, form);
      const runtime::Kernel* const kernel = entry ? modules_.find(*entry) : nullptr;
      if (kernel == nullptr && form == Form::kOptimised) continue;  // not compiled
      ASSERT_NE(kernel, nullptr) << entry->name;
      kernels::GemmData result = data;
      const auto recording = ladder::interpret(*kernel, *entry, plan, result);
      ASSERT_TRUE(recording) << c.text << ": " << recording.error().message;
      const ladder::Comparison comparison = ladder::compare(emulated, *recording);
      EXPECT_EQ(comparison.difference, "") << c.text << " form " << static_cast<int>(form);
      EXPECT_EQ(std::memcmp(result.C.data(), emulators.C.data(), 4 * result.C.size()), 0) << c.text;
      ++compared[form];
      if (!comparison.order.empty()) {
        if (reordered[form]++ == 0) std::printf("%s form %d: %s\n", c.text.c_str(), static_cast<int>(form), comparison.order.c_str());
      }
    }
  }
  for (const auto& [form, n] : compared)
    std::printf("form %d: %d compared, %d in another order\n", static_cast<int>(form), n, reordered[form]);
}

INSTANTIATE_TEST_SUITE_P(Kernels, LadderPtx, ::testing::ValuesIn(testing::every_kernel()), testing::name_of_kernel);

}  // namespace
}  // namespace gemmscope
