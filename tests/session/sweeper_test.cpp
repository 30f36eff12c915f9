// SPDX-License-Identifier: MIT
#include "app/session/sweeper.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/actions.h"
#include "app/session/baseline.h"
#include "app/session/history.h"
#include "app/session/open_in_place.h"
#include "app/session/request_edits.h"
#include "app/session/settings.h"
#include "app/session/sweeping.h"
#include "app/session/update_recording.h"
#include "app/sweep/plan.h"
#include "app/sweep/run.h"
#include "kernels/table.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

/// Updates until the sweep is done, as frames do.
void finish(Session& session, Sweeper& sweeper) {
  while (session.look.views.sweep.on && !session.look.swept.rows) {
    update_sweep(session, sweeper);
    std::this_thread::yield();
  }
}

std::vector<std::string> names(const std::vector<sweep::Row>& rows) {
  std::vector<std::string> all;
  for (const sweep::Row& row : rows) all.push_back(row.request.preset + " " + row.layout());
  return all;
}

TEST(Sweeping, GoesThroughEachPaddingSwizzleWidthAndPresetOnce) {
  const Session s = small_session({{"PA", "4"}});
  const record::RecordRequest base = sweep_base(s.look.loaded->recording);
  EXPECT_TRUE(base.overrides.empty());
  const auto rows = sweep_settings({base});
  ASSERT_TRUE(rows);
  std::vector<std::string> all = names(*rows);
  EXPECT_EQ(all.front(), "k10_a6000 ");
  for (const char* name : {"k10_a6000 PA=32", "k10_a6000 PB=1", "k10_a6000 swzA=xor", "k10_a6000 vec=scalar"})
    EXPECT_EQ(std::ranges::count(all, name), 1) << name;
  for (const kernels::Preset& preset : kernels::find_kernel("warp_tile")->presets)
    EXPECT_EQ(std::ranges::count(all, std::string(preset.name) + " "), 1) << preset.name;
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
}

TEST(Sweeper, CountsAsTheCommandDoes) {
  Session s = small_session();
  Sweeper sweeper({});
  update_sweep(s, sweeper);
  EXPECT_FALSE(sweeper.busy()) << "nothing is swept unasked";
  ask_for_sweep(s.look);
  finish(s, sweeper);
  ASSERT_TRUE(s.look.swept.rows);

  record::RecordRequest base;
  base.M = 256, base.N = 256, base.K = 64, base.preset = "k10_a6000";
  const auto axes = sweep::parse_axes(*kernels::find_kernel("warp_tile"), "PA");
  ASSERT_TRUE(axes);
  auto wanted = sweep::plan(base, std::vector<sweep::Axes>{*axes});
  ASSERT_TRUE(wanted && sweep::run(*wanted, {}));
  ASSERT_EQ(wanted->size(), 33u);
  for (std::size_t i = 0; i < wanted->size(); ++i) {
    const sweep::Row &row = (*s.look.swept.rows)[i], &same = (*wanted)[i];
    EXPECT_EQ(row.layout(), same.layout());
    EXPECT_EQ(row.figures->stores, same.figures->stores) << row.layout();
    EXPECT_EQ(row.figures->loads, same.figures->loads) << row.layout();
    EXPECT_EQ(row.figures->sectors, same.figures->sectors) << row.layout();
  }
}

TEST(Sweeper, GoesThroughEveryCombinationOfWhatIsChosen) {
  Session s = small_session({{"PB", "4"}});
  Sweeper sweeper({});
  s.look.views.sweep.over = "PA=0/4,swzA";
  ask_for_sweep(s.look);
  finish(s, sweeper);
  ASSERT_TRUE(s.look.swept.rows);
  EXPECT_EQ(names(*s.look.swept.rows),
            (std::vector<std::string>{"k10_a6000 PB=4", "k10_a6000 PB=4 swzA=xor", "k10_a6000 PA=4 PB=4",
                                      "k10_a6000 PA=4 PB=4 swzA=xor"}))
      << "the other parameters stay";
  EXPECT_EQ(setting_of(s.look, s.look), 0u);
  open_in_place(s, recording_of(small_request({{"PA", "4"}, {"PB", "4"}})));
  EXPECT_EQ(setting_of(s.look, s.look), 2u);
  open_in_place(s, recording_of(small_request({{"PA", "4"}})));
  EXPECT_FALSE(s.look.swept.rows) << "of another PB";
}

TEST(Sweeper, NothingComesOfASweepThatWasStopped) {
  Session s = small_session();
  Sweeper sweeper({});
  ask_for_sweep(s.look);
  update_sweep(s, sweeper);
  EXPECT_TRUE(s.look.swept.of);
  drop_sweep(s.look);
  update_sweep(s, sweeper);
  sweeper.wait();
  EXPECT_FALSE(sweeper.take());
  EXPECT_FALSE(s.look.views.sweep.on);
}

