// SPDX-License-Identifier: MIT
/// @file own_numbers.h
/// The numbers of an own program that can be changed by their names: a changed copy of its source is compiled and run,
/// and the file stays as it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/format/recording.h"

namespace gemmscope::session {

struct Session;

using Numbers = std::vector<format::Parameter>;  ///< values of a source text's numbers, by name

/// One of them (tracing/source/knobs.h).
struct OwnNumber {
  std::string name;
  std::int64_t in_file = 0;  ///< its value there
  std::uint32_t line = 0;    ///< of the file, where it stands first
  std::int64_t value = 0;    ///< its value now

  bool is_changed() const { return value != in_file; }
  friend bool operator==(const OwnNumber&, const OwnNumber&) = default;
};

/// The program's numbers with the values that are asked for, in the order of the file.
std::vector<OwnNumber> own_numbers(const Session& session);

/// Runs the program with another value; with the file's own, that is what it goes back to. Nothing for a name that the
/// file does not have.
void set_number(Session& session, const std::string& name, std::int64_t value);
/// The same for several. Of what is not named, the file's values count.
void set_numbers(Session& session, const Numbers& numbers);
/// Goes back to the file's values.
void reset_numbers(Session& session);

/// The next value up or down that is worth a look: twice or half of a power of two from 4 on, else one more or less.
std::int64_t next_number(std::int64_t value, int direction);
/// Values around `value`, for a sweep: ascending, with `value` among them.
std::vector<std::int64_t> numbers_around(std::int64_t value);

/// What a link's parameters mean for the own program: its numbers. Parameters of a launch are none.
Numbers numbers_in(const std::vector<format::Parameter>& parameters);

}  // namespace gemmscope::session
