// SPDX-License-Identifier: MIT
#include "app/cli/compile_steps.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <fstream>
#include <future>
#include <span>

#include "app/cli/program_files.h"
#include "tracing/format/content_name.h"
#include "tracing/process/programs.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// "TOP=/usr/local/cuda/bin/.." of the environment, with the blanks around it left out. nullopt: a command.
std::optional<std::pair<std::string, std::string>> variable_in(std::string_view line) {
  const std::size_t equals = line.find('=');
  const auto is_of_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (equals == line.npos || equals == 0 || !std::ranges::all_of(line.substr(0, equals), is_of_name))
    return std::nullopt;
  std::string_view value = line.substr(equals + 1);
  while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
  while (!value.empty() && value.back() == ' ') value.remove_suffix(1);
  return std::pair(std::string(line.substr(0, equals)), std::string(value));
}

/// What stands between quotation marks behind `option`.
std::string quoted_after(std::string_view line, std::string_view option) {
  const std::size_t at = line.find(option);
  if (at == line.npos) return {};
  const std::size_t begin = line.find('"', at), end = begin == line.npos ? begin : line.find('"', begin + 1);
  return end == line.npos ? std::string() : std::string(line.substr(begin + 1, end - begin - 1));
}

/// Commands of each kind: there must be one.
struct Sorted {
  std::vector<std::string> device_text, host_text, front, ptx, embedding, compiler, linker, other;
};

std::vector<std::string>& place_of(Sorted& all, std::string_view line) {
  if (line.starts_with("cudafe++ ")) return all.front;
  if (line.starts_with("\"$CICC_PATH/cicc\" ")) return all.ptx;
  if (line.starts_with("fatbinary ")) return all.embedding;
  if (has(line, " -E -x c++ ")) return has(line, " -D__CUDA_ARCH__=") ? all.device_text : all.host_text;
  if (has(line, " -c -x c++ ")) return all.compiler;
  return has(line, " -Wl,--start-group ") ? all.linker : all.other;
}

/// The same for all programs with this text at this place, and no other.
std::string name_of_module(const fs::path& source) {
  std::error_code error;
  format::ContentName content;
  content.add(fs::absolute(source, error).native());
  std::string name = source.filename().string();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  const std::string digits = content.text();
  return "_" + digits.substr(0, 8) + "_" + std::to_string(name.size()) + "_" + name + "_" + digits.substr(8, 8);
}

/// One after the other, until one fails.
Result<int> run_each(std::span<const std::string> commands, const CompileSteps& steps, const NvccCall& call,
                     const Meanwhile& meanwhile, Printed& said) {
  std::vector<std::pair<std::string, std::string>> variables = steps.variables;
  variables.emplace_back("TMPDIR", call.temporary.string());  // a step that is stopped leaves its files there
  for (const std::string& step : commands) {
    std::vector<std::string> command = priority_of(call);
    command.insert(command.end(), {"/bin/sh", "-c", "exec " + step});
    auto code = run_and_wait(command, variables, meanwhile, &said, call.folder);
    if (!code || *code != 0) return code;
  }
  return 0;
}

/// nullopt: something else has ended a step.
std::optional<Result<int>> of_steps(Result<int> code, bool stopped) {
  constexpr int kSignal = 128;
  if (!stopped && (!code || *code > kSignal)) return std::nullopt;
  return code;
}