TEST(Sweeper, AnotherPresetStopsItAndAnotherSizeForgetsIt) {
  Session s = small_session();
  Sweeper sweeper({});
  ask_for_sweep(s.look);
  update_sweep(s, sweeper);
  record::RecordRequest other = small_request();
  other.preset = "k10_a100";
  open_in_place(s, recording_of(other));
  EXPECT_FALSE(s.look.swept.of);
  update_sweep(s, sweeper);
  sweeper.wait();
  EXPECT_FALSE(sweeper.take());

  ask_for_sweep(s.look);
  finish(s, sweeper);
  open_in_place(s, recording_of(small_request({{"PA", "4"}})));
  EXPECT_TRUE(s.look.swept.rows) << "rows stay while one goes through them";
  record::RecordRequest longer = small_request();
  longer.K = 96;
  open_in_place(s, recording_of(longer));
  EXPECT_FALSE(s.look.swept.rows);
  EXPECT_FALSE(s.look.views.sweep.on);
}

/// A frame in which `change` was asked for.
template <class Change, class... Arguments>
void sweep_frame(Session& s, Change change, Arguments... arguments) {
  Actions actions;
  actions.add(change, arguments...);
  actions.apply(s);
}

TEST(Sweeper, UndoneWhileItRunsAndRedoneItStartsAgain) {
  Session s = small_session();
  Sweeper sweeper({});
  sweep_frame(s, [](Look&) {});
  sweep_frame(s, ask_for_sweep);
  update_sweep(s, sweeper);
  sweep_frame(s, go_back);
  EXPECT_FALSE(s.look.views.sweep.on);
  update_sweep(s, sweeper);
  sweep_frame(s, go_forward);
  EXPECT_TRUE(s.look.views.sweep.on);
  for (int i = 0; i < 10'000 && !s.look.swept.rows; ++i) {
    update_sweep(s, sweeper);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(s.look.swept.rows);
}

/// The kernel that is asked for, not the one that is still shown.
TEST(Sweeper, WaitsForTheRecordingThatIsDue) {
  Session s = small_session();
  Sweeper sweeper({});
  set_kernel(s, "vectorized");
  ASSERT_TRUE(s.bench.record_due);
  ask_for_sweep(s.look);
  update_sweep(s, sweeper);
  EXPECT_FALSE(s.look.swept.of);
  s.bench.record_due = false, s.bench.recording_now = true;
  update_sweep(s, sweeper);
  EXPECT_FALSE(s.look.swept.of);
  s.bench.recording_now = false;
  finish_recording(s, recording_of(s.bench.wanted));
  update_sweep(s, sweeper);
  ASSERT_TRUE(s.look.swept.of);
  EXPECT_EQ(s.look.swept.of->kernel, "vectorized");
}

TEST(Sweeper, AKernelOfAnotherBuildIsRefusedWithASentence) {
  record::RecordRequest unknown = small_request();
  unknown.kernel = "unheard_of";
  const auto rows = sweep_settings({unknown});
  ASSERT_FALSE(rows);
  EXPECT_NE(rows.error().message.find("unheard_of"), std::string::npos);
}

TEST(Settings, AreRecordedAndComparedWithWhatIsShown) {
  Session s = small_session({{"PA", "4"}});
  ask_for_sweep(s.look);
  ASSERT_TRUE(sweep_now(s.look));
  const std::vector<sweep::Row>& rows = *s.look.swept.rows;
  ASSERT_TRUE(setting_of(s.look, s.look));
  EXPECT_EQ(rows[*setting_of(s.look, s.look)].layout(), "PA=4");

  const auto swizzled = std::ranges::find(rows, std::string("swzA=xor"), &sweep::Row::layout);
  ASSERT_NE(swizzled, rows.end());
  show_setting(s, swizzled->request);
  EXPECT_TRUE(s.bench.record_due);
  EXPECT_FALSE(s.baseline);
  EXPECT_EQ(s.bench.wanted.overrides, swizzled->request.overrides);

  compare_setting(s, swizzled->request);
  ASSERT_TRUE(s.baseline);
  EXPECT_EQ(s.baseline->recorded.overrides, (std::vector<format::Parameter>{{"PA", "4"}}));
}

/// A link's baseline that is still being recorded gives way.
TEST(Settings, AreComparedWithWhatIsShownWhateverIsDue) {
  Session s = small_session({{"PA", "4"}});
  s.bench.to_pin = Recorded{nullptr, {}, small_request({{"PA", "8"}})};
  s.bench.recording_now = true;
  compare_setting(s, small_request({{"swzA", "xor"}}));
  EXPECT_FALSE(s.bench.to_pin);
  ASSERT_TRUE(s.baseline);
  EXPECT_EQ(s.baseline->look.loaded, s.look.loaded);
}

TEST(Settings, ARowsPresetIsRecordedWithoutWhatWasChosenBesides) {
  Session s = small_session({{"PA", "4"}});
  ask_for_sweep(s.look);
  ASSERT_TRUE(sweep_now(s.look));
  show_setting(s, s.look.swept.rows->back().request);
  EXPECT_NE(s.bench.wanted.preset, "k10_a6000");
  EXPECT_TRUE(s.bench.wanted.overrides.empty());
}

}  // namespace
}  // namespace gemmscope::session
