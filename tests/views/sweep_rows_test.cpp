// SPDX-License-Identifier: MIT
#include "app/views/sweep/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "app/session/measured_limits.h"
#include "app/session/study.h"
#include "app/session/sweeping.h"
#include "tests/views/tip_of.h"

namespace gemmscope::views {
namespace {

session::Session swept(record::RecordRequest request) {
  session::Session s;
  open(s, session::recording_of(request));
  ask_for_sweep(s.look);
  EXPECT_TRUE(sweep_now(s.look));
  return s;
}

const Setting& named(const std::vector<Setting>& settings, const std::string& name) {
  const auto found = std::ranges::find(settings, name, &Setting::name);
  EXPECT_NE(found, settings.end()) << name;
  return *found;
}

TEST(SweepRows, AreNamedByWhatTheyChange) {
  const session::Session s = swept(session::small_request("PA:4"));
  const std::vector<Setting> settings = settings_of(s.look);
  EXPECT_EQ(settings.front().name, "k10_a6000");
  EXPECT_EQ(named(settings, "PA=4").group, "PA");
  EXPECT_TRUE(named(settings, "PA=4").shown);
  EXPECT_FALSE(settings.front().shown);
  EXPECT_EQ(named(settings, "swzB=xor").group, "swzB");
  EXPECT_EQ(named(settings, "k10_a100").group, "preset");
}

TEST(SweepRows, OfSeveralParametersHaveAllTheirValues) {
  session::Session s;
  open(s, session::recording_of(session::small_request()));
  s.look.views.sweep.over = "PA=0/4,swzA";
  ask_for_sweep(s.look);
  ASSERT_TRUE(sweep_now(s.look));
  const std::vector<Setting> settings = settings_of(s.look);
  ASSERT_EQ(settings.size(), 4u);
  EXPECT_EQ(settings[0].name, "PA=0 swzA=none") << "also those that the preset has anyway";
  EXPECT_EQ(settings[3].name, "PA=4 swzA=xor");
  EXPECT_EQ(settings[0].group, "PA=0");
  EXPECT_EQ(settings[3].group, "PA=4");
  EXPECT_TRUE(settings[0].shown);
}

TEST(SweepRows, CellsAreTheRowsFigures) {
  const session::Session s = swept(session::small_request());
  const std::vector<Setting> settings = settings_of(s.look);
  const Setting& setting = named(settings, "PA=1");
  // Of each of 4 blocks, as counted from the recording: tests/sweep has the figures themselves.
  const sweep::Figures& f = *setting.row->figures;
  const std::vector<std::string> cells = setting_cells(setting, analysis::ConflictModel::kFused, true);
  const auto plain = [](std::string text) {
    std::erase_if(text, [](char c) { return c < '0' || c > '9'; });
    return text;
  };
  ASSERT_EQ(cells.size(), 8u);
  EXPECT_EQ(plain(cells[1]), std::to_string(f.stores.by(analysis::ConflictModel::kFused)));
  EXPECT_EQ(plain(cells[2]), std::to_string(f.loads.by(analysis::ConflictModel::kFused)));
  EXPECT_EQ(plain(cells[3]), std::to_string(f.sectors));
  EXPECT_EQ(plain(cells[4]), std::to_string(setting.cycles()));
  EXPECT_EQ(plain(cells[5]), "16448");
  EXPECT_EQ(plain(cells[6]), "8") << "195 registers per thread; shared memory alone allows 52";
  EXPECT_EQ(plain(cells[7]), "") << "nothing was measured at this size";
}

/// Resident warps are one thing with one number in both views.
TEST(SweepRows, HaveTheResidentWarpsThatLimitsHas) {
  session::Session s = swept(session::small_request());
  const std::vector<Setting> settings = settings_of(s.look);
  const auto shown = std::ranges::find_if(settings, &Setting::shown);
  ASSERT_NE(shown, settings.end());
  const auto limits =
      session::measured_limits(*s.look.recording(), s.look.loaded->costs, s.look.rule, session::report_shown(s.look));
  ASSERT_TRUE(limits.limits.resident && limits.limits.resident->registers_known);
  EXPECT_EQ(resident_text(shown->resident), std::to_string(limits.limits.resident->warps));
  // What shared memory alone allows would read as a gain beside the 8 of what was measured.
  EXPECT_EQ(resident_text({.blocks = 13, .warps = 52, .registers_known = false}).find("52"), std::string::npos);
}

TEST(SweepRows, SayWhichTilesStoresAndLoadsAddUp) {
  session::Session s = swept(session::small_request());
  EXPECT_NE(tip_of(s, *find_view("sweep"), "sweep title stores").find("As and Bs together"), std::string::npos);
}

TEST(SweepRows, AreSortedByAColumnTheBestFirst) {
  const session::Session s = swept(session::small_request());
  const std::vector<Setting> settings = settings_of(s.look);
  const auto by_cycles = sorted(settings, SweepOrder::kCycles, analysis::ConflictModel::kFused);
  EXPECT_TRUE(by_cycles.front().best);
  EXPECT_TRUE(std::ranges::is_sorted(by_cycles, {}, &Setting::cycles));
  const auto by_stores = sorted(settings, SweepOrder::kStores, analysis::ConflictModel::kFused);
  EXPECT_TRUE(std::ranges::is_sorted(
      by_stores, {}, [](const Setting& x) { return x.row->figures->stores.by(analysis::ConflictModel::kFused); }));
  const auto by_warps = sorted(settings, SweepOrder::kWarps, analysis::ConflictModel::kFused);
  EXPECT_TRUE(std::ranges::is_sorted(by_warps, std::greater{}, [](const Setting& x) {
    return std::tuple(x.resident.registers_known, x.resident.warps);  // bounds come last
  }));
  EXPECT_TRUE(std::ranges::is_sorted(sorted(by_warps, SweepOrder::kSwept, analysis::ConflictModel::kFused), {},
                                     &Setting::index));
}

TEST(SweepRows, ThoseThatWouldFaultSayWhyAndComeLast) {
  record::RecordRequest request;
  request.kernel = "half_padded", request.M = request.N = 128, request.K = 64;
  const session::Session s = swept(request);
  const std::vector<Setting> settings = settings_of(s.look);
  const Setting& odd = named(settings, "pad=1");
  EXPECT_EQ(odd.row->state, sweep::State::kFaults);
  EXPECT_NE(why_without(odd).find(odd.row->reason), std::string::npos);
  EXPECT_TRUE(why_without(settings.front()).empty());
  const auto by_cycles = sorted(settings, SweepOrder::kCycles, analysis::ConflictModel::kFused);
  EXPECT_TRUE(by_cycles.front().row->figures);
  EXPECT_FALSE(by_cycles.back().row->figures);
  EXPECT_NE(sweep_detail(s.look, settings).find("would fault"), std::string::npos);
}

TEST(SweepRows, TheAnswerNamesTheBestAndHowMuchMoreIsShown) {
  const session::Session s = swept(session::small_request());
  std::vector<Setting> settings = settings_of(s.look);
  const auto best = std::ranges::find_if(settings, &Setting::best);
  ASSERT_NE(best, settings.end());
  EXPECT_NE(sweep_answer(settings).find(best->name), std::string::npos);
  for (Setting& setting : settings) setting.shown = &setting == &*best;
  EXPECT_EQ(sweep_answer(settings).find(best->name), std::string::npos);
}

}  // namespace
}  // namespace gemmscope::views
