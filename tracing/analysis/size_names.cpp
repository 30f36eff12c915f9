// SPDX-License-Identifier: MIT
#include "tracing/analysis/size_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace gemmscope::analysis {
namespace {

/// "imageWidth", "image_width", "p.width" -> "image", "width"
std::vector<std::string> words_in(std::string_view name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool begins = std::isupper(c) != 0 && i > 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if ((begins || std::isalnum(c) == 0) && !words.back().empty()) words.emplace_back();
    if (std::isalnum(c) != 0) words.back() += static_cast<char>(std::tolower(c));
  }
  return words;
}

template <std::size_t n>
bool has_one(std::string_view name, const std::array<std::string_view, n>& of) {
  const std::vector<std::string> words = words_in(name);
  return std::ranges::any_of(words, [&](const std::string& word) { return std::ranges::find(of, word) != of.end(); });
}

bool is_long(std::string_view name) {
  constexpr std::array<std::string_view, 16> kWords{"width",  "w",     "wd",     "cols",  "col",  "columns",
                                                    "column", "ncols", "nx",     "xsize", "dimx", "xdim",
                                                    "x",      "pitch", "stride", "ld"};
  return has_one(name, kWords);
}
bool is_high(std::string_view name) {
  constexpr std::array<std::string_view, 14> kWords{"height", "h",    "ht",   "rows", "row", "nrows", "ny",
                                                    "ysize",  "dimy", "ydim", "y",    "nz",  "depth", "batch"};
  return has_one(name, kWords);
}

int order_of_letters(std::string_view rows, std::string_view columns) {
  if (rows.size() != 1 || columns.size() != 1) return 0;
  const char row = static_cast<char>(std::toupper(static_cast<unsigned char>(rows[0])));
  const char column = static_cast<char>(std::toupper(static_cast<unsigned char>(columns[0])));
  for (const std::string_view order : {"MKN", "BTC", "NCHW", "NHWC"}) {
    const std::size_t first = order.find(row), second = order.find(column);
    if (first != order.npos && second != order.npos && first != second) return first < second ? 1 : -1;
  }
  return 0;
}

}  // namespace

int likeness_of_sizes(std::string_view rows, std::string_view columns) {
  const int named =
      (is_long(columns) ? 1 : 0) - (is_high(columns) ? 1 : 0) + (is_high(rows) ? 1 : 0) - (is_long(rows) ? 1 : 0);
  return named != 0 ? named : order_of_letters(rows, columns);
}

}  // namespace gemmscope::analysis
