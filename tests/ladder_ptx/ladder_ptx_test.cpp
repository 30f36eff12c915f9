// SPDX-License-Identifier: MIT
// Every kernel of the ladder as plain CUDA, compiled to PTX by nvcc and recorded by the interpreter, against what the
// emulator records of its traced build; docs/plain_ladder.md has the table.
#include <cstring>

#include "app/words/finding_words.h"
#include "tests/ladder_ptx/compared.h"
#include "tests/ladder_ptx/interpreted.h"
#include "tests/ladder_ptx/origins.h"
#include "tests/ladder_ptx/tiles_told.h"
#include "tests/recorded.h"
#include "tests/sweep.h"
#include "tracing/analysis/check.h"
#include "tracing/record/configurations.h"

namespace gemmscope {
namespace {

using ladder::Form;

struct Case {
  record::RecordRequest request;
  std::string text;
};

/// Every layout of every preset. As it is written, with edges that no vector fits; without a layout of its own also
/// with whole tiles, edges that vectors fit, less than a tile, and no k-tile. Optimised, with whole tiles: nothing else
/// is compiled with its layout as constants.
std::vector<Case> cases_of(const kernels::KernelInfo& kernel, bool optimised) {
  std::vector<Case> cases;
  for (const record::Configuration& configuration : record::configurations_of(kernel)) {
    record::RecordRequest request = record::request_of(kernel, configuration);
    const kernels::BlockGeometry block = record::variant_of(request)->geometry();
    const auto size = [](int n, int tile, int more) { return static_cast<std::uint32_t>(n * tile + more); };
    using Size = std::array<std::uint32_t, 3>;  // M, N, K
    const Size whole{size(2, block.BM, 0), size(1, block.BN, 0), size(2, block.BK, 0)};
    std::vector<Size> sizes{{size(1, block.BM, 3), size(1, block.BN, -3), size(1, block.BK, 3)}};
    if (configuration.layout.empty()) {
      sizes.push_back(whole);
      sizes.push_back({size(1, block.BM, -8), size(1, block.BN, 8), size(1, block.BK, 4)});
      sizes.push_back({5, 3, 2});
      sizes.push_back({size(1, block.BM, 0), size(1, block.BN, 0), 0});
    }
    if (optimised) sizes = {{size(1, block.BM, 0), size(1, block.BN, 0), size(2, block.BK, 0)}};
    for (const auto& [M, N, K] : sizes) {
      request.M = M, request.N = N, request.K = K;
      request.beta = 0.5f;
      const std::string text = std::to_string(M) + "x" + std::to_string(N) + "x" + std::to_string(K);
      if (record::size_is_possible(request)) cases.push_back({request, configuration.text() + " " + text});
    }
  }
  return cases;
}

/// What check() says is wrong with it: nothing, as the kernel is right.
std::string found_in(const format::Recording& recording) {
  std::string all;
  for (const analysis::Finding& finding : analysis::check(recording).findings)
    all += words::sentence(recording, finding) + "\n";
  return all;
}

class Ladder : public ::testing::TestWithParam<const kernels::KernelInfo*> {
 protected:
  /// What the emulator records, and what it computes.
  struct Emulated {
    record::Plan plan;
    format::Recording recording;
    kernels::GemmData data, result;
  };
  static Emulated emulate(const Case& c) {
    const record::Plan plan = record::make_plan(c.request).value();
    const kernels::GemmData data = kernels::make_fractions(plan.M, plan.N, plan.K);
    Emulated emulated{plan, testing::recorded(c.request), data, data};
    EXPECT_TRUE(simt::run_plain(emulated.plan, emulated.result));
    return emulated;
  }

  /// What the interpreter records; nothing where no PTX of that form has the layout. Results must have the emulator's
  /// bits.
  std::optional<format::Recording> interpret(const Emulated& emulated, Form form) {
    const auto entry = ladder::entry_of(emulated.plan.variant, form);
    const runtime::Kernel* const kernel = entry ? modules_.find(*entry) : nullptr;
    if (kernel == nullptr) return std::nullopt;
    kernels::GemmData data = emulated.data;
    auto recording = ladder::interpret(*kernel, *entry, emulated.plan, data);
    EXPECT_TRUE(recording) << (recording ? "" : recording.error().message);
    if (!recording) return std::nullopt;
    EXPECT_EQ(data.C.size(), emulated.result.C.size());
    EXPECT_EQ(std::memcmp(data.C.data(), emulated.result.C.data(), sizeof(float) * data.C.size()), 0);
    return std::move(*recording);
  }

