// SPDX-License-Identifier: MIT
#include "app/cli/launch_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/option_values.h"
#include "app/cli/own_program.h"
#include "tracing/process/programs.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {

void add_number_options(CLI::App& app, std::string& preset, std::vector<std::string>& numbers, bool more_words) {
  app.add_option("--preset", preset, "a setting of its numbers that the .cu file names; --set changes single ones")
      ->type_name("P");
  app.add_option("--set", numbers,
                 "numbers of the .cu file, #define, constexpr int or template arguments, for example TILE=16,PAD=1")
      ->type_name("NAME=VALUE[,...]")
      ->allow_extra_args(more_words);
}

void add_product_options(CLI::App& app, ProductOptions& product) {
  app.add_option("--size", product.size,
                 "M, N and K, the program's first three arguments: C is MxN, A is MxK and B is KxN; default: what the "
                 "source says, or 256x256x256")
      ->type_name("MxNxK");
  app.add_option("--alpha", product.alpha, "factor of A * B, its fourth argument; default: 1")->type_name("a");
  app.add_option("--beta", product.beta, "factor of C, its fifth argument; default: 0")->type_name("b");
}

void add_way_options(CLI::App& app, PartOptions& part) {
  app.add_flag("--addresses-only", part.addresses_only,
               "record faster: leave out what only the results of recorded launches need (cpu only)");
  add_as_written(app, part.as_written);
  app.add_option("--steps", part.steps, "end a launch in which a warp does more than N instructions (cpu only)")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000'000}));
}

void add_part_options(CLI::App& app, PartOptions& part) {
  add_way_options(app, part);
  app.add_option("--blocks", part.blocks,
                 "record one block, or all from the first up to but not including the second; the whole launch runs")
      ->type_name("x,y,z[:x,y,z]");
  app.add_option("--warps", part.warps, "record warps a to b-1 of each block")->type_name("a:b");
  app.add_option("--backend", part.backend, "cpu for the emulator, cuda for an NVIDIA GPU")
      ->type_name("cpu|cuda")
      ->capture_default_str();
  app.add_option("--memory", part.memory, "the GPU's memory for requests; a launch that makes more runs several times")
      ->type_name("MIB")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
}

Result<Variables> wishes_of(const PartOptions& part) {
  const auto text = [](const format::Range& r) { return std::to_string(r.begin) + " " + std::to_string(r.end); };
  Variables variables{{runtime::kBlocksVariable, ""},
                      {runtime::kWarpsVariable, ""},
                      {runtime::kAddressesVariable, part.addresses_only ? "1" : ""}};
  const std::string steps = process::of_environment(runtime::kStepsVariable);
  if (part.steps == 0 && !steps.empty() && !runtime::steps_in(steps))
    return fail(ErrorKind::kUsage, runtime::no_steps(steps));
  if (part.steps != 0) variables.emplace_back(runtime::kStepsVariable, std::to_string(part.steps));
  if (!part.blocks.empty()) {
    const auto blocks = parse_program_blocks(part.blocks);
    if (!blocks) return tl::unexpected(blocks.error());
    variables[0].second = text(blocks->y) + " " + text(blocks->x) + " " + text(*blocks->z);
  }
  if (!part.warps.empty()) {
    const auto warps = parse_range("--warps", part.warps);
    if (!warps) return tl::unexpected(warps.error());
    variables[1].second = text(*warps);
  }
  return variables;
}

Result<Backend> backend_of(const PartOptions& part) {
  if (part.backend == "cpu") return emulator();
  if (part.backend == "cuda") return gpu(part.memory);
  return fail(ErrorKind::kUsage, "there is no backend '" + part.backend +
                                     "'; write --backend cpu for the emulator or --backend cuda for a GPU");
}

void add_program_options(CLI::App& app, ProgramOptions& options) {
  add_number_options(app, options.preset, options.numbers);
  app.add_option("--over", options.over,
                 "run the program with each of these values of its numbers, for example M=64/65/127,TILE=16:33:16")
      ->type_name("AXIS[,AXIS...]")
      ->allow_extra_args(false);
  app.add_option("--kernel", options.kernel, "only a program's kernels whose name matches this regular expression")
      ->type_name("REGEX");
  app.add_option("--launch", options.launch, "the N-th launch of each kernel of a program")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
}

}  // namespace gemmscope::cli
