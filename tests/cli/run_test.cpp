// SPDX-License-Identifier: MIT
// gemmscope run, from end to end: part of a launch, Ctrl-C, and the folder that it leaves.
#include <csignal>

#include <unistd.h>

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
  const Ran all = run("run -o all -- " + kTiled), ran = run("run -o out --blocks 1,0,0:3,2,1 --warps 2:5 -- " + kTiled);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out.rfind("right\n", 0), 0u) << ran.out;
  const auto whole = nlohmann::json::parse(run("report all/tiled.gst --json").out),
             part = nlohmann::json::parse(run("report out/tiled.gst --json").out);
  EXPECT_EQ(recordings().at(0).at("grid"), "4 x 3 x 1");
  for (std::size_t s = 0; s < part.at("sites").size(); ++s) {
    if (whole["sites"][s]["name"] != "As_load") continue;  // 12 blocks of 32 warps that do the same, and 4 of 3
    EXPECT_EQ(part["sites"][s]["requests"].get<int>() * 32, whole["sites"][s]["requests"].get<int>());
  }
  EXPECT_NE(run("report out/tiled.gst").out.find("recorded part"), std::string::npos);
}

TEST_F(RunCommand, SaysWhenALaunchHasNoSuchBlock) {
  const Ran ran = run("run -o out --blocks 9,9,0 -- " + kTiled);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.err.find("4 x 3 x 1 blocks of 32 warps; name blocks x,y,z"), std::string::npos) << ran.err;
  EXPECT_TRUE(files().empty());
}

TEST_F(RunCommand, EndsALaunchThatTakesMoreStepsThanAllowed) {
  const Ran ran = run("run -o out --steps 50 -- " + kTiled);
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.err.find("still runs after as many steps"), std::string::npos) << ran.err;
  EXPECT_EQ(run("check out/tiled.gst").code, 1) << "recorded up to where it was ended";
  // Its picture of the window opens where the window does.
  ASSERT_EQ(run("render out/tiled.gst --view window -o window.svg").code, 0);
  EXPECT_NE(contents("window.svg").find("This kernel is broken"), std::string::npos);
}

TEST_F(RunCommand, ThatIsEndedByStepsKeepsARecordingThatIsWhole) {
  ASSERT_EQ(run("run -o out -- " + kTiled).code, 0);
  const std::string whole = contents("out/tiled.gst");
  for (int i = 0; i < 2; ++i) {
    const Ran ran = run("run -o out --steps 50 -- " + kTiled);
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.out.find("out/tiled_2.gst"), std::string::npos) << ran.out;
    EXPECT_EQ(contents("out/tiled.gst"), whole);
    EXPECT_FALSE(std::filesystem::exists(file("out/tiled_3.gst")));
  }
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

