// SPDX-License-Identifier: MIT
// Running a sweep: on any number of threads, and stopping it.
#include "app/sweep/run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/sweep/plan.h"
#include "kernels/table.h"

namespace gemmscope::sweep {
namespace {

/// Nine settings, of which the fourth faults.
std::vector<Row> rows_of(const char* axes = "pad=0/4/8,width=16/8/4") {
  record::RecordRequest base;
  base.kernel = "half_padded";
  base.preset = "h64";
  base.M = 64, base.N = 128, base.K = 32;
  return plan(base, std::vector<Axes>{parse_axes(*kernels::find_kernel("half_padded"), axes).value()}).value();
}

std::string figures(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows) {
    text += row.layout() + " " + std::string(name_of(row.state));
    if (row.figures)
      for (const std::uint64_t n :
           {row.figures->stores.wavefronts[0], row.figures->loads.wavefronts[1], row.figures->sectors})
        text += " " + std::to_string(n);
    text += "\n";
  }
  return text;
}

std::size_t count(const std::vector<Row>& rows, State state) {
  return static_cast<std::size_t>(std::ranges::count(rows, state, &Row::state));
}

TEST(Run, GivesTheSameOnAnyNumberOfThreads) {
  std::vector<Row> one = rows_of();
  ASSERT_TRUE(run(one, 1));
  EXPECT_EQ(count(one, State::kFaults), 1u);
  EXPECT_EQ(count(one, State::kCounted), 8u);
  for (const unsigned threads : {2u, 5u, 40u}) {
    std::vector<Row> several = rows_of();
    ASSERT_TRUE(run(several, threads));
    EXPECT_EQ(figures(several), figures(one));
  }
}

TEST(Run, SaysWhatIsDoneOneByOne) {
  std::vector<Row> rows = rows_of();
  std::vector<std::size_t> done;
  Watch watch;
  watch.on_row = [&](const Row& row, std::size_t n, std::size_t total) {
    EXPECT_EQ(row.state, State::kCounted);
    EXPECT_EQ(total, 8u);
    done.push_back(n);
  };
  ASSERT_TRUE(run(rows, 3, watch));
  EXPECT_EQ(done, (std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Run, StopsInTheMiddleOfASetting) {
  record::RecordRequest base;
  base.M = base.N = base.K = 4096;
  base.block_y = base.block_x = format::Range{0, 32};  // seconds
  std::vector<Row> rows = plan(base, std::vector<Axes>{{}}).value();
  int asked = 0;
  const auto stopped = run(rows, 1, {.go_on = [&] { return ++asked < 4; }, .on_row = {}});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(rows[0].state, State::kWaiting);
}

/// A deliberately broken kernel is run, and what it does is seen.
TEST(Run, MisalignedRequestsThatAreRecordedFault) {
  record::RecordRequest base;
  base.kernel = "half_padded_misaligned";
  base.M = base.N = 128, base.K = 64;
  std::vector<Row> rows = plan(base, std::vector<Axes>{{}}).value();
  ASSERT_TRUE(run(rows));
  EXPECT_EQ(rows[0].state, State::kFaults);
  EXPECT_NE(rows[0].reason.find("misaligned"), std::string::npos) << rows[0].reason;
  EXPECT_FALSE(rows[0].figures);
}

TEST(Best, IsFewestCyclesThenSectorsThenBytes) {
  const auto row = [](double cycles, std::uint64_t sectors, std::uint32_t bytes) {
    Row r;
    r.figures.emplace();
    r.figures->cycles_h200 = cycles, r.figures->sectors = sectors, r.shared_bytes = bytes;
    return r;
  };
  const Row none;
  using Best = std::vector<bool>;
  EXPECT_EQ(best_of({none, row(3, 1, 1), row(2, 9, 9), none}), (Best{false, false, true, false}));
  EXPECT_EQ(best_of({row(2, 9, 1), row(2, 8, 9), row(3, 1, 1)}), (Best{false, true, false}));
  EXPECT_EQ(best_of({row(2, 8, 4), row(2.0000001, 8, 3), row(2, 8, 3)}), (Best{false, true, true}));
  EXPECT_EQ(best_of({none}), (Best{false}));
}

/// A smaller matrix needs fewer cycles.
TEST(Best, IsNoneWhereTheWorkDiffers) {
  const auto row = [](double cycles, std::uint32_t K) {
    Row r;
    r.figures.emplace();
    r.figures->cycles_h200 = cycles;
    r.product.emplace();
    r.product->M = r.product->N = 8, r.product->K = K;
    return r;
  };
  using Best = std::vector<bool>;
  EXPECT_EQ(best_of({row(3, 64), row(2, 64)}), (Best{false, true}));
  EXPECT_EQ(best_of({row(3, 64), row(2, 48)}), (Best{false, false}));
  Row without = row(1, 0);
  without.product.reset();
  EXPECT_EQ(best_of({row(3, 64), without}), (Best{false, true})) << "it may be the same work";
}

}  // namespace
}  // namespace gemmscope::sweep
