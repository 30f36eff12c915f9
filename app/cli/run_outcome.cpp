// SPDX-License-Identifier: MIT
#include "app/cli/run_outcome.h"

#include <algorithm>
#include <csignal>
#include <cstring>

#include "app/cli/linked_runtime.h"
#include "app/cli/run_folder.h"
#include "app/session/own_program.h"
#include "app/words/number.h"
#include "tracing/format/text.h"
#include "tracing/process/programs.h"
#include "tracing/runtime/name_pattern.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::cli {
namespace {

using runtime::LogLine;
using What = LogLine::What;

struct OfKernel {
  std::string name;
  std::uint64_t lines = 0, launches = 0;  ///< of one program, if it was launched by several
};
/// In the order of their first line of that kind.
std::vector<OfKernel> kernels(const std::vector<LogLine>& log, What what) {
  std::vector<OfKernel> all;
  for (const LogLine& line : log) {
    if (line.what != what) continue;
    auto known = std::ranges::find(all, line.kernel, &OfKernel::name);
    if (known == all.end()) known = all.insert(all.end(), {line.kernel});
    ++known->lines, known->launches = std::max<std::uint64_t>(known->launches, line.launch);
  }
  return all;
}

constexpr std::size_t kMost = 12;  // kernels that are named

template <class Text>
std::string listed(const std::vector<OfKernel>& all, Text text) {
  std::string list;
  for (std::size_t i = 0; i < all.size() && i < kMost; ++i) list += (i == 0 ? "" : ", ") + text(all[i]);
  return all.size() > kMost ? list + " and " + words::thousands(all.size() - kMost) + " more" : list;
}

/// A line to copy. `name`: of the program.
std::string how_to_compile(const std::string& name) {
  return "nvcc -O3 -lineinfo -cudart shared -gencode arch=compute_80,code=compute_80 -o " + name + " " + name + ".cu";
}

/// Why the programs of a command have not loaded our runtime.
std::string why_not_loaded(const std::string& program) {
  const std::string shown = format::shown(program);
  switch (linked_runtime(process::found(program))) {
    case LinkedRuntime::kStatic:
      return shown +
             " has CUDA's runtime built in, which is nvcc's default, but gemmscope has to take its place. "
             "Compile it by\n  " +
             how_to_compile(format::shown(std::filesystem::path(program).filename().string()));
    case LinkedRuntime::kShared:
      return shown +
             " has not loaded gemmscope's libcudart.so: it was linked with the path of another, or for a CUDA before 12";
    case LinkedRuntime::kUnknown: break;
  }
  return "no CUDA program that it started has loaded gemmscope's runtime. They must be compiled with -cudart shared, as by\n  " +
         how_to_compile("program") + "\nand make compiles again what is there already only if told so (make -B)";
}

/// Names kernels that were refused and never launched: "fill was not launched: why; ..".
std::string refused_in_words(const std::vector<LogLine>& log) {
  const std::vector<OfKernel> launched = kernels(log, What::kLaunched);
  std::string text;
  for (const LogLine& line : log)
    if (line.what == What::kRefused && std::ranges::count(launched, line.kernel, &OfKernel::name) == 0)
      text += (text.empty() ? "" : "; ") + format::shown(line.kernel) + " was not launched, as " + line.why;
  return text;
}

}  // namespace

std::string ending_in_words(int code) {
  if (code <= 128 || code >= 128 + NSIG) return "ended with " + std::to_string(code);
  return "was ended by signal " + std::to_string(code - 128) + " (" + ::strsignal(code - 128) + ")";
}

bool was_stopped(const std::vector<LogLine>& log) {
  return std::ranges::count(log, What::kStopped, &LogLine::what) != 0;
}

std::string why_nothing(const Asked& asked, const std::vector<LogLine>& log) {
  if (log.empty() && !session::is_program(asked.command.front())) return why_not_loaded(asked.command.front());
  if (was_stopped(log)) return "";
  std::vector<OfKernel> launched = kernels(log, What::kLaunched);
  if (launched.empty()) {
    const std::string refused = refused_in_words(log);
    return refused.empty() ? "the program launched no kernel" : refused;
  }
  const auto name = [](const OfKernel& kernel) { return format::shown(kernel.name); };
  const std::string all = listed(launched, name);
  const auto wanted = runtime::NamePattern::of(asked.kernel);
  std::erase_if(launched, [&](const OfKernel& kernel) { return wanted && !wanted->matches(kernel.name); });
  if (launched.empty()) return "no launched kernel's name matches '" + format::shown(asked.kernel) + "': " + all;
  if (std::ranges::any_of(launched, [&](const OfKernel& kernel) { return kernel.launches >= asked.launch; })) return "";
  return "there is no launch " + std::to_string(asked.launch) + " of " + listed(launched, [&](const OfKernel& kernel) {
           return name(kernel) + " (" + words::count_of(kernel.launches, "launch") + ")";
         });
}

std::string launches_in_words(const std::vector<LogLine>& log) {
  std::string text = kernels(log, What::kLaunched).empty() ? "" : refused_in_words(log);
  if (!text.empty()) text += "\n";
  const std::vector<OfKernel> faulted = kernels(log, What::kFaulted);
  if (faulted.empty()) return text;
  return text + "faulted: " +
         listed(faulted,
                [](const OfKernel& kernel) {
                  return format::shown(kernel.name) +
                         (kernel.lines == 1 ? "" : " (" + words::count_of(kernel.lines, "launch") + ")");
                }) +
         "\n";
}

bool any_faulted(const std::vector<LogLine>& log) {
  return std::ranges::count(log, What::kFaulted, &LogLine::what) != 0;
}

Result<void> was_kept(const std::vector<LogLine>& log, const std::filesystem::path& folder) {
  if (auto room = check_room(folder); !room) return room;  // then the log may be incomplete
  std::error_code error;
  if (const auto file = folder / runtime::kLaunchLogFile;
      std::filesystem::is_regular_file(file, error) && std::filesystem::is_empty(file, error))
    return fail(ErrorKind::kNoSpace, "nothing is known of the program's launches, because it could write no file to " +
                                         folder.string() + "; does 'ulimit -f' limit the size of its files?");
  const auto lost = std::ranges::find(log, What::kNotKept, &LogLine::what);
  if (lost == log.end()) return {};
  return fail(ErrorKind::kNoSpace, "launch " + std::to_string(lost->launch) + " of " + format::shown(lost->kernel) +
                                       " is not recorded: " + format::shown(lost->why));
}

}  // namespace gemmscope::cli
