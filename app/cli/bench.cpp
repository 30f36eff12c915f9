// SPDX-License-Identifier: MIT
#include "app/cli/bench.h"

#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/bench_program.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/named_program.h"
#include "app/cli/progress.h"
#include "app/cli/sweep_job.h"
#include "app/session/ladder.h"
#include "app/session/own_program.h"

namespace gemmscope::cli {
namespace {

constexpr std::uint32_t kSizes[] = {1024, 2048, 4096};  ///< M = N = K, of steps of the ladder
constexpr std::uint32_t kLargestSize = 16384;           ///< three matrices of 1 GiB

struct BenchOptions {
  std::vector<std::string> given;  ///< a program and its arguments; none: all steps of the ladder
  std::vector<std::uint32_t> sizes;
  ProgramOptions program;
  bool json = false, addresses_only = false;

  std::string command() const {
    std::string text = "gemmscope bench";
    if (!program.preset.empty()) text += " --preset " + shell_word(program.preset);
    for (const std::string& number : program.numbers) text += " --set " + shell_word(number);
    for (const std::string& axes : program.over) text += " --over " + shell_word(axes);
    if (!program.kernel.empty()) text += " --kernel " + shell_word(program.kernel);
    if (program.launch != 1) text += " --launch " + std::to_string(program.launch);
    if (addresses_only) text += " --addresses-only";
    if (json) text += " --json";
    for (const std::uint32_t size : sizes) text += " --size " + std::to_string(size);
    for (std::size_t i = 0; i < given.size(); ++i) text += (i == 1 ? " -- " : " ") + shell_word(given[i]);
    return text;
  }
};

/// The sizes that a program is given, in turn; none: it is run once, with the arguments it has.
std::vector<std::uint32_t> sizes_of(const BenchOptions& options, bool is_step) {
  if (!options.sizes.empty() || options.given.size() > 1 || !is_step) return options.sizes;
  return {std::begin(kSizes), std::end(kSizes)};
}

/// Errors: kUsage: the program does not exist, or it is given both a size and arguments.
Result<std::vector<ProgramBench>> programs_of(const BenchOptions& options) {
  std::vector<ProgramBench> programs;
  const auto add = [&](const std::vector<std::string>& command, bool is_step) {
    const std::vector<std::uint32_t> sizes = sizes_of(options, is_step);
    const bool addresses_only = options.addresses_only || is_step;  // it checks its result itself, in one launch more
    for (const std::uint32_t size : sizes)
      programs.push_back({options.program, {command.front(), std::to_string(size)}, addresses_only});
    if (sizes.empty()) programs.push_back({options.program, command, addresses_only});
  };
  if (options.given.empty())
    for (const session::Step& step : session::ladder_steps()) add({step.file.string()}, true);
  if (!options.given.empty()) {
    if (options.given.size() > 1 && !options.sizes.empty())
      return fail(ErrorKind::kUsage, "--size is the program's argument, and it is given others");
    const bool is_step = !is_path_of_program(options.given.front());
    const auto command = named_program(options.given);
    if (!command) return tl::unexpected(command.error());
    add(*command, is_step);
  }
  return programs;
}

Result<Verdict> bench(const BenchOptions& options, std::ostream& out) {
  const auto programs = programs_of(options);
  if (!programs) return tl::unexpected(programs.error());
  constexpr int kInterrupts = 2;  // a program may take no notice of the first
  const WatchInterrupts watch(kInterrupts);
  auto gpu = [&] {
    ProgressLine progress("measuring", "settings");
    return bench_programs(
        *programs, [] { return !interrupted(); }, [&](std::size_t done, std::size_t total) { progress(done, total); });
  }();
  if (!gpu) return tl::unexpected(gpu.error());
  gpu->command = options.command();
  out << (options.json ? bench_json(*gpu) : bench_text(*gpu));
  return gpu->products.empty() ? Verdict::kFound : Verdict::kDone;
}

}  // namespace

Action bench_command(CLI::App& app) {
  const auto options = std::make_shared<BenchOptions>();
  app.add_option(
         "PROGRAM", options->given,
         "a .cu file whose matrix products are measured, or a step of the ladder by its name; default: all steps")
      ->type_name("");
  app.add_option("ARGUMENTS", "what the program is given; after --, it may begin with -")->type_name("");
  app.add_flag("--json", options->json, "print JSON; docs/bench.md describes the keys");
  app.add_option(
         "--size", options->sizes,
         "the program's argument, M = N = K for a step; may be given several times; default for a step: 1024 2048 4096")
      ->type_name("N")
      ->check(CLI::Range(std::uint32_t{1}, kLargestSize));
  add_program_options(app, options->program);
  app.add_flag("--addresses-only", options->addresses_only,
               "find a program's products faster, without results on the CPU; always for steps");
  return [options](std::ostream& out) { return bench(*options, out); };
}

}  // namespace gemmscope::cli