 private:
  ladder::Modules modules_;
};

TEST_P(Ladder, IsRecordedAsItIsWritten) {
  int compared = 0;
  std::uint64_t cells = 0, unknown = 0;
  int tiles_found = 0, described = 0;
  for (const Case& c : swept(cases_of(*GetParam(), false))) {
    SCOPED_TRACE(c.text);
    const Emulated emulated = emulate(c);
    const auto recording = interpret(emulated, emulated.plan.has_edges() ? Form::kGuarded : Form::kInside);
    ASSERT_TRUE(recording);
    EXPECT_EQ(ladder::differing_sites(emulated.recording, *recording), std::vector<std::string>());
    EXPECT_EQ(ladder::other_requests(emulated.recording, *recording), "");
    const ladder::OriginCount origins = ladder::compared_origins(emulated.recording, *recording);
    EXPECT_EQ(origins.other, "");
    EXPECT_EQ(origins.unknown, 0u);
    cells += origins.cells, unknown += origins.unknown;
    EXPECT_EQ(found_in(*recording), "");
    const ladder::TileComparison tiles = ladder::compared_tiles(emulated.recording, *recording);
    EXPECT_EQ(tiles.other, "");
    std::string undescribed;
    EXPECT_EQ(ladder::other_moment(emulated.recording, *recording, undescribed), "");
    const auto shape = analysis::block_shape(emulated.recording);
    if (tiles.found && shape && emulated.recording.K >= shape->BK) {  // else steps beyond K are not found
      EXPECT_EQ(undescribed, "");
    }
    tiles_found += tiles.found, described += undescribed.empty();
    const bool is_little = c.request.M < 8;
    EXPECT_TRUE(tiles.found || is_little || c.request.K == 0);
    ++compared;
  }
  EXPECT_GT(compared, 0);
  RecordProperty("compared", compared);
  RecordProperty("tiles_found", tiles_found);
  RecordProperty("described", described);
  RecordProperty("cells_with_origins", std::to_string(cells));
  RecordProperty("cells_without", std::to_string(unknown));
}

TEST_P(Ladder, LosesNothingOptimised) {
  int compared = 0, tiles_found = 0, same_figures = 0,
      same_order = 0;  // what nvcc joins or moves, another nvcc may not
  for (const Case& c : swept(cases_of(*GetParam(), true))) {
    SCOPED_TRACE(c.text);
    const Emulated emulated = emulate(c);
    const auto recording = interpret(emulated, Form::kOptimised);
    if (!recording) continue;  // its layout is not compiled as constants
    EXPECT_EQ(ladder::lost_bytes(emulated.recording, *recording), "");
    if (!c.text.starts_with("h64 pad=1 width=2")) {  // nvcc uses 10 bytes of 16 there: no whole quarters
      EXPECT_EQ(found_in(*recording), "");
    }
    const ladder::TileComparison tiles = ladder::compared_tiles(emulated.recording, *recording);
    EXPECT_EQ(tiles.other, "");
    EXPECT_TRUE(tiles.found);
    tiles_found += tiles.found;
    ++compared;
    same_figures += ladder::differing_sites(emulated.recording, *recording).empty() ? 1 : 0;
    same_order += ladder::other_requests(emulated.recording, *recording).empty() ? 1 : 0;
  }
  EXPECT_GT(compared, 0);
  RecordProperty("compared", compared);
  RecordProperty("tiles_found", tiles_found);
  RecordProperty("same_figures", same_figures);
  RecordProperty("same_order", same_order);
}

INSTANTIATE_TEST_SUITE_P(Kernels, Ladder, ::testing::ValuesIn(testing::every_kernel()), testing::name_of_kernel);

}  // namespace
}  // namespace gemmscope
