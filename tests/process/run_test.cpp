// SPDX-License-Identifier: MIT
#include "tracing/process/run.h"

#include <chrono>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/temporary_folder.h"
#include "tracing/format/input_file.h"

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
  const std::string status = format::text_in("/proc/" + std::to_string(process) + "/stat");
  return status.empty() || status.find(") Z ") != std::string::npos;
}

TEST(Run, TellsHowAProgramEnded) {
  const TemporaryFolder folder;
  const fs::path said = folder.path() / "said";
  EXPECT_EQ(run({"sh", "-c", "echo out; echo err >&2; exit 3"}, said, {}), 3);
  EXPECT_EQ(format::text_in(said), "out\nerr\n");
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
  ASSERT_TRUE(soon([&] { return format::text_in(number).ends_with('\n'); }));
  const pid_t program = std::stoi(format::text_in(number));
  EXPECT_FALSE(has_ended(program));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(soon([&] { return has_ended(program); }));
}

}  // namespace
}  // namespace gemmscope::process
