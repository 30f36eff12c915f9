// SPDX-License-Identifier: MIT
#include "app/sweep/axes.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "tracing/analysis/layout_parameters.h"

namespace gemmscope::sweep {
namespace {

using kernels::KernelInfo;
using kernels::ParameterInfo;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at != std::string_view::npos;) {
    const std::size_t end = text.find(separator, at);
    parts.push_back(text.substr(at, end - at));
    at = end == std::string_view::npos ? end : end + 1;
  }
  return parts;
}

tl::unexpected<Error> wrong(std::string_view axis, const std::string& why) {
  return fail(ErrorKind::kUsage, "--over " + std::string(axis) + " " + why);
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// What an axis can have: words, or the whole numbers from `least` to `most`.
struct Possible {
  std::vector<std::string> words;
  int least = 0, most = 0;

  bool has(int value) const { return least <= value && value <= most; }
  std::string text() const {
    if (words.empty()) return "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    std::string list = "one of ";
    for (const std::string& word : words) list += (&word == words.data() ? "" : ", ") + word;
    return list;
  }
  std::vector<std::string> all() const {
    std::vector<std::string> values = words;
    if (words.empty())
      for (int i = least; i <= most; ++i) values.push_back(std::to_string(i));
    return values;
  }
};

std::optional<Possible> possible_for(const KernelInfo& kernel, std::string_view name) {
  Possible possible;
  if (name == kPresetAxis) {
    for (const kernels::Preset& preset : kernel.presets) possible.words.emplace_back(preset.name);
    return possible;
  }
  const auto found = std::ranges::find(kernel.parameters, name, &ParameterInfo::name);
  if (found == kernel.parameters.end()) return std::nullopt;
  for (const std::string_view choice : found->choices) possible.words.emplace_back(choice);
  possible.least = found->least, possible.most = found->most;
  return possible;
}

/// The values of one part. Errors: as parse_axes().
Result<std::vector<std::string>> values_of(std::string_view axis, std::string_view part, const Possible& possible) {
  const auto none = [&] { return wrong(axis, "cannot be '" + std::string(part) + "'; choose " + possible.text()); };
  if (!possible.words.empty()) {
    if (std::ranges::find(possible.words, part) == possible.words.end()) return none();
    return std::vector{std::string(part)};
  }
  const std::size_t colon = part.find(':');
  const auto first = number(part.substr(0, colon));
  const auto end = colon == std::string_view::npos ? first : number(part.substr(colon + 1));
  if (!first || !end)
    return wrong(axis, "cannot be read at '" + std::string(part) + "'; write a number or FIRST:END, as in PA=0:33");
  const bool range = colon != std::string_view::npos;
  if (range && *end <= *first)
    return wrong(axis, "is empty at '" + std::string(part) + "', because the end is not included");
  const int last = range ? *end - 1 : *first;
  if (!possible.has(*first) || !possible.has(last)) return none();
  std::vector<std::string> values;
  for (int i = *first; i <= last; ++i) values.push_back(std::to_string(i));
  return values;
}

std::string names_of(const KernelInfo& kernel) {
  std::string names(kPresetAxis);
  for (const ParameterInfo& parameter : kernel.parameters) names += ", " + std::string(parameter.name);
  return names;
}

Result<Axis> parse_axis(const KernelInfo& kernel, std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const auto possible = possible_for(kernel, name);
  if (!possible)
    return wrong(text, "names no parameter of " + std::string(kernel.name) + "; choose from " + names_of(kernel));
  if (equals == std::string_view::npos) return Axis{std::string(name), possible->all()};
  Axis axis{std::string(name), {}};
  for (const std::string_view part : split(text.substr(equals + 1), '/')) {
    const auto values = values_of(text, part, *possible);
    if (!values) return tl::unexpected(values.error());
    for (const std::string& value : *values) {
      if (std::ranges::find(axis.values, value) != axis.values.end())
        return wrong(text, "has " + value + " twice; leave one out");
      axis.values.push_back(value);
    }
  }
  return axis;
}

}  // namespace

Result<Axes> parse_axes(const KernelInfo& kernel, std::string_view text) {
  Axes axes;
  for (const std::string_view part : split(text, ',')) {
    auto axis = parse_axis(kernel, part);
    if (!axis) return tl::unexpected(axis.error());
    if (std::ranges::find(axes, axis->name, &Axis::name) != axes.end())
      return wrong(text, "has " + axis->name + " twice; give all its values at once, as in PA=0:5/8");
    axes.push_back(std::move(*axis));
  }
  return axes;
}

std::vector<std::string> usual_axes(const KernelInfo& kernel) {
  std::vector<std::string> texts;
  const auto is_fixed = [&](std::string_view name) {
    return kernel.mistake != nullptr &&
           std::ranges::any_of(kernel.mistake->fixed, [&](const auto& fixed) { return fixed.first == name; });
  };
  for (const ParameterInfo& parameter : kernel.parameters)
    if (analysis::layout_parameter(parameter.name) != nullptr && !is_fixed(parameter.name))
      texts.emplace_back(parameter.name);
  texts.emplace_back(kPresetAxis);
  return texts;
}

}  // namespace gemmscope::sweep
