// SPDX-License-Identifier: MIT
#include "app/session/ladder.h"

#include <algorithm>
#include <charconv>

#include "tracing/format/input_file.h"

namespace gemmscope::session {
namespace {

namespace fs = std::filesystem;

/// The nearest folder above this program that has `part`; empty: none has.
fs::path above_program(const fs::path& part) {
  std::error_code error;
  for (fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path(); !folder.empty();
       folder = folder.parent_path()) {
    if (fs::exists(folder / part, error)) return folder / part;
    if (folder == folder.root_path()) break;
  }
  return {};
}

/// Takes the first line off `text`.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == text.npos ? std::string_view() : text.substr(first);
}

/// The programs in `folder`, with the numbers that their names begin with.
std::vector<Step> steps_in(const fs::path& folder) {
  std::vector<Step> steps;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".cu") continue;
    Step step = described(format::text_in(entry.path()));
    step.file = entry.path(), step.name = entry.path().stem().string();
    const char* const end = step.name.data() + step.name.size();
    const auto read = std::from_chars(step.name.data(), end, step.number);
    if (read.ptr != end && *read.ptr == '_')
      step.name.erase(0, static_cast<std::size_t>(read.ptr + 1 - step.name.data()));
    steps.push_back(std::move(step));
  }
  std::ranges::sort(steps, {}, [](const Step& step) { return std::pair(step.number, step.name); });
  return steps;
}

}  // namespace

Step described(std::string_view text) {
  constexpr std::string_view kMark = "//", kLookAt = "Look at";
  Step step;
  std::string* into = &step.summary;
  for (bool begun = false; !text.empty();) {
    std::string_view line = take_line(text);
    if (!line.starts_with(kMark)) break;
    line = without_blanks(line.substr(kMark.size()));
    if (!begun && line.starts_with("SPDX")) continue;
    begun = true;
    if (line.starts_with(kLookAt))
      into = &step.look_at, line = without_blanks(line.substr(kLookAt.size()));
    else if (line.empty())
      into = nullptr;
    if (into != nullptr) *into += (into->empty() ? "" : " ") + std::string(line);
  }
  const std::size_t colon = step.summary.find(": ");
  if (colon != std::string::npos) step.summary.erase(0, colon + 2);
  for (std::string* each : {&step.summary, &step.look_at})
    if (each->ends_with('.')) each->pop_back();
  return step;
}

const std::vector<Step>& ladder_steps() {
  static const std::vector<Step> steps = steps_in(above_program(fs::path("kernels") / "gemm.h").parent_path());
  return steps;
}

const std::vector<Step>& broken_steps() {
  static const std::vector<Step> steps =
      steps_in(above_program(fs::path("kernels") / "broken" / "gemm.h").parent_path());
  return steps;
}

std::optional<Step> step_named(std::string_view name) {
  for (const std::vector<Step>* steps : {&ladder_steps(), &broken_steps()})
    for (const Step& step : *steps)
      if (step.name == name || step.file.stem() == name) return step;
  return std::nullopt;
}

}  // namespace gemmscope::session
