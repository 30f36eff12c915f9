// SPDX-License-Identifier: MIT
/// @file sweep_program.h
/// A sweep over the numbers of a program: each setting is compiled, run and recorded, and its launches are counted.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/cli/program_settings.h"
#include "app/cli/run_backend.h"
#include "app/cli/sweep_store.h"
#include "app/views/sweep/report.h"
#include "tracing/format/result.h"

namespace gemmscope::cli {

/// The settings at places `index`, `index` + `count`, ...: neighbours cost alike, so all shares do.
struct Share {
  std::uint32_t index = 0, count = 1;
  bool contains(std::size_t place) const { return place % count == index; }
};

struct ProgramSweep {
  std::vector<std::string> command;   ///< a .cu file and the program's arguments
  std::string preset;                 ///< as given; empty: none
  session::Numbers set;               ///< as given
  session::Numbers numbers;           ///< those of both: the same in all settings
  std::vector<std::string> over;      ///< as --over takes it; empty: what the file's comments say
  Variables wishes;                   ///< what is recorded
  bool addresses_only = false;        ///< the program's results do not count
  bool as_written = false;            ///< ToCompile::as_written
  unsigned threads = 0;               ///< 0: all cores
  const SweepStore* store = nullptr;  ///< where recordings are kept and looked for; null: nowhere
  bool only_read = false;             ///< what is not in the store stays waiting
  Share share{};                      ///< the rest stays waiting
};

struct SweepPlan {
  std::vector<std::string> over;  ///< not empty
  std::vector<ProgramSetting> settings;
};
/// Errors  kUsage: those of settings_of() and said_axes(), and a file that says nothing to sweep over.
[[nodiscard]] Result<SweepPlan> plan_of(const ProgramSweep& sweep);

/// What was done, in settings.
struct SweepTally {
  std::size_t recorded = 0, read = 0;
  std::size_t replaced = 0;  ///< that were damaged, or of something else, in the store; also in `recorded`
  std::size_t failed = 0;    ///< not kept, as another run may do better
  std::string why_failed{};  ///< of one of them
};
struct SweptProgram {
  views::SweepReport report;
  SweepTally tally;
};
/// Every setting of the plan, in order, and what came of it. A setting has a row for each kernel that was recorded, the
/// first launch of each; one that does not compile, or that the program refuses, has one that says why.
///
/// Errors  kUsage: the sweep was stopped; those of own_program() and of SweepStore::write().
[[nodiscard]] Result<SweptProgram> sweep_program(const ProgramSweep& sweep, const SweepPlan& plan,
                                                 const std::function<bool()>& go_on,
                                                 const std::function<void(std::size_t done, std::size_t total)>& tell);

}  // namespace gemmscope::cli
