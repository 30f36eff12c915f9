// SPDX-License-Identifier: MIT
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/check_report.h"
#include "app/cli/commands.h"
#include "app/cli/read_recording.h"
#include "app/views/check/rows.h"

namespace gemmscope::cli {
namespace {

struct CheckOptions {
  std::string file;
  bool json = false;
};

}  // namespace

Action check_command(CLI::App& app) {
  const auto o = std::make_shared<CheckOptions>();
  app.add_option("FILE", o->file, "the recording")->required();
  app.add_flag("--json", o->json, "print JSON; docs/checks.md describes the keys");
  return [o](std::ostream& out) -> Result<Verdict> {
    const auto recording = read_recording(o->file);
    if (!recording) return tl::unexpected(recording.error());
    const analysis::CheckResult result = check_with_progress(*recording);
    out << (o->json ? check_json(*recording, result) : views::check_text(*recording, result));
    const bool program_is_right = !recording->of_program || recording->of_program->empty();
    return result.findings.empty() && program_is_right ? Verdict::kDone : Verdict::kFound;
  };
}

}  // namespace gemmscope::cli
