// SPDX-License-Identifier: MIT
/// @file compile_steps.h
/// The steps of nvcc, which starts them one after the other. Those for the device and those for the host do not need
/// each other until the host's compiler embeds the PTX, so here they run at the same time.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/run_program.h"

namespace gemmscope::cli {

/// Command lines for a shell.
struct CompileSteps {
  std::vector<std::pair<std::string, std::string>> variables;  ///< of the environment of all
  std::vector<std::string> device;                             ///< preprocessor, PTX, and the file that embeds it
  std::vector<std::string> host;                               ///< preprocessor, and what a C++ compiler understands
  std::vector<std::string> last;                               ///< that compiler, and the linker
  std::string module_id;                                       ///< the file by whose text both name what is static
};

/// From what `nvcc --dryrun -nodlink` prints. nullopt: these are not the steps for one file and one architecture.
std::optional<CompileSteps> steps_of(std::string_view dryrun);

struct NvccCall {
  std::vector<std::string> command;  ///< nvcc and its options, but for those that name `files`
  std::filesystem::path source;      ///< the file after which static things are named
  std::filesystem::path temporary;   ///< a folder
  std::filesystem::path files;       ///< gets the list of the files that are read, as -MMD writes it
  std::filesystem::path folder;      ///< where nvcc is started; empty: here
  bool aside = false;                ///< at low priority
};
/// What its commands begin with: {"nice", "-n", "19"} if it is aside and this machine has that program.
std::vector<std::string> priority_of(const NvccCall& call);

/// Runs its steps. Returns an exit code as nvcc would, and all that the steps have said. nullopt: this is nothing to be
/// run in steps, or a step has ended in a way of which nvcc has to tell.
std::optional<Result<int>> run_steps(const NvccCall& call, const Meanwhile& meanwhile, std::string& said);
/// Runs those for the device alone, whose result goes into the file `kernels`, a fat binary. The rest is the same.
std::optional<Result<int>> run_device_steps(const NvccCall& call, const Meanwhile& meanwhile, std::string& said,
                                            const std::filesystem::path& kernels);

}  // namespace gemmscope::cli
