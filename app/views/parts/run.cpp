// SPDX-License-Identifier: MIT
#include "app/views/parts/run.h"

#include <algorithm>

namespace gemmscope::views {

std::vector<Run> runs_of(std::vector<std::uint32_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  std::vector<Run> runs;
  for (const std::uint32_t number : numbers)
    if (runs.empty() || number > runs.back().first + runs.back().count)
      runs.push_back({number, 1});
    else if (number == runs.back().first + runs.back().count)
      ++runs.back().count;
  return runs;
}

}  // namespace gemmscope::views
