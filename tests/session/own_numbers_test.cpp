// SPDX-License-Identifier: MIT
// A program with other numbers: what is asked for, run, shown, said in links, swept and compiled ahead.
#include "app/session/own_numbers.h"

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include "app/session/baseline.h"
#include "app/session/history.h"
#include "app/session/link.h"
#include "app/session/own_arguments.h"
#include "app/session/own_launches.h"
#include "app/session/own_product.h"
#include "app/session/program_sweeper.h"
#include "app/session/settings.h"
#include "app/session/sweeping.h"
#include "app/session/visit.h"
#include "tests/format/example_recording.h"
#include "tests/session/fixture.h"

namespace gemmscope::session {
namespace {

const std::vector<OwnNumber> kKnown{{"TILE", 16, 3, 16}, {"PAD", 0, 4, 0}};
const std::vector<OwnPreset> kPresets{{"small", {{"TILE", "8"}}}, {"padded", {{"TILE", "16"}, {"PAD", "1"}}}};

/// A run of a program whose kernel is named `kernel`; its numbers do not change what it does.
ProgramRun run_with(const Numbers& numbers, const std::string& kernel = "own") {
  format::Recording recording = format::testing::recording_with_z();
  recording.kernel = kernel;
  recording.parameters = {{"launch", "1"}, {"PAD", "7"}};
  ProgramRun run;
  run.launches = {std::make_shared<const Loaded>(std::move(recording))};
  run.known = kKnown, run.presets = kPresets, run.numbers = numbers;
  return run;
}

ProgramRun fail_with(const Numbers& numbers) {
  ProgramRun run;
  run.failure = "my.cu was not compiled", run.known = kKnown, run.presets = kPresets, run.numbers = numbers;
  return run;
}

/// As the window does between two frames.
void run_own(Session& s) {
  ASSERT_TRUE(std::exchange(s.own.due, false));
  take_up(s, run_with(s.own.numbers));
  note_place(s);
}

Session own_session() {
  Session s;
  s.own.source = "my.cu";
  take_up(s, run_with({}));
  note_place(s);
  return s;
}

std::string numbers(const Session& s) {
  std::string text;
  for (const OwnNumber& n : own_numbers(s))
    text += n.name + "=" + std::to_string(n.value) + (n.is_changed() ? "! " : " ");
  return text;
}

TEST(OwnNumbers, OfAPresetAreSetTogether) {
  Session s = own_session();
  EXPECT_EQ(own_preset(s), "");
  set_own_preset(s, "padded");
  EXPECT_EQ(numbers(s), "TILE=16 PAD=1! ");  // TILE is as the file has it
  EXPECT_EQ(own_preset(s), "padded");
  run_own(s);
  set_own_preset(s, "small");  // says nothing of PAD
  EXPECT_EQ(numbers(s), "TILE=8! PAD=1! ");
  EXPECT_EQ(own_preset(s), "small");
  run_own(s);
  set_own_preset(s, "unheard_of");
  EXPECT_FALSE(s.own.due);
  EXPECT_EQ(numbers(s), "TILE=8! PAD=1! ");
}

TEST(OwnNumbers, AreTheFilesUntilOneIsChanged) {
  Session s = own_session();
  EXPECT_EQ(numbers(s), "TILE=16 PAD=0 ");
  set_number(s, "PAD", 0);
  set_number(s, "NONE", 1);
  EXPECT_FALSE(s.own.due) << "nothing is another than before";
  set_number(s, "PAD", 1);
  EXPECT_TRUE(s.own.due);
  set_number(s, "TILE", 32);
  EXPECT_EQ(numbers(s), "TILE=32! PAD=1! ");
  set_number(s, "TILE", 16);
  EXPECT_EQ(s.own.numbers, (Numbers{{"PAD", "1"}})) << "the file's own is not given";
  reset_numbers(s);
  EXPECT_EQ(numbers(s), "TILE=16 PAD=0 ");
}

TEST(OwnNumbers, KeepThePlaceAndAreInLinks) {
  Session s = own_session();
  EXPECT_EQ(link_of(s).find("set="), std::string::npos) << "the file's own";
  visit(s, "block=1,2,1");
  const Cursor place = s.look.cursor;
  set_number(s, "PAD", 1);
  run_own(s);
  EXPECT_EQ(s.look.cursor, place);
  EXPECT_EQ(s.look.numbers[1].value, 1);
  EXPECT_NE(link_of(s).find("kernel=own/set=PAD:1/"), std::string::npos) << link_of(s);
}

TEST(OwnNumbers, ThatAreTemplateArgumentsKeepThePlaceToo) {
  Session s;
  s.own.source = "my.cu";
  take_up(s, run_with({}, "own<16>"));
  visit(s, "block=1,2,1");
  const Cursor place = s.look.cursor;
  const std::string link = link_of(s);
  set_number(s, "TILE", 32);
  s.own.due = false;
  take_up(s, run_with(s.own.numbers, "own<32>"));
  EXPECT_EQ(s.look.cursor, place);
  EXPECT_NE(s.own.before, nullptr);
  visit(s, link);
  EXPECT_EQ(s.desk.error, "");
  EXPECT_EQ(numbers(s), "TILE=16 PAD=0 ") << "the link names own<16>";
}

TEST(OwnNumbers, OfALinkAreRunAndItsPlaceIsShown) {
  Session s = own_session();
  const std::string first = link_of(s);
  visit(s, "kernel=own/set=TILE:8/block=1,2,1");
  EXPECT_EQ(s.own.numbers, (Numbers{{"TILE", "8"}}));
  EXPECT_EQ(s.desk.error, "");
  run_own(s);
  EXPECT_EQ(s.look.cursor.block, 11u);
  visit(s, first);
  EXPECT_EQ(numbers(s), "TILE=16 PAD=0 ") << "a kernel alone is one with the file's numbers";
  run_own(s);
  EXPECT_EQ(s.look.cursor.block, 0u);
  visit(s, "kernel=own/set=OTHER:8");
  EXPECT_EQ(s.desk.error, "the program has no number OTHER, which the link sets");
  EXPECT_FALSE(s.own.due);
}

TEST(OwnNumbers, ThatFailKeepThePictureAndSayWhy) {
  Session s = own_session();
  const LoadedPtr before = s.look.loaded;
  visit(s, "kernel=own/set=TILE:7/block=1,2,1");
  s.own.due = false;
  take_up(s, fail_with(s.own.numbers));
  EXPECT_EQ(s.look.loaded, before);
  EXPECT_EQ(s.desk.error, "my.cu was not compiled");
  EXPECT_EQ(numbers(s), "TILE=7! PAD=0 ") << "so that one can go on from there";
  EXPECT_FALSE(s.own.arrival.due);
  set_number(s, "TILE", 8);
  run_own(s);
  EXPECT_EQ(s.look.cursor.block, before->recording.blocks.empty() ? 1u : 0u) << "the link was forgotten";
}

TEST(OwnNumbers, AreUndone) {
  Session s = own_session();
  set_number(s, "PAD", 1);
  run_own(s);
  set_number(s, "PAD", 2);
  run_own(s);
  go_back(s);
  EXPECT_EQ(numbers(s), "TILE=16 PAD=1! ");
  run_own(s);
  go_back(s);
  EXPECT_EQ(numbers(s), "TILE=16 PAD=0 ");
  run_own(s);
  go_forward(s);
  EXPECT_EQ(numbers(s), "TILE=16 PAD=1! ");
}

TEST(OwnNumbers, GoUpAndDownBySteps) {
  EXPECT_EQ(next_number(16, +1), 32);
  EXPECT_EQ(next_number(16, -1), 8);
  EXPECT_EQ(next_number(4, -1), 2);
  EXPECT_EQ(next_number(2, +1), 3);
  EXPECT_EQ(next_number(0, -1), -1);
  EXPECT_EQ(next_number(33, -1), 32);
  EXPECT_EQ(numbers_around(16), (std::vector<std::int64_t>{2, 4, 8, 16, 32, 64, 128}));
  EXPECT_EQ(numbers_around(0), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 8}));
  EXPECT_EQ(numbers_around(1).front(), 0);
  for (const std::int64_t value : {INT64_MIN, INT64_MIN + 1, std::int64_t{-1}, std::int64_t{100}, INT64_MAX})
    EXPECT_TRUE(std::ranges::is_sorted(numbers_around(value))) << value;
}

