// SPDX-License-Identifier: MIT
/// @file state.h
/// What the check view remembers.
#pragma once

#include <cctype>
#include <cstdint>
#include <optional>

#include "app/session/state_entries.h"
#include "tracing/analysis/check.h"

namespace gemmscope::views {

struct CheckState {
  std::uint32_t faults = 0;             ///< shown: a bit for each analysis::Fault; 0 = all
  std::optional<std::size_t> chosen;    ///< of Loaded::check.findings
  float first = 0;                      ///< row at the top
  std::optional<std::size_t> followed;  ///< the finding it was last scrolled to

  void share(const CheckState&) {}
  static session::StateEntries<CheckState> entries() {
    return {{"faults", "kinds of findings, as in uninitialised-read,stale-read", read_faults, print_faults},
            {"finding", "which finding of the check, counted from 0", read_finding,
             [](const CheckState& state) { return state.chosen ? std::to_string(*state.chosen) : ""; }}};
  }
  friend bool operator==(const CheckState&, const CheckState&) = default;

 private:
  /// A fault's name without blanks: "uninitialised-read".
  static std::string word_of(analysis::Fault fault) {
    std::string word;
    for (const char letter : analysis::name_of(fault))
      if (std::isalnum(static_cast<unsigned char>(letter)) != 0)
        word += letter;
      else if (word.back() != '-')
        word += '-';
    return word;
  }

  static bool read_faults(std::string_view text, CheckState& state) {
    state.faults = 0;
    while (!text.empty()) {
      const std::string_view word = text.substr(0, text.find(','));
      text.remove_prefix(std::min(text.size(), word.size() + 1));
      int found = 0;
      while (found < analysis::kFaults && word_of(static_cast<analysis::Fault>(found)) != word) ++found;
      if (found == analysis::kFaults) return false;
      state.faults |= 1u << found;
    }
    return state.faults != 0;
  }

  static std::string print_faults(const CheckState& state) {
    std::string text;
    for (int i = 0; i < analysis::kFaults; ++i)
      if ((state.faults >> i & 1u) != 0) text += (text.empty() ? "" : ",") + word_of(static_cast<analysis::Fault>(i));
    return text;
  }

  static bool read_finding(std::string_view text, CheckState& state) {
    std::size_t index = 0;
    return session::read_number(text, std::size_t{0}, std::size_t{1'000'000}, index) && (state.chosen = index, true);
  }
};

}  // namespace gemmscope::views
