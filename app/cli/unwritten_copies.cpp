// SPDX-License-Identifier: MIT
#include "app/cli/unwritten_copies.h"

#include <algorithm>
#include <optional>

#include "app/words/number.h"
#include "tracing/analysis/array_shape.h"

namespace gemmscope::cli {
namespace {

using words::thousands;

struct Found {
  std::uint32_t element_bytes = 0;
  std::uint64_t elements = 0, pitch = 0;  ///< pitch 0: it has no rows
};

std::optional<Found> array_in(const std::vector<format::Recording>& recordings, const std::string& name,
                              std::uint64_t bytes) {
  for (const format::Recording& r : recordings) {
    const std::vector<analysis::ArrayShape> shapes = analysis::array_shapes(r, analysis::tiles_of(r));
    for (std::size_t t = 0; t < r.tensors.size(); ++t) {
      const format::Tensor& tensor = r.tensors[t];
      if (tensor.space != format::Space::kGlobal || tensor.name != name || tensor.element_bytes == 0) continue;
      Found found{tensor.element_bytes, bytes / tensor.element_bytes, 0};
      if (t < shapes.size() && shapes[t].two_dimensional() && shapes[t].elements == found.elements)
        found.pitch = shapes[t].pitch;
      return found;
    }
  }
  return std::nullopt;
}

/// "rows 96 to 99 and 120", if they are few. Empty: they are many.
std::string ranges_in_words(const std::string& what, const std::vector<std::uint64_t>& numbers) {
  constexpr int kMostRanges = 3;
  std::string text;
  int ranges = 0;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i;
    while (end + 1 < numbers.size() && numbers[end + 1] == numbers[end] + 1) ++end;
    if (++ranges > kMostRanges) return "";
    text += (ranges == 1 ? "" : ", ") + thousands(numbers[i]) + (end == i ? "" : " to " + thousands(numbers[end]));
    i = end + 1;
  }
  return what + (numbers.size() == 1 ? " " : "s ") + text;
}

/// Whole rows, and columns that are missing in all other rows: ", rows 96 to 99 and columns 96 to 99 are not".
std::string rows_in_words(const std::vector<bool>& missing, std::uint64_t pitch) {
  const std::uint64_t rows = missing.size() / pitch;
  if (rows * pitch != missing.size()) return "";
  std::vector<std::uint64_t> whole, columns;
  std::optional<std::vector<bool>> others;
  for (std::uint64_t row = 0; row < rows; ++row) {
    const auto begin = missing.begin() + static_cast<std::ptrdiff_t>(row * pitch);
    const std::vector<bool> here(begin, begin + static_cast<std::ptrdiff_t>(pitch));
    if (std::ranges::find(here, false) == here.end()) {
      whole.push_back(row);
      continue;
    }
    if (others && *others != here) return "";
    others = here;
  }
  for (std::uint64_t c = 0; others && c < pitch; ++c)
    if ((*others)[c]) columns.push_back(c);
  const std::string of_rows = ranges_in_words("row", whole), of_columns = ranges_in_words("column", columns);
  if ((!whole.empty() && of_rows.empty()) || (!columns.empty() && of_columns.empty())) return "";
  if (whole.empty()) return columns.empty() ? "" : ", " + of_columns + " are not";
  return ", " + of_rows + (columns.empty() ? "" : " and " + of_columns) + " are not";
}

}  // namespace

std::string unwritten_in_words(const runtime::ProgramNote& note, const std::vector<format::Recording>& recordings) {
  constexpr std::uint64_t kMost = 1 << 26;  // elements that are looked at
  const auto array = note.array.empty() ? std::nullopt : array_in(recordings, note.array, note.bytes);
  if (!array || note.unwritten.empty() || array->elements > kMost) return "";
  std::vector<bool> missing(array->elements, false);
  for (std::size_t i = 0; i + 1 < note.unwritten.size(); i += 2)
    for (std::uint64_t e = note.unwritten[i] / array->element_bytes;
         e < array->elements && e * array->element_bytes < note.unwritten[i + 1]; ++e)
      missing[e] = true;
  const auto left = static_cast<std::uint64_t>(std::ranges::count(missing, true));
  std::string text =
      ": " + thousands(array->elements - left) + " of its " + thousands(array->elements) + " elements are written";
  if (left == 0 || left == array->elements) return left == 0 ? "" : text;
  if (array->pitch != 0)
    if (const std::string rows = rows_in_words(missing, array->pitch); !rows.empty()) return text + rows;
  std::vector<std::uint64_t> elements;
  for (std::uint64_t e = 0; e < array->elements; ++e)
    if (missing[e]) elements.push_back(e);
  const std::string which = ranges_in_words("element", elements);
  return which.empty() ? text : text + ", " + which + (elements.size() == 1 ? " is not" : " are not");
}

}  // namespace gemmscope::cli
