// SPDX-License-Identifier: MIT
#include "tracing/runtime/source.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "tracing/format/input_file.h"
#include "tracing/format/limits.h"
#include "tracing/format/text.h"
#include "tracing/runtime/cuda_headers.h"
#include "tracing/runtime/variables.h"

namespace gemmscope::runtime {
namespace {

/// The file itself, or its copy with other numbers.
std::string compiled_from(const std::string& path) {
  ChangedSource changed = changed_source();
  std::error_code error;
  const auto same = std::filesystem::equivalent(path, changed.file, error);
  return same && !error ? std::move(changed.copy) : path;
}

/// The number of each file of the module among those of the recording; nothing: it is CUDA's.
class Files {
 public:
  Files(const ptx::Module& module, std::uint32_t own) : module_(module) { numbers_[own] = 0; }

  std::optional<std::uint16_t> number(std::uint32_t file) {
    const auto [known, is_new] = numbers_.try_emplace(file);
    const ptx::File* found = is_new ? module_.find_file(file) : nullptr;
    if (found == nullptr || included.size() == format::kMaxIncluded || is_of_cuda(std::string(found->name)))
      return known->second;
    included.emplace_back(found->name);
    return known->second = static_cast<std::uint16_t>(included.size());
  }
  std::vector<std::string> included;

 private:
  const ptx::Module& module_;
  std::map<std::uint32_t, std::optional<std::uint16_t>> numbers_;
};

/// Where a statement stands: from the innermost function outward, but for what is inside functions of CUDA.
std::vector<format::Place> calls_of(const ptx::Module& module, std::uint32_t at, Files& files) {
  std::vector<format::Place> calls;
  for (; at != ptx::kNoIndex; at = module.locations[at].caller) {
    const auto file = files.number(module.locations[at].file);
    if (!file || module.locations[at].line == 0)
      calls.clear();
    else
      calls.push_back({*file, module.locations[at].line});
  }
  const bool has_own = std::ranges::find(calls, 0, &format::Place::file) != calls.end();
  if (calls.size() < 2 || calls.size() > format::kMaxCalls || !has_own) calls.clear();
  return calls;
}

}  // namespace

ChangedSource changed_source() {
  const char* const variable = std::getenv(kChangedVariable);
  std::string_view rest = variable == nullptr ? "" : variable;
  ChangedSource changed;
  for (std::string* part : {&changed.file, &changed.copy, &changed.kernels}) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    *part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return changed;
}

Lines lines_of(const ptx::Module& module, const lockstep::Program& program) {
  Lines lines;
  std::uint32_t file = 0;
  std::optional<Files> files;
  std::map<record::SitePlace, std::uint32_t> numbers;
  std::vector<const record::SitePlace*> places;  // of each statement
  const auto caller = [&](std::uint32_t at) { return module.locations[at].caller; };
  for (const lockstep::ProgramFunction& function : program.functions) {
    std::uint32_t last = lines.of.empty() ? 1 : lines.of[function.called_at];
    for (const ptx::Statement& statement : module.functions[function.source].code) {
      std::uint32_t at = statement.location;
      if (at != ptx::kNoIndex && lines.path.empty()) {
        std::uint32_t outermost = at;
        while (caller(outermost) != ptx::kNoIndex) outermost = caller(outermost);
        if (const ptx::File* found = module.find_file(module.locations[outermost].file))
          lines.path = found->name, lines.kernel = module.locations[outermost].line, file = found->number,
          files.emplace(module, file);
      }
      record::SitePlace place;
      if (files) place.called = calls_of(module, at, *files);
      while (at != ptx::kNoIndex && module.locations[at].file != file) at = caller(at);
      if (at != ptx::kNoIndex && module.locations[at].line != 0)
        last = module.locations[at].line;
      else
        place.called.clear();  // they would not lead there
      lines.of.push_back(last);
      place.line = last;
      places.push_back(&numbers.try_emplace(std::move(place)).first->first);
    }
  }
  for (auto& [place, number] : numbers) {
    number = static_cast<std::uint32_t>(lines.places.size());
    lines.places.push_back(place);
  }
  for (const record::SitePlace* place : places) lines.place.push_back(numbers[*place]);
  if (files) lines.included = std::move(files->included);
  return lines;
}

std::pair<std::uint32_t, std::uint32_t> lines_of_two(const Lines& lines, std::uint32_t one, std::uint32_t other) {
  const std::pair own(lines.of[one], lines.of[other]);
  if (own.first != own.second) return own;
  std::vector<format::Place> a = lines.places[lines.place[one]].called, b = lines.places[lines.place[other]].called;
  while (!a.empty() && !b.empty() && a.back() == b.back()) a.pop_back(), b.pop_back();
  const bool are_own = !a.empty() && !b.empty() && a.back().file == 0 && b.back().file == 0;
  return are_own ? std::pair(a.back().line, b.back().line) : own;
}

format::Code code_of(const ptx::Module& module, const ptx::Function& kernel) {
  std::string text;
  std::uint32_t at = 0;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry || &function == &kernel || function.span.begin < at) continue;
    text += module.text({at, function.span.begin});
    at = function.span.end;
  }
  text += module.text({at, static_cast<std::uint32_t>(module.text().size())});
  if (text.size() > format::kMaxPtxBytes || !format::is_plain_text(text, true)) return {};
  return {std::move(text), std::string(kernel.name)};
}

std::string text_of_file(const std::string& path) {
  std::string text = format::text_in(compiled_from(path), format::kMaxSourceBytes);
  const bool fits = std::ranges::count(text, '\n') < static_cast<std::ptrdiff_t>(format::kMaxSourceLines);
  return fits && format::is_plain_text(text, true) ? text : std::string();
}

}  // namespace gemmscope::runtime
