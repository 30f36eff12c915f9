// SPDX-License-Identifier: MIT
#include "app/cli/changed_copy.h"

#include <algorithm>
#include <cerrno>
#include <fstream>

#include "app/cli/option_values.h"
#include "app/cli/program_files.h"
#include "app/cli/run_folder.h"
#include "app/session/own_program.h"
#include "tracing/cxx/kernel_numbers.h"
#include "tracing/cxx/knobs.h"
#include "tracing/cxx/presets.h"
#include "tracing/format/input_file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

namespace fs = std::filesystem;

/// As a string in C++.
std::string quoted(const std::string& text) {
  std::string all = "\"";
  for (const char c : text) all += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return all + "\"";
}

bool write_text(const fs::path& file, const std::string& text) {
  return static_cast<bool>(std::ofstream(file, std::ios::binary) << text << std::flush);
}

/// What an older ladder set by --set, and which step of the ladder it is now.
struct BecameStep {
  const char *name, *value, *step;
};
constexpr BecameStep kBecameSteps[] = {
    {"load", "strided", "thread_tile"}, {"load", "linear", "block_tile"}, {"omap", "interleaved", "interleaved"},
    {"As", "row", "wide_copy"},         {"As", "col", "vectorized"},      {"frag", "split", "split"},
    {"swzA", "xor", "swizzled"},        {"swz", "xor", "half_swizzled"},  {"cstore", "direct", "direct_store"}};

/// Errors: kUsage: its value is no whole number.
Result<void> check_number(const format::Parameter& number) {
  for (const BecameStep& became : kBecameSteps)
    if (number.name == became.name && number.value == became.value)
      return fail(ErrorKind::kUsage,
                  number.name + "=" + number.value + " is a step of its own now: name the kernel " + became.step);
  if (auto right = cxx::number_from(number.name, number.value); !right) return tl::unexpected(right.error());
  return {};
}

/// False: it cannot be written.
bool add_same_host(ChangedCopy& copy, const fs::path& program, const std::vector<format::Parameter>& numbers,
                   const std::string& named) {
  const std::string text = format::text_in(program);
  SameHost host{program, {}, {}};
  std::vector<format::Parameter> others;
  for (const format::Parameter& number : numbers)
    if (cxx::only_kernels_use(number.name, text, {}))
      host.numbers.push_back(number);
    else
      others.push_back(number);
  if (host.numbers.empty()) return true;
  const auto other_text = cxx::with_numbers(text, others, "");
  if (other_text && *other_text != text) {
    host.source = copy.compiled.parent_path() / "host" / kChangedCopy, host.includes = copy.original.parent_path();
    std::error_code error;
    fs::create_directory(host.source.parent_path(), error);
    if (!write_text(host.source, named + *other_text)) return false;
  }
  copy.same_host = std::move(host);
  return true;
}

}  // namespace

Result<std::optional<ChangedCopy>> changed_copy(const fs::path& program, const std::vector<format::Parameter>& numbers,
                                                const fs::path& work) {
  if (numbers.empty()) return std::nullopt;
  if (!session::is_program(program))
    return fail(ErrorKind::kUsage, program.string() + " is no .cu file, so its numbers cannot be set");
  const auto text = cxx::with_numbers(format::text_in(program), numbers, format::shown(program.filename().string()));
  if (!text) return tl::unexpected(text.error());
  const fs::path folder = work / "changed";
  std::error_code error;
  fs::create_directory(folder, error);
  ChangedCopy copy{fs::absolute(program), folder / kChangedCopy, folder / "text.cu"};
  const std::string named = "#line 1 " + quoted(program.string()) + "\n";
  if (error || !write_text(copy.text, *text) || !write_text(copy.compiled, named + *text) ||
      !add_same_host(copy, program, numbers, named))
    return no_room("the folder " + folder.string() + " cannot be written to", error ? error.value() : errno);
  return copy;
}

Result<std::vector<format::Parameter>> parse_numbers(const std::vector<std::string>& texts) {
  std::vector<format::Parameter> numbers;
  for (const std::string& text : texts)
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(',', at), text.size());
      auto number = parse_assignment(text.substr(at, end - at));
      if (!number) return tl::unexpected(number.error());
      if (auto right = check_number(*number); !right) return tl::unexpected(right.error());
      session::put_number(numbers, std::move(*number));
      at = end + 1;
    }
  return numbers;
}

Result<std::vector<format::Parameter>> parse_numbers(const fs::path& program, const std::string& preset,
                                                     const std::vector<std::string>& texts) {
  auto numbers = parse_numbers(texts);
  if (!numbers || preset.empty()) return numbers;
  if (!session::is_program(program))
    return fail(ErrorKind::kUsage, program.string() + " is no .cu file, so it has no presets");
  auto all = cxx::preset_named(format::text_in(program), preset, format::shown(program.filename().string()));
  if (!all) return all;
  for (format::Parameter& number : *numbers) session::put_number(*all, std::move(number));
  return all;
}

}  // namespace gemmscope::cli
