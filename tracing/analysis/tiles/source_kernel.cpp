// SPDX-License-Identifier: MIT
#include "tracing/analysis/tiles/source_kernel.h"

#include <algorithm>
#include <charconv>

#include "tracing/ptx/readable_names.h"

namespace gemmscope::analysis {
namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// "10 x 12 x 1" -> {"blockDim.x", 10}, ...
void add_sizes(std::map<std::string, std::int64_t, std::less<>>& to, const std::string& name, std::string_view text) {
  for (const char* const axis : {".x", ".y", ".z"}) {
    const std::size_t end = std::min(text.find(" x "), text.size());
    if (const auto size = whole_number(text.substr(0, end))) to[name + axis] = *size;
    text.remove_prefix(std::min(end + 3, text.size()));
  }
}

}  // namespace

SourceKernel::SourceKernel(const format::Recording& recording) {
  if (recording.source.text.empty() || recording.code.entry.empty()) return;
  for (const format::Parameter& each : recording.parameters) {
    if (each.name == "grid") add_sizes(given_, "gridDim", each.value);
    if (each.name == "block") add_sizes(given_, "blockDim", each.value);
    if (const auto number = whole_number(each.value); number && each.name != "launch") given_[each.name] = *number;
  }
  std::vector<cxx::File> files{{recording.source.path, recording.source.text}};
  for (const format::Source& file : recording.included) files.push_back({file.path, file.text});
  const std::string name = ptx::full_name(recording.code.entry);
  const std::vector<std::string> types = ptx::parameter_types(recording.code.entry);
  std::uint32_t line = 0;
  for (const format::Site& site : recording.sites) line = line == 0 ? site.line : line;
  for (const cxx::Branches branches : {cxx::Branches::kTaken, cxx::Branches::kAll}) {
    all_ = std::make_unique<cxx::Declarations>(files, branches);
    for (const cxx::DeclaredKernel& each : all_->kernels()) {
      const std::size_t count = types.empty() ? each.parameters.size() : types.size();
      const cxx::DeclaredKernel* const found = cxx::find_kernel(*all_, {name, types, count, line});
      if (found != nullptr && found->is_defined) kernel_ = found;
      if (!types.empty() || kernel_ != nullptr) break;
    }
    if (kernel_ != nullptr) break;
  }
  if (kernel_ != nullptr)
    constants_ =
        std::make_unique<cxx::Constants>(*all_, kernel_, cxx::numbers_among(cxx::template_arguments(*kernel_, name)));
}

format::Range SourceKernel::lines() const {
  std::uint32_t first = 1;
  for (const cxx::DeclaredKernel& each : all_->kernels())
    if (each.is_defined && each.last_line != 0 && each.last_line < kernel_->first_line)
      first = std::max(first, each.last_line + 1);
  return {first, kernel_->last_line + 1};
}

std::string SourceKernel::own_text(const format::Recording& recording) const {
  const std::string& text = recording.source.text;
  if (kernel_ == nullptr) return text;
  const format::Range own = lines();
  std::uint32_t top = kernel_->first_line;
  for (const cxx::DeclaredKernel& each : all_->kernels())
    if (each.is_defined && each.first_line != 0) top = std::min(top, each.first_line);
  std::string some;
  std::size_t begin = 0;
  for (std::uint32_t line = 1; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    if (line < top || own.contains(line)) some.append(text, begin, end - begin);
    begin = end;
  }
  return some;
}

std::optional<std::int64_t> SourceKernel::value(std::span<const cxx::Token> expression) const {
  return cxx::value_of(expression, [&](std::string_view word) -> std::optional<std::int64_t> {
    if (const auto given = given_.find(word); given != given_.end()) return given->second;
    return constants_ != nullptr ? constants_->value(word) : std::nullopt;
  });
}

}  // namespace gemmscope::analysis
