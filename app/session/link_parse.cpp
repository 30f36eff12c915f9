// SPDX-License-Identifier: MIT
#include <algorithm>

#include "app/session/link_entries.h"
#include "app/session/link_values.h"

namespace gemmscope::session {
namespace {

/// Adds the keys that begin with the same two letters as `name`.
template <class State>
void add_alike(const StateEntries<State>& entries, std::string_view name, std::vector<std::string>& alike) {
  for (const StateEntry<State>& entry : entries)
    if (entry.key.substr(0, 2) == name.substr(0, 2)) alike.push_back("'" + std::string(entry.key) + "'");
}

/// "do you mean 'bank' or 'block'?", or where links come from.
std::string way_on(std::string_view name) {
  std::vector<std::string> alike;
  add_alike(launch_entries(), name, alike), add_alike(place_entries(), name, alike);
  add_alike(view_entries(), name, alike);
  constexpr std::size_t kMost = 4;
  if (alike.empty() || alike.size() > kMost) return "Ctrl C in the window copies one";
  std::string text = alike.front();
  for (std::size_t i = 1; i < alike.size(); ++i) text += (i + 1 == alike.size() ? " or " : ", ") + alike[i];
  return "do you mean " + text + "?";
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
  return fail(ErrorKind::kUsage, "a link has no entry '" + std::string(name) + "'; " + way_on(name));
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
