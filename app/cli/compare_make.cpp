// SPDX-License-Identifier: MIT
// What is compared, whatever form it is written in.
#include "app/cli/compare.h"

namespace gemmscope::cli {

Result<CompareReport> make_comparison(std::array<Side, 2> sides, analysis::ConflictModel model,
                                      const std::string& scope) {
  std::array<analysis::Summary, 2> summaries;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const format::Recording& recording = *sides[i].recording;
    const auto part = views::part_of(recording, scope);
    if (!part) return tl::unexpected(part.error());
    sides[i].part = *part;
    sides[i].basis = analysis::basis_of(recording, *part);
    summaries[i] = analysis::summarize(recording, *part);
  }
  return CompareReport{
      .sides = sides,
      .scope = scope,
      .model = model,
      .comparison = analysis::compare({*sides[0].recording, summaries[0]}, {*sides[1].recording, summaries[1]})};
}

}  // namespace gemmscope::cli
