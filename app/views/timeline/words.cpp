// SPDX-License-Identifier: MIT
#include "app/views/timeline/words.h"

#include "app/session/warp_walk.h"
#include "app/views/parts/baseline_words.h"
#include "app/views/parts/site_words.h"
#include "app/views/timeline/draw.h"
#include "app/views/timeline/in_step.h"
#include "app/words/number.h"
#include "tracing/format/block_name.h"

namespace gemmscope::views {

using draw::Canvas;
using session::Look;
using words::thousands;

namespace {

/// "k-tile 3", "the write-back".
std::string part_in_words(std::uint32_t k_tile) {
  return k_tile == format::kEpilogue ? "the write-back" : "k-tile " + thousands(k_tile);
}

/// "In k-tile 3, warp 0"; if k-tiles are not known, "Warp 0".
std::string place_in_words(const Look& look, const analysis::KTileBand& band) {
  return (look.recording()->tiles_known() ? "In " + part_in_words(band.k_tile) + ", warp " : "Warp ") +
         std::to_string(look.cursor.warp);
}

}  // namespace

std::string timeline_answer(const Look& look) {
  const auto [block, warp, request] = look.cursor;
  const analysis::KTileBand* band = band_here(look);
  if (band == nullptr) return {};
  const auto cost = timeline_of(look).stretch(block, warp, band->begin, band->end);
  const std::string where = place_in_words(look, *band);
  if (cost.faults && look.recording()->fault) return where + " makes the request that ended the launch with a fault";
  if (cost.faults) return where + " makes a misaligned request: the GPU faults";
  if (cost.excess == 0 && cost.sectors > cost.ideal_sectors)
    return where + " moves " + words::count_of(cost.sectors, "sector") + ", " +
           words::decimals(static_cast<double>(cost.sectors) / static_cast<double>(cost.ideal_sectors), 1) +
           " times the ideal";
  if (look.recording()->shared_bytes == 0) return where + " moves the ideal number of sectors";
  if (cost.excess == 0) return where + " has no excess wavefront";
  return where + " has " + words::count_of(cost.excess, "excess wavefront") + ", up to " +
         std::to_string(cost.max_nway) + "-way";
}

std::string timeline_answer(const Look& look, const Look& baseline) {
  const analysis::KTileBand *band = band_here(look), *there = band_here(baseline);
  if (band == nullptr || there == nullptr || band->k_tile != there->k_tile) return timeline_answer(look);
  const auto cost = timeline_of(look).stretch(look.cursor.block, look.cursor.warp, band->begin, band->end);
  const auto before =
      timeline_of(baseline).stretch(baseline.cursor.block, baseline.cursor.warp, there->begin, there->end);
  if (cost.faults || before.faults) return timeline_answer(look);
  const bool shared = look.recording()->shared_bytes != 0 || baseline.recording()->shared_bytes != 0;
  const std::uint64_t now = shared ? cost.excess : cost.sectors, was = shared ? before.excess : before.sectors;
  return place_in_words(look, *band) + ": " + words::count_of(now, shared ? "excess wavefront" : "sector") + ", " +
         as_baseline(change_in_words(now, was));
}

std::string timeline_detail(const Look& look) {
  const std::string flags = flags_text(look);
  if (!flags.empty()) return flags;
  const analysis::KTileBand* band = band_here(look);
  if (band != nullptr && look.k_tile() > band->k_tile)
    return "This request fetches ahead: it is made in k-tile " + thousands(band->k_tile) + " for " +
           part_in_words(look.k_tile());
  return "block " + block_name(*look.recording(), look.block()) +
         (look.recording()->tiles_known() ? "; row: warp, column: request, not time; strip below: A, B or C"
                                          : "; row: warp, column: request, not time");
}

std::string timeline_detail(const Canvas& canvas, const Look& look, const Look& baseline) {
  if (const std::string flags = flags_text(look); !flags.empty()) return flags;
  const Apart names = told_apart(*baseline.recording(), *look.recording());
  std::string text = "Columns up: " + names.second + ", down: " + names.first;
  const auto add = [&](const std::string& more) {
    if (canvas.text_width(text + "; " + more, canvas.small()) <= canvas.area().width) text += "; " + more;
  };
  add(difference_in_words(*baseline.current, *look.current));
  const analysis::KTileBand *band = band_here(look), *there = band_here(baseline);
  if (band != nullptr && there != nullptr && band->end - band->begin != there->end - there->begin)
    add(change_in_words(band->end - band->begin, there->end - there->begin) + " requests" +
        (look.recording()->tiles_known() ? " in the k-tile" : ""));
  return text;
}

std::string baseline_tip(const Look& look, const Look& baseline, std::uint32_t warp, std::uint32_t request) {
  const InStep in_step(look, baseline, warp, request, request + 1);
  if (!in_step.at(request)) return "\nBaseline: no such request";
  const analysis::TimelineColumn cost = in_step.cost(request);
  if (cost.faults) return "\nBaseline: it faults";
  return "\nBaseline: " +
         (cost.max_nway != 0 ? std::to_string(cost.max_nway) + "-way" : words::count_of(cost.sectors, "sector"));
}

std::string request_tip(const Look& look, std::uint32_t warp, std::uint32_t request) {
  const format::Recording& recording = *look.recording();
  const session::Stop stop = session::WarpWalk(recording, look.cursor.block, warp).at(request);
  const format::Site& site = recording.sites[stop.site];
  const auto& cost = look.loaded->costs.costs(look.cursor.block, stop.segment)[stop.row];
  std::string text = "warp " + std::to_string(warp) + ", " + words::request_number(request) + ": line " +
                     std::to_string(site.line) + ", " + site_in_words(recording, site.tensor, site.op);
  const analysis::KTileBand* band = timeline_of(look).k_tile_band(look.cursor.block, warp, request);
  if (band != nullptr && stop.k_tile > band->k_tile) text += " for " + part_in_words(stop.k_tile);
  if (cost.faulted) return text + ": the launch ends here with a fault";
  if (cost.misaligned) return text + ", misaligned: the GPU faults";
  if (recording.tensors[site.tensor].space == format::Space::kGlobal)
    return text + ", " + words::count_of(cost.sectors, "sector") + ", ideal " +
           thousands((cost.useful_bytes + analysis::kSectorBytes - 1) / analysis::kSectorBytes);
  const auto& shared = cost.by(look.rule);
  return text + ", " + std::to_string(shared.max_nway) + "-way, " + words::count_of(shared.wavefronts, "wavefront");
}

}  // namespace gemmscope::views
