// SPDX-License-Identifier: MIT
// The program as a person runs it: without a GPU, and with a driver that is the interpreter (fake_driver.cpp).
#include <sys/wait.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "tests/cuda/operations/targets.h"
#include "tests/temporary_folder.h"

namespace gemmscope::operations {
namespace {

struct Ran {
  int code = -1;
  std::string page, table;  ///< report.md, operations.csv
};

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

Ran run(const std::string& environment, const std::string& options) {
  const TemporaryFolder folder;
  const std::string command = environment + " '" GEMMSCOPE_SOURCE_DIR "/scripts/compare_operations' '" +
                              folder.path().string() + "' --binary '" GEMMSCOPE_COMPARE_OPERATIONS "' " + options +
                              " >/dev/null 2>&1";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(folder.path() / "report.md"),
          contents(folder.path() / "operations.csv")};
}

const std::string kFake = "LD_LIBRARY_PATH='" GEMMSCOPE_FAKE_DRIVER "'";

TEST(Program, ComparesEveryRowThatPtxHas) {
  const Ran ran = run(kFake, "--warps 40");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.page.find("the interpreter"), std::string::npos);
  EXPECT_NE(ran.page.find(" | 0 | 0 | 0 |\n"), std::string::npos) << "the table of one line: all are equal";
  for (const auto& operation : lockstep::all_operations(lockstep::Isa::kAvx2)) {
    const std::size_t at = ran.table.find("\n" + std::string(operation.mnemonic) + ",");
    ASSERT_NE(at, std::string::npos) << operation.mnemonic;
    const std::string line = ran.table.substr(at + 1, ran.table.find('\n', at + 1) - at - 1);
    EXPECT_EQ(line.find(",40,") == std::string::npos, !why_none(operation).empty()) << line;
    EXPECT_EQ(line.find("no form in PTX") == std::string::npos, why_none(operation).empty()) << line;
  }
}

TEST(Program, AWrongBitIsFoundInEveryRowAndTheExitCodeSaysSo) {
  const Ran ran = run(kFake + " GEMMSCOPE_FAKE_FAULT=1", "--warps 8 --only add.s");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.page.find(" | 8 | 0 | 0 | 0 | 8 |\n"), std::string::npos) << "none is equal";
  const auto lanes_of = [&](const std::string& row) {
    const std::size_t at = ran.table.find("\n" + row + ",");
    return at == std::string::npos ? std::string("none") : ran.table.substr(ran.table.find(",8,", at) + 3, 6);
  };
  for (const char* row : {"add.s16", "add.s16x2", "add.s32", "add.s64", "add.sat.s32", "add.sat.f16"})
    EXPECT_EQ(lanes_of(row), "256,1,") << row;
}

TEST(Program, WithoutAGpuItSaysSo) {
  const Ran ran = run("", "");
  if (ran.code != 4) GTEST_SKIP() << "this machine has a GPU";
  EXPECT_EQ(ran.table, "");
}

TEST(Program, RefusesWhatIsNoOption) {
  EXPECT_EQ(run(kFake, "--warps 0").code, 2);
  EXPECT_EQ(run(kFake, "--warps many").code, 2);
  EXPECT_EQ(run(kFake, "--only nothing").code, 2);
  EXPECT_EQ(run(kFake, "--folder").code, 2);
  EXPECT_EQ(run(kFake, "everything").code, 2);
}

}  // namespace
}  // namespace gemmscope::operations
