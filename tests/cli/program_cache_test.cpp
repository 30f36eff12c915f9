// SPDX-License-Identifier: MIT
#include "app/cli/program_cache.h"

#include <cstdlib>
#include <fstream>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "tests/temporary_folder.h"
#include "tracing/format/input_file.h"

namespace gemmscope::cli {
namespace {

/// The compiler is a script. It notes each call, waits while the file `hold` exists, runs the commands in `meanwhile`,
/// and does not know --dryrun.
class ProgramCache : public ::testing::Test {
 protected:
  void SetUp() override {
    write("nvcc",
          "#!/bin/sh\n"
          "case \"$*\" in *--dryrun*) exit 1;; esac\n"
          "cd " +
              folder_.path().string() +
              "\n"
              "echo called >>calls\n"
              "while [ -e hold ]; do sleep 0.01; done\n"
              ". ./meanwhile\n"
              "while [ $# -gt 0 ]; do\n"
              "  [ \"$1\" = -o ] && echo program >\"$2\"\n"
              "  [ \"$1\" = -MF ] && echo 'program : my.cu " +
              (folder_.path() / "my.h").string() +
              "' >\"$2\"\n"
              "  shift\ndone\n");
    std::filesystem::permissions(folder_.path() / "nvcc", std::filesystem::perms::owner_all);
    ::setenv("CUDACXX", (folder_.path() / "nvcc").c_str(), 1);
    ::setenv("GEMMSCOPE_CACHE", (folder_.path() / "cache").c_str(), 1);
    write("my.cu", "#include \"my.h\"\nint main() {}\n");
    write("my.h", "constexpr int kOne = 1;\n");
    write("meanwhile", "");
    std::filesystem::last_write_time(folder_.path() / "my.h",
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  }
  void TearDown() override { ::unsetenv("CUDACXX"), ::unsetenv("GEMMSCOPE_CACHE"); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_.path() / name) << text; }
  Result<void> compile_into(const std::string& name, bool as_written = false) const {
    std::filesystem::create_directory(folder_.path() / name);
    Printed printed;
    ToCompile what{folder_.path() / "my.cu", {}, folder_.path() / name / "my", "my.cu"};
    what.as_written = as_written;
    return compile_cached(
        what, [] { return true; }, printed);
  }
  std::string text_in(const std::string& name) const { return format::text_in(folder_.path() / name); }

  TemporaryFolder folder_;
};

TEST_F(ProgramCache, HasWhatWasCompiledBefore) {
  ASSERT_TRUE(compile_into("first"));
  ASSERT_TRUE(compile_into("second"));
  EXPECT_EQ(text_in("calls"), "called\n");
  EXPECT_EQ(text_in("second/my"), "program\n");
}

TEST_F(ProgramCache, TellsAProgramAsWrittenFromTheUsualOne) {
  ASSERT_TRUE(compile_into("usual"));
  ASSERT_TRUE(compile_into("as_written", true));
  ASSERT_TRUE(compile_into("again", true));
  EXPECT_EQ(text_in("calls"), "called\ncalled\n");
}

TEST_F(ProgramCache, SaysThatACompilerIsTooOldForAccessesAsWritten) {
  write("nvcc", "#!/bin/sh\ncase \"$*\" in *--Ofast-compile*) exit 1;; esac\n");
  const auto done = compile_into("as_written", true);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::kUsage);
  EXPECT_NE(done.error().message.find("--as-written needs nvcc 13"), std::string::npos) << done.error().message;
}

/// A run waits like this if its number is being compiled ahead.
TEST_F(ProgramCache, WaitsForAnotherThreadThatCompilesTheSame) {
  using namespace std::chrono_literals;
  write("hold", "");
  auto ahead = std::async(std::launch::async, [&] { return compile_into("ahead"); });
  while (text_in("calls").empty() && ahead.wait_for(1ms) != std::future_status::ready) continue;
  auto shown = std::async(std::launch::async, [&] { return compile_into("shown"); });
  EXPECT_NE(shown.wait_for(100ms), std::future_status::ready);
  std::filesystem::remove(folder_.path() / "hold");
  ASSERT_TRUE(ahead.get());
  ASSERT_TRUE(shown.get());
  EXPECT_EQ(text_in("calls"), "called\n");
  EXPECT_EQ(text_in("shown/my"), "program\n");
}

/// The compiler may have read the one text or the other.
TEST_F(ProgramCache, DoesNotKeepWhatTheSourceWasSavedUnder) {
  const std::string before = text_in("my.cu");
  write("meanwhile", "echo 'int other;' >>my.cu\n");
  ASSERT_TRUE(compile_into("first"));
  write("meanwhile", ""), write("my.cu", before);
  ASSERT_TRUE(compile_into("second"));
  EXPECT_EQ(text_in("calls"), "called\ncalled\n");
}

/// The compiler may have read what stood there before.
TEST_F(ProgramCache, DoesNotKeepWhatAHeaderWasSavedUnder) {
  write("meanwhile", "echo 'constexpr int kTwo = 2;' >>my.h\n");
  ASSERT_TRUE(compile_into("first"));
  write("meanwhile", "");
  ASSERT_TRUE(compile_into("second"));
  EXPECT_EQ(text_in("calls"), "called\ncalled\n");
}

}  // namespace
}  // namespace gemmscope::cli
