// SPDX-License-Identifier: MIT
#include "app/sweep/axes.h"

#include <algorithm>

#include "tracing/cxx/ranges.h"
#include "tracing/format/text.h"

namespace gemmscope::sweep {
namespace {

tl::unexpected<Error> wrong(std::string_view axis, const std::string& why) {
  return fail(ErrorKind::kUsage, "--over " + std::string(axis) + " " + why);
}

/// Those of `text` that are numbers.
Result<std::vector<std::string>> numbers_in(std::string_view axis, std::string_view text) {
  const auto numbers = cxx::values_in(text);
  if (!numbers) return wrong(axis, numbers.error().message);
  std::vector<std::string> values;
  for (const std::int64_t each : *numbers) values.push_back(std::to_string(each));
  return values;
}

/// Those of `text` that are among `words`.
Result<std::vector<std::string>> words_in(std::string_view axis, std::string_view text,
                                          const std::vector<std::string>& words) {
  std::vector<std::string> values;
  for (const std::string_view part : format::split(text, '/')) {
    if (std::ranges::find(words, part) == words.end()) {
      std::string list;
      for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
      return wrong(axis, "cannot be '" + std::string(part) + "'; choose one of " + list);
    }
    if (std::ranges::find(values, part) != values.end())
      return wrong(axis, "has " + std::string(part) + " twice; leave one out");
    values.emplace_back(part);
  }
  return values;
}

Result<Axis> axis_of(std::string_view name, Result<std::vector<std::string>> values) {
  if (!values) return tl::unexpected(std::move(values.error()));
  return Axis{std::string(name), std::move(*values)};
}

Result<Axis> parse_axis(std::string_view text, const std::vector<std::string>& presets) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  const bool has_values = equals != std::string_view::npos && equals != 0;
  if (name == kPresetAxis && !presets.empty())
    return axis_of(name, has_values ? words_in(text, text.substr(equals + 1), presets) : presets);
  if (text.empty()) return fail(ErrorKind::kUsage, "an axis of --over is empty; write axes as in TILE=8:33:8,PAD=0/1");
  if (!has_values)
    return wrong(text, "has no values; the limits of a program's numbers are not known, so list values, as in " +
                           std::string(equals == 0 ? "TILE" : text) + "=8:33:8");
  return axis_of(name, numbers_in(text, text.substr(equals + 1)));
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

Result<Axes> parse_axes(std::string_view text, const std::vector<std::string>& presets) {
  Axes axes;
  for (const std::string_view part : format::split(text, ',')) {
    Result<Axis> axis = parse_axis(part, presets);
    if (!axis) return tl::unexpected(axis.error());
    if (std::ranges::find(axes, axis->name, &Axis::name) != axes.end())
      return wrong(text, "has " + axis->name + " twice; give all its values at once, as in PA=0:5/8");
    axes.push_back(std::move(*axis));
  }
  return axes;
}

std::vector<std::string> names_in(std::string_view axes) {
  std::vector<std::string> names;
  for (const std::string_view axis : format::split(axes, ','))
    if (!axis.empty()) names.emplace_back(axis.substr(0, axis.find('=')));
  return names;
}

}  // namespace gemmscope::sweep
