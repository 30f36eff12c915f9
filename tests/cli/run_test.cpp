// SPDX-License-Identifier: MIT
// gemmscope run, from end to end: part of a launch, Ctrl-C, and the folder that it leaves.
#include <csignal>

#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

const std::string kPrograms = GEMMSCOPE_PROGRAMS "/", kTiled = kPrograms + "tiled";

class RunCommand : public ProgramTest {
 protected:
  nlohmann::json recordings() const { return nlohmann::json::parse(run("list out --json").out).at("recordings"); }
};

TEST_F(RunCommand, RecordsTheBlocksAndWarpsAskedForAndRunsTheRest) {
  const Ran all = run("run -o all -- " + kTiled), ran = run("run -o out --blocks 0,1:2,3 --warps 2:5 -- " + kTiled);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out.rfind("right\n", 0), 0u) << ran.out;
  const auto whole = nlohmann::json::parse(run("report all/tiled.gst --json").out),
             part = nlohmann::json::parse(run("report out/tiled.gst --json").out);
  EXPECT_EQ(recordings().at(0).at("grid"), "4 x 3 x 1");
  for (std::size_t s = 0; s < part.at("sites").size(); ++s)
    if (whole["sites"][s]["name"] == "As_load")  // 12 blocks of 32 warps that do the same, and 4 of 3
      EXPECT_EQ(part["sites"][s]["requests"].get<int>() * 32, whole["sites"][s]["requests"].get<int>());
  EXPECT_NE(run("report out/tiled.gst").out.find("recorded part"), std::string::npos);
}

TEST_F(RunCommand, SaysWhenALaunchHasNoSuchBlock) {
  const Ran ran = run("run -o out --blocks 9,9 -- " + kTiled);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.err.find("3 rows of 4 blocks of 32 warps"), std::string::npos) << ran.err;
  EXPECT_TRUE(files().empty());
}

TEST_F(RunCommand, EndsALaunchThatTakesMoreStepsThanAllowed) {
  const Ran ran = run("run -o out --steps 50 -- " + kTiled);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.err.find("still runs after as many steps"), std::string::npos) << ran.err;
  EXPECT_TRUE(files().empty());
}

TEST_F(RunCommand, ThatIsInterruptedEndsTheProgramAndLeavesNothing) {
  write("wait.sh", "#!/bin/sh\nexec sleep 600\n");
  RunOptions options;
  options.while_running = [](pid_t program) {
    wait_until_watching(program, SIGHUP);
    kill(program, SIGTERM);
  };
  const Ran ran = run("run -o out -- sh wait.sh", options);
  EXPECT_EQ(ran.signal, SIGTERM);
  EXPECT_EQ(files(), std::vector<std::string>{"wait.sh"});
}

TEST_F(RunCommand, ListsTheRecordingsOfAFolder) {
  ASSERT_EQ(run("run -o out -- " + kTiled).code, 0);
  write("out/damaged.gst", "nothing");
  const nlohmann::json all = recordings();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_TRUE(all[0].contains("error"));
  EXPECT_EQ(all[1].at("kernel"), "tiled");
  EXPECT_EQ(all[1].at("block"), "32 x 32 x 1");
  EXPECT_EQ(all[1].at("bytes"), std::filesystem::file_size(file("out/tiled.gst")));
  expect_error(run("list nowhere"), 2);
}

}  // namespace
}  // namespace gemmscope::cli::testing
