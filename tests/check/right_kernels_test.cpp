// SPDX-License-Identifier: MIT
// Kernels that are right: nothing may be found, in any preset, layout and size, whole or in part.
#include <gtest/gtest.h>

#include "kernels/table.h"
#include "tests/check/recorded.h"
#include "tests/sweep.h"
#include "tracing/analysis/copied.h"
#include "tracing/record/configurations.h"

namespace gemmscope {
namespace {

using record::RecordRequest;

struct Case {
  const kernels::KernelInfo* kernel;
  std::string preset;
};

std::vector<RecordRequest> sizes_of(RecordRequest request) {
  const kernels::BlockGeometry g = kernels::resolve(request.kernel, request.preset, {})->geometry();
  const auto BM = static_cast<std::uint32_t>(g.BM), BN = static_cast<std::uint32_t>(g.BN),
             BK = static_cast<std::uint32_t>(g.BK);
  std::vector<RecordRequest> all;
  const auto add = [&](std::uint32_t M, std::uint32_t N, std::uint32_t K, float beta) {
    request.M = M, request.N = N, request.K = K, request.beta = beta;
    if (record::size_is_possible(request)) all.push_back(request);
  };
  add(2 * BM, BN, 3 * BK, 0);
  add(BM, BN, BN, 1.5f);
  add(BM + 3, BN + 1, 2 * BK - 1, 0);
  add(BM + 4, 2 * BN + 8, BK + 4, 1);
  add(1, 1, 1, 0);
  add(5, 4, 0, 1);
  return all;
}

class RightKernels : public ::testing::TestWithParam<Case> {};

TEST_P(RightKernels, NothingIsFound) {
  for (const record::Configuration& c : swept(record::configurations_of(*GetParam().kernel, GetParam().preset)))
    for (const RecordRequest& request : sizes_of(record::request_of(*GetParam().kernel, c)))
      EXPECT_EQ(testing::kinds_of(testing::recorded(request)), std::set<std::string>{})
          << c.text() << " " << request.M << "x" << request.N << "x" << request.K;
}

TEST_P(RightKernels, NothingIsFoundInPartsEither) {
  const record::Configuration c{GetParam().preset, {}};
  RecordRequest request = record::request_of(*GetParam().kernel, c);
  const kernels::BlockGeometry g = kernels::resolve(request.kernel, request.preset, {})->geometry();
  request.M = static_cast<std::uint32_t>(2 * g.BM), request.N = static_cast<std::uint32_t>(2 * g.BN + 1);
  request.K = static_cast<std::uint32_t>(4 * g.BK);
  for (const auto& part : testing::parts_of(request))
    EXPECT_EQ(testing::kinds_of(testing::recorded(part)), std::set<std::string>{}) << c.text();
}

/// Stores of elements that their lane has not loaded; and of all, to see that there are any.
std::pair<int, int> stores_of_what_was_not_loaded(const format::Recording& r) {
  int wrong = 0, all = 0;
  for (std::uint32_t block = 0; block < r.blocks.size(); ++block)
    for (const format::Segment& s : r.patterns[r.blocks[block].pattern].segments)
      for (std::uint32_t row = 0; row < r.templates[s.template_id].rows.size(); ++row) {
        const auto loads = analysis::loads_for(r, {block, s.warp, s.first_request + row});
        if (!loads) continue;
        const format::Request store = format::decode(r, block, s, row);
        for (std::size_t lane = 0; lane < format::kLanes; ++lane) {
          if (store.address[lane] == format::kInactive) continue;
          const auto cell = analysis::cell_in(r, r.sites[store.site].tensor, store.address[lane]);
          const auto element =
              cell ? analysis::element_in(r, *cell, r.blocks[block], store.k_tile) : std::optional<analysis::Element>();
          all += element.has_value();
          wrong += element && analysis::load_of(r, *loads, lane, *element) == nullptr;
        }
      }
  return {wrong, all};
}

TEST_P(RightKernels, LanesStoreWhatTheyLoaded) {
  const bool copies = kernels::resolve(GetParam().kernel->name, GetParam().preset, {})->geometry().shared_bytes > 0;
  for (const record::Configuration& c : swept(record::configurations_of(*GetParam().kernel, GetParam().preset))) {
    const auto sizes = sizes_of(record::request_of(*GetParam().kernel, c));
    const auto [wrong, all] = stores_of_what_was_not_loaded(testing::recorded(sizes.at(0)));
    EXPECT_EQ(wrong, 0) << c.text();
    EXPECT_EQ(all > 0, copies) << c.text();
  }
}

TEST(WrongKernels, SomeLanesStoreWhatTheyHaveNotLoaded) {
  for (const kernels::KernelInfo* kernel : testing::all_broken()) {
    const auto [wrong, all] = stores_of_what_was_not_loaded(testing::recorded(testing::request_of(*kernel)));
    const bool shows = kernel->name == "block_tile_spilled" || kernel->name == "vectorized_roles_swapped";
    EXPECT_EQ(wrong > 0, shows) << kernel->name << ": " << wrong << " of " << all;
  }
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const kernels::Preset& preset : kernel.presets) all.push_back({&kernel, std::string(preset.name)});
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, RightKernels, ::testing::ValuesIn(cases()),
                         [](const auto& of) { return std::string(of.param.kernel->name) + "_" + of.param.preset; });

}  // namespace
}  // namespace gemmscope
