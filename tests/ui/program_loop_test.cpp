// SPDX-License-Identifier: MIT
// Files that are opened in the running window: by dropping them, from the dialog.
#include "app/shell/program_loop.h"

#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "tests/session/fixture.h"
#include "tests/temporary_folder.h"
#include "tracing/format/file.h"

namespace gemmscope::ui {
namespace {

using session::Session;

/// Programs that take no time; the name of one says with what padding it records.
Result<session::ProgramRunner> open_program(const std::vector<std::string>& command) {
  const std::filesystem::path file = command.front();
  if (!std::filesystem::exists(file)) return fail(ErrorKind::kBadFile, file.filename().string() + " cannot be read");
  return [padding = file.stem().string()](const auto&, const auto&, const auto&) {
    return session::ProgramRun{{session::small_recording({{"PA", padding}})}, nullptr, ""};
  };
}

Result<void> write_first(const std::string& path) {
  if (std::filesystem::exists(path)) return fail(ErrorKind::kUsage, "there is such a file");
  std::ofstream(path) << "first";
  return {};
}

class Opened : public ::testing::Test {
 protected:
  std::string write(const std::string& name) const {
    const auto file = folder_.path() / name;
    std::ofstream(file) << name;
    return file.string();
  }
  void open(const std::string& path) {
    session_.desk.panels.to_open = path;
    do {
      loop_.update(session_);
      std::this_thread::yield();
    } while (session_.own.running_now);
    loop_.update(session_);  // it may have ended just after it was asked for what came of it
  }
  std::string padding() const { return std::to_string(session::padding_of(session_.look)); }

  TemporaryFolder folder_;
  Session session_ = session::opened(session::small_recording());
  shell::ProgramLoop loop_{{open_program, write_first}, {}};
};

TEST_F(Opened, AProgramIsRunAndShown) {
  open(write("4.cu"));
  EXPECT_EQ(session_.own.launches.size(), 1u);
  EXPECT_TRUE(session_.own.made(session_.look.loaded));
  EXPECT_EQ(padding(), "4");
  EXPECT_EQ(session_.desk.panels.to_open, "");
}

TEST_F(Opened, AnotherProgramTakesItsPlace) {
  open(write("4.cu"));
  open(write("8.cu"));
  EXPECT_EQ(session_.own.source, (folder_.path() / "8.cu").string());
  EXPECT_EQ(padding(), "8");
}

TEST_F(Opened, ARecordingIsShown) {
  const auto file = folder_.path() / "some.gst";
  ASSERT_TRUE(format::write_file(testing::recorded({.numbers = {{"PA", "4"}}}, session::kSmall), file));
  open(file.string());
  EXPECT_EQ(padding(), "4");
  EXPECT_EQ(session_.desk.error, "");
}

TEST_F(Opened, WhatIsNeitherIsRefusedInASentence) {
  const session::LoadedPtr before = session_.look.loaded;
  for (const char* name : {"notes.txt", "broken.gst", "kernel.cuh"}) {
    session_.desk.error.clear();
    open(write(name));
    EXPECT_NE(session_.desk.error, "") << name;
    EXPECT_EQ(session_.look.loaded, before) << name;
  }
  open((folder_.path() / "gone.cu").string());
  EXPECT_EQ(session_.desk.error, "gone.cu cannot be read");
  EXPECT_EQ(session_.own.source, "");
}

TEST_F(Opened, ANewProgramIsWrittenAndEdited) {
  const std::string path = (folder_.path() / "16.cu").string();
  session_.desk.panels.to_begin = path;
  open("");
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_EQ(padding(), "16");
  EXPECT_TRUE(session_.own.edited);
  session_.desk.panels.to_begin = write("4.cu");
  open("");
  EXPECT_EQ(session_.desk.error, "there is such a file");
  EXPECT_EQ(session_.own.source, path);
}

TEST_F(Opened, NothingTakesThePlaceOfUnsavedChanges) {
  open(write("4.cu"));
  session_.own.unsaved = true;
  open(write("8.cu"));
  EXPECT_EQ(padding(), "4");
  session_.own.unsaved = false;
  open(session_.desk.panels.to_open);
  EXPECT_EQ(padding(), "8");
}

}  // namespace
}  // namespace gemmscope::ui
