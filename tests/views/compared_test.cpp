// SPDX-License-Identifier: MIT
// What views say of a baseline, beside counts from the raw requests of two recordings, each made on its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "app/draw/canvas.h"
#include "app/session/actions.h"
#include "app/session/baseline.h"
#include "app/session/studying.h"
#include "app/session/sweeping.h"
#include "app/views/check/rows.h"
#include "app/views/limits/picture.h"
#include "app/views/parts/baseline_words.h"
#include "app/views/performance/words.h"
#include "app/views/reuse/change.h"
#include "app/views/source/cost.h"
#include "app/views/sweep/rows.h"
#include "app/views/view.h"
#include "app/words/number.h"
#include "tests/views/drawing_text.h"
#include "tests/views/plain_surface.h"
#include "tests/views/raw_requests.h"

namespace gemmscope::views {
namespace {

using session::Current;
using session::Session;

constexpr auto kFused = analysis::ConflictModel::kFused;

std::int64_t difference(std::uint64_t now, std::uint64_t before) {
  return static_cast<std::int64_t>(now) - static_cast<std::int64_t>(before);
}

TEST(SourceChange, IsOfTheLinesRequests) {
  const Session shown = recorded(kPadded), pinned = recorded(kPlain);
  std::map<std::uint32_t, std::uint64_t> now, before;
  each_request(shown, "As_store", [&](const Current& r) { now[r.site.line] += wavefronts(r); });
  each_request(pinned, "As_store", [&](const Current& r) { before[r.site.line] += wavefronts(r); });
  ASSERT_EQ(now.size(), 4u);
  for (const auto& [line, count] : now) {
    EXPECT_LT(count, before[line]);
    EXPECT_EQ(cost_of_line(shown.look, *count_of_line(shown.look, {0, line})).passes, count);
    EXPECT_EQ(passes_of(pinned.look, *count_in_baseline(shown.look, pinned.look, {0, line}), false), before[line]);
  }
  const std::uint32_t line = shown.look.current->site.line;
  EXPECT_EQ(line_answer(shown.look, pinned.look), "Line " + std::to_string(line) + ": " + std::to_string(now[line]) +
                                                      " wavefronts, " + std::to_string(before[line] - now[line]) +
                                                      " fewer than the baseline");
}

/// Another source: the line with the same site, wherever that is.
TEST(SourceChange, FindsTheLineOfAnotherSourceBySite) {
  const Session shown = recorded("kernel=shared_tile/size=64x64x32"), pinned = recorded("kernel=naive/size=64x64x32");
  const std::uint32_t line = line_of(shown, "C_store");
  ASSERT_NE(line, line_of(pinned, "C_store"));
  const auto sectors = [](const Session& s) {
    std::uint64_t sum = 0;
    each_request(s, "C_store", [&](const Current& r) {
      std::set<std::uint32_t> all;
      for (int lane = 0; lane < format::kLanes; ++lane)
        if (r.active(lane)) all.insert(r.address(lane) / 32);
      sum += all.size();
    });
    return sum;
  };
  EXPECT_EQ(cost_of_line(shown.look, *count_of_line(shown.look, {0, line})).passes, sectors(shown));
  EXPECT_EQ(passes_of(pinned.look, *count_in_baseline(shown.look, pinned.look, {0, line}), true), sectors(pinned));
  EXPECT_GT(sectors(pinned), sectors(shown));
}

session::MeasuredLimits limits_of(const Session& s) {
  return session::measured_limits(*s.look.recording(), s.look.loaded->costs, kFused, nullptr);
}

/// Only stores to As change, and a block is all that an SM has: its wavefronts are cycles.
TEST(LimitsChange, IsThatOfTheRequests) {
  const Session shown = recorded(kPadded), pinned = recorded(kPlain);
  std::uint64_t now = 0, before = 0;
  each_request(shown, "As_store", [&](const Current& r) { now += wavefronts(r); });
  each_request(pinned, "As_store", [&](const Current& r) { before += wavefronts(r); });
  const session::MeasuredLimits ours = limits_of(shown), theirs = limits_of(pinned);
  const double change = ours.limits.by(analysis::LimitBy::kWavefronts).cycles() -
                        theirs.limits.by(analysis::LimitBy::kWavefronts).cycles();
  EXPECT_NEAR(change, static_cast<double>(difference(now, before)), 1e-6);
  EXPECT_LT(change, 0);

  const LimitsPicture wide = limits_picture(ours, 3 * limits_picture(ours).full);
  EXPECT_NEAR(wide.bars[0].least * 3, limits_picture(ours).bars[0].least, 1e-5);
}

TEST(ChangeInPercent, SaysLessMoreOrTheSame) {
  EXPECT_EQ(change_in_percent(87.5, 100), words::share(0.125) + " less");
  EXPECT_EQ(change_in_percent(103, 100), words::share(0.03) + " more");
  EXPECT_EQ(change_in_percent(100.01, 100), "the same");
  EXPECT_EQ(as_baseline("the same"), "the same as the baseline");
  EXPECT_EQ(as_baseline(change_in_words(3, 51)), "48 fewer than the baseline");
  EXPECT_EQ(change_in_words(5, 4), "1 more");
}

analysis::Times times(std::uint64_t least, std::uint64_t most) {
  analysis::Times of;
  of.of = 1, of.least = least, of.most = most;
  return of;
}

TEST(ReuseChange, StandsBehindTheNumber) {
  const analysis::Times one = times(4, 4), other = times(1, 1), range = times(1, 3);
  EXPECT_EQ(times_and_change(one, nullptr), "4");
  EXPECT_EQ(times_and_change(one, &one), "4");
  EXPECT_EQ(times_and_change(one, &other), "4 (+3)");
  EXPECT_EQ(times_and_change(other, &one), "1 (\u22123)");
  EXPECT_EQ(times_and_change(range, &one), "1 to 3 (was 4)");
  EXPECT_EQ(ratio_and_change(2.5, 2.25), "2.50 (+0.25)");
  EXPECT_EQ(ratio_and_change(2.0, 2.25), "2.00 (\u22120.25)");
  EXPECT_EQ(ratio_and_change(2.0, 2.001), "2.00");
  EXPECT_EQ(ratio_and_change(std::nullopt, 1), "-");
}

/// Of a padding that makes loads narrow: as many reads, but more wavefronts for the same FLOP.
TEST(ReuseChange, IsOfTwoRecordings) {
  const Session shown = recorded(kNarrow), pinned = recorded(kPlain);
  const auto reuse_of = [](const Session& s) { return analysis::reuse(*s.look.recording(), s.look.loaded->costs); };
  const analysis::Reuse now = reuse_of(shown), before = reuse_of(pinned);
  const auto flop_per_byte = [](const Session& s) {
    const auto count = s.look.loaded->summary.total.by(kFused).wavefronts;
    return words::decimals(2.0 * 128 * 128 * 32 / (128.0 * static_cast<double>(count)), 2);
  };
  EXPECT_EQ(reuse_change({shown.look, now}, {pinned.look, before}),
            "FLOP per byte moved in shared memory: " + flop_per_byte(shown) + " instead of " + flop_per_byte(pinned));
  EXPECT_NE(flop_per_byte(shown), flop_per_byte(pinned));
  EXPECT_EQ(reuse_change({shown.look, now}, {shown.look, now}),
            "Elements and values are read as often as in the baseline");
}

/// naive loads each element of A once for each column of its 32 x 32 blocks, shared_tile once for each block.
TEST(ReuseChange, NamesTheMatrixThatIsLoadedLess) {
  const Session shown = recorded("kernel=shared_tile/size=64x64x32"), pinned = recorded("kernel=naive/size=64x64x32");
  const auto loads = [](const Session& s) {  // of A, by lanes
    std::uint64_t lanes = 0;
    each_request(s, "A_load", [&](const Current& r) {
      for (int lane = 0; lane < format::kLanes; ++lane) lanes += r.active(lane);
    });
    return lanes / (64 * 32);
  };
  const auto reuse_of = [](const Session& s) { return analysis::reuse(*s.look.recording(), s.look.loaded->costs); };
  const analysis::Reuse now = reuse_of(shown), before = reuse_of(pinned);
  EXPECT_EQ(loads(pinned), 64u);
  const std::string text = reuse_change({shown.look, now}, {pinned.look, before});
  EXPECT_EQ(text.find("A loads of an element: " + std::to_string(loads(shown)) + " instead of 64"), 0u) << text;
}

TEST(CheckChange, SaysWhatIsGoneAndWhatIsNew) {
  const Session right = recorded("size=256x256x64");
  const Session broken = recorded("kernel=warp_tile_no_barrier_before");
  std::string kinds;
  for (const FoundFault& each : found_faults(broken.look.loaded->check))
    kinds += (kinds.empty() ? "" : ", ") + std::string(analysis::name_of(each.fault));
  const std::size_t findings = broken.look.loaded->check.findings.size();
  EXPECT_EQ(check_change(right.look, broken.look),
            "Baseline the source that was pinned: " + words::count_of(findings, "finding") + "; gone: " + kinds);
  EXPECT_EQ(check_change(broken.look, right.look), "Baseline the source that was pinned: nothing found; new: " + kinds);
  EXPECT_EQ(check_change(right.look, right.look), "Baseline as it was pinned: nothing found");
  EXPECT_TRUE(check_change(broken.look, broken.look).ends_with(" of the same kinds"));
}

/// In its picture and in the least room; the others stand beside their baseline, and Registers has none.
TEST(EveryView, NamesTheBaseline) {
  Session s = recorded(kPadded);
  pin_recorded(s, kPlain);
  for (const View& view : all_views()) {
    if (view.draw_compared == nullptr || view.id == "registers" || view.id == "sweep") continue;
    for (const bool least : {false, true}) {
      PlainSurface surface;
      draw::Drawing drawing;
      for (int frame = 0; frame < 2; ++frame) {  // the first asks for what is to be counted
        drawing = {"", {}, {}, {}};
        drawing.size = {static_cast<float>(least ? view.least_width : view.width),
                        static_cast<float>(least ? view.least_height : view.height)};
        session::Actions actions;
        draw::Canvas canvas({theme::colours(s.desk.theme), 1, true}, surface, drawing);
        view.draw_compared(s.look, s.baseline->look, actions, canvas);
        actions.apply(s);
        session::finish_studies(s);
      }
      const std::string text = text_of(drawing, theme::colours(s.desk.theme));
      EXPECT_TRUE(text.find("PA=0") != std::string::npos || text.find("baseline") != std::string::npos)
          << view.id << (least ? ", least" : "") << "\n"
          << text;
    }
  }
}

}  // namespace
}  // namespace gemmscope::views
