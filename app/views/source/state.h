// SPDX-License-Identifier: MIT
/// @file state.h
/// What the source view remembers.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string>

#include "app/session/state_entries.h"
#include "tracing/format/limits.h"

namespace gemmscope::views {

struct SourceState {
  bool whole = false;          ///< all lines instead of those that touch memory and the loops around them
  bool machine = false;        ///< beneath the current line, its PTX and machine code
  std::string architecture{};  ///< for which machine code is compiled, as sm_90; empty: see machine::kArchitecture
  float scroll = 0;            ///< rows above the first one shown
  std::uint32_t left_at = 0;   ///< the line that was current when the wheel was turned: it may go out of sight; 0: none
  /// The one of the recording's files (format::Place) that was chosen; none: that in which the request stands.
  std::optional<std::uint16_t> file{};
  std::uint32_t file_at = 0;  ///< 1 + the site that was current then: the choice ends with it; 0: not known yet

  /// Path of the one of a program's own files that was chosen in the editor or among messages; empty: none was.
  std::string program_file{};

  void show_file(std::optional<std::uint16_t> chosen) { file = chosen, file_at = 0, left_at = 0; }
  void share(const SourceState& other) {
    whole = other.whole, machine = other.machine, architecture = other.architecture;
  }
  static session::StateEntries<SourceState> entries() {
    return {session::flag_entry("whole_source", &SourceState::whole),
            session::flag_entry("machine_code", &SourceState::machine),
            {"arch", "an architecture such as sm_90", read_architecture,
             [](const SourceState& state) { return state.architecture; }},
            session::number_entry("source_file", "a number from 0", &SourceState::file, std::uint16_t{0},
                                  static_cast<std::uint16_t>(format::kMaxIncluded))};
  }
  friend bool operator==(const SourceState&, const SourceState&) = default;

 private:
  static bool read_architecture(std::string_view text, SourceState& state) {
    state.architecture = text;
    return text.starts_with("sm_") && text.size() > 3 && text.size() < 12 &&
           std::ranges::all_of(text.substr(3), [](unsigned char c) { return std::isalnum(c) != 0; });
  }
};

}  // namespace gemmscope::views
