// SPDX-License-Identifier: MIT
// The part of a program's output that is kept.
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "app/cli/run_program.h"
#include "app/words/number.h"
#include "tests/temporary_folder.h"

namespace gemmscope::cli {
namespace {

TEST(Printed, IsAllOfALittle) {
  Printed printed;
  EXPECT_EQ(printed.text(), "");
  std::string all;
  for (int i = 0; i < 10'000; ++i) {
    const std::string line = "line " + std::to_string(i) + "\n";
    printed.add(line), all += line;
  }
  EXPECT_EQ(printed.text(), all);
}

TEST(Printed, IsBeginningAndEndOfMuchAndSaysHowMuchIsLeftOut) {
  Printed printed;
  printed.add("begin");
  for (int i = 0; i < 1000; ++i) printed.add(std::string(10'000, 'x'));
  printed.add("end");
  const std::string text = printed.text();
  EXPECT_LT(text.size(), 1'100'000u);
  EXPECT_TRUE(text.starts_with("beginx"));
  EXPECT_TRUE(text.ends_with("xend"));
  const std::string left_out = words::count_of(10'000'008 - 2 * (512 << 10), "byte");
  EXPECT_NE(text.find("\ngemmscope: " + left_out + " that were printed are left out here\n"), std::string::npos)
      << text.substr(text.find('\n'), 100);
}

TEST(RunAndWait, KeepsWhatAProgramPrints) {
  Printed printed;
  const auto code = run_and_wait(
      {"sh", "-c", "echo out; echo err >&2; head -c 3000000 /dev/zero; echo end; exit 4"}, {}, [] { return true; },
      &printed);
  ASSERT_TRUE(code);
  EXPECT_EQ(*code, 4);
  EXPECT_TRUE(printed.text().starts_with("out\nerr\n"));
  EXPECT_TRUE(printed.text().ends_with("end\n"));
  EXPECT_LT(printed.text().size(), 1'100'000u);
}

/// A process that another thread has forked may still have it open, from when it was written.
TEST(RunAndWait, WaitsForAProgramThatIsStillOpenForWriting) {
  const TemporaryFolder folder;
  const std::string program = folder.path() / "program", open = folder.path() / "open";
  std::filesystem::copy_file("/bin/true", program);
  ASSERT_EQ(std::system(("(exec 3>>" + program + "; touch " + open + "; sleep 0.2) &").c_str()), 0);
  while (!std::filesystem::exists(open)) std::this_thread::yield();
  Printed printed;
  const auto code = run_and_wait(
      {program}, {}, [] { return true; }, &printed);
  ASSERT_TRUE(code) << code.error().message;
  EXPECT_EQ(*code, 0);
}

}  // namespace
}  // namespace gemmscope::cli
