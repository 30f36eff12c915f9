// SPDX-License-Identifier: MIT
#include "app/session/sweep_choice.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/session/own_numbers.h"
#include "app/sweep/axes.h"
#include "tracing/cxx/knobs.h"

namespace gemmscope::session {
namespace {

/// What is chosen; nothing where that cannot be read.
sweep::Axes chosen_axes(const Look& look) {
  const std::string& over = look.views.sweep.over;
  return over.empty() || !look.loaded ? sweep::Axes{} : sweep::parse_axes(over).value_or(sweep::Axes{});
}

std::vector<sweep::Axis> offered(const Look& look) {
  std::vector<sweep::Axis> all;
  for (const OwnNumber& number : look.numbers) {
    sweep::Axis& axis = all.emplace_back(sweep::Axis{number.name, {}});
    for (const std::int64_t value : numbers_around(number.value)) axis.values.push_back(std::to_string(value));
  }
  return all;
}

bool is_less(const std::string& a, const std::string& b) {
  std::int64_t x = 0, y = 0;
  return read_number(a, x) && read_number(b, y) && x < y;
}

SweepOffer offer_of(sweep::Axis axis, const sweep::Axes& chosen) {
  SweepOffer offer{std::move(axis.name), std::move(axis.values), {}};
  const auto found = std::ranges::find(chosen, offer.name, &sweep::Axis::name);
  if (found == chosen.end()) return offer;
  for (const std::string& value : found->values)
    if (std::ranges::count(offer.values, value) == 0) offer.values.push_back(value);
  std::stable_sort(offer.values.begin(), offer.values.end(), is_less);
  std::ranges::copy_if(offer.values, std::back_inserter(offer.chosen),
                       [&](const std::string& value) { return std::ranges::count(found->values, value) != 0; });
  return offer;
}

/// Chooses these values alone; an axis without values goes.
void choose_values(Look& look, const std::string& name, std::vector<std::string> values) {
  sweep::Axes axes = chosen_axes(look);
  const auto found = std::ranges::find(axes, name, &sweep::Axis::name);
  if (found == axes.end())
    axes.push_back({name, std::move(values)});
  else
    found->values = std::move(values);
  std::erase_if(axes, [](const sweep::Axis& axis) { return axis.values.empty(); });
  look.views.sweep.over = sweep::text_of(axes);
}

}  // namespace

std::vector<SweepOffer> sweep_offers(const Look& look) {
  std::vector<SweepOffer> offers;
  if (!look.loaded) return offers;
  const sweep::Axes chosen = chosen_axes(look);
  for (sweep::Axis& axis : offered(look)) offers.push_back(offer_of(std::move(axis), chosen));
  if (offers.empty()) return offers;  // a recording alone
  for (const sweep::Axis& axis : chosen)
    if (std::ranges::count(offers, axis.name, &SweepOffer::name) == 0) offers.push_back(offer_of(axis, chosen));
  return offers;
}

std::size_t chosen_settings(const Look& look) {
  const sweep::Axes axes = chosen_axes(look);
  return axes.empty() ? 0 : sweep::combinations(axes, sweep::kMostSettings);
}

std::string how_to_sweep(const format::Recording& recording) {
  const format::Source& source = recording.source;
  const std::string alone = "a recording alone cannot be run again";
  if (source.text.empty())
    return alone +
           ", and this one has no source; open the program's .cu file, or type 'gemmscope sweep FILE.cu --over "
           "NUMBER=FIRST:END'";
  const std::string file = std::filesystem::path(source.path).filename().string();
  const std::vector<cxx::Knob> knobs = cxx::knobs_of(source.text).all;
  if (knobs.empty())
    return "no number in " + file +
           " can be changed by its name; give it one, such as '#define TILE 16' or 'constexpr int TILE = 16;', and open "
           "the file";
  const cxx::Knob& knob = knobs.front();
  const std::int64_t middle = std::max<std::int64_t>(1, knob.value);  // a padding is at least 0
  const sweep::Axis axis{
      knob.name,
      {std::to_string(next_number(middle, -1)), std::to_string(middle), std::to_string(next_number(middle, +1))}};
  return alone + "; open " + file + ", or type 'gemmscope sweep " + file + " --over " + sweep::text_of({axis}) + "'";
}

void toggle_axis(Look& look, const std::string& name) {
  const std::vector<SweepOffer> offers = sweep_offers(look);
  const auto offer = std::ranges::find(offers, name, &SweepOffer::name);
  if (offer != offers.end())
    choose_values(look, name, offer->chosen.empty() ? offer->values : std::vector<std::string>{});
}

void toggle_value(Look& look, const std::string& name, const std::string& value) {
  const std::vector<SweepOffer> offers = sweep_offers(look);
  const auto offer = std::ranges::find(offers, name, &SweepOffer::name);
  if (offer == offers.end()) return;
  std::vector<std::string> values;
  for (const std::string& each : offer->values)
    if ((std::ranges::count(offer->chosen, each) != 0) != (each == value)) values.push_back(each);
  choose_values(look, name, std::move(values));
}

}  // namespace gemmscope::session
