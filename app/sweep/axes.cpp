// SPDX-License-Identifier: MIT
#include "app/sweep/axes.h"

#include <algorithm>
#include <optional>

#include "tracing/analysis/layout_parameters.h"
#include "tracing/cxx/ranges.h"
#include "tracing/format/text.h"

namespace gemmscope::sweep {
namespace {

using kernels::KernelInfo;
using kernels::ParameterInfo;

tl::unexpected<Error> wrong(std::string_view axis, const std::string& why) {
  return fail(ErrorKind::kUsage, "--over " + std::string(axis) + " " + why);
}

/// What an axis can have: words, or the whole numbers from `least` to `most`.
struct Possible {
  std::vector<std::string> words;
  int least = 0, most = 0;

  bool has(std::int64_t value) const { return least <= value && value <= most; }
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

/// Those of `text` that are numbers.
Result<std::vector<std::string>> numbers_in(std::string_view axis, std::string_view text,
                                            const Possible* possible = nullptr) {
  const auto numbers = cxx::values_in(text);
  if (!numbers) return wrong(axis, numbers.error().message);
  std::vector<std::string> values;
  for (const std::int64_t each : *numbers) {
    if (possible != nullptr && !possible->has(each))
      return wrong(axis, "cannot be '" + std::string(text) + "'; choose " + possible->text());
    values.push_back(std::to_string(each));
  }
  return values;
}

/// Those of `text` that are words of `possible`.
Result<std::vector<std::string>> words_in(std::string_view axis, std::string_view text, const Possible& possible) {
  std::vector<std::string> values;
  for (const std::string_view part : format::split(text, '/')) {
    if (std::ranges::find(possible.words, part) == possible.words.end())
      return wrong(axis, "cannot be '" + std::string(part) + "'; choose " + possible.text());
    if (std::ranges::find(values, part) != values.end())
      return wrong(axis, "has " + std::string(part) + " twice; leave one out");
    values.emplace_back(part);
  }
  return values;
}

std::string names_of(const KernelInfo& kernel) {
  std::string names(kPresetAxis);
  for (const ParameterInfo& parameter : kernel.parameters) names += ", " + std::string(parameter.name);
  return names;
}

Result<Axis> axis_of(std::string_view name, Result<std::vector<std::string>> values) {
  if (!values) return tl::unexpected(std::move(values.error()));
  return Axis{std::string(name), std::move(*values)};
}

Result<Axis> parse_axis(const KernelInfo& kernel, std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const auto possible = possible_for(kernel, name);
  if (!possible)
    return wrong(text, "names no parameter of " + std::string(kernel.name) + "; choose from " + names_of(kernel));
  if (equals == std::string_view::npos) return Axis{std::string(name), possible->all()};
  const std::string_view values = text.substr(equals + 1);
  return axis_of(name,
                 possible->words.empty() ? numbers_in(text, values, &*possible) : words_in(text, values, *possible));
}

Result<Axis> parse_number_axis(std::string_view text, const std::vector<std::string>& presets) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const bool has_values = equals != std::string_view::npos && equals != 0;
  if (name == kPresetAxis && !presets.empty())
    return axis_of(name, has_values ? words_in(text, text.substr(equals + 1), {presets}) : presets);
  if (text.empty()) return fail(ErrorKind::kUsage, "an axis of --over is empty; write axes as in TILE=8:33:8,PAD=0/1");
  if (!has_values)
    return wrong(text, "has no values; the limits of a program's numbers are not known, so list values, as in " +
                           std::string(equals == 0 ? "TILE" : text) + "=8:33:8");
  return axis_of(name, numbers_in(text, text.substr(equals + 1)));
}

/// `parse`: one axis.
Result<Axes> parse_each(std::string_view text, const auto& parse) {
  Axes axes;
  for (const std::string_view part : format::split(text, ',')) {
    Result<Axis> axis = parse(part);
    if (!axis) return tl::unexpected(axis.error());
    if (std::ranges::find(axes, axis->name, &Axis::name) != axes.end())
      return wrong(text, "has " + axis->name + " twice; give all its values at once, as in PA=0:5/8");
    axes.push_back(std::move(*axis));
  }
  return axes;
}

}  // namespace

std::size_t combinations(const Axes& axes, std::size_t most) {
  std::size_t n = 1;
  for (const Axis& axis : axes) n = std::min(n * axis.values.size(), most + 1);
  return n;
}

std::vector<format::Parameter> combination(const Axes& axes, std::size_t index) {
  std::vector<format::Parameter> values(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    values[i] = {axes[i].name, axes[i].values[index % axes[i].values.size()]};
    index /= axes[i].values.size();
  }
  return values;
}

std::string text_of(const Axes& axes) {
  std::string text;
  for (const Axis& axis : axes) {
    text += (text.empty() ? "" : ",") + axis.name;
    for (const std::string& value : axis.values) text += (&value == axis.values.data() ? "=" : "/") + value;
  }
  return text;
}

Result<Axes> parse_axes(const KernelInfo& kernel, std::string_view text) {
  return parse_each(text, [&](std::string_view axis) { return parse_axis(kernel, axis); });
}

Result<Axes> parse_number_axes(std::string_view text, const std::vector<std::string>& presets) {
  return parse_each(text, [&](std::string_view axis) { return parse_number_axis(axis, presets); });
}

std::vector<std::string> names_in(std::string_view axes) {
  std::vector<std::string> names;
  for (const std::string_view axis : format::split(axes, ','))
    if (!axis.empty()) names.emplace_back(axis.substr(0, axis.find('=')));
  return names;
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
