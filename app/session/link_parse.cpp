// SPDX-License-Identifier: MIT
#include <algorithm>

#include "app/session/link_entries.h"
#include "app/session/link_values.h"

namespace gemmscope::session {
namespace {

/// In alphabetical order.
template <class State>
std::string keys_of(StateEntries<State> entries) {
  std::ranges::sort(entries, {}, &StateEntry<State>::key);
  std::string text;
  for (const auto& entry : entries) text += (text.empty() ? "" : ", ") + std::string(entry.key);
  return text;
}

tl::unexpected<Error> unreadable(std::string_view entry, std::string_view name, std::string_view form) {
  return fail(ErrorKind::kUsage,
              "'" + std::string(entry) + "' cannot be read; write " + std::string(name) + "=" + std::string(form));
}

/// Reads `entry` into `state`. Returns false if its key is none of these.
template <class State>
Result<bool> read_as(const StateEntries<State>& entries, std::string_view entry, State& state) {
  const auto [name, value] = split(entry, '=');
  const auto known = std::ranges::find(entries, name, &StateEntry<State>::key);
  if (known == entries.end()) return false;
  if (!known->read(value, state)) return unreadable(entry, name, known->form);
  return true;
}

Result<void> read_entry(std::string_view entry, Link& link) {
  const auto [name, value] = split(entry, '=');
  Result<bool> known = read_as(launch_entries(), entry, link);
  if (known && !*known) known = read_as(place_entries(), entry, link);
  if (known && !*known) {
    ViewState trial;
    known = read_as(view_entries(), entry, trial);
    if (known && *known) link.views.emplace_back(name, value);
  }
  if (!known) return tl::unexpected(known.error());
  if (*known) return {};
  return fail(ErrorKind::kUsage, "a link has no entry '" + std::string(name) + "'; choose one of " +
                                     keys_of(launch_entries()) + ", " + keys_of(place_entries()) + ", " +
                                     keys_of(view_entries()));
}

/// The first entry, which may be empty; cut off `text`.
std::string_view next_entry(std::string_view& text) {
  const std::size_t end = text.find_first_of("/ \t\n\r");
  const std::string_view entry = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return entry;
}

}  // namespace

bool begins_as_a_link(std::string_view text) {
  std::string_view name;
  while (name.empty() && !text.empty()) name = split(next_entry(text), '=').first;
  const auto has = [&](const auto& entries) {
    return std::ranges::any_of(entries, [&](const auto& entry) { return entry.key == name; });
  };
  return has(launch_entries()) || has(place_entries()) || has(view_entries());
}

Result<Link> parse_link(std::string_view text) {
  Link link;
  while (!text.empty()) {
    const std::string_view entry = next_entry(text);
    if (entry.empty()) continue;
    if (auto read = read_entry(entry, link); !read) return tl::unexpected(read.error());
  }
  if (link.kernel && !link.numbers) link.numbers.emplace();
  return link;
}

}  // namespace gemmscope::session
