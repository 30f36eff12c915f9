// SPDX-License-Identifier: MIT
/// @file sweep_program.h
/// A sweep over the numbers of a program: each setting is compiled, run and recorded, and its launches are counted.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/cli/run_backend.h"
#include "app/session/program_queue.h"
#include "app/sweep/row.h"
#include "app/views/sweep/report.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

struct ProgramSweep {
  std::vector<std::string> command;  ///< a .cu file and the program's arguments
  session::Numbers numbers;          ///< the same in all settings
  std::vector<std::string> over;     ///< as --over takes it
  std::string kernel;                ///< a regular expression; empty: all
  bool addresses_only = false;       ///< the program's results do not count
  bool as_written = false;           ///< ToCompile::as_written
  unsigned threads = 0;              ///< 0: all cores
};

/// Every setting of the axes, in order, and what came of it. A setting has a row for each kernel that was recorded, the
/// first launch of each; one that does not compile, or that the program refuses, has one that says why.
///
/// Errors  kUsage: what cannot be read of the axes; a name that the file does not have, or that is both set and swept;
///         more than 1000 settings; the sweep was stopped. Those of own_program().
[[nodiscard]] Result<views::SweepReport> sweep_program(
    const ProgramSweep& sweep, const std::function<bool()>& go_on,
    const std::function<void(std::size_t done, std::size_t total)>& on_setting);

}  // namespace gemmscope::cli
