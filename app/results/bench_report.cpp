// SPDX-License-Identifier: MIT
#include "app/results/bench_report.h"

#include <iterator>
#include <set>
#include <sstream>

namespace gemmscope::results {

std::string day_of(const BenchReport& report) { return report.date.substr(0, 10); }

bool same_numbers(const std::string& one, const std::string& other) {
  const auto words = [](const std::string& text) {
    std::istringstream in(text);
    return std::multiset<std::string>(std::istream_iterator<std::string>(in), {});
  };
  return words(one) == words(other);
}

}  // namespace gemmscope::results
