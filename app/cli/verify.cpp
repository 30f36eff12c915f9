// SPDX-License-Identifier: MIT
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "app/cli/choose_kernels.h"
#include "app/cli/commands.h"
#include "app/cli/gpu.h"
#include "app/cli/interrupt.h"
#include "app/cli/own_program.h"
#include "app/cli/progress.h"
#include "app/cli/verify_program.h"
#include "app/session/own_program.h"
#include "app/words/number.h"
#include "tracing/cuda/recorder.h"
#include "tracing/record/verification.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::cli {
namespace {

constexpr int kFailuresShown = 10;

struct Tally {
  std::uint64_t products = 0, failures = 0;
};

/// All problems of all configurations of one kernel with all builds.
Result<Tally> verify_kernel(const kernels::KernelInfo& kernel, const std::vector<record::NamedBuild>& builds,
                            std::ostream& out) {
  Tally tally;
  const std::vector<record::Configuration> configurations = record::configurations_of(kernel);
  ProgressLine progress("verifying " + std::string(kernel.name), "configurations");
  for (std::size_t c = 0; c < configurations.size(); ++c)
    for (const record::Problem& problem : problems_of(kernel, configurations[c]))
      for (const record::NamedBuild& build : builds) {
        if (!progress(c, configurations.size())) return fail(ErrorKind::kUsage, "verification was interrupted");
        const auto judgement = judge(kernel, configurations[c], problem, build.run);
        if (!judgement) return tl::unexpected(judgement.error());
        ++tally.products;
        if (judgement->right()) continue;
        if (++tally.failures > kFailuresShown) continue;
        out << "WRONG " << kernel.name << " " << configurations[c].text() << ", " << problem.text() << ", "
            << build.name << ": of " << words::count_of(static_cast<std::uint64_t>(judgement->elements), "element")
            << " " << words::thousands(static_cast<std::uint64_t>(judgement->wrong))
            << " differ from the double-precision result, "
            << words::thousands(static_cast<std::uint64_t>(judgement->rounded))
            << " from the chain of fused multiply-adds\n";
      }
  return tally;
}

std::string names_of(const std::vector<record::NamedBuild>& builds) {
  std::string names;
  for (const record::NamedBuild& build : builds) names += (names.empty() ? "" : "; ") + build.name;
  return names;
}

Result<Verdict> verify(const std::vector<std::string>& names, std::ostream& out) {
  const auto chosen = choose_kernels(names);
  if (!chosen) return tl::unexpected(chosen.error());
  const WatchInterrupts watch;
  std::vector<record::NamedBuild> builds{{"emulator, plain", simt::run_plain}, {"emulator, traced", simt::run_traced}};
  const auto gpu = cuda::find_device();
  if (gpu) {
    builds.push_back({gpu->name + ", plain", cuda::run_plain});
    builds.push_back({gpu->name + ", traced", cuda::run_traced});
  }

  bool right = true;
  for (const kernels::KernelInfo* kernel : *chosen) {
    const auto tally = verify_kernel(*kernel, builds, out);
    if (!tally) return tl::unexpected(tally.error());
    out << kernel->name << ": " << words::count_of(tally->products, "product") << " by " << names_of(builds) << ": "
        << words::thousands(tally->failures) << " wrong, against double precision and bit for bit\n";
    right = right && tally->failures == 0;
    if (!gpu) continue;
    const auto different = compare_recordings(*kernel, out);
    if (!different) return tl::unexpected(different.error());
    out << kernel->name << ": recordings by emulator and GPU of "
        << words::count_of(record::configurations_of(*kernel).size(), "configuration") << ": "
        << words::thousands(*different) << " different\n";
    right = right && *different == 0;
  }
  if (!gpu) out << "emulator and GPU: not compared: " << gpu.error().message << "\n";
  return right ? Verdict::kDone : Verdict::kFound;
}

/// Whether a program is named, and no kernel of the ladder.
bool is_of_program(const std::vector<std::string>& command) {
  return !command.empty() && (session::is_program(command.front()) || command.front().find('/') != std::string::npos);
}

}  // namespace

Action verify_command(CLI::App& app) {
  const auto o = std::make_shared<ProgramToVerify>();
  app.add_option("KERNEL", o->command, "a .cu file or the path of a program; or kernels of the ladder, by default all")
      ->type_name("");
  app.add_option("ARGUMENTS", "what the program is given; after --, it may begin with -")->type_name("");
  add_program_options(app, *o);
  add_as_written(app, o->as_written);
  return [o](std::ostream& out) -> Result<Verdict> {
    if (is_of_program(o->command)) return verify_program(*o, out);
    if (const std::string given = o->as_written ? "--as-written" : o->first_given(); !given.empty())
      return fail(ErrorKind::kUsage, given + " is for a program: name a .cu file");
    return verify(o->command, out);
  };
}

}  // namespace gemmscope::cli
