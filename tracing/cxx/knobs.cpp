// SPDX-License-Identifier: MIT
#include "tracing/cxx/knobs.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace gemmscope::cxx {
namespace {

using Group = std::vector<const FoundNumber*>;

bool all_equal(const Group& group) {
  return std::ranges::all_of(group, [&](const FoundNumber* f) { return f->value == group.front()->value; });
}

std::string line_of(const FoundNumber& found) { return "line " + std::to_string(found.place.line); }

/// "is 16 in line 3 and 32 in line 5", or that it is computed.
std::string why_none(const Group& group) {
  const auto computed = std::ranges::find_if(group, [](const FoundNumber* f) { return !f->value; });
  if (computed != group.end()) return "is computed in " + line_of(**computed);
  const auto other = std::ranges::find_if(group, [&](const FoundNumber* f) { return f->value != group[0]->value; });
  const auto text = [](const FoundNumber& f) { return std::to_string(*f.value) + " in " + line_of(f); };
  return "is " + text(*group[0]) + " and " + text(**other);
}

void add(Knobs& knobs, const std::string& name, const Group& group) {
  if (!all_equal(group) || !group[0]->value) {
    knobs.others.push_back({name, why_none(group)});
    return;
  }
  Knob knob{name, *group[0]->value, {}};
  for (const FoundNumber* found : group) knob.places.push_back(found->place);
  std::ranges::sort(knob.places, {}, &KnobPlace::begin);
  const auto twice = std::unique(knob.places.begin(), knob.places.end());
  knob.places.erase(twice, knob.places.end());
  knobs.all.push_back(std::move(knob));
}

/// As one knob, or as one for each function or class where the numbers differ and each has one. What is computed in one
/// of them is another thing than the number of that name in another.
void add_name(Knobs& knobs, const std::string& name, const Group& group) {
  std::map<std::string, Group> scopes;
  for (const FoundNumber* found : group) scopes[found->scope].push_back(found);
  Group numbers;
  std::erase_if(scopes, [&](const auto& scope) {
    const bool computed = std::ranges::any_of(scope.second, [](const FoundNumber* f) { return !f->value; });
    if (!computed) numbers.insert(numbers.end(), scope.second.begin(), scope.second.end());
    return computed;
  });
  if (numbers.empty()) return add(knobs, name, group);
  if (scopes.size() == 1 || all_equal(numbers)) return add(knobs, name, numbers);
  for (const auto& [scope, of_scope] : scopes) add(knobs, scope.empty() ? name : scope + "." + name, of_scope);
}

/// As it is written in place of a number that was there: one with a sign in brackets, for macros.
std::string written(std::int64_t value, const KnobPlace& place) {
  const std::string text = std::to_string(value) + place.suffix;
  return value < 0 ? "(" + text + ")" : text;
}

tl::unexpected<Error> no_such(const Knobs& knobs, const std::string& name, const std::string& file) {
  for (const NoKnob& other : knobs.others)
    if (other.name == name)
      return fail(ErrorKind::kUsage, name + " of " + file + " " + other.why + ", so it cannot be changed by its name");
  std::string names;
  constexpr std::size_t kMost = 30;  // names in one sentence
  for (const Knob& knob : knobs.all)
    if (&knob < knobs.all.data() + kMost) names += (names.empty() ? "" : ", ") + knob.name;
  if (knobs.all.size() > kMost) names += " and " + std::to_string(knobs.all.size() - kMost) + " more";
  if (names.empty())
    return fail(ErrorKind::kUsage, file + " has no numbers that can be changed by name, such as '#define " + name +
                                       " 16' or 'constexpr int " + name + " = 16;'");
  return fail(ErrorKind::kUsage, file + " has no number " + name + "; it has " + names);
}

}  // namespace

const Knob* Knobs::find(std::string_view name) const {
  const auto found = std::ranges::find(all, name, &Knob::name);
  return found == all.end() ? nullptr : &*found;
}

Knobs knobs_of(std::string_view text) {
  const std::vector<FoundNumber> found = numbers_in(text);
  std::map<std::string, Group> names;
  for (const FoundNumber& each : found) names[each.name].push_back(&each);
  Knobs knobs;
  for (const auto& [name, group] : names) add_name(knobs, name, group);
  std::ranges::sort(knobs.all, {}, [](const Knob& knob) { return knob.places[0].begin; });
  return knobs;
}

Result<std::int64_t> number_from(const std::string& name, std::string_view value) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error == std::errc{} && end == value.data() + value.size()) return number;
  return fail(ErrorKind::kUsage,
              name + "=" + std::string(value) + " is not a whole number; write one, as in " + name + "=16");
}

Result<std::string> with_numbers(std::string_view text, std::span<const format::Parameter> numbers,
                                 const std::string& name) {
  const Knobs knobs = knobs_of(text);
  std::map<std::size_t, std::pair<const KnobPlace*, std::int64_t>> changes;
  for (const format::Parameter& given : numbers) {
    const Knob* knob = knobs.find(given.name);
    if (knob == nullptr) return no_such(knobs, given.name, name);
    const auto value = number_from(given.name, given.value);
    if (!value) return tl::unexpected(value.error());
    for (const KnobPlace& place : knob->places) {
      changes.erase(place.begin);
      if (*value != knob->value) changes.emplace(place.begin, std::pair(&place, *value));
    }
  }
  std::string changed;
  std::size_t at = 0;
  for (const auto& [begin, change] : changes) {
    const auto& [place, value] = change;
    changed += std::string(text.substr(at, begin - at)) + written(value, *place);
    at = begin + place->bytes;
  }
  return changed + std::string(text.substr(at));
}

}  // namespace gemmscope::cxx
