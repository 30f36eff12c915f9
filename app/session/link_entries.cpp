// SPDX-License-Identifier: MIT
#include "app/session/link_entries.h"

#include "app/session/link_values.h"

namespace gemmscope::session {
namespace {

using Text = std::string_view;

bool read_numbers(Text text, Link& link) {
  Numbers& numbers = link.numbers.emplace();
  while (!text.empty()) {
    const auto [entry, rest] = split(text, ',');
    const auto [name, value] = split(entry, ':');
    if (name.empty() || value.empty()) return false;
    numbers.push_back({unescaped(name), unescaped(value)});
    text = rest;
  }
  return true;
}
std::string print_numbers(const Link& link) {
  std::string text;
  for (const format::Parameter& p : link.numbers.value_or(Numbers{}))
    text += (text.empty() ? "" : ",") + escaped(p.name, ",:") + ":" + escaped(p.value, ",:");
  return text;
}

bool read_block(Text text, Link& link) {
  link.block = format::parse_block_name(text);
  return link.block.has_value();
}

std::string print_block(const Link& link) { return link.block ? text_of(*link.block) : ""; }

/// As the window counts them: "request 9 of 16".
bool read_request(Text text, Link& link) {
  std::uint32_t number = 0;
  if (!read_number(text, number) || number == 0) return false;
  link.request_index = number - 1;
  return true;
}

std::string print_request(const Link& link) { return link.request_index ? shortest(*link.request_index + 1) : ""; }

bool read_k_tile(Text text, Link& link) {
  link.k_tile = format::kEpilogue;
  return text == "end" || read_number(text, *link.k_tile);
}

std::string print_k_tile(const Link& link) {
  return !link.k_tile ? "" : link.k_tile == format::kEpilogue ? "end" : shortest(*link.k_tile);
}

template <class State>
void add(StateEntries<ViewState>& all, State ViewState::*member) {
  for (const StateEntry<State>& entry : State::entries())
    all.push_back({entry.key, entry.form, [=](Text text, ViewState& views) { return entry.read(text, views.*member); },
                   [=](const ViewState& views) { return entry.print(views.*member); }});
}

}  // namespace

const StateEntries<Link>& launch_entries() {
  static const StateEntries<Link> entries{text_entry("kernel", "a kernel's name", &Link::kernel),
                                          {"set", "NAME:VALUE,NAME:VALUE", read_numbers, print_numbers}};
  return entries;
}

const StateEntries<Link>& place_entries() {
  using analysis::ConflictModel;
  static const StateEntries<Link> entries{
      {"block", "Y,X or X,Y,Z", read_block, print_block},
      number_entry("warp", "a number", &Link::warp),
      {"request", "a number from 1", read_request, print_request},
      {"k_tile", "a number or end", read_k_tile, print_k_tile},
      text_entry("site", "a site's name", &Link::site),
      number_entry("line", "a number", &Link::line),
      number_entry("step", "a number", &Link::step),
      number_entry("lane", "0 to 31", &Link::lane, 0, format::kLanes - 1),
      number_entry("bank", "0 to 31", &Link::bank, 0, analysis::kBanks - 1),
      text_entry("cell", "As[ROW][COLUMN]", &Link::cell),
      text_entry("element", "A[ROW][COLUMN]", &Link::element),
      text_entry("follow", "A[ROW][COLUMN]", &Link::follow),
      word_entry("rule", &Link::rule,
                 {name_of(ConflictModel::kFused), name_of(ConflictModel::kTextbook), name_of(ConflictModel::kSubop)}),
      word_entry("scope", &Link::scope, {name_of(Scope::kKTile), name_of(Scope::kBlock), name_of(Scope::kKernel)}),
      word_entry("theme", &Link::theme, {"dark", "light"}),
      number_entry("scale", "1 to 3", &Link::scale, 1, 3),
      text_entry("stage", "a view in the middle of the window", &Link::stage)};
  return entries;
}

const StateEntries<ViewState>& view_entries() {
  static const StateEntries<ViewState> entries = [] {
    StateEntries<ViewState> all;
    std::apply([&](auto... member) { (add(all, member), ...); }, kViewStates);
    return all;
  }();
  return entries;
}

}  // namespace gemmscope::session
