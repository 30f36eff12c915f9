// SPDX-License-Identifier: MIT
#include "app/views/sweep/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "app/session/measured_limits.h"
#include "app/session/program_rows.h"
#include "app/session/study.h"
#include "app/views/parts/baseline_words.h"
#include "tests/views/recorded.h"
#include "tests/views/tip_of.h"

namespace gemmscope::views {
namespace {

constexpr auto kFused = analysis::ConflictModel::kFused;
const std::string kSwept = "size=256x256x64";

/// warp_tile with PA = `shown`, swept over `axes`.
session::Session swept(const std::string& axes, int shown = 0) {
  session::Session s = recorded(kSwept + (shown == 0 ? "" : "/set=PA:" + std::to_string(shown)));
  sweep_recorded(s, kSwept, axes);
  s.look.numbers[0].value = shown;
  return s;
}

const Setting& named(const std::vector<Setting>& settings, const std::string& name) {
  const auto found = std::ranges::find(settings, name, &Setting::name);
  EXPECT_NE(found, settings.end()) << name;
  return *found;
}

TEST(SweepRows, AreNamedByWhatIsSwept) {
  const session::Session s = swept("PA=0/1/2/4", 4);
  const std::vector<Setting> settings = settings_of(s.look);
  ASSERT_EQ(settings.size(), 4u);
  EXPECT_EQ(settings.front().name, "PA=0");
  EXPECT_EQ(named(settings, "PA=4").group, "PA");
  EXPECT_TRUE(named(settings, "PA=4").shown);
  EXPECT_FALSE(settings.front().shown);
}

TEST(SweepRows, OfSeveralNumbersHaveAllTheirValues) {
  const session::Session s = swept("PA=0/4,PB=0/4");
  const std::vector<Setting> settings = settings_of(s.look);
  ASSERT_EQ(settings.size(), 4u);
  EXPECT_EQ(settings[0].name, "PA=0 PB=0") << "also those that the file has anyway";
  EXPECT_EQ(settings[3].name, "PA=4 PB=4");
  EXPECT_EQ(settings[0].group, "PA=0");
  EXPECT_EQ(settings[3].group, "PA=4");
  EXPECT_TRUE(settings[0].shown);
}

TEST(SweepRows, CellsAreTheRowsFigures) {
  const session::Session s = swept("PA=0/1/2/4");
  const std::vector<Setting> settings = settings_of(s.look);
  const Setting& setting = named(settings, "PA=1");
  const sweep::Figures& f = *setting.row->figures;  // tests/sweep has the figures themselves
  const std::vector<std::string> cells = setting_cells(setting, kFused, true);
  const auto plain = [](std::string text) {
    std::erase_if(text, [](char c) { return c < '0' || c > '9'; });
    return text;
  };
  ASSERT_EQ(cells.size(), 8u);
  EXPECT_EQ(plain(cells[1]), std::to_string(f.stores.by(kFused)));
  EXPECT_EQ(plain(cells[2]), std::to_string(f.loads.by(kFused)));
  EXPECT_EQ(plain(cells[3]), std::to_string(f.sectors));
  EXPECT_EQ(plain(cells[4]), std::to_string(setting.cycles()));
  EXPECT_EQ(plain(cells[5]), "16448");
  EXPECT_EQ(plain(cells[7]), "") << "nothing was measured at this size";
}

/// Resident warps are one thing with one number in both views.
TEST(SweepRows, HaveTheResidentWarpsThatLimitsHas) {
  session::Session s = swept("PA=0/4");
  const std::vector<Setting> settings = settings_of(s.look);
  const auto shown = std::ranges::find_if(settings, &Setting::shown);
  ASSERT_NE(shown, settings.end());
  const auto limits =
      session::measured_limits(*s.look.recording(), s.look.loaded->costs, s.look.rule, session::report_shown(s.look));
  ASSERT_TRUE(limits.limits.resident);
  if (limits.limits.resident->registers_known) {  // there is a ptxas
    EXPECT_EQ(resident_text(shown->resident), std::to_string(limits.limits.resident->warps));
  }
  // What shared memory alone allows would read as a gain beside what registers allow.
  EXPECT_EQ(resident_text({.blocks = 13, .warps = 52, .registers_known = false}).find("52"), std::string::npos);
}

TEST(SweepRows, SayWhichTilesStoresAndLoadsAddUp) {
  session::Session s = swept("PA=0/4");
  EXPECT_NE(tip_of(s, *find_view("sweep"), "sweep title stores").find("As and Bs together"), std::string::npos);
}

TEST(SweepRows, AreSortedByAColumnTheBestFirst) {
  const session::Session s = swept("PA=0/1/2/4");
  const std::vector<Setting> settings = settings_of(s.look);
  const auto by_cycles = sorted(settings, SweepOrder::kCycles, kFused);
  EXPECT_TRUE(by_cycles.front().best);
  EXPECT_TRUE(std::ranges::is_sorted(by_cycles, {}, &Setting::cycles));
  const auto by_stores = sorted(settings, SweepOrder::kStores, kFused);
  EXPECT_TRUE(
      std::ranges::is_sorted(by_stores, {}, [](const Setting& x) { return x.row->figures->stores.by(kFused); }));
  const auto by_warps = sorted(settings, SweepOrder::kWarps, kFused);
  EXPECT_TRUE(std::ranges::is_sorted(by_warps, std::greater{}, [](const Setting& x) {
    return std::tuple(x.resident.registers_known, x.resident.warps);  // bounds come last
  }));
  EXPECT_TRUE(std::ranges::is_sorted(sorted(by_warps, SweepOrder::kSwept, kFused), {}, &Setting::index));
}

TEST(SweepRows, ThoseWithoutFiguresSayWhyAndComeLast) {
  session::Session s = swept("PA=0/4");
  std::vector<sweep::Row> rows = *s.look.swept.rows;
  session::ProgramRun failed;
  failed.failure = "line 3: a number is missing";
  std::ranges::move(session::rows_of(failed, {{"PA", "-1"}}, false), std::back_inserter(rows));
  s.look.swept.rows = std::make_shared<const std::vector<sweep::Row>>(rows);
  const std::vector<Setting> settings = settings_of(s.look);
  const Setting& odd = named(settings, "PA=-1");
  EXPECT_EQ(odd.row->state, sweep::State::kRefused);
  EXPECT_NE(why_without(odd).find(odd.row->reason), std::string::npos);
  EXPECT_TRUE(why_without(settings.front()).empty());
  const auto by_cycles = sorted(settings, SweepOrder::kCycles, kFused);
  EXPECT_TRUE(by_cycles.front().row->figures);
  EXPECT_FALSE(by_cycles.back().row->figures);
  EXPECT_NE(sweep_detail(s.look, settings).find("1 refused"), std::string::npos);
}

TEST(SweepRows, TheAnswerNamesTheBestAndHowMuchMoreIsShown) {
  const session::Session s = swept("PA=0/1/2/4");
  std::vector<Setting> settings = settings_of(s.look);
  for (Setting& setting : settings) setting.shown = setting.name == "PA=1";
  const auto best = std::ranges::find_if(settings, &Setting::best);
  ASSERT_NE(best, settings.end());
  EXPECT_NE(sweep_answer(settings).find(best->name), std::string::npos);
  for (Setting& setting : settings) setting.shown = &setting == &*best;
  EXPECT_EQ(sweep_answer(settings).find(best->name), std::string::npos);
}

TEST(SweepRows, TheBaselinesRowIsWhatTheAnswerComparesWith) {
  const session::Session s = swept("PA=0/1/2/4", 4);
  session::Session pinned = recorded(kSwept + "/set=PA:1");
  pinned.look.numbers = {{.name = "PA", .in_file = 0, .value = 1}, {.name = "PB", .in_file = 0, .value = 0}};
  const std::vector<Setting> settings = settings_of(s.look, &pinned.look);
  EXPECT_TRUE(named(settings, "PA=1").pinned);
  EXPECT_TRUE(named(settings, "PA=4").shown);
  EXPECT_EQ(std::ranges::count_if(settings, &Setting::pinned), 1);
  const std::string change = change_in_words(named(settings, "PA=4").cycles(), named(settings, "PA=1").cycles());
  EXPECT_NE(sweep_answer(settings).find(as_baseline(change)), std::string::npos) << sweep_answer(settings);
}

}  // namespace
}  // namespace gemmscope::views
