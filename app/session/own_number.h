// SPDX-License-Identifier: MIT
/// @file own_number.h
/// Numbers of a program's source and their values. Plain data.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::session {

using Numbers = std::vector<format::Parameter>;  ///< values of a source text's numbers, by name

/// Adds it, instead of one with the same name.
inline void put_number(Numbers& numbers, format::Parameter number) {
  std::erase_if(numbers, [&](const format::Parameter& each) { return each.name == number.name; });
  numbers.push_back(std::move(number));
}

/// What the file says of one: cxx::KnobNote, which views may not include.
struct NumberNote {
  std::string comment;               ///< empty: none
  std::vector<std::int64_t> values;  ///< that are worth a look, ascending; empty: any
  std::vector<std::string> pads;     ///< arrays in shared memory
  bool padding = false;
  friend bool operator==(const NumberNote&, const NumberNote&) = default;
};

/// One of them (tracing/cxx/knobs.h).
struct OwnNumber {
  std::string name;
  std::int64_t in_file = 0;  ///< its value there
  std::uint32_t line = 0;    ///< of the file, where it stands first
  std::int64_t value = 0;    ///< its value now
  NumberNote note{};

  bool is_changed() const { return value != in_file; }
  friend bool operator==(const OwnNumber&, const OwnNumber&) = default;
};

/// Values that a comment of the source gives a name (tracing/cxx/presets.h).
struct OwnPreset {
  std::string name;
  Numbers numbers;

  friend bool operator==(const OwnPreset&, const OwnPreset&) = default;
};

}  // namespace gemmscope::session
