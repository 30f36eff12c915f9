// SPDX-License-Identifier: MIT
/// @file ranges.h
/// Values of a text's numbers that its comments name as worth a sweep:
///
///   // gemmscope: range PA = 0:33
///
///   values  part {"/" part}
///   part    VALUE | FIRST ":" END [":" STEP]    END is not included
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tracing/format/result.h"

namespace gemmscope::cxx {

struct NumberRange {
  std::string name;    ///< knobs.h says which numbers a text has
  std::string values;  ///< "0:33": values_in() reads them
  friend bool operator==(const NumberRange&, const NumberRange&) = default;
};

inline constexpr std::int64_t kMostValues = 10'000;  ///< of one part

/// All values, in order. Errors: kUsage, a sentence without its subject: which part cannot be read, is empty, or has
/// more than kMostValues; which value is there twice.
[[nodiscard]] Result<std::vector<std::int64_t>> values_in(std::string_view text);

/// Whether a statement, what follows format::kStatementMark, is meant to be a range.
[[nodiscard]] bool is_range(std::string_view statement);
/// Errors: kUsage, saying how a range is written or what is wrong with its values.
[[nodiscard]] Result<NumberRange> range_in(std::string_view statement);
/// In the order of the text. Errors: as range_in, with the line; a number has two ranges.
[[nodiscard]] Result<std::vector<NumberRange>> ranges_of(std::string_view text);

}  // namespace gemmscope::cxx
