// SPDX-License-Identifier: MIT
// What is compared, whatever form it is written in.
#include "app/cli/compare.h"

#include "app/session/own_numbers.h"

namespace gemmscope::cli {

Result<CompareReport> make_comparison(std::array<Side, 2> sides, analysis::ConflictModel model,
                                      const std::string& scope) {
  std::array<analysis::Summary, 2> summaries;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const format::Recording& recording = *sides[i].recording;
    const auto named = session::named_scope(scope);
    if (!named) return tl::unexpected(named.error());
    sides[i].part = named->part;
    summaries[i] = analysis::summarize(recording, named->part);
  }
  return CompareReport{
      .sides = sides,
      .scope = scope,
      .model = model,
      .comparison = analysis::compare({*sides[0].recording, summaries[0]}, {*sides[1].recording, summaries[1]})};
}

std::vector<words::Setting> settings_of(const CompareReport& report) {
  const format::Recording &first = *report.sides[0].recording, &second = *report.sides[1].recording;
  std::vector<words::Setting> settings = words::differing_settings(first, second);
  const session::DifferingNumbers numbers = session::differing_numbers(first, second);
  for (std::size_t i = 0; i < numbers.first.size(); ++i)
    settings.push_back({numbers.first[i].name, numbers.first[i].value, numbers.second[i].value});
  return settings;
}

}  // namespace gemmscope::cli
