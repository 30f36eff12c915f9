// SPDX-License-Identifier: MIT
#include "app/views/lanes/rows.h"
#include "app/views/parts/array_words.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/site_words.h"
#include "app/words/text_table.h"

namespace gemmscope::views {

Result<std::string> lanes_text(const session::Look& look) {
  const auto heading = request_heading(look);
  if (!heading) return heading;
  const std::string guess = guess_in_words(look),
                    begin = look.current->shared() ? "" : begin_in_words(look.current->tensor);
  const LaneTable lanes = lane_table(look, kAllRanges);
  std::vector<std::string> titles;
  for (const std::string& title : lanes.titles) titles.push_back(">" + title);
  words::TextTable table(titles);
  for (const LaneRow& row : lanes.rows) table.add(row.cells);
  return *heading + (guess.empty() ? "" : guess + "\n") + (begin.empty() ? "" : begin + "\n") + table.text(2);
}

}  // namespace gemmscope::views