/// As `timeout` sends each signal, to the program and to its group.
TEST_F(RunCommand, TakesTwoSignalsAtOnceForOne) {
  write("wait.sh", "#!/bin/sh\ntrap : TERM\nsleep 0.4\n");  // does not end at once
  RunOptions options;
  options.while_running = [](pid_t program) {
    wait_until_watching(program, SIGHUP);
    for (const int signal : {SIGINT, SIGINT, SIGTERM}) kill(program, signal), usleep(20'000);
  };
  const Ran ran = run("run -o out -- sh wait.sh", options);
  EXPECT_EQ(ran.signal, SIGINT);
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
}

TEST_F(RunCommand, RefusesWhatIsNotThere) {
  for (const char* command : {"run none.cu", "run -- ./none", "run -- .", "list none"}) expect_error(run(command), 3);
  EXPECT_TRUE(files().empty());
}

TEST_F(RunCommand, GivesTheProgramItsArguments) {
  write("say.sh", "for word; do echo \"<$word>\"; done\n");
  for (const char* command :
       {"run -o out sh say.sh 3 list -- --blocks -- 9", "run -o out -- sh say.sh 3 list --blocks -- 9"})
    EXPECT_EQ(run(command).out.rfind("<3>\n<list>\n<--blocks>\n<-->\n<9>\n", 0), 0u) << run(command).out;
  EXPECT_EQ(run("run sh -o out -- say.sh 3 -4").out.rfind("<3>\n<-4>\n", 0), 0u);
  for (const char* command : {"open none.cu 3 -- -4", "open none.cu -- -4", "none.cu -- -4", "run none.cu -- -4"})
    expect_error(run(command), 3);  // that it is not there, not that it has arguments
}

TEST_F(RunCommand, ThatRecordsNothingSaysWhy) {
  struct {
    const char* command;
    std::vector<const char*> says;
  } const all[] = {{"--kernel other -- tiled", {"'other'", "tiled"}},
                   {"--launch 4 -- tiled", {"launch 4", "tiled (1 launch)"}},
                   {"-- linked_statically", {"nvcc", "-cudart shared", "linked_statically.cu"}},
                   {"--kernel fill -- unchecked", {"fill was not launched", "2048 threads in x"}}};
  for (const auto& [command, says] : all) {
    std::string text = command;
    text.insert(text.rfind(' ') + 1, kPrograms);
    const Ran ran = run("run -o out " + text);
    EXPECT_EQ(ran.code, 1) << command;
    for (const char* words : says) EXPECT_NE(ran.out.find(words), std::string::npos) << command << "\n" << ran.out;
  }
}

TEST_F(RunCommand, ThatFaultsIsNotRightEvenIfTheProgramSaysSo) {
  const Ran ran = run("run -o out -- " + kPrograms + "unchecked");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("faulted: beyond\n"), std::string::npos) << ran.out;
  ASSERT_NE(ran.err.find("beyond the end"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("beyond the end"), ran.err.rfind("beyond the end")) << "a line that is unrolled is one\n"
                                                                             << ran.err;
}

TEST_F(RunCommand, RecordsALaunchUpToItsFaultWhichIsTheFirstFinding) {
  ASSERT_EQ(run("run -o out -- " + kPrograms + "unchecked").code, 1);
  const Ran check = run("check out/beyond.gst"), report = run("report out/beyond.gst");
  EXPECT_EQ(check.code, 1);
  const std::string does = "of block (0,0,0) loads 4 bytes beyond the end of from (512 bytes), at byte 512, on line 7";
  EXPECT_NE(check.out.find("\nfault, "), std::string::npos) << check.out;
  EXPECT_NE(check.out.find(does), std::string::npos) << check.out;
  EXPECT_EQ(check.out.find("out of bounds"), std::string::npos) << "it is one finding\n" << check.out;
  EXPECT_NE(report.out.find("ended with a fault"), std::string::npos) << report.out;
  EXPECT_NE(report.out.find(does), std::string::npos) << report.out;
  const Ran lanes = run("report out/beyond.gst --view lanes --select finding=0");
  EXPECT_EQ(lanes.code, 0) << lanes.err;
  EXPECT_NE(lanes.out.find("from load, line 7"), std::string::npos) << lanes.out;
  const auto json = nlohmann::json::parse(run("check out/beyond.gst --json").out);
  EXPECT_EQ(json["findings"][0]["fault"], "fault");
  EXPECT_EQ(json["launch_fault"]["array"], "from");
  EXPECT_EQ(json["launch_fault"]["byte"], 512);
  EXPECT_EQ(json["launch_fault"]["kind"], "out of bounds");
  EXPECT_EQ(nlohmann::json::parse(run("report out/beyond.gst --json").out)["fault"]["line"], 7);
}

TEST_F(RunCommand, SaysWhichRecordingsAreOfAnotherRun) {
  ASSERT_EQ(run("run -o out -- " + kTiled).out.find("not of this run"), std::string::npos);
  const Ran again = run("run -o out -- " + kTiled), other = run("run -o out --kernel other -- " + kTiled);
  EXPECT_EQ(again.out.find("not of this run"), std::string::npos);
  EXPECT_NE(other.out.find("not of this run: out/tiled.gst\n"), std::string::npos) << other.out;
}

TEST_F(RunCommand, RecordsAProductInWhichElementsAreFollowed) {
  ASSERT_EQ(run("run -o out -- " + kTiled).code, 0);
  const Ran ran = run("report out/tiled.gst --follow A[3][5]");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("C[3][0"), std::string::npos) << ran.out;
}

TEST_F(RunCommand, RecordsNothingElseInWhichElementsAreFollowed) {
  const std::string file = std::filesystem::absolute("tests/data/recorded/stencil.gst").string();
  for (const char* what : {"in[3][5]", "in[3]", "lane3@0,1"})
    expect_error(run("report " + file + " --follow " + what), 2);
}

TEST_F(RunCommand, NamesTheSignalThatEndedTheProgram) {
  write("fail.sh", "kill -SEGV $$\n");
  const Ran ran = run("run -o out -- sh fail.sh");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("Segmentation fault"), std::string::npos) << ran.out;
}

const char kScale[] = R"(template <class T>
__global__ void scale(int n, T factor, const T* from, T* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && from[i] > 5) to[i] = factor * from[i];
}
__global__ void twice(float* numbers) {
  extern __shared__ float kept[];
  kept[threadIdx.x] = numbers[threadIdx.x];
  __syncthreads();
  numbers[threadIdx.x] = 2 * kept[threadIdx.x ^ 1];
})";

