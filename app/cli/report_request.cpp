// SPDX-License-Identifier: MIT
// One request as text: where its lanes go, by bank or by sector, and what each lane asks for.
#include "app/cli/report.h"
#include "app/cli/text_table.h"
#include "app/views/banks/picture.h"
#include "app/views/banks/sector_picture.h"
#include "app/views/lanes/rows.h"
#include "app/views/parts/lane_set.h"
#include "app/views/parts/site_words.h"
#include "app/words/number.h"

namespace gemmscope::cli {
namespace {

using session::Current;
using words::thousands;

std::string banks_of(const views::Capsule& capsule) {
  const std::string first = std::to_string(capsule.column);
  return capsule.columns == 1 ? first : first + "\u2013" + std::to_string(capsule.column + capsule.columns - 1);
}

/// A line for each word that is asked for: lanes in one line are served together, wavefronts one after the other.
std::string by_bank(const Current& now, analysis::ConflictModel rule) {
  TextTable table({">phase", ">wavefront", ">bank", "lanes"});
  int phase = 0;
  for (const views::Band& band : views::bands_of(now.access, now.cost)) {
    for (const views::Capsule& capsule : band.capsules)
      table.add({std::to_string(phase), std::to_string(band.first_wavefront + capsule.level), banks_of(capsule),
                 views::lane_ranges(capsule.lanes)});
    ++phase;
  }
  return words::count_of(static_cast<std::uint64_t>(now.cost.wavefronts), "wavefront") + ", ideal " +
         thousands(static_cast<std::uint64_t>(now.cost.ideal)) +
         ", counting rule: " + std::string(analysis::name_of(rule)) + "\n\n" + table.text(2);
}

/// A line for each sector that is moved.
std::string by_sector(const Current& now) {
  TextTable table({">line", ">sector", ">bytes used", "lanes"});
  for (const views::LineBox& line : views::lines_of(now.access, now.global))
    for (const views::SectorBox& sector : line.sectors) {
      std::uint32_t lanes = 0;
      for (const views::Capsule& capsule : sector.capsules) lanes |= capsule.lanes;
      if (sector.used_bytes != 0)
        table.add({std::to_string(line.line), std::to_string(sector.sector), std::to_string(sector.used_bytes),
                   views::lane_ranges(lanes)});
    }
  return words::count_of(static_cast<std::uint64_t>(now.global.sector_count), "sector") + ", ideal " +
         thousands(static_cast<std::uint64_t>(now.global.ideal_sectors())) + "\n\n" + table.text(2);
}

/// What the request is, and `table_of(request)` below.
template <class TableOf>
Result<std::string> with_heading(const session::Look& look, const TableOf& table_of) {
  if (!look.current) return fail(ErrorKind::kUsage, "the recording has no requests to show; record more of the launch");
  return views::request_in_words(look) + "\n" + table_of(*look.current);
}

}  // namespace

Result<std::string> banks_text(const session::Look& look) {
  return with_heading(look,
                      [&](const Current& now) { return now.shared() ? by_bank(now, look.rule) : by_sector(now); });
}

Result<std::string> lanes_text(const session::Look& look) {
  return with_heading(look, [&](const Current&) {
    const views::LaneTable lanes = views::lane_table(look, true);
    std::vector<std::string> titles;
    for (const std::string& title : lanes.titles) titles.push_back(">" + title);
    TextTable table(titles);
    for (const views::LaneRow& row : lanes.rows) table.add(row.cells);
    return table.text(2);
  });
}

}  // namespace gemmscope::cli
