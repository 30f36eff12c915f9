// SPDX-License-Identifier: MIT
/// @file number.h
/// Numbers as people read them: thin spaces between thousands, a unit on every number; and how sentences begin.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

namespace gemmscope::words {

std::string thousands(std::uint64_t value);  ///< 15 872, with thin no-break spaces
/// The shortest text that reads back as `value`: 0.1 for 0.1f.
std::string number_text(std::floating_point auto value) {
  char text[48];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}
std::string with_sign(std::int64_t value);  ///< +64, −48 (U+2212), 0: what one number has more than another
/// 12.3k for 12 288: the first digits only, where there is no room for all.
std::string compact(std::uint64_t value, int digits = 3);
/// "256 × 256 × 64": M, N and K.
std::string size_in_words(std::uint32_t M, std::uint32_t N, std::uint32_t K);
std::string decimals(double value, int places);        ///< 0.195
std::string percent(double fraction, int places = 0);  ///< 0.5 -> "50 %"
std::string share(double fraction);                    ///< with a decimal unless that is zero: "50 %", "12.5 %"
/// "request 29" of number 28: people count requests from 1, links and recordings from 0.
std::string request_number(std::uint32_t request);
/// 1 "wavefront", 2 "wavefronts": `count` and `thing`, with an s where it belongs.
std::string count_of(std::uint64_t count, const std::string& thing);
/// "PA=1", "PA=1 or PA=4", "PA=1, PA=2 or PA=4", with `last` before the last.
std::string listed(const std::vector<std::string>& things, const std::string& last = "and");
std::string capital(std::string text);  ///< "thread 3 ..." -> "Thread 3 ..."
/// An error's message as the window shows it: with a capital letter, unless it begins with a name of code or of a file,
/// and a full stop.
std::string error_sentence(std::string message);

}  // namespace gemmscope::words
