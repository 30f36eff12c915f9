// SPDX-License-Identifier: MIT
#include "app/cli/program_settings.h"

#include <algorithm>

#include "app/session/own_numbers.h"
#include "tracing/cxx/knobs.h"
#include "tracing/format/input_file.h"
#include "tracing/format/text.h"

namespace gemmscope::cli {
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
    if (auto known = cxx::with_numbers(text, sweep::combination(*axes, 0), name); !known)
      return tl::unexpected(known.error());
    if (auto added = session::add_settings(settings, *axes); !added) return tl::unexpected(added.error());
  }
  return settings;
}

}  // namespace gemmscope::cli