OwnNumber listed(const std::string& name, std::int64_t value, std::vector<std::int64_t> values, bool padding) {
  return {name, value, 1, value, {.comment = "", .values = std::move(values), .pads = {}, .padding = padding}};
}

/// With two paddings and a number whose values are listed, and another one before them.
Session padded_session() {
  Session s = own_session();
  s.own.known = {{"TILE", 16, 3, 16},
                 listed("vec", 4, {1, 2, 4}, false),
                 listed("PA", 0, {0, 1, 8}, true),
                 listed("PB", 8, {0, 8}, true)};
  return s;
}

TEST(OwnNumbers, WithListedValuesAreTurnedByKeys) {
  Session s = padded_session();
  const auto turn = [&](NumberKey key, int direction) {
    next_number(s, key, direction);
    return format::text_of(s.own.numbers);
  };
  EXPECT_EQ(turn(NumberKey::kFirstPadding, +1), "PA=1");
  EXPECT_EQ(turn(NumberKey::kFirstPadding, -1), "");
  EXPECT_EQ(turn(NumberKey::kFirstPadding, -1), "PA=8");
  EXPECT_EQ(turn(NumberKey::kFirstPadding, +1), "") << "round and round";
  EXPECT_EQ(turn(NumberKey::kSecondPadding, +1), "PB=0");
  EXPECT_EQ(turn(NumberKey::kListed, -1), "PB=0 vec=2");
  EXPECT_EQ(s.desk.notice, "");
  std::erase_if(s.own.known, [](const OwnNumber& number) { return number.name == "PB"; });
  EXPECT_EQ(turn(NumberKey::kSecondPadding, +1), "PB=0 vec=2");
  EXPECT_EQ(s.desk.notice, "The program has no number for this key.");
}