TEST_F(RunCommand, LaunchesAKernelOfAFileWithoutMain) {
  write("scale.cu", kScale);
  const Ran ran = run({"run", "scale.cu", "--kernel", "scale<double>", "--grid", "2,2", "--block", "64", "--args",
                       "100, 2.5, double[50 + 50], double[100]", "-o", "out"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto report = nlohmann::json::parse(run("report out/scale_double.gst --json").out);
  EXPECT_EQ(report.at("params").at("grid"), "2 x 2 x 1");
  EXPECT_EQ(report.at("params").at("block"), "64 x 1 x 1");
  EXPECT_EQ(report.at("params").at("n"), 100);
  for (const auto& site : report.at("sites")) {
    EXPECT_EQ(site.at("width"), 8);
    EXPECT_EQ(site.at("line"), 4);
    // Two rows of four warps; the last warp has the elements 96 to 99, which are 0 to 3.
    EXPECT_EQ(site.at("requests"), site.at("op") == "load" ? 8 : 6) << site;
  }
}

TEST_F(RunCommand, GivesAKernelItsDynamicSharedMemory) {
  write("scale.cu", kScale);
  const Ran ran = run({"run", "scale.cu", "--kernel", "twice", "--grid", "1", "--block", "32", "--shared", "60000",
                       "--args", "float[32]", "-o", "out"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(run("report out/twice.gst").out.find("kept_store"), std::string::npos);
}

TEST_F(RunCommand, SaysHowToLaunchAKernelOfAFileWithoutMain) {
  write("scale.cu", kScale);
  const Ran ran = run("run scale.cu -o out");
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("it has no main()"), std::string::npos) << ran.err;
  write("wrong.cu", "int main() { return none; }");
  EXPECT_EQ(run("run wrong.cu -o out").err.find("it has no main()"), std::string::npos);
}

TEST_F(RunCommand, RecordsTheKernelsThatAPatternNames) {
  EXPECT_EQ(run("run -o out --kernel ^l.*adds -- " + kPrograms + "tickets").code, 0);
  ASSERT_EQ(recordings().size(), 1u);
  EXPECT_EQ(recordings().at(0).at("kernel"), "last_adds_up");
  expect_error(run("run -o none --kernel til[ -- " + kTiled), 2);
  expect_error(run("run -o none --kernel " + std::string(100'000, '(') + " -- " + kTiled), 2);
}

TEST_F(RunCommand, SurvivesTextsOfAnyLength) {
  const std::string blanks(200'000, ' ');
  write("blanks.cu", "__global__ void kernel() { none; }\nint domain" + blanks + ";\n");
  EXPECT_NE(run("run blanks.cu -o out").err.find("it has no main()"), std::string::npos);
  write("main.cu", "int main" + blanks + "() { return none; }");
  EXPECT_EQ(run("run main.cu -o out").err.find("it has no main()"), std::string::npos);
  write("scale.cu", kScale);
  expect_error(run({"run", "scale.cu", "-o", "out", "--kernel", "twice", "--grid", "1", "--block", "32", "--args",
                    std::string(100'000, 'a') + "[3"}),
               2);
  expect_error(run({"run", "scale.cu", "-o", "out", "--kernel", "twice", "--grid", "1", "--block",
                    "1" + std::string(100'000, '0')}),
               2);
  expect_error(run({"run", "scale.cu", "-o", "out", "--tensor", "from=4:" + std::string(60'000, 'x')}), 2);
}

TEST_F(RunCommand, RefusesLaunchesThatAreNone) {
  write("scale.cu", kScale);
  const std::vector<std::string> begin{"run", "scale.cu", "-o", "out", "--kernel", "twice", "--block", "32"};
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--grid", "0"},
                                               {"--grid", "1,2,3,4"},
                                               {"--grid", "4294967296"},
                                               {"--args", "1"},
                                               {"--grid", "1", "--args", "1,,2"},
                                               {"--grid", "1", "--args", "float[3"},
                                               {"--grid", "1", "--args", "float[1<<40]"},
                                               {"--grid", "1", "--args", "float[-1]"},
                                               {"--grid", "1", "--args", "f(]"}}) {
    std::vector<std::string> all = begin;
    all.insert(all.end(), more.begin(), more.end());
    expect_error(run(all), 2);
  }
  EXPECT_EQ(files(), std::vector<std::string>{"scale.cu"});
}

}  // namespace
}  // namespace gemmscope::cli::testing
