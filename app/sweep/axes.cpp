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

constexpr std::int64_t kMostNumber = std::int64_t{1} << 62;  // so that none wraps

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

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// VALUE, FIRST:END or FIRST:END:STEP.
Result<std::vector<std::int64_t>> numbers_of(std::string_view axis, std::string_view part) {
  const std::vector<std::string_view> parts = split(part, ':');
  std::vector<std::int64_t> given;
  for (const std::string_view text : parts)
    if (const auto value = number(text)) given.push_back(*value);
  const std::int64_t step = given.size() == 3 ? given[2] : 1;
  if (given.size() != parts.size() || parts.size() > 3 || step < 1)
    return wrong(axis, "cannot be read at '" + std::string(part) +
                           "'; write a number, FIRST:END or FIRST:END:STEP, as in PA=0:33");
  if (given.size() > 1 && given[1] <= given[0])
    return wrong(axis, "is empty at '" + std::string(part) + "', because the end is not included");
  const std::int64_t end = given.size() > 1 ? given[1] : given[0] + (given[0] < kMostNumber ? 1 : 0);
  std::int64_t length = 0;
  if (__builtin_sub_overflow(end, given[0], &length) || length / step > kMostValues || end > kMostNumber)
    return wrong(axis, "has more than " + std::to_string(kMostValues) + " values at '" + std::string(part) +
                           "', or too large ones");
  std::vector<std::int64_t> values;
  for (std::int64_t i = given[0]; i < end; i += step) values.push_back(i);
  return values;
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

/// The values of one part. Errors: as parse_axes().
Result<std::vector<std::string>> values_of(std::string_view axis, std::string_view part, const Possible& possible) {
  const auto none = [&] { return wrong(axis, "cannot be '" + std::string(part) + "'; choose " + possible.text()); };
  if (!possible.words.empty()) {
    if (std::ranges::find(possible.words, part) == possible.words.end()) return none();
    return std::vector{std::string(part)};
  }
  const auto numbers = numbers_of(axis, part);
  if (!numbers) return tl::unexpected(numbers.error());
  if (!possible.has(numbers->front()) || !possible.has(numbers->back())) return none();
  std::vector<std::string> values;
  for (const std::int64_t each : *numbers) values.push_back(std::to_string(each));
  return values;
}

std::string names_of(const KernelInfo& kernel) {
  std::string names(kPresetAxis);
  for (const ParameterInfo& parameter : kernel.parameters) names += ", " + std::string(parameter.name);
  return names;
}

/// `values`: of one part.
Result<Axis> parse_values(std::string_view text, const auto& values_of_part) {
  const std::size_t equals = text.find('=');
  Axis axis{std::string(text.substr(0, equals)), {}};
  for (const std::string_view part : split(text.substr(equals + 1), '/')) {
    const Result<std::vector<std::string>> values = values_of_part(part);
    if (!values) return tl::unexpected(values.error());
    for (const std::string& value : *values) {
      if (std::ranges::find(axis.values, value) != axis.values.end())
        return wrong(text, "has " + value + " twice; leave one out");
      axis.values.push_back(value);
    }
  }
  return axis;
}

Result<Axis> parse_axis(const KernelInfo& kernel, std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const auto possible = possible_for(kernel, name);
  if (!possible)
    return wrong(text, "names no parameter of " + std::string(kernel.name) + "; choose from " + names_of(kernel));
  if (equals == std::string_view::npos) return Axis{std::string(name), possible->all()};
  return parse_values(text, [&](std::string_view part) { return values_of(text, part, *possible); });
}

Result<Axis> parse_number_axis(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0)
    return wrong(text, "has no values; a program's numbers have no limits that are known, so write some, as in " +
                           std::string(equals == 0 || text.empty() ? "TILE" : text) + "=8:33:8");
  return parse_values(text, [&](std::string_view part) -> Result<std::vector<std::string>> {
    const auto numbers = numbers_of(text, part);
    if (!numbers) return tl::unexpected(numbers.error());
    std::vector<std::string> values;
    for (const std::int64_t each : *numbers) values.push_back(std::to_string(each));
    return values;
  });
}

/// `parse`: one axis.
Result<Axes> parse_each(std::string_view text, const auto& parse) {
  Axes axes;
  for (const std::string_view part : split(text, ',')) {
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

Result<Axes> parse_number_axes(std::string_view text) { return parse_each(text, parse_number_axis); }

std::vector<std::string> names_in(std::string_view axes) {
  std::vector<std::string> names;
  for (const std::string_view axis : split(axes, ','))
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