TEST(OwnNumbers, OfARecordingAloneAreNone) {
  Session s = opened(small_recording());
  next_number(s, NumberKey::kFirstPadding, +1);
  EXPECT_NE(s.desk.notice.find(".cu file"), std::string::npos) << s.desk.notice;
  EXPECT_FALSE(s.own.due);
}

TEST(OwnNumbers, GoFromAValueBesideTheListToTheNextInIt) {
  Session s = padded_session();
  for (const auto& [direction, next] : {std::pair(+1, "PA=8"), {-1, "PA=1"}}) {
    s.own.numbers = {{"PA", "3"}};
    next_number(s, NumberKey::kFirstPadding, direction);
    EXPECT_EQ(format::text_of(s.own.numbers), next);
  }
  s.own.numbers = {{"PA", "9"}};
  next_number(s, NumberKey::kFirstPadding, +1);
  EXPECT_EQ(format::text_of(s.own.numbers), "");
}

TEST(OwnNumbers, OfPaddingsAreCompiledAheadAtEachListedValue) {
  std::vector<std::string> all;
  for (const Numbers& each : neighbours(padded_session().own.known, {})) all.push_back(format::text_of(each));
  EXPECT_EQ(all, (std::vector<std::string>{"PA=1", "PA=8", "PB=0", "TILE=32", "TILE=8"}));
}

TEST(OwnNumbers, OfAStepAreItsArgumentsToo) {
  Session s = own_session();
  EXPECT_FALSE(own_product(s)) << "what its arguments mean is not known";
  s.own.files = {"my.cu", "/kernels/gemm.h"};
  EXPECT_EQ(own_product(s), OwnProduct());
  s.own.arguments = {"128", "64"};
  EXPECT_EQ(own_product(s), (OwnProduct{128, 64, 64, "1", "0"}));
  set_own_product(s, {128, 64, 64, "1", "0"});
  EXPECT_FALSE(s.own.due);
  set_own_product(s, {512, 64, 32, "-2", "0.5"});
  EXPECT_EQ(s.own.numbers, (Numbers{{"arguments", "512 64 32 -2 0.5"}}));
  set_number(s, "PAD", 1);
  run_own(s);
  EXPECT_EQ(own_product(s), (OwnProduct{512, 64, 32, "-2", "0.5"}));
  const std::string link = link_of(s);
  reset_numbers(s);
  EXPECT_EQ(format::text_of(s.own.numbers), "arguments=512 64 32 -2 0.5") << "they are no numbers of the file";
  set_numbers(s, {});
  run_own(s);
  EXPECT_EQ(own_arguments(s.own), s.own.arguments);
  visit(s, link);
  EXPECT_EQ(s.desk.error, "");
  EXPECT_EQ(format::text_of(s.own.numbers), "arguments=512 64 32 -2 0.5 PAD=1");
}

