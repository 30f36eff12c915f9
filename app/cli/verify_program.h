// SPDX-License-Identifier: MIT
/// @file verify_program.h
/// `gemmscope verify my.cu`: runs a program without a GPU and checks the products that its kernels compute.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/launch_options.h"

namespace gemmscope::cli {

struct ProgramToVerify : ProgramOptions {
  std::vector<std::string> command;  ///< a .cu file or a program, and its arguments
  bool as_written = false;           ///< ToCompile::as_written
};

/// Says of each recorded launch whether it is a product, and then whether its result is right.
///
/// Returns  kFound: a result is wrong, a launch faulted, or nothing was verified.
/// Errors   those of settings_of() and record_program().
[[nodiscard]] Result<Verdict> verify_program(const ProgramToVerify& what, std::ostream& out);

}  // namespace gemmscope::cli
