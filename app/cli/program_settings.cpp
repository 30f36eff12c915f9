// SPDX-License-Identifier: MIT
#include "app/cli/program_settings.h"

#include <algorithm>

#include "app/sweep/axes.h"
#include "tracing/cxx/knobs.h"
#include "tracing/format/input_file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
namespace {

constexpr std::size_t kMostSettings = 1000;  // each takes half a second at least

/// Combination number `index` of the axes' values.
session::Numbers combination(const sweep::Axes& axes, std::size_t index) {
  session::Numbers numbers;
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    numbers.push_back({axis->name, axis->values[index % axis->values.size()]});
    index /= axis->values.size();
  }
  std::ranges::reverse(numbers);
  return numbers;
}

Result<void> add_settings(std::vector<session::Numbers>& settings, const sweep::Axes& axes) {
  std::size_t count = 1;
  for (const sweep::Axis& axis : axes) count = std::min(count * axis.values.size(), kMostSettings + 1);
  if (settings.size() + count > kMostSettings)
    return fail(ErrorKind::kUsage,
                "there would be more than " + std::to_string(kMostSettings) +
                    " settings, each compiled and run; sweep fewer values, or some numbers one after "
                    "the other, each with an --over of its own");
  for (std::size_t i = 0; i < count; ++i)
    if (session::Numbers numbers = combination(axes, i); std::ranges::count(settings, numbers) == 0)
      settings.push_back(std::move(numbers));
  return {};
}

}  // namespace

Result<std::vector<session::Numbers>> settings_of(const std::filesystem::path& file, const session::Numbers& numbers,
                                                  const std::vector<std::string>& over) {
  const std::string text = format::text_in(file), name = format::shown(file.filename().string());
  if (auto set = cxx::with_numbers(text, numbers, name); !set) return tl::unexpected(set.error());
  if (over.empty()) return std::vector<session::Numbers>{{}};
  std::vector<session::Numbers> settings;
  for (const std::string& axes_text : over) {
    const auto axes = sweep::parse_number_axes(axes_text);
    if (!axes) return tl::unexpected(axes.error());
    for (const sweep::Axis& axis : *axes)
      if (std::ranges::count(numbers, axis.name, &format::Parameter::name) != 0)
        return fail(ErrorKind::kUsage, axis.name + " is both given and swept; leave one out");
    if (auto known = cxx::with_numbers(text, combination(*axes, 0), name); !known) return tl::unexpected(known.error());
    if (auto added = add_settings(settings, *axes); !added) return tl::unexpected(added.error());
  }
  return settings;
}

}  // namespace gemmscope::cli