TEST(OwnNumbers, AreThoseOfTheRunThatIsExchangedWithTheBaseline) {
  Session s = own_session();
  toggle_baseline(s);
  const LoadedPtr first = s.look.loaded;
  set_number(s, "PAD", 1);
  run_own(s);
  exchange_with_baseline(s);
  EXPECT_EQ(s.look.loaded, first);
  EXPECT_TRUE(own_is_shown(s));
  EXPECT_EQ(numbers(s), "TILE=16 PAD=0 ");
  exchange_with_baseline(s);
  EXPECT_TRUE(own_is_shown(s));
  EXPECT_EQ(numbers(s), "TILE=16 PAD=1! ");
  set_number(s, "TILE", 8);
  EXPECT_EQ(format::text_of(s.own.numbers), "PAD=1 TILE=8");
}

TEST(OwnNumbers, NextToWhatWasChangedLastAreCompiledFirst) {
  const auto text = [](const Numbers& numbers) {
    std::string all;
    for (const auto& n : numbers) all += n.name + n.value + " ";
    return all;
  };
  const std::vector<Numbers> all = neighbours({{"TILE", 16, 3, 16}, {"PAD", 0, 4, 1}}, {{"PAD", "1"}});
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(text(all[0]), "PAD2 ");
  EXPECT_EQ(text(all[1]), "") << "the file's own";
  EXPECT_EQ(text(all[2]), "PAD1 TILE32 ");
  EXPECT_EQ(text(all[3]), "PAD1 TILE8 ");
}

/// Compiling ahead that goes on until it is stopped or released.
class Ahead : public ::testing::Test {
 protected:
  void SetUp() override {
    ahead_.plan(own_session());
    ahead_.go_on();
    begun_.get_future().wait();
  }
  void TearDown() override { released_ = true; }
  /// Whether it ends in that time although it is not released.
  bool is_stopped_in(std::chrono::milliseconds time) { return stopped_.wait_for(time) == std::future_status::ready; }

  Numbers compiled_;
  std::promise<void> begun_, end_;
  std::future<void> stopped_ = end_.get_future();
  std::atomic<bool> released_{false};
  AheadCompiler ahead_{[this](const RunOnce& once, const auto& go_on, const auto&) {
                         compiled_ = once.numbers;
                         begun_.set_value();
                         while (go_on() && !released_) std::this_thread::yield();
                         end_.set_value();
                         return ProgramRun{};
                       },
                       {}};
};

TEST_F(Ahead, IsNotStoppedByARunThatNeedsIt) {
  ahead_.make_room_for(compiled_);
  EXPECT_FALSE(is_stopped_in(std::chrono::milliseconds(50)));
}

TEST_F(Ahead, MakesRoomForARunWithOtherNumbers) {
  ahead_.make_room_for({{"TILE", "7"}});
  EXPECT_TRUE(is_stopped_in(std::chrono::seconds(20)));
}

TEST_F(Ahead, IsStoppedByAnotherText) {
  ahead_.stop();
  EXPECT_TRUE(is_stopped_in(std::chrono::seconds(20)));
}

