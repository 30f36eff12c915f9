// SPDX-License-Identifier: MIT
// One request as text: where its lanes go, by bank or by sector.
#include "app/views/banks/picture.h"
#include "app/views/banks/sector_picture.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/lane_set.h"
#include "app/views/parts/site_words.h"
#include "app/words/number.h"
#include "app/words/text_table.h"

namespace gemmscope::views {
namespace {

using session::Current;
using words::thousands;

std::string banks_of(const Capsule& capsule) {
  const std::string first = std::to_string(capsule.column);
  return capsule.columns == 1 ? first : first + "\u2013" + std::to_string(capsule.column + capsule.columns - 1);
}

/// A line for each word that is asked for: lanes in one line are served together, wavefronts one after the other.
std::string by_bank(const Current& now, analysis::ConflictModel rule) {
  words::TextTable table({">phase", ">wavefront", ">bank", "lanes"});
  int phase = 0;
  for (const Band& band : bands_of(now.access, now.cost)) {
    for (const Capsule& capsule : band.capsules)
      table.add({std::to_string(phase), std::to_string(band.first_wavefront + capsule.level), banks_of(capsule),
                 lane_ranges(capsule.lanes)});
    ++phase;
  }
  return words::count_of(static_cast<std::uint64_t>(now.cost.wavefronts), "wavefront") + ", ideal " +
         thousands(static_cast<std::uint64_t>(now.cost.ideal)) +
         ", counting rule: " + std::string(analysis::name_of(rule)) + "\n\n" + table.text(2);
}

/// A line for each sector that is moved.
std::string by_sector(const Current& now) {
  words::TextTable table({">line", ">sector", ">bytes used", "lanes"});
  for (const LineBox& line : lines_of(now.access, now.global))
    for (const SectorBox& sector : line.sectors) {
      std::uint32_t lanes = 0;
      for (const Capsule& capsule : sector.capsules) lanes |= capsule.lanes;
      if (sector.used_bytes != 0)
        table.add({std::to_string(line.line), std::to_string(sector.sector), std::to_string(sector.used_bytes),
                   lane_ranges(lanes)});
    }
  const std::string begin = begin_in_words(now.tensor);
  return words::count_of(static_cast<std::uint64_t>(now.global.sector_count), "sector") + ", ideal " +
         thousands(static_cast<std::uint64_t>(now.global.ideal_sectors())) + (begin.empty() ? "" : "; " + begin) +
         "\n\n" + table.text(2);
}

}  // namespace

Result<std::string> banks_text(const session::Look& look) {
  const auto heading = request_heading(look);
  if (!heading) return heading;
  if (const std::string fault = fault_in_words(look); !fault.empty())
    return *heading + "This request faults: nothing is counted. " + fault + ".\n";
  return *heading + (look.current->shared() ? by_bank(*look.current, look.rule) : by_sector(*look.current));
}

}  // namespace gemmscope::views
