// SPDX-License-Identifier: MIT
// docs/commands.md is what --help prints. After a change: GEMMSCOPE_UPDATE_DOCS=1 build/tests/cli/cli_tests
// --gtest_filter='Docs*'
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "app/cli/command.h"

namespace gemmscope::cli {
namespace {

constexpr const char* kPath = "docs/commands.md";  // tests run in the repository's root

std::string commands_page() {
  std::string page =
      "# Commands\n\n"
      "Generated from `--help` by tests/cli/docs_test.cpp, which also checks that it is up to date.\n\n"
      "```\n" +
      help_of("") + "```\n";
  for (const Command& command : all_commands())
    page += "\n## gemmscope " + std::string(command.name) + "\n\n```\n" + help_of(command.name) + "```\n";
  return page +
         "\nCtrl-C ends a command as the signal would (a shell shows 130) and leaves files as they were.\n"
         "The JSON of `report` is described in [report.md](report.md), that of `compare` in [compare.md](compare.md), "
         "that of `sweep` in\n[sweep.md](sweep.md).\n";
}

TEST(Docs, CommandsPageIsWhatHelpPrints) {
#ifndef GEMMSCOPE_GUI
  GTEST_SKIP() << "the page is of a build with a window";
#endif
  if (std::getenv("GEMMSCOPE_UPDATE_DOCS") != nullptr) std::ofstream(kPath) << commands_page();
  std::stringstream page;
  page << std::ifstream(kPath).rdbuf();
  EXPECT_EQ(page.str(), commands_page());
}

}  // namespace
}  // namespace gemmscope::cli
