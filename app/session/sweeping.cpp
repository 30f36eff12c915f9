// SPDX-License-Identifier: MIT
#include "app/session/sweeping.h"

#include <algorithm>
#include <utility>

#include "app/session/own_numbers.h"
#include "app/sweep/axes.h"

namespace gemmscope::session {

void ask_for_sweep(Look& look) {
  look.swept = {};
  look.views.sweep.on = true, look.views.sweep.first = 0;
}

Result<std::vector<Numbers>> number_settings(const Look& look) {
  const auto axes = sweep::parse_axes(look.views.sweep.over);
  if (!axes) return tl::unexpected(axes.error());
  for (const sweep::Axis& axis : *axes)
    if (std::ranges::count(look.numbers, axis.name, &OwnNumber::name) == 0)
      return fail(ErrorKind::kUsage, "the program has no number " + axis.name + ", which is to be swept");
  std::vector<Numbers> all;
  if (auto added = add_settings(all, *axes); !added) return tl::unexpected(added.error());
  return all;
}

Numbers number_base(const Look& look) {
  const std::vector<std::string> swept = sweep::names_in(look.views.sweep.over);
  Numbers changed;
  for (const OwnNumber& number : look.numbers)
    if (number.is_changed() && std::ranges::count(swept, number.name) == 0)
      changed.push_back({number.name, std::to_string(number.value)});
  return changed;
}

void drop_sweep(Look& look) {
  look.swept = {};
  look.views.sweep.on = false;
}

void forget_other_sweep(Look& look) {
  if (look.swept.of && look.swept.over != look.views.sweep.over) look.swept = {};
}

void keep_sweep(Look& look) {
  if (!look.swept.of || !look.loaded) return;
  const SweptOf& of = *look.swept.of;
  if (family_of(of.kernel) != family_of(look.recording()->kernel) || of.numbers != number_base(look)) drop_sweep(look);
}

std::optional<std::size_t> setting_of(const Look& look, const Look& shown) {
  if (!look.swept.rows || !shown.loaded) return std::nullopt;
  const auto has = [&](const format::Parameter& swept) {
    const auto number = std::ranges::find(shown.numbers, swept.name, &OwnNumber::name);
    return number != shown.numbers.end() && std::to_string(number->value) == swept.value;
  };
  const std::string_view family = family_of(shown.recording()->kernel);
  const auto found = std::ranges::find_if(*look.swept.rows, [&](const sweep::Row& row) {
    return std::ranges::all_of(row.swept, has) && (row.kernel.empty() || family_of(row.kernel) == family);
  });
  if (found == look.swept.rows->end()) return std::nullopt;
  return static_cast<std::size_t>(found - look.swept.rows->begin());
}

}  // namespace gemmscope::session
