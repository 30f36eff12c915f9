// SPDX-License-Identifier: MIT
#include "tracing/process/run.h"

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/temporary_folder.h"

namespace gemmscope::process {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

/// Whether `holds()` within five seconds.
template <class Condition>
bool soon(Condition holds) {
  for (int i = 0; i < 500 && !holds(); ++i) std::this_thread::sleep_for(milliseconds(10));
  return holds();
}

/// A zombie has ended.
bool has_ended(pid_t process) {
  const std::string status = text_of("/proc/" + std::to_string(process) + "/stat");
  return status.empty() || status.find(") Z ") != std::string::npos;
}

TEST(Run, TellsHowAProgramEnded) {
  const TemporaryFolder folder;
  const fs::path said = folder.path() / "said";
  EXPECT_EQ(run({"sh", "-c", "echo out; echo err >&2; exit 3"}, said, {}), 3);
  EXPECT_EQ(text_of(said), "out\nerr\n");
  EXPECT_EQ(run({"sh", "-c", "kill -TERM $$"}, said, {}), 128 + SIGTERM);
  EXPECT_EQ(run({"./none"}, said, {}), kNotRun);
  EXPECT_EQ(run({"sleep", "600"}, said, [] { return false; }), 128 + SIGKILL);
}

TEST(Run, EndsItsProgramWhenItIsKilled) {
  const TemporaryFolder folder;
  const fs::path number = folder.path() / "number";
  const pid_t child = ::fork();
  if (child == 0) {
    run({"sh", "-c", "echo $$ > " + number.string() + "; exec sleep 600"}, folder.path() / "said", {});
    ::_exit(0);
  }
  ASSERT_TRUE(soon([&] { return text_of(number).ends_with('\n'); }));
  const pid_t program = std::stoi(text_of(number));
  EXPECT_FALSE(has_ended(program));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(soon([&] { return has_ended(program); }));
}

TEST(TextOf, IsNoMoreThanWanted) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "file", pipe = folder.path() / "pipe";
  std::ofstream(file) << "0123456789";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(text_of(file), "0123456789");
  EXPECT_EQ(text_of(file, 10), "0123456789");
  EXPECT_EQ(text_of(file, 9), "");
  for (const fs::path& none : {pipe, folder.path(), folder.path() / "none"}) EXPECT_EQ(text_of(none), "");
}

}  // namespace
}  // namespace gemmscope::process
