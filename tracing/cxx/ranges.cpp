// SPDX-License-Identifier: MIT
#include "tracing/cxx/ranges.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "tracing/cxx/statements.h"
#include "tracing/cxx/tokens.h"
#include "tracing/format/text.h"

namespace gemmscope::cxx {
namespace {

constexpr std::int64_t kMostNumber = std::int64_t{1} << 62;  // so that none wraps

tl::unexpected<Error> wrong(const std::string& why) { return fail(ErrorKind::kUsage, why); }

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// VALUE, FIRST:END or FIRST:END:STEP.
Result<std::vector<std::int64_t>> values_of_part(std::string_view part) {
  const std::vector<std::string_view> parts = format::split(part, ':');
  std::vector<std::int64_t> given;
  for (const std::string_view text : parts)
    if (const auto value = whole_number(text)) given.push_back(*value);
  const std::int64_t step = given.size() == 3 ? given[2] : 1;
  const std::string at = "at '" + std::string(part) + "'";
  if (given.size() != parts.size() || parts.size() > 3 || step < 1)
    return wrong("cannot be read " + at + "; write a number, FIRST:END or FIRST:END:STEP, as in PA=0:33");
  if (given.size() > 1 && given[1] <= given[0]) return wrong("is empty " + at + ", because the end is not included");
  const std::int64_t end = given.size() > 1 ? given[1] : given[0] + (given[0] < kMostNumber ? 1 : 0);
  std::int64_t length = 0;
  if (__builtin_sub_overflow(end, given[0], &length) || length / step > kMostValues || end > kMostNumber)
    return wrong("has more than " + std::to_string(kMostValues) + " values " + at + ", or too large ones");
  std::vector<std::int64_t> values;
  for (std::int64_t i = given[0]; i < end; i += step) values.push_back(i);
  return values;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool is_name(std::string_view text) {
  return !text.empty() && begins_word(text.front()) &&
         std::ranges::all_of(text, [](char c) { return is_of_word(c) || c == '.'; });
}

}  // namespace

Result<std::vector<std::int64_t>> values_in(std::string_view text) {
  std::vector<std::int64_t> values;
  for (const std::string_view part : format::split(text, '/')) {
    const auto more = values_of_part(part);
    if (!more) return more;
    for (const std::int64_t value : *more) {
      if (std::ranges::find(values, value) != values.end())
        return wrong("has " + std::to_string(value) + " twice; leave one out");
      values.push_back(value);
    }
  }
  return values;
}

bool is_range(std::string_view statement) { return kind_of(statement) == "range"; }

Result<NumberRange> range_in(std::string_view statement) {
  constexpr std::string_view kRange = "range";
  const std::string_view all = statement.substr(statement.find(kRange) + kRange.size());
  const std::size_t equals = std::min(all.find('='), all.size());
  std::string_view name = all.substr(0, equals);
  while (!name.empty() && is_blank(name.front())) name.remove_prefix(1);
  while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
  if (equals == all.size() || !is_name(name))
    return wrong("write a range as in 'range PA = 0:33' or 'range BK = 8/16/32'");
  if (name == "preset") return wrong("a range is of a number, and 'preset' cannot be one");
  NumberRange range{std::string(name), std::string(all.substr(equals + 1))};
  std::erase_if(range.values, is_blank);
  if (const auto values = values_in(range.values); !values)
    return wrong("the range of " + range.name + " " + values.error().message);
  return range;
}

Result<std::vector<NumberRange>> ranges_of(std::string_view text) {
  std::vector<NumberRange> ranges;
  for (const Statement& statement : statements_of(text)) {
    if (!is_range(statement.text)) continue;
    const std::string line = "line " + std::to_string(statement.line) + ": ";
    auto range = range_in(statement.text);
    if (!range) return wrong(line + range.error().message);
    if (std::ranges::count(ranges, range->name, &NumberRange::name) != 0)
      return wrong(line + "there is a range of " + range->name + " already");
    ranges.push_back(std::move(*range));
  }
  return ranges;
}

}  // namespace gemmscope::cxx
