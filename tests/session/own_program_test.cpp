// SPDX-License-Identifier: MIT
// A program that is recorded anew on each save: what is shown of it, and what stays when nothing could be recorded.
#include <fstream>
#include <future>

#include <gtest/gtest.h>

#include "app/session/own_launches.h"
#include "app/session/program_queue.h"
#include "app/session/selecting.h"
#include "app/session/shown_file.h"
#include "app/session/source_watch.h"
#include "app/session/stepping.h"
#include "tests/session/fixture.h"
#include "tests/temporary_folder.h"

namespace gemmscope::session {
namespace {

using namespace std::chrono_literals;

/// Two kernels; `padding` is what is saved anew.
ProgramRun run_of(const std::string& padding) {
  return {{recording_of({.name = "naive"}), small_recording({{"PA", padding}})}, nullptr, ""};
}
ProgramRun refused() {
  const Rejected rejected{{{"my.cu", "my.cu", {{1, "int x"}}}}, {{1, "error: expected a ;"}}};
  return {{}, std::make_shared<const Rejected>(rejected), "my.cu was not compiled"};
}

Session session_with(const std::string& padding) {
  Session session;
  session.own.source = "my.cu";
  take_up(session, run_of(padding));
  return session;
}

TEST(OwnProgram, ShowsItsFirstLaunchAtFirst) {
  const Session session = session_with("0");
  EXPECT_EQ(session.look.recording()->kernel, "naive");
  EXPECT_EQ(session.own.before, nullptr);
  EXPECT_TRUE(session.own.made(session.look.loaded));
}

TEST(OwnProgram, KeepsKernelPlaceAndSelectionWhenItIsSavedAgain) {
  Session session = session_with("0");
  show_launch(session, 1);
  go_to_block(session.look, 2);
  go_to_k_tile(session.look, 1);
  step_request(session.look, +1);
  select_lane(session.look, 5);
  const LoadedPtr before = session.look.loaded;
  const Cursor cursor = session.look.cursor;
  take_up(session, run_of("4"));
  EXPECT_EQ(session.look.loaded, session.own.launches[1]);
  EXPECT_NE(session.look.loaded, before);
  EXPECT_EQ(session.own.before, before);
  EXPECT_EQ(session.look.cursor, cursor);
  EXPECT_EQ(session.look.lane(), 5);
  EXPECT_EQ(padding_of(session.look), 4u);
}

TEST(OwnProgram, StaysAsItWasWhileNothingCanBeRecorded) {
  Session session = session_with("0");
  const LoadedPtr before = session.look.loaded;
  take_up(session, refused());
  EXPECT_EQ(session.look.loaded, before);
  ASSERT_TRUE(session.look.rejected);
  EXPECT_EQ(session.look.rejected->messages[0].line, 1u);
  EXPECT_EQ(session.desk.panels.focus_view, "source");
  EXPECT_EQ(session.desk.error, "my.cu was not compiled");
  EXPECT_TRUE(session.own.shows_earlier);
  take_up(session, run_of("4"));
  EXPECT_FALSE(session.own.shows_earlier);
  EXPECT_FALSE(session.look.rejected);
  EXPECT_EQ(session.desk.error, "");
  EXPECT_EQ(session.own.before, before);
}

TEST(OwnProgram, OfWhichNothingIsRecordedShowsNothingOfAnEarlierRunAtFirst) {
  Session session;
  session.own.source = "my.cu";
  take_up(session, refused());
  EXPECT_FALSE(session.own.shows_earlier);
}

TEST(OwnProgram, ShowsNothingOfAnEarlierRunOnceAnotherRecordingIsOpened) {
  Session session = session_with("0");
  take_up(session, refused());
  open(session, small_recording());
  EXPECT_FALSE(session.own.shows_earlier);
}

LoadedPtr of_a_program(const std::string& kernel, bool faulted) {
  format::Recording r = testing::recorded({}, kSmall);
  r.kernel = kernel;
  if (faulted) {
    format::LaunchFault& f = r.fault.emplace();
    f.does = "stops", f.thread = 40, f.request = 2, f.y = r.blocks.back().y, f.x = r.blocks.back().x;
  }
  return std::make_shared<const Loaded>(std::move(r));
}

TEST(OwnProgram, OpensAtAFaultWhereverItIs) {
  Session session;
  take_up(session, {{of_a_program("right", false), of_a_program("wrong", true)}, nullptr, ""});
  EXPECT_EQ(session.look.recording()->kernel, "wrong");
  EXPECT_EQ(session.look.cursor.block, session.look.recording()->blocks.size() - 1);
  EXPECT_EQ(session.look.cursor.warp, 1u);
  EXPECT_EQ(session.look.cursor.request, 2u);
  EXPECT_EQ(session.look.lane(), 8);
  EXPECT_EQ(session.look.views.check.chosen, 0u);
  EXPECT_EQ(session.desk.panels.focus_beside, (std::vector<std::string>{"source", "check"}));
}

TEST(OwnProgram, LeavesTheKeysToAPersonWhoTypes) {
  Session session;
  take_up(session, {{of_a_program("mine", false)}, nullptr, ""});
  session.own.typing = true;
  session.desk.panels.focus_view.clear();
  take_up(session, {{of_a_program("mine", true)}, nullptr, ""});
  EXPECT_EQ(session.look.views.check.chosen, 0u);  // its marks are there all the same
  EXPECT_EQ(session.desk.panels.focus_view, "");
  EXPECT_TRUE(session.desk.panels.focus_beside.empty());
}

TEST(OwnProgram, OpensAtWhatOnlyTheProgramDoesWrong) {
  format::Recording r = of_a_program("right", false)->recording;
  r.of_program = std::vector<format::ProgramFinding>{{.text = "the host reads too early"}};
  Session session;
  take_up(session, {{std::make_shared<const Loaded>(std::move(r))}, nullptr, ""});
  EXPECT_FALSE(session.look.views.check.chosen);
  EXPECT_EQ(session.desk.panels.focus_beside, std::vector<std::string>{"check"});
}

TEST(OwnProgram, KnowsTheOtherLaunchesOfItsRun) {
  Session session;
  take_up(session, {{of_a_program("right", false), of_a_program("wrong", true)}, nullptr, ""});
  EXPECT_EQ(session.look.run, session.own.launches);
  show_launch(session, 0);
  EXPECT_EQ(session.look.run.size(), 2u);
  open(session, of_a_program("another", false));
  EXPECT_TRUE(session.look.run.empty());
}

TEST(OwnProgram, OpensAtItsFirstConflictIfNothingIsFound) {
  Session session;
  take_up(session, {{of_a_program("right", false)}, nullptr, ""});
  ASSERT_TRUE(session.look.loaded->check.findings.empty());
  EXPECT_FALSE(session.look.views.check.chosen);
  EXPECT_TRUE(session.desk.panels.focus_beside.empty());
}

TEST(OwnProgram, GoesToAFaultThatIsNewWhenItIsSavedAgain) {
  Session session;
  take_up(session, {{of_a_program("mine", false)}, nullptr, ""});
  take_up(session, {{of_a_program("mine", true)}, nullptr, ""});
  EXPECT_EQ(session.look.views.check.chosen, 0u);
  EXPECT_EQ(session.look.cursor.request, 2u);
}

TEST(OwnProgram, GoesToAnotherKernelThatFaultsAnewAndStaysTheNextTime) {
  Session session;
  const auto right = [] { return of_a_program("mine", false); };
  take_up(session, {{right(), of_a_program("other", false)}, nullptr, ""});
  take_up(session, {{right(), of_a_program("other", true)}, nullptr, ""});
  EXPECT_EQ(session.look.recording()->kernel, "other");
  EXPECT_EQ(session.look.views.check.chosen, 0u);
  show_launch(session, 0);
  take_up(session, {{right(), of_a_program("other", true)}, nullptr, ""});
  EXPECT_EQ(session.look.recording()->kernel, "mine");
}

TEST(OwnProgram, IsNotComparedWithARunThatFaulted) {
  Session session;
  take_up(session, {{of_a_program("mine", true)}, nullptr, ""});
  take_up(session, {{of_a_program("mine", false)}, nullptr, ""});
  EXPECT_EQ(session.own.before, nullptr);
  take_up(session, {{of_a_program("mine", false)}, nullptr, ""});
  EXPECT_NE(session.own.before, nullptr);
}

TEST(OwnProgram, IsNoRunBeforeOfAKernelThatIsShownInstead) {
  Session session = session_with("0");
  open(session, small_recording());
  take_up(session, run_of("4"));
  EXPECT_EQ(session.look.recording()->kernel, "naive");
  EXPECT_EQ(session.own.before, nullptr);
}

TEST(OwnProgram, IsRunAgainByRecordUnlessARecordingIsShown) {
  Session session = session_with("0");
  run_again(session);
  EXPECT_TRUE(session.own.due);
  session.own.due = false;
  open(session, small_recording());
  run_again(session);
  EXPECT_FALSE(session.own.due);
  EXPECT_NE(session.desk.notice, "") << "a recording does not contain its program";
}

TEST(ProgramQueue, SaysWhatIsDoneAndTakesUpWhatComesOfIt) {
  std::promise<void> said, go;
  Session session;
  ProgramQueue queue(
      [&](const RunOnce&, const std::function<bool()>& go_on, const Doing& doing) {
        doing("Compiling my.cu");
        said.set_value();
        go.get_future().wait();
        return go_on() ? run_of("0") : ProgramRun{};
      },
      {});
  EXPECT_FALSE(update_program(session, queue));
  session.own.due = true;
  EXPECT_TRUE(update_program(session, queue));
  said.get_future().wait();
  while (session.desk.notice.empty()) update_program(session, queue);  // what is done at once is not told
  EXPECT_TRUE(session.own.running_now);
  EXPECT_EQ(session.desk.notice, "Compiling my.cu");
  go.set_value();
  queue.wait();
  EXPECT_TRUE(update_program(session, queue));
  EXPECT_FALSE(session.own.running_now);
  EXPECT_EQ(session.own.launches.size(), 2u);
  EXPECT_EQ(session.desk.notice, "");
  EXPECT_FALSE(update_program(session, queue));
}

TEST(ProgramQueue, MakesASentenceOfAnException) {
  Session session;
  ProgramQueue queue([](const auto&, const auto&, const auto&) -> ProgramRun { throw std::bad_alloc(); }, {});
  session.own.due = true;
  update_program(session, queue);
  queue.wait();
  update_program(session, queue);
  EXPECT_FALSE(session.desk.error.empty());
}

TEST(OwnProgram, KnowsItsFilesAlsoWhileTheCompilerComesToSomeOnly) {
  Session session = session_with("0");
  ProgramRun run = run_of("0");
  run.files = {"my.cu", "a.cuh", "b.cuh"};
  take_up(session, std::move(run));
  run = refused(), run.files = {"my.cu", "c.cuh"};
  take_up(session, std::move(run));
  EXPECT_EQ(session.own.files, (std::vector<std::string>{"my.cu", "c.cuh", "a.cuh", "b.cuh"}));
  take_up(session, refused());
  EXPECT_EQ(session.own.files.size(), 4u);
  run = run_of("0"), run.files = {"my.cu", "c.cuh"};
  take_up(session, std::move(run));
  EXPECT_EQ(session.own.files, (std::vector<std::string>{"my.cu", "c.cuh"}));
}

/// Of two files, which both have text.
LoadedPtr recording_of_files(const std::string& second, const std::string& third) {
  format::Recording recording = small_recording()->recording;
  recording.source.path = "/here/my.cu";
  recording.included = {{second, "one\n"}, {third, "two\n"}};
  return std::make_shared<const Loaded>(std::move(recording));
}

TEST(OwnProgram, ShowsTheChosenFileStillWhereItHasAnotherNumber) {
  Session session;
  session.own.source = "/here/my.cu";
  take_up(session, {{recording_of_files("/here/a.cuh", "/here/b.cuh")}, nullptr, ""});
  show_path(session.look, "/here/x/../b.cuh");
  EXPECT_EQ(shown_file(session.look), 2);
  take_up(session, {{recording_of_files("/here/b.cuh", "/here/a.cuh")}, nullptr, ""});
  EXPECT_EQ(shown_path(session.look), "/here/b.cuh");
  EXPECT_EQ(shown_file(session.look), 1);
  take_up(session, {{recording_of_files("/here/c.cuh", "/here/a.cuh")}, nullptr, ""});
  EXPECT_EQ(shown_file(session.look), 0);
}

TEST(OwnProgram, ShowsTheFirstFileThatSomethingIsSaidOf) {
  Session session = session_with("0");
  const Rejected rejected{{{"my.cu", "my.cu", {}}, {"a.cuh", "a.cuh", {}}, {"b.cuh", "b.cuh", {}}},
                          {{0, "linker", 0}, {3, "second", 1}, {4, "third", 2}}};
  take_up(session, ProgramRun{{}, std::make_shared<const Rejected>(rejected), ""});
  EXPECT_EQ(shown_path(session.look), "a.cuh");
  show_path(session.look, "b.cuh");
  EXPECT_EQ(shown_path(session.look), "b.cuh");
  session.own.edited = true;  // who types there goes on typing there
  take_up(session, ProgramRun{{}, std::make_shared<const Rejected>(rejected), ""});
  EXPECT_EQ(shown_path(session.look), "b.cuh");
  session.own.edited = false;
  take_up(session, ProgramRun{{}, std::make_shared<const Rejected>(rejected), ""});
  EXPECT_EQ(shown_path(session.look), "a.cuh");
}

class Watched : public ::testing::Test {
 protected:
  void save(const std::string& text) const { std::ofstream(file_) << text; }
  void save_included(const std::string& text) const { std::ofstream(included_) << text; }
  /// Long enough for the watch to look several times.
  bool saved_within(std::chrono::milliseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end) {
      if (watch_.saved()) return true;
      std::this_thread::sleep_for(1ms);
    }
    return false;
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.path() / "my.cu", included_ = folder_.path() / "tile.cuh";
  SourceWatch watch_{(save("one"), std::vector{file_}), {}, 1ms};
};

TEST_F(Watched, IsSavedWhenItsTextChanges) {
  save("two, longer");
  EXPECT_TRUE(saved_within(10s));
  EXPECT_FALSE(watch_.saved());
}

TEST_F(Watched, IsSavedWhenAnotherFileTakesItsPlace) {
  std::ofstream(folder_.path() / "new") << "other";
  std::filesystem::rename(folder_.path() / "new", file_);
  EXPECT_TRUE(saved_within(10s));
}

TEST_F(Watched, IsNotSavedWhileItIsEmptyOrGoneOrTheSame) {
  save("");
  EXPECT_FALSE(saved_within(30ms));
  std::filesystem::remove(file_);
  EXPECT_FALSE(saved_within(30ms));
  save("one");
  EXPECT_FALSE(saved_within(30ms));
}

TEST_F(Watched, IsSavedWithEachFileThatIsFollowed) {
  save_included("tile");
  EXPECT_FALSE(saved_within(30ms));
  watch_.follow({file_, included_}, std::filesystem::file_time_type::max());
  EXPECT_FALSE(saved_within(30ms));
  save_included("other tile");
  EXPECT_TRUE(saved_within(10s));
  save("two, longer");
  EXPECT_TRUE(saved_within(10s));
  watch_.follow({file_}, std::filesystem::file_time_type::max());
  save_included("tile again");
  EXPECT_FALSE(saved_within(30ms));
}

TEST_F(Watched, IsSavedIfAFileWasWrittenBeforeItWasKnownToBelongToIt) {
  save_included("tile");
  const auto written = std::filesystem::last_write_time(included_);
  watch_.follow({file_, included_}, written);
  EXPECT_FALSE(saved_within(30ms));
  watch_.follow({file_}, written);
  watch_.follow({file_, included_}, written - 1s);
  EXPECT_TRUE(saved_within(10s));
}

}  // namespace
}  // namespace gemmscope::session
