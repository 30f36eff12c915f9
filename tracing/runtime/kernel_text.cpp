// SPDX-License-Identifier: MIT
#include "tracing/runtime/kernel_text.h"

#include <algorithm>
#include <filesystem>
#include <mutex>

#include "tracing/ptx/readable_names.h"
#include "tracing/runtime/cuda_headers.h"
#include "tracing/runtime/source.h"

namespace gemmscope::runtime {
namespace {

constexpr std::size_t kLongestName = 200;
constexpr std::size_t kMostFiles = 64, kMostTextBytes = std::size_t{8} << 20;

/// Names between quotes of the text's #include lines.
std::vector<std::string> included_by(std::string_view text) {
  std::vector<std::string> names;
  cxx::read_tokens(
      text, [](const cxx::Token&) {},
      [&](std::string_view directive, std::uint32_t) {
        const std::size_t word = directive.find_first_not_of(" \t"), open = directive.find('"');
        const std::size_t close = open == directive.npos ? open : directive.find('"', open + 1);
        if (word != directive.npos && directive.substr(word).starts_with("include") && close != directive.npos)
          names.emplace_back(directive.substr(open + 1, close - open - 1));
      });
  return names;
}

/// The kernel's file first.
std::vector<cxx::File> files_of(const Lines& lines) {
  std::vector<cxx::File> files;
  std::size_t bytes = 0;
  const auto add = [&](const std::string& path) {
    const auto is_it = [&](const cxx::File& file) { return file.path == path; };
    if (files.size() == kMostFiles || std::ranges::any_of(files, is_it)) return;
    std::string text = text_of_file(path);
    if (text.empty() || (bytes += text.size()) > kMostTextBytes) return;
    files.push_back({path, std::move(text)});
  };
  add(lines.path);
  if (files.empty()) return files;
  for (const std::string& path : lines.included) add(path);
  for (std::size_t i = 0; i < files.size(); ++i)
    for (const std::string& name : included_by(files[i].text))
      for (const char* const folder : {".", "include", "..", "../include", "../common", "../inc"}) {  // usual with -I
        std::error_code error;
        const auto path = (std::filesystem::path(files[i].path).parent_path() / folder / name).lexically_normal();
        if (!std::filesystem::is_regular_file(path, error)) continue;
        if (!is_of_cuda(path.string())) add(path.string());
        break;
      }
  return files;
}

}  // namespace

KernelText::KernelText(const Kernel& kernel) : KernelText(kernel, lines_of(**kernel.module->ptx, **kernel.program)) {}

KernelText::KernelText(const Kernel& kernel, const Lines& lines)
    : KernelText(files_of(lines), kernel.name, kernel.function->parameters, lines.kernel) {}

KernelText::KernelText(std::vector<cxx::File> files, const std::string& kernel,
                       std::span<const ptx::Variable> parameters, std::uint32_t line) {
  const std::size_t count = parameters.size();
  const std::string name = ptx::full_name(kernel);
  types_ = ptx::parameter_types(kernel);
  const cxx::SoughtKernel sought{name, types_, count, line};
  for (const cxx::Branches branches : {cxx::Branches::kTaken, cxx::Branches::kAll}) {
    if (declared_ != nullptr) break;
    declarations_ = std::make_unique<cxx::Declarations>(files, branches);
    declared_ = cxx::find_kernel(*declarations_, sought);
  }
  if (declared_ == nullptr)
    declarations_ = std::make_unique<cxx::Declarations>(std::move(files), cxx::Branches::kTaken);
  std::map<std::string, std::string, std::less<>> given;
  if (declared_ != nullptr) given = cxx::template_arguments(*declared_, name);
  constants_ = std::make_unique<cxx::Constants>(*declarations_, declared_, cxx::numbers_among(given));
  names_.resize(count);
  if (declared_ != nullptr) names_ = cxx::parameter_names(*declared_, count);
  for (std::string& each : names_)
    if (each.size() > kLongestName) each.clear();
  const bool says_types = types_.size() == count;  // extern "C" says none
  types_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!says_types && declared_ != nullptr && i < declared_->parameters.size()) {
      const cxx::Declared& parameter = declared_->parameters[i];
      types_[i] = cxx::resolved(*declarations_, parameter.type) + (parameter.extents.empty() ? "" : "*");
    }
    const ptx::Variable& place = parameters[i];
    cxx::StructLayout layout;
    if (place.is_array) layout = layout_of(types_[i]);
    if (layout.bytes != place.bytes) layout.members.clear();
    members_.push_back(std::move(layout.members));
  }
}

std::string KernelText::name(std::size_t parameter) const {
  return has_name(parameter) ? names_[parameter] : "parameter " + std::to_string(parameter);
}
bool KernelText::has_name(std::size_t parameter) const { return !names_[parameter].empty(); }

cxx::StructLayout KernelText::layout_of(std::string_view type) const {
  const std::string plain = cxx::resolved(*declarations_, std::string(type));
  return cxx::layout_of(*declarations_, *constants_, cxx::is_address(plain) ? cxx::pointed_to(plain) : plain);
}

std::optional<std::uint32_t> KernelText::bytes_of_number(std::string_view type) const {
  const std::string plain = cxx::resolved(*declarations_, std::string(type));
  if (cxx::is_address(plain)) return 8;
  if (const auto number = cxx::number_type(plain)) return number->bytes;
  std::optional<std::uint32_t> bytes;
  for (const cxx::Member& member : layout_of(plain).members) {
    const auto number = cxx::number_type(cxx::resolved(*declarations_, member.type));
    if (!number || cxx::is_address(member.type) || bytes.value_or(number->bytes) != number->bytes) return std::nullopt;
    bytes = number->bytes;
  }
  return bytes;
}

const KernelText& text_of(const Kernel& kernel) {
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  if (kernel.text == nullptr) kernel.text = std::make_shared<const KernelText>(kernel);
  return *kernel.text;
}

}  // namespace gemmscope::runtime
