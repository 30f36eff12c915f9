// SPDX-License-Identifier: MIT
/// @file launch_options.h
/// Options that several commands share: with which numbers a program is run, and what of it is looked at.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/named_program.h"
#include "app/cli/run_backend.h"
#include "tracing/format/result.h"

namespace CLI {
class App;
}

namespace gemmscope::cli {

/// --preset and --set. `more_words`: --set takes words until the next option, as in --set BM=64 PA=4; a program's
/// arguments then need -- before them.
void add_number_options(CLI::App& app, std::string& preset, std::vector<std::string>& numbers, bool more_words = false);
/// --size, --alpha and --beta.
void add_product_options(CLI::App& app, ProductOptions& product);

/// What of a launch is recorded, and where it runs.
struct PartOptions {
  std::string blocks, warps;  ///< as given; empty: all
  std::string backend = "cpu";
  unsigned memory = 1024;   ///< MiB of the GPU's for requests
  std::uint64_t steps = 0;  ///< instructions of a warp; 0: as many as it takes
  bool addresses_only = false;
  bool as_written = false;  ///< ToCompile::as_written
};
void add_part_options(CLI::App& app, PartOptions& part);
/// Those of them for a command that records whole launches without a GPU.
void add_way_options(CLI::App& app, PartOptions& part);
/// As the runtime reads it (tracing/runtime/variables.h). Errors: kUsage for what cannot be read.
[[nodiscard]] Result<Variables> wishes_of(const PartOptions& part);
/// Errors: kUsage; those of emulator() and gpu().
[[nodiscard]] Result<Backend> backend_of(const PartOptions& part);

/// With which numbers a program is run, and which of its launches are looked at.
struct ProgramOptions {
  std::string preset;                ///< a setting that the .cu file names; empty: none
  std::vector<std::string> numbers;  ///< as --set takes them
  std::vector<std::string> over;     ///< as --over takes it; empty: the program as it is, once
  std::string kernel;                ///< a regular expression; empty: all
  unsigned launch = 1;               ///< of each kernel, from 1
};
void add_program_options(CLI::App& app, ProgramOptions& options);

}  // namespace gemmscope::cli