class Swept : public ::testing::Test {
 protected:
  /// Until its rows are there.
  void sweep(const std::string& over) {
    session_.look.views.sweep.over = over;
    ask_for_sweep(session_.look);
    while (session_.look.views.sweep.on && !session_.look.swept.rows) sweeper_.update(session_);
  }
  const std::vector<sweep::Row>& rows() const { return *session_.look.swept.rows; }
  Session session_ = own_session();
  std::mutex mutex_;
  std::vector<Numbers> runs_;
  ProgramSweeper sweeper_{[this](const RunOnce& once, const auto&, const auto&) {
                            EXPECT_EQ(once.what_for, RunOnce::For::kSweep);
                            const std::lock_guard lock(mutex_);
                            runs_.push_back(once.numbers);
                            return std::ranges::count(once.numbers, format::Parameter{"TILE", "8"}) != 0
                                       ? fail_with(once.numbers)
                                       : run_with(once.numbers);
                          },
                          {}};
};

TEST_F(Swept, EachValueIsARow) {
  set_number(session_, "PAD", 1);
  run_own(session_);
  sweep("TILE=4/8/16/32");
  ASSERT_TRUE(session_.look.swept.rows);
  ASSERT_EQ(rows().size(), 4u);
  EXPECT_EQ(std::ranges::count(runs_, Numbers{{"PAD", "1"}, {"TILE", "4"}}), 1) << "the other numbers stay";
  EXPECT_EQ(rows()[1].state, sweep::State::kRefused);
  EXPECT_EQ(rows()[1].reason, "my.cu was not compiled");
  EXPECT_EQ(rows()[2].state, sweep::State::kCounted);
  EXPECT_EQ(setting_of(session_.look, session_.look), 2u) << "the one that is shown";
  show_setting(session_, rows()[3].swept);
  EXPECT_EQ(numbers(session_), "TILE=32! PAD=1! ");
  run_own(session_);
  EXPECT_TRUE(session_.look.swept.rows) << "they stay while only the swept number changes";
  EXPECT_EQ(setting_of(session_.look, session_.look), 3u);
  set_number(session_, "PAD", 2);
  run_own(session_);
  EXPECT_FALSE(session_.look.swept.rows) << "of other numbers";
  EXPECT_FALSE(session_.look.views.sweep.on);
}

TEST_F(Swept, EachCombinationOfSeveralNumbersIsARow) {
  sweep("TILE=8/16/32,PAD=0:2");
  ASSERT_TRUE(session_.look.swept.rows);
  ASSERT_EQ(rows().size(), 6u);
  EXPECT_EQ(rows()[3].swept, (Numbers{{"TILE", "16"}, {"PAD", "1"}})) << "the last changes fastest";
  EXPECT_EQ(rows()[1].state, sweep::State::kRefused);
  EXPECT_EQ(setting_of(session_.look, session_.look), 2u);
  compare_setting(session_, rows()[5].swept);
  EXPECT_EQ(numbers(session_), "TILE=32! PAD=1! ");
  run_own(session_);
  ASSERT_TRUE(session_.look.swept.rows) << "they stay while only swept numbers change";
  EXPECT_EQ(setting_of(session_.look, session_.look), 5u);
  ASSERT_TRUE(session_.baseline);
  EXPECT_EQ(setting_of(session_.look, session_.baseline->look), 2u);
}

TEST_F(Swept, WhatALinkAsksForIsSweptAnew) {
  sweep("PAD=0:3");
  ASSERT_EQ(rows().size(), 3u);
  EXPECT_NE(link_of(session_).find("sweep=on/sweep_over=PAD=0:3"), std::string::npos) << link_of(session_);
  visit(session_, "sweep_over=TILE=16%2F32,PAD=0:5:4");
  do sweeper_.update(session_);
  while (session_.look.views.sweep.on && !session_.look.swept.rows);
  ASSERT_TRUE(session_.look.swept.rows);
  EXPECT_EQ(rows().size(), 4u);
}

TEST_F(Swept, WhatCannotBeSweptIsSaid) {
  for (const auto& [over, says] : {std::pair("NONE=1", "the program has no number NONE, which is to be swept"),
                                   std::pair("PAD", "has no values"), std::pair("TILE=0:100,PAD=0:100", "1000")}) {
    sweep(over);
    EXPECT_FALSE(session_.look.views.sweep.on) << over;
    EXPECT_NE(session_.desk.error.find(says), std::string::npos) << session_.desk.error;
  }
  EXPECT_TRUE(runs_.empty());
}

}  // namespace
}  // namespace gemmscope::session
