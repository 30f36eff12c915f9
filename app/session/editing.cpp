// SPDX-License-Identifier: MIT
#include "app/session/editing.h"

#include <algorithm>

namespace gemmscope::session {
namespace {

using Lines = std::vector<SourceLine>;
constexpr std::size_t kMostPairs = 1 << 18;  // of lines that are compared: 512 KiB, a few milliseconds

bool same(const SourceLine& a, const SourceLine& b) { return a.text == b.text; }

/// Lengths of the longest common subsequences of the lines from i and from j on, up to the ends.
class Common {
 public:
  Common(const Lines& before, const Lines& now, std::size_t first, std::size_t end, std::size_t end_now)
      : first_(first), width_(end_now - first + 1), lengths_((end - first + 1) * width_) {
    for (std::size_t i = end; i-- > first;)
      for (std::size_t j = end_now; j-- > first;)
        at(i, j) = same(before[i], now[j]) ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                                           : std::max(at(i + 1, j), at(i, j + 1));
  }
  std::uint16_t& at(std::size_t i, std::size_t j) { return lengths_[(i - first_) * width_ + j - first_]; }

 private:
  std::size_t first_, width_;
  std::vector<std::uint16_t> lengths_;
};

/// Lines [i, end) came to be lines [j, end_now), and none of them is as it was.
void place_changed(std::vector<std::uint32_t>& where, std::size_t i, std::size_t end, std::size_t j,
                   std::size_t end_now) {
  for (std::size_t at = j; i < end; ++i, ++at)
    where[i] = j == end_now ? 0 : static_cast<std::uint32_t>(std::min(at, end_now - 1) + 1);
}

}  // namespace

std::vector<std::uint32_t> lines_now(const Lines& before, std::string_view text) {
  const Lines now = whole_source(text);
  std::vector<std::uint32_t> where(before.size());
  const auto place = [&](std::size_t i, std::size_t j) { where[i] = static_cast<std::uint32_t>(j + 1); };
  std::size_t first = 0, end = before.size(), end_now = now.size();
  for (; first < std::min(end, end_now) && same(before[first], now[first]); ++first) place(first, first);
  for (; end > first && end_now > first && same(before[end - 1], now[end_now - 1]); --end, --end_now)
    place(end - 1, end_now - 1);
  std::size_t i = first, j = first;  // up to which all is placed
  if ((end - first) * (end_now - first) <= kMostPairs) {
    Common common(before, now, first, end, end_now);
    for (std::size_t a = first, b = first; a < end && b < end_now;) {
      if (same(before[a], now[b])) {
        place_changed(where, i, a, j, b);
        place(a, b);
        i = ++a, j = ++b;
      } else if (common.at(a + 1, b) >= common.at(a, b + 1)) {
        ++a;
      } else {
        ++b;
      }
    }
  }
  place_changed(where, i, end, j, end_now);
  return where;
}

}  // namespace gemmscope::session
