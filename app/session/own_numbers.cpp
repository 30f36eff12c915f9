// SPDX-License-Identifier: MIT
#include "app/session/own_numbers.h"

#include <algorithm>
#include <bit>
#include <charconv>

#include "app/session/own_arguments.h"
#include "app/session/session.h"
#include "tracing/cxx/knobs.h"

namespace gemmscope::session {
namespace {

bool doubles(std::int64_t value) { return value >= 4 && std::has_single_bit(static_cast<std::uint64_t>(value)); }

void run_with(Session& session, Numbers numbers) {
  if (session.own.numbers == numbers) return;
  session.own.numbers = std::move(numbers);
  session.own.due = true;
}

const OwnNumber* find_known(const OwnProgram& own, std::string_view name) {
  const auto found = std::ranges::find(own.known, name, &OwnNumber::name);
  return found == own.known.end() ? nullptr : &*found;
}

}  // namespace

bool own_is_shown(const Session& session) {
  const OwnProgram& own = session.own;
  return !own.source.empty() && (!session.look.loaded || own.made(session.look.loaded) || own.shows_earlier);
}

namespace {

std::vector<OwnNumber> with_values(std::vector<OwnNumber> known, const Numbers& values) {
  for (OwnNumber& each : known) {
    each.value = each.in_file;
    for (const format::Parameter& number : values)
      if (number.name == each.name)
        std::from_chars(number.value.data(), number.value.data() + number.value.size(), each.value);
  }
  return known;
}

}  // namespace

std::vector<OwnNumber> own_numbers(const Session& session) {
  return with_values(session.own.known, session.own.numbers);
}

bool is_run_of(const OwnProgram& own, const Loaded& loaded) {
  return !own.launches.empty() && own.launches.front()->recording.source.path == loaded.recording.source.path;
}

void take_launch(const OwnProgram& own, const Recorded& recorded, Look& look) {
  const bool of_own = is_run_of(own, *recorded.loaded);
  look.loaded = recorded.loaded;
  look.given = recorded.name.numbers;
  look.numbers = of_own ? with_values(own.known, look.given) : std::vector<OwnNumber>{};
  look.run.clear();
  if (of_own) look.run = own.made(look.loaded) ? own.launches : std::vector{look.loaded};
}

void say_that_nothing_changes(Session& session) {
  session.desk.notice = "A recording does not contain its program: to change it, open the .cu file (Ctrl O).";
}

void set_number(Session& session, const std::string& name, std::int64_t value) {
  const OwnNumber* known = find_known(session.own, name);
  if (known == nullptr) return;
  Numbers numbers = session.own.numbers;
  std::erase_if(numbers, [&](const format::Parameter& p) { return p.name == name; });
  if (value != known->in_file) numbers.push_back({name, std::to_string(value)});
  run_with(session, std::move(numbers));
}

void set_numbers(Session& session, const Numbers& numbers) {
  Numbers known;
  for (const format::Parameter& number : numbers)
    if (number.name == kArguments) {
      if (number != entry_of(session.own.arguments)) known.push_back(number);
    } else if (const OwnNumber* found = find_known(session.own, number.name);
               found != nullptr && std::to_string(found->in_file) != number.value) {
      known.push_back(number);
    }
  run_with(session, std::move(known));
}

void next_number(Session& session, const OwnNumber& number, int direction) {
  const std::vector<std::int64_t>& values = number.note.values;
  const auto found = std::ranges::lower_bound(values, number.value);
  if (values.empty()) return set_number(session, number.name, next_number(number.value, direction));
  const bool offered = found != values.end() && *found == number.value;
  const auto count = std::ssize(values);
  const auto at = found - values.begin() - (offered || direction < 0 ? 0 : 1);
  set_number(session, number.name, values[static_cast<std::size_t>((at + direction + count) % count)]);
}

void next_number(Session& session, NumberKey key, int direction) {
  if (!own_is_shown(session)) return say_that_nothing_changes(session);
  const bool padding = key != NumberKey::kListed;
  int place = key == NumberKey::kSecondPadding ? 1 : 0;
  for (const OwnNumber& number : own_numbers(session)) {
    if (number.note.padding != padding || number.note.values.empty() || place-- != 0) continue;
    return next_number(session, number, direction);
  }
  session.desk.notice = "The program has no number for this key.";
}

void reset_numbers(Session& session) {
  Numbers arguments = session.own.numbers;
  std::erase_if(arguments, [](const format::Parameter& each) { return each.name != kArguments; });
  run_with(session, std::move(arguments));
}

std::string own_preset(const Session& session) {
  const std::vector<OwnNumber> now = own_numbers(session);
  for (const OwnPreset& preset : session.own.presets)
    if (std::ranges::all_of(preset.numbers, [&](const format::Parameter& of_preset) {
          const auto found = std::ranges::find(now, of_preset.name, &OwnNumber::name);
          return found != now.end() && std::to_string(found->value) == of_preset.value;
        }))
      return preset.name;
  return "";
}

void set_own_preset(Session& session, const std::string& name) {
  const auto preset = std::ranges::find(session.own.presets, name, &OwnPreset::name);
  if (preset == session.own.presets.end()) return;
  Numbers numbers = session.own.numbers;
  for (const format::Parameter& number : preset->numbers) put_number(numbers, number);
  set_numbers(session, numbers);
}

std::int64_t next_number(std::int64_t value, int direction) {
  constexpr std::int64_t kMost = std::int64_t{1} << 62;
  if (direction > 0 ? value >= kMost : value <= -kMost) return value;
  if (doubles(value)) return direction > 0 ? value * 2 : value / 2;
  return value + direction;
}

std::vector<std::int64_t> numbers_around(std::int64_t value) {
  constexpr int kEachWay = 3;
  std::vector<std::int64_t> all{value};
  for (std::int64_t less = value, n = 0; n < kEachWay && less > (value > 0 ? 1 : 0); ++n)
    all.insert(all.begin(), less = next_number(less, -1));
  if (value == 1) all.insert(all.begin(), 0);  // a padding
  for (int n = 0; n < kEachWay + (value < 4 ? 2 : 0); ++n) all.push_back(next_number(all.back(), +1));
  return all;
}

Result<void> add_settings(std::vector<Numbers>& settings, const sweep::Axes& axes) {
  constexpr std::size_t kMost = 1000;
  const std::size_t count = sweep::combinations(axes, kMost);
  if (settings.size() + count > kMost)
    return fail(ErrorKind::kUsage,
                "there would be more than " + std::to_string(kMost) +
                    " settings, each compiled and run; sweep fewer values, or some numbers one after "
                    "the other, each with an --over of its own");
  for (std::size_t i = 0; i < count; ++i)
    if (Numbers numbers = sweep::combination(axes, i); std::ranges::count(settings, numbers) == 0)
      settings.push_back(std::move(numbers));
  return {};
}

std::vector<LoadedPtr>::const_iterator find_launch(const std::vector<LoadedPtr>& launches, std::string_view kernel) {
  const auto same = std::ranges::find(launches, kernel, [](const LoadedPtr& l) { return l->recording.kernel; });
  if (same != launches.end()) return same;
  return std::ranges::find(launches, family_of(kernel),
                           [](const LoadedPtr& l) { return family_of(l->recording.kernel); });
}

DifferingNumbers differing_numbers(const format::Recording& first, const format::Recording& second) {
  const std::string &a = first.source.text, &b = second.source.text;
  if (a == b) return {};
  const cxx::Knobs ours = cxx::knobs_of(a), theirs = cxx::knobs_of(b);
  DifferingNumbers differing;
  for (const cxx::Knob& knob : ours.all) {
    const cxx::Knob* other = theirs.find(knob.name);
    if (other == nullptr || other->value == knob.value) continue;
    differing.first.push_back({knob.name, std::to_string(knob.value)});
    differing.second.push_back({knob.name, std::to_string(other->value)});
  }
  const auto changed = cxx::with_numbers(a, differing.second, "");
  return changed && *changed == b ? differing : DifferingNumbers{};
}

bool is_of_own(const Session& session, std::string_view kernel) {
  const OwnProgram& own = session.own;
  return (own.made(session.look.loaded) || own.shows_earlier) &&
         find_launch(own.launches, kernel) != own.launches.end();
}

}  // namespace gemmscope::session
