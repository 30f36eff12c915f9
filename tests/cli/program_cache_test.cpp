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

/// With a compiler that takes a moment, writes down that it was called, and knows no --dryrun.
class ProgramCache : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto nvcc = folder_.path() / "nvcc";
    std::ofstream(nvcc) << "#!/bin/sh\n"
                           "case \"$*\" in *--dryrun*) exit 1;; esac\n"
                           "echo called >>'" +
                               calls_.string() +
                               "'\nsleep 0.2\n"
                               "while [ $# -gt 0 ]; do\n"
                               "  [ \"$1\" = -o ] && echo program >\"$2\"\n"
                               "  [ \"$1\" = -MF ] && echo 'program : my.cu' >\"$2\"\n"
                               "  shift\ndone\n";
    std::filesystem::permissions(nvcc, std::filesystem::perms::owner_all);
    ::setenv("CUDACXX", nvcc.c_str(), 1);
    ::setenv("GEMMSCOPE_CACHE", (folder_.path() / "cache").c_str(), 1);
    std::ofstream(folder_.path() / "my.cu") << "int main() {}\n";
  }
  void TearDown() override { ::unsetenv("CUDACXX"), ::unsetenv("GEMMSCOPE_CACHE"); }

  Result<void> compile_into(const std::string& name) const {
    std::filesystem::create_directory(folder_.path() / name);
    Printed printed;
    return compile_cached(
        {folder_.path() / "my.cu", {}, folder_.path() / name / "my", "my.cu"}, [] { return true; }, printed);
  }
  std::string program_in(const std::string& name) const { return format::text_in(folder_.path() / name / "my"); }

  TemporaryFolder folder_;
  std::filesystem::path calls_ = folder_.path() / "calls";
};

TEST_F(ProgramCache, HasWhatWasCompiledBefore) {
  ASSERT_TRUE(compile_into("first"));
  ASSERT_TRUE(compile_into("second"));
  EXPECT_EQ(format::text_in(calls_), "called\n");
  EXPECT_EQ(program_in("second"), "program\n");
}

/// As a run does whose number is being compiled ahead.
TEST_F(ProgramCache, WaitsForAnotherThreadThatCompilesTheSame) {
  auto ahead = std::async(std::launch::async, [&] { return compile_into("ahead"); });
  while (format::text_in(calls_).empty()) std::this_thread::yield();
  ASSERT_TRUE(compile_into("shown"));
  ASSERT_TRUE(ahead.get());
  EXPECT_EQ(format::text_in(calls_), "called\n");
  EXPECT_EQ(program_in("shown"), "program\n");
}

}  // namespace
}  // namespace gemmscope::cli
