// SPDX-License-Identifier: MIT
// What once crashed, stalled or filled the program, and what the fuzzers have found: all of it again, without
// libFuzzer.
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/format/allocation_meter.h"
#include "tests/fuzz/drive.h"
#include "tests/fuzz/hostile_cases.h"
#include "tests/fuzz/mutate_ptx.h"
#include "tracing/format/file.h"

namespace gemmscope::fuzz {
namespace {

#if defined(GEMMSCOPE_ASAN) || defined(GEMMSCOPE_TSAN)
constexpr double kMostSeconds = 100;
#else
constexpr double kMostSeconds = 5;  // of processor time; all of them together take as much
#endif
constexpr std::size_t kMostBytes = std::size_t{400} << 20;  // large_tiles takes 330 MB; everything else far less

class Replay {
 public:
  ~Replay() {
    EXPECT_LT(static_cast<double>(std::clock() - begin_) / CLOCKS_PER_SEC, kMostSeconds);
    EXPECT_LT(meter_.peak(), kMostBytes);
  }

 private:
  std::clock_t begin_ = std::clock();
  format::testing::AllocationMeter meter_;
};

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> corpus(const char* folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(GEMMSCOPE_SOURCE_DIR) / "tests/fuzz/corpus" / folder))
    files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

class HostileRecording : public ::testing::TestWithParam<HostileCase> {};

TEST_P(HostileRecording, IsSoundAndIsShownInSecondsAndLittleMemory) {
  const auto file = format::encode(GetParam().recording);
  ASSERT_TRUE(file) << file.error().message;
  const Replay replay;
  EXPECT_TRUE(drive_recording(*file, Places::kAll));
}

INSTANTIATE_TEST_SUITE_P(All, HostileRecording, ::testing::ValuesIn(hostile_cases()),
                         [](const auto& of) { return of.param.name; });

TEST(Corpus, RecordingsAreSurvived) {
  for (const auto& path : corpus("recording")) {
    SCOPED_TRACE(path.filename());
    const std::string file = contents(path);
    const Replay replay;
    drive_recording(std::as_bytes(std::span(file)), Places::kAll);
  }
}

TEST(Corpus, TextsAreSurvived) {
  for (const auto& path : corpus("texts")) {
    SCOPED_TRACE(path.filename());
    const std::string text = contents(path);
    const Replay replay;
    drive_text(text);
  }
}

TEST(Corpus, PtxIsSurvived) {
  for (const auto& path : corpus("ptx")) {
    SCOPED_TRACE(path.filename());
    const std::string text = contents(path);
    const Replay replay;
    drive_ptx(text);
  }
}

TEST(Corpus, ProgramsAreSurvived) {
  for (const auto& path : corpus("program")) {
    SCOPED_TRACE(path.filename());
    const Replay replay;
    drive_program(contents(path));
  }
}

/// As fuzz_program does it, a little of each program.
TEST(Programs, ThatAreNearlyRightAreRefusedOrRunForAWhile) {
  int ran = 0, refused = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(GEMMSCOPE_SOURCE_DIR) / "tests/data/programs")) {
    if (entry.path().extension() != ".ptx") continue;
    SCOPED_TRACE(entry.path().filename());
    const std::string ptx = contents(entry.path());
    EXPECT_TRUE(drive_program(ptx));
    for (unsigned seed = 0; seed < 25; ++seed) ++(drive_program(mutated_ptx(ptx, seed)) ? ran : refused);
  }
  EXPECT_GT(ran, 50);
  EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace gemmscope::fuzz
