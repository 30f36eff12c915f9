// SPDX-License-Identifier: MIT
#include "app/cli/program_settings.h"

#include <algorithm>
#include <set>

#include "app/session/own_program.h"
#include "app/sweep/axes.h"
#include "tracing/cxx/knobs.h"
#include "tracing/cxx/presets.h"
#include "tracing/cxx/ranges.h"
#include "tracing/format/input_file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

using session::Numbers;

bool has(const Numbers& numbers, const std::string& name) {
  return std::ranges::count(numbers, name, &format::Parameter::name) != 0;
}

/// A program's text, and what can be said of numbers that it is given.
class Source {
 public:
  explicit Source(const std::filesystem::path& file)
      : text_(format::text_in(file)), name_(format::shown(file.filename().string())) {
    for (const cxx::Knob& knob : cxx::knobs_of(text_).all) in_file_.push_back({knob.name, std::to_string(knob.value)});
  }

  /// Errors: a preset is written wrong.
  Result<void> read_presets() {
    auto presets = cxx::presets_of(text_);
    if (!presets) return fail(ErrorKind::kUsage, name_ + ", " + presets.error().message);
    presets_ = std::move(*presets);
    return {};
  }
  std::vector<std::string> names_of_presets() const {
    std::vector<std::string> names;
    for (const cxx::Preset& preset : presets_) names.push_back(preset.name);
    return names;
  }

  /// Errors: the file has no number of that name.
  Result<void> check(const Numbers& numbers) const {
    if (auto set = cxx::with_numbers(text_, numbers, name_); !set) return tl::unexpected(set.error());
    return {};
  }

  /// `values`: of the axes, presets among them.
  ProgramSetting setting(const Numbers& base, const Numbers& values) const {
    ProgramSetting setting;
    for (const format::Parameter& value : values)
      if (value.name == sweep::kPresetAxis && !presets_.empty())
        setting.preset = value.value;
      else
        setting.swept.push_back(value);
    const auto preset = std::ranges::find(presets_, setting.preset, &cxx::Preset::name);
    if (preset != presets_.end()) setting.numbers = preset->numbers;
    for (const Numbers* more : {&base, static_cast<const Numbers*>(&setting.swept)})
      for (const format::Parameter& number : *more) session::put_number(setting.numbers, number);
    if (setting.preset.empty()) setting.preset = preset_of(setting.numbers);
    return setting;
  }

  /// The same for settings that are compiled alike.
  std::string same_of(const ProgramSetting& setting) const { return format::text_of(all_of(setting.numbers)); }

 private:
  /// The file's numbers, changed.
  Numbers all_of(const Numbers& changed) const {
    Numbers all = in_file_;
    for (format::Parameter& number : all) {
      const auto found = std::ranges::find(changed, number.name, &format::Parameter::name);
      if (found != changed.end()) number.value = found->value;
    }
    return all;
  }

  std::string preset_of(const Numbers& numbers) const {
    const Numbers all = all_of(numbers);
    const auto is_in = [&](const format::Parameter& number) { return std::ranges::count(all, number) != 0; };
    const auto found = std::ranges::find_if(
        presets_, [&](const cxx::Preset& preset) { return std::ranges::all_of(preset.numbers, is_in); });
    return found == presets_.end() ? "" : found->name;
  }

  std::string text_, name_;
  Numbers in_file_;
  std::vector<cxx::Preset> presets_;
};

constexpr std::size_t kMostSettings = 10'000;

}  // namespace

Result<std::vector<ProgramSetting>> settings_of(const std::filesystem::path& file, const Numbers& numbers,
                                                const std::vector<std::string>& over) {
  if (!session::is_program(file))
    return fail(ErrorKind::kUsage, file.string() + " is no .cu file, so its numbers cannot be set");
  Source source(file);
  if (auto known = source.check(numbers); !known) return tl::unexpected(known.error());
  if (over.empty()) return std::vector{source.setting(numbers, {})};
  if (auto read = source.read_presets(); !read) return tl::unexpected(read.error());
  std::vector<ProgramSetting> settings;
  std::set<std::string> known;
  for (const std::string& text : over) {
    const auto axes = sweep::parse_axes(text, source.names_of_presets());
    if (!axes) return tl::unexpected(axes.error());
    for (const sweep::Axis& axis : *axes)
      if (has(numbers, axis.name))
        return fail(ErrorKind::kUsage, axis.name + " is both given and swept; leave one out");
    const std::size_t count = sweep::combinations(*axes, kMostSettings);
    std::string preset;
    for (std::size_t i = 0; i < std::min(count, kMostSettings); ++i) {
      ProgramSetting setting = source.setting(numbers, sweep::combination(*axes, i));
      if (i == 0 || setting.preset != preset)
        if (auto right = source.check(setting.numbers); !right) return tl::unexpected(right.error());
      preset = setting.preset;
      if (known.insert(source.same_of(setting)).second) settings.push_back(std::move(setting));
    }
    if (count > kMostSettings || settings.size() > kMostSettings)
      return fail(ErrorKind::kUsage,
                  "there would be more than " + std::to_string(kMostSettings) +
                      " settings, each compiled and run; sweep fewer values, or some numbers one after the other, each "
                      "with an --over of its own");
  }
  return settings;
}

Result<std::vector<std::string>> said_axes(const std::filesystem::path& file, const std::string& preset,
                                           const Numbers& numbers) {
  const std::string text = format::text_in(file);
  const auto wrong = [&](const Error& error) {
    return fail(ErrorKind::kUsage, format::shown(file.filename().string()) + ", " + error.message);
  };
  const auto ranges = cxx::ranges_of(text);
  if (!ranges) return wrong(ranges.error());
  const auto presets = cxx::presets_of(text);
  if (!presets) return wrong(presets.error());
  std::vector<std::string> axes;
  for (const cxx::NumberRange& range : *ranges)
    if (!has(numbers, range.name)) axes.push_back(range.name + "=" + range.values);
  if (!presets->empty() && preset.empty()) axes.emplace_back(sweep::kPresetAxis);
  return axes;
}

}  // namespace gemmscope::cli
