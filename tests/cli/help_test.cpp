// SPDX-License-Identifier: MIT
// --help: of every command, with an example that works.
#include <algorithm>

#include "app/cli/command.h"
#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using Help = ProgramTest;

TEST_F(Help, EveryCommandHasItWithAnExample) {
  for (const Command& command : all_commands()) {
    const Ran ran = run(std::string(command.name) + " --help");
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.out, help_of(command.name));
    EXPECT_NE(ran.out.find("Usage: gemmscope " + std::string(command.name)), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("Example:\n  gemmscope " + std::string(command.name)), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find(command.summary), std::string::npos);
  }
}

TEST_F(Help, OfTheProgramNamesEveryCommandAndExitCode) {
  const Ran ran = run("--help");
  EXPECT_EQ(ran.code, 0);
  for (const Command& command : all_commands())
    EXPECT_NE(ran.out.find("  " + std::string(command.name)), std::string::npos);
  for (const char* code :
       {"0 done", "1 a check", "2 bad usage", "3 bad input file", "4 no such device", "5 out of memory"})
    EXPECT_NE(ran.out.find(code), std::string::npos) << code;
}

/// Those that need neither a display nor a GPU nor long.
TEST_F(Help, ExamplesWork) {
  std::vector<std::string_view> names{"record", "report", "sweep", "list"};
#ifdef GEMMSCOPE_GUI
  names.push_back("render");
#endif
  for (const Command& command : all_commands()) {
    if (std::ranges::find(names, command.name) == names.end()) continue;
    const Ran ran = run(std::string(command.example.substr(std::string_view("gemmscope ").size())));
    EXPECT_EQ(ran.code, 0) << command.example << "\n" << ran.err;
  }
}

/// The link in the help of --select is one that can be followed.
TEST_F(Help, LinksInHelpWork) {
  step_recording("warp_tile --size 256x256x16 -o a.gst");
  for (const char* command : {"render", "report"}) {
    const std::string help = help_of(command);
    for (std::size_t at = help.find("block=0,0/"); at != std::string::npos; at = help.find("block=0,0/", at + 1)) {
      const std::string link = help.substr(at, help.find_first_of(" \n", at) - at);
      EXPECT_EQ(run("report a.gst --view banks --select " + link).code, 0) << link;
    }
  }
}

TEST_F(Help, VersionIsThatOfTheBuild) {
  const Ran ran = run("--version");
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, "gemmscope " GS_VERSION "\n");
}

/// Commands of later versions must not be there as empty names.
TEST_F(Help, CommandsAreThoseThatWork) {
  std::vector<std::string> names;
  for (const Command& command : all_commands()) names.emplace_back(command.name);
  EXPECT_EQ(names, (std::vector<std::string>{"open", "list", "record", "run", "report", "compare", "sweep", "check",
                                             "verify", "bench", "render"}));
}

}  // namespace
}  // namespace gemmscope::cli::testing
