// SPDX-License-Identifier: MIT
/// The program. Everything below returns its errors; only here they are printed and become an exit code.
#include <ostream>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/process.h"
#include "app/cli/standard_output.h"
#include "tracing/format/exceptions.h"

namespace {

using namespace gemmscope;

int run(const std::vector<std::string>& arguments) {
  cli::StandardOutput output;
  std::ostream out(&output);
  const Result<cli::Verdict> verdict = cli::run(arguments, out);
  const Result<void> written = output.finish();
  if (!verdict) return cli::fail_with(verdict.error());
  if (!written) return cli::fail_with(written.error());
  return static_cast<int>(*verdict);
}

}  // namespace

int main(int count, char** values) {
  cli::prepare_process();
  int code = 0;
  try {
    code = run(std::vector<std::string>(values + (count > 0 ? 1 : 0), values + count));
  } catch (...) {
    code = cli::fail_with(error_of_exception());
  }
  cli::die_of_interrupt();
  return code;
}
