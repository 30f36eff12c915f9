// SPDX-License-Identifier: MIT
/// @file state_entries.h
/// What a view remembers, as entries of a link: how each is read and printed. A view's state.h builds its own from
/// these.
#pragma once

#include <charconv>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/link_values.h"

namespace gemmscope::session {

template <class State>
struct StateEntry {
  std::string_view key;
  std::string form;                                    ///< what may be written
  std::function<bool(std::string_view, State&)> read;  ///< false: the text cannot be read
  std::function<std::string(const State&)> print;      ///< empty: as it is at first
};

template <class State>
using StateEntries = std::vector<StateEntry<State>>;

/// All of `text` as a number from `least` to `most`.
template <class Number>
bool read_number(std::string_view text, Number least, Number most, Number& value) {
  Number read{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
  if (error != std::errc{} || end != text.data() + text.size() || !(least <= read && read <= most)) return false;
  return value = read, true;
}

template <class Number>
bool read_number(std::string_view text, Number& value) {
  using Limits = std::numeric_limits<Number>;
  return read_number(text, Limits::lowest(), Limits::max(), value);
}

/// The shortest text that reads back as the same number.
inline std::string shortest(auto value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

// A member is a value or an optional one, which has none at first.
template <class Value>
Value given(Value value) {
  return value;
}
template <class Value>
Value given(std::optional<Value> value) {
  return *value;
}
template <class Member>
using Given = decltype(given(Member{}));

/// One of `words`, which stand for 0, 1, 2 ...
template <class State, class Value>
StateEntry<State> word_entry(std::string_view key, Value State::*member, std::vector<std::string_view> words) {
  std::string form;
  for (std::size_t i = 0; i < words.size(); ++i)
    form += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words[i]);
  return {key, form,
          [=](std::string_view text, State& state) {
            for (std::size_t i = 0; i < words.size(); ++i)
              if (words[i] == text) return state.*member = static_cast<Given<Value>>(i), true;
            return false;
          },
          [=](const State& state) {
            if (state.*member == State{}.*member) return std::string();
            const auto index = static_cast<std::size_t>(given(state.*member));
            return index >= words.size() ? "" : std::string(words[index]);
          }};
}

/// Any text, but none that is empty. `Text` is a std::string or an optional one.
template <class State, class Text>
StateEntry<State> text_entry(std::string_view key, std::string form, Text State::*member) {
  return {key, std::move(form),
          [=](std::string_view text, State& state) {
            state.*member = unescaped(text);
            return !text.empty();
          },
          [=](const State& state) {
            const std::optional<std::string> given = state.*member;
            return given ? escaped(*given) : "";
          }};
}

/// "on" or "off".
template <class State>
StateEntry<State> flag_entry(std::string_view key, bool State::*member) {
  return {
      key, "on or off",
      [=](std::string_view text, State& state) { return state.*member = text == "on", text == "on" || text == "off"; },
      [=](const State& state) { return state.*member == State{}.*member ? ""
                                       : state.*member                  ? "on"
                                                                        : "off"; }};
}

/// A number from `least` to `most`. People count from `first` what the state counts from 0.
template <class State, class Value>
StateEntry<State> number_entry(std::string_view key, std::string form, Value State::*member, Given<Value> least = 0,
                               Given<Value> most = std::numeric_limits<Given<Value>>::max(), Given<Value> first = 0) {
  return {key, std::move(form),
          [=](std::string_view text, State& state) {
            Given<Value> value{};
            return read_number(text, least, most, value) && (state.*member = value - first, true);
          },
          [=](const State& state) {
            return state.*member == State{}.*member ? "" : shortest(given(state.*member) + first);
          }};
}

}  // namespace gemmscope::session
