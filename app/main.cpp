// SPDX-License-Identifier: MIT
/// The program. Everything below returns its errors; only here they are printed and become an exit code.
#include <iostream>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"

namespace {

using namespace gemmscope;

int fail_with(const Error& error) {
  const std::string end = error.message.ends_with('.') ? "\n" : ".\n";
  std::cerr << "gemmscope: " << error.message << end;
  return cli::exit_code(error.kind);
}

int run(const std::vector<std::string>& arguments) {
  const Result<cli::Verdict> verdict = cli::run(arguments, std::cout);
  std::cout.flush();
  if (!verdict) return fail_with(verdict.error());
  if (!std::cout)
    return fail_with({ErrorKind::kNoSpace, "the results cannot be written to standard output; is the disk full?"});
  return static_cast<int>(*verdict);
}

}  // namespace

int main(int count, char** values) {
  int code = 0;
  try {
    code = run(std::vector<std::string>(values + 1, values + count));
  } catch (const std::bad_alloc&) {
    code = fail_with({ErrorKind::kNoSpace, "not enough memory; record fewer blocks or k-tiles"});
  } catch (const std::system_error& error) {
    code = fail_with({ErrorKind::kNoSpace,
                      std::string("the system has no room for this (") + error.what() + "); close other programs"});
  }
  cli::die_of_interrupt();
  return code;
}
