// SPDX-License-Identifier: MIT
#include <algorithm>

#include "app/session/link_entries.h"
#include "app/session/link_values.h"
#include "tracing/record/plan.h"

namespace gemmscope::session {
namespace {

constexpr std::string_view kBaseline = "baseline";

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

tl::unexpected<Error> no_such_entry(const std::string& of, std::string_view name, const std::string& keys) {
  return fail(ErrorKind::kUsage, of + " has no entry '" + std::string(name) + "'; choose one of " + keys);
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
  Result<bool> known = read_as(request_entries(), entry, link.request);
  if (known && *known) link.changes_request = true, link.whole |= name == "kernel";
  if (known && !*known) known = read_as(place_entries(), entry, link);
  if (known && !*known) {
    ViewState trial;
    known = read_as(view_entries(), entry, trial);
    if (known && *known) link.views.emplace_back(name, value);
  }
  if (!known) return tl::unexpected(known.error());
  if (*known) return {};
  return no_such_entry("a link", name,
                       std::string(kBaseline) + ", " + keys_of(request_entries()) + ", " + keys_of(place_entries()) +
                           ", " + keys_of(view_entries()));
}

/// The first entry, which may be empty; cut off `text`.
std::string_view next_entry(std::string_view& text) {
  const std::size_t end = text.find_first_of("/ \t\n\r");
  const std::string_view entry = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return entry;
}

/// What absent entries stand for. Nothing stays of another kernel's parameters and recorded part.
record::RecordRequest defaults_of(std::string_view text, const record::RecordRequest& before) {
  while (!text.empty())
    if (next_entry(text).starts_with("kernel=")) {
      record::RecordRequest fresh;
      fresh.M = before.M, fresh.N = before.N, fresh.K = before.K;
      fresh.backend = before.backend, fresh.host_threads = before.host_threads;
      return fresh;
    }
  return before;
}

/// What the entry `baseline` asks for where `shown` is shown.
Result<record::RecordRequest> read_baseline(std::string_view value, const record::RecordRequest& shown) {
  if (value.empty()) return unreadable("baseline=", kBaseline, "what it was recorded from, as in baseline=set=PA:4");
  const std::string text = unescaped(value);
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view name = split(next_entry(rest), '=').first;
    if (!name.empty() &&
        std::ranges::find(request_entries(), name, &StateEntry<record::RecordRequest>::key) == request_entries().end())
      return no_such_entry("the baseline of a link", name, keys_of(request_entries()));
  }
  const Result<Link> link = parse_link(text, shown);
  if (!link) return tl::unexpected(link.error());
  return link->request;
}

}  // namespace

bool begins_as_a_link(std::string_view text) {
  std::string_view name;
  while (name.empty() && !text.empty()) name = split(next_entry(text), '=').first;
  const auto has = [&](const auto& entries) {
    return std::ranges::any_of(entries, [&](const auto& entry) { return entry.key == name; });
  };
  return name == kBaseline || has(request_entries()) || has(place_entries()) || has(view_entries());
}

Result<Link> parse_link(std::string_view text, const record::RecordRequest& defaults) {
  Link link;
  link.request = defaults_of(text, defaults);
  std::optional<std::string_view> baseline;
  while (!text.empty()) {
    const std::string_view entry = next_entry(text);
    if (entry.empty()) continue;
    if (const auto [name, value] = split(entry, '='); name == kBaseline)
      baseline = value;
    else if (auto read = read_entry(entry, link); !read)
      return tl::unexpected(read.error());
  }
  link.request = record::in_todays_names(std::move(link.request));
  if (!baseline) return link;
  auto pinned = read_baseline(*baseline, link.request);
  if (!pinned) return tl::unexpected(pinned.error());
  link.baseline = std::move(*pinned);
  return link;
}

}  // namespace gemmscope::session
