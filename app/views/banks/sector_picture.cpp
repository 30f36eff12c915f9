// SPDX-License-Identifier: MIT
#include "app/views/banks/sector_picture.h"

#include <algorithm>
#include <bit>
#include <map>

#include "app/views/parts/lane_set.h"

namespace gemmscope::views {
namespace {

constexpr std::uint32_t kSectorsOfLine = analysis::kLineBytes / analysis::kSectorBytes;
constexpr std::uint32_t kWordsOfLine = analysis::kLineBytes / analysis::kBankBytes;

LineBox empty_line(std::uint32_t line) {
  LineBox box{.line = line, .sectors = {}};
  for (std::uint32_t s = 0; s < kSectorsOfLine; ++s)
    box.sectors.push_back({.sector = line * kSectorsOfLine + s, .used_bytes = 0, .capsules = {}});
  return box;
}

void add_lane(SectorBox& sector, int lane, std::uint32_t word, int words) {
  const int column = static_cast<int>(word % kWordsOfLine);
  auto same = std::find_if(sector.capsules.begin(), sector.capsules.end(),
                           [&](const Capsule& c) { return c.column == column; });
  if (same == sector.capsules.end())
    same = sector.capsules.insert(same, {.lanes = 0, .column = column, .columns = words, .level = 0});
  same->lanes |= 1u << lane;
}

}  // namespace

int LineBox::moved() const {
  return static_cast<int>(
      std::count_if(sectors.begin(), sectors.end(), [](const SectorBox& s) { return s.used_bytes != 0; }));
}

std::vector<LineBox> lines_of(const analysis::WarpAccess& access, const analysis::GlobalCost& cost) {
  std::map<std::uint32_t, LineBox> boxes;
  const auto box_of = [&](std::uint32_t sector) -> SectorBox& {
    const std::uint32_t line = sector / kSectorsOfLine;
    return boxes.try_emplace(line, empty_line(line)).first->second.sectors[sector % kSectorsOfLine];
  };
  for (std::size_t s = 0; s < cost.sector_count; ++s)
    box_of(cost.sectors[s].sector).used_bytes = std::popcount(cost.sectors[s].bytes);
  if (cost.sector_count != 0) {
    const int words = std::max(1, access.width / analysis::kBankBytes);
    for (const int lane : lanes_of(access.mask)) {
      const std::uint32_t byte = access.address[static_cast<std::size_t>(lane)];
      add_lane(box_of(byte / analysis::kSectorBytes), lane, byte / analysis::kBankBytes, words);
    }
  }
  std::vector<LineBox> lines;
  for (auto& [line, box] : boxes) lines.push_back(std::move(box));
  return lines;
}

}  // namespace gemmscope::views
