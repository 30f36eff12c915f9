// SPDX-License-Identifier: MIT
#include "app/words/number.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gemmscope::words {
namespace {
constexpr const char* kThinSpace = "\u202f";
}

std::string request_number(std::uint32_t request) { return "request " + thousands(std::uint64_t{request} + 1); }

std::string listed(const std::vector<std::string>& things, const std::string& last) {
  std::string text;
  for (std::size_t i = 0; i < things.size(); ++i)
    text += (i == 0 ? "" : i + 1 == things.size() ? " " + last + " " : ", ") + things[i];
  return text;
}

std::string thousands(std::uint64_t value) {
  const std::string digits = std::to_string(value);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) text += kThinSpace;
    text += digits[i];
  }
  return text;
}

std::string with_sign(std::int64_t value) {
  if (value == 0) return "0";
  const auto size = static_cast<std::uint64_t>(value);
  return value < 0 ? "\u2212" + thousands(0 - size) : "+" + thousands(size);
}

std::string compact(std::uint64_t value, int digits) {
  constexpr const char* kUnits[] = {"", "k", "M", "G", "T"};
  if (value < 1000) return std::to_string(value);
  auto shown = static_cast<double>(value);
  int unit = 0;
  for (; shown >= 999.5 && unit < 4; ++unit) shown /= 1000;  // 999 500 and more is 1.00M, not 1000k
  int places = digits - 1;
  for (double most = 10; places > 0 && std::round(shown * std::pow(10, places)) >= most * std::pow(10, places);
       most *= 10)
    --places;
  return decimals(shown, std::max(places, 0)) + kUnits[unit];
}

std::string decimals(double value, int places) {
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, "%.*f", places, value);
  return buffer;
}

std::string percent(double fraction, int places) { return decimals(fraction * 100, places) + kThinSpace + "%"; }

std::string share(double fraction) {
  const double tenths = std::round(fraction * 1000);
  return percent(fraction, std::fmod(tenths, 10) == 0 ? 0 : 1);
}

std::string count_of(std::uint64_t count, const std::string& thing) {
  return thousands(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string error_sentence(std::string message) {
  const std::string first = message.substr(0, message.find(' '));
  const bool word = std::ranges::all_of(first, [](char c) { return 'a' <= c && c <= 'z'; });
  if (!message.empty() && !message.ends_with('.')) message += '.';
  return word ? capital(std::move(message)) : message;
}

std::string size_in_words(std::uint32_t M, std::uint32_t N, std::uint32_t K) {
  return std::to_string(M) + " \u00d7 " + std::to_string(N) + " \u00d7 " + std::to_string(K);
}

}  // namespace gemmscope::words
