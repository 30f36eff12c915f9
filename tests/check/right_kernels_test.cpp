// SPDX-License-Identifier: MIT
// Steps that are right: nothing may be found, in any size, whole or in part.
#include <algorithm>

#include "tests/check/recorded.h"
#include "tests/sweep.h"
#include "tracing/analysis/copied.h"

namespace gemmscope {
namespace {

using testing::Product;

constexpr std::uint32_t kM = 256, kN = 384, kK = 128;  ///< whole tiles of every step

/// Steps whose blocks end at edges of the product get some.
std::vector<Product> sizes_of(const std::string& step) {
  std::vector<Product> all{{.M = kM, .N = kN, .K = kK}, {.M = kM, .N = kN, .K = kK, .beta = 1.5f}};
  if (std::ranges::count(testing::steps_with_edges(), step) == 0) return all;
  if (step == "sgemm64" || step == "direct_store") {  // M and N are multiples of 4
    all.push_back({.M = 68, .N = 132, .K = 9, .beta = 1});
  } else {
    all.push_back({.M = 131, .N = 129, .K = 31});
    all.push_back({.M = 1, .N = 1, .K = 1});
  }
  return all;
}

class RightKernels : public ::testing::TestWithParam<std::string> {};

TEST_P(RightKernels, NothingIsFound) {
  for (const Product& product : sizes_of(GetParam()))
    EXPECT_EQ(testing::kinds_of(testing::opened({GetParam()}, product)), std::set<std::string>{})
        << product.M << "x" << product.N << "x" << product.K;
}

TEST_P(RightKernels, NothingIsFoundInPartsEither) {
  Product part{.M = kM, .N = kN, .K = kK};
  part.block_x = format::Range{1, 2};
  EXPECT_EQ(testing::kinds_of(testing::opened({GetParam()}, part)), std::set<std::string>{});
  part.block_y = format::Range{1, 2};
  EXPECT_EQ(testing::kinds_of(testing::opened({GetParam()}, part)), std::set<std::string>{});
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
  const auto [wrong, all] =
      stores_of_what_was_not_loaded(testing::described({GetParam()}, {.M = 128, .N = 128, .K = 128}));
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(all > 0, GetParam() != "naive" && GetParam() != "coalesced");
}

INSTANTIATE_TEST_SUITE_P(All, RightKernels, ::testing::ValuesIn(swept(testing::all_steps())), testing::name_of_step);

}  // namespace
}  // namespace gemmscope
