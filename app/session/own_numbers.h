// SPDX-License-Identifier: MIT
/// @file own_numbers.h
/// The numbers of an own program that can be changed by their names: a changed copy of its source is compiled and run,
/// and the file stays as it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"
#include "app/sweep/axes.h"
#include "tracing/format/result.h"

namespace gemmscope::session {

/// Whether the panels show the own program, or it is tried: the numbers of the toolbar are its numbers.
bool own_is_shown(const Session& session);
/// The program's numbers with the values that are asked for, in the order of the file.
std::vector<OwnNumber> own_numbers(const Session& session);

/// Whether it is a launch of the own program, in any of its runs.
bool is_run_of(const OwnProgram& own, const Loaded& loaded);
/// Makes `recorded` what `look` is on, with the numbers and launches of its run; the rest of the look stays.
void take_launch(const OwnProgram& own, const Recorded& recorded, Look& look);

/// Says that what is shown is a recording without its program.
void say_that_nothing_changes(Session& session);

/// Runs the program with another value; with the file's own, that is what it goes back to. Nothing for a name that the
/// file does not have.
void set_number(Session& session, const std::string& name, std::int64_t value);
/// The same for several, and for arguments. Of what is not named, the file's values count.
void set_numbers(Session& session, const Numbers& numbers);
/// The next or previous of the values that the file offers (OwnNumber::note); after the last comes the first.
void next_number(Session& session, const OwnNumber& number, int direction);
enum class NumberKey : std::uint8_t {
  kFirstPadding,
  kSecondPadding,
  kListed,  ///< the first number whose values the file lists, and that is no padding
};
/// The same for the number that a key stands for. A notice says so where there is none.
void next_number(Session& session, NumberKey key, int direction);
/// Goes back to the file's values. Arguments stay.
void reset_numbers(Session& session);

/// The name of the preset whose numbers the program has now; empty: of none.
std::string own_preset(const Session& session);
/// Gives the program a preset's numbers; the others stay. Nothing for a name that the file does not have.
void set_own_preset(Session& session, const std::string& name);

/// The next value up or down that is worth a look: twice or half of a power of two from 4 on, else one more or less.
std::int64_t next_number(std::int64_t value, int direction);
/// Values around `value`, for a sweep: ascending, with `value` among them.
std::vector<std::int64_t> numbers_around(std::int64_t value);

/// Adds every combination of the axes' values, in order, but none that is there.
/// Errors: kUsage if there would be more than 1000, each of which takes half a second at least.
Result<void> add_settings(std::vector<Numbers>& settings, const sweep::Axes& axes);

/// A kernel's name without its template arguments, which may be numbers of the program: "turn" of "turn<2>".
inline std::string_view family_of(std::string_view kernel) { return kernel.substr(0, kernel.find('<')); }
/// The launch of the kernel of that name; else of the first that differs in its template arguments; else the end.
std::vector<LoadedPtr>::const_iterator find_launch(const std::vector<LoadedPtr>& launches, std::string_view kernel);

/// What a changed copy of one source has instead of the other's numbers: of either, those that differ. Empty where the
/// texts differ in anything else.
struct DifferingNumbers {
  Numbers first, second;
};
DifferingNumbers differing_numbers(const format::Recording& first, const format::Recording& second);

/// Whether the own program has launched the kernel, and the panels show that program or are to.
bool is_of_own(const Session& session, std::string_view kernel);

}  // namespace gemmscope::session