std::optional<CompileSteps> planned(const NvccCall& call, const Meanwhile& meanwhile) {
  for (const char* variable : {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"})
    if (!process::of_environment(variable).empty()) return std::nullopt;  // they may ask for other steps
  std::vector<std::string> command = call.command;
  command.insert(command.end(), {"--dryrun", "-nodlink"});
  Printed printed;
  const auto code = run_and_wait(command, {{"TMPDIR", call.temporary.string()}}, meanwhile, &printed, call.folder);
  if (!code || *code != 0) return std::nullopt;
  auto steps = steps_of(printed.text());
  if (!steps) return std::nullopt;
  const fs::path id = call.folder / steps->module_id;  // which may be whole
  if (!(std::ofstream(id) << name_of_module(call.source) << std::flush)) return std::nullopt;
  steps->host.front() += " -MMD -MF \"" + call.files.string() + "\" -MT \"program \"";  // the blank as nvcc has it
  // Nothing is optimised when it is linked, and gold does that in a fifth of the time.
  steps->last.back() += " -fno-use-linker-plugin";
  if (!process::found("ld.gold").empty()) steps->last.back() += " -fuse-ld=gold";
  return steps;
}

}  // namespace

std::optional<CompileSteps> steps_of(std::string_view dryrun) {
  constexpr std::string_view kMark = "#$ ";
  CompileSteps steps;
  Sorted all;
  while (!dryrun.empty()) {
    const std::size_t end = std::min(dryrun.find('\n'), dryrun.size());
    std::string_view line = dryrun.substr(0, end);
    dryrun.remove_prefix(std::min(end + 1, dryrun.size()));
    if (!line.starts_with(kMark)) return std::nullopt;
    line.remove_prefix(kMark.size());
    if (line.starts_with("rm ")) continue;
    if (auto variable = variable_in(line))
      steps.variables.push_back(std::move(*variable));
    else
      place_of(all, line).emplace_back(line);
  }
  for (const std::vector<std::string>* one :
       {&all.device_text, &all.host_text, &all.front, &all.ptx, &all.embedding, &all.compiler, &all.linker})
    if (one->size() != 1) return std::nullopt;
  constexpr std::string_view kMake = "--gen_module_id_file ", kFile = "--module_id_file_name";
  std::string& front = all.front.front();
  steps.module_id = quoted_after(front, kFile);
  const std::size_t make = front.find(kMake);
  if (!all.other.empty() || make == front.npos || steps.module_id.empty() ||
      quoted_after(all.ptx.front(), kFile) != steps.module_id)
    return std::nullopt;
  front.erase(make, kMake.size());
  steps.device = {all.device_text.front(), all.ptx.front(), all.embedding.front()};
  steps.host = {all.host_text.front(), front};
  steps.last = {all.compiler.front(), all.linker.front()};
  return steps;
}

std::vector<std::string> priority_of(const NvccCall& call) {
  if (!call.aside || !process::can_be_started("nice")) return {};
  return {"nice", "-n", "19"};
}

std::optional<Result<int>> run_steps(const NvccCall& call, const Meanwhile& meanwhile, std::string& said) {
  const auto steps = planned(call, meanwhile);
  if (!steps) return std::nullopt;
  std::atomic<bool> stopped{false}, is_wanted{true};
  const auto ask = [&] { return meanwhile() || !(stopped = true); };
  const auto run = [&](std::span<const std::string> commands, Printed& printed) {
    return run_each(commands, *steps, call, ask, printed);
  };
  Printed of_device, of_host, of_last;
  auto device = std::async(std::launch::async, [&] {
    return run_each(
        steps->device, *steps, call, [&] { return is_wanted && !stopped; }, of_device);
  });
  Result<int> code = run(steps->host, of_host);
  is_wanted = code && *code == 0;
  while (device.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) static_cast<void>(ask());
  said = of_host.text();
  if (code && *code == 0) code = device.get(), said += of_device.text();
  if (code && *code == 0) code = run(std::span(steps->last).first(1), of_last), said += of_last.text();
  if (code && *code == 0) {
    code = run(std::span(steps->last).last(1), of_last);
    if (!code || *code != 0) return stopped ? std::optional(code) : std::nullopt;  // another linker may do it
  }
  return of_steps(std::move(code), stopped);
}

std::optional<Result<int>> run_device_steps(const NvccCall& call, const Meanwhile& meanwhile, std::string& said,
                                            const fs::path& kernels) {
  auto steps = planned(call, meanwhile);
  constexpr std::string_view kOption = "--embedded-fatbin=";  // as a C text
  const std::size_t at = steps ? steps->device.back().find(kOption) : std::string::npos;
  if (at == std::string::npos) return std::nullopt;
  steps->device.back().resize(at);
  steps->device.back() += "--create=\"" + kernels.string() + "\"";
  bool stopped = false;
  Printed printed;
  auto code = run_each(
      steps->device, *steps, call, [&] { return meanwhile() || !(stopped = true); }, printed);
  said = printed.text();
  return of_steps(std::move(code), stopped);
}

}  // namespace gemmscope::cli
