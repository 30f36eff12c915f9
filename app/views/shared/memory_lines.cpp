// SPDX-License-Identifier: MIT
#include "app/views/shared/memory_lines.h"

#include <algorithm>
#include <numeric>

#include "app/session/touched.h"
#include "app/views/parts/array_words.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/lane_set.h"
#include "app/views/parts/site_words.h"
#include "app/views/parts/stage_words.h"
#include "app/words/number.h"
#include "tracing/analysis/held.h"
#include "tracing/format/place_name.h"

namespace gemmscope::views {
namespace {

constexpr std::uint32_t kLine = analysis::kWavefrontBytes;

/// What each cell of the word holds; nullopt: it was not written, or it is not known where its value is from.
std::vector<std::optional<analysis::Element>> held_by_cells(const session::Look& look, const MemoryLines& lines,
                                                            std::uint32_t word) {
  std::vector<std::optional<analysis::Element>> held;
  const std::uint32_t begin = word * analysis::kBankBytes;
  for (std::uint32_t byte = begin; byte < begin + analysis::kBankBytes; byte += lines.cell_bytes) {
    const std::size_t cell = byte / lines.cell_bytes;
    const bool written = cell < lines.writers.size() && lines.writers[cell].written;
    held.push_back(written ? analysis::element_stored(*look.recording(), look.cursor.block, lines.writers[cell], byte)
                           : std::nullopt);
  }
  return held;
}

/// "holds A[12][5], ": elements that were stored to the word. Empty: it is not known where its values are from.
std::string held_in_words(const session::Look& look, const MemoryLines& lines, std::uint32_t word) {
  const format::Recording& recording = *look.recording();
  std::vector<std::string> names;
  for (const auto& e : held_by_cells(look, lines, word))
    if (e)
      if (const std::string name = format::place_name(recording, e->tensor, e->row, e->column);
          std::ranges::find(names, name) == names.end())
        names.push_back(name);
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "holds " : ", ") + name;
  return text.empty() ? "" : text + ", ";
}

bool shows_touched(const MemoryLines& lines) {
  for (std::uint32_t cell = 0; cell < lines.cells(); ++cell)
    if (const std::uint32_t word = lines.word(cell); word < lines.lanes.size() && lines.lanes[word] != 0) return true;
  return false;
}

/// `count` lines from `first` on, or the last ones.
void show(MemoryLines& lines, std::uint32_t first, std::uint32_t count) {
  count = std::min(count, lines.all), first = std::min(first, lines.all - count);
  lines.lines.resize(count);
  std::iota(lines.lines.begin(), lines.lines.end(), first);
}

/// The page of lines with the first that the request touches.
void turn_to_touched(MemoryLines& lines) {
  const auto touched = std::ranges::find_if(lines.lanes, [](std::uint32_t lanes) { return lanes != 0; });
  if (touched == lines.lanes.end() || lines.count() == 0) return;
  const auto word = static_cast<std::uint32_t>(touched - lines.lanes.begin());
  show(lines, word / analysis::kBanks / lines.count() * lines.count(), lines.count());
  lines.bank = word % analysis::kBanks / lines.banks * lines.banks;
}

void show_all(MemoryLines& lines, std::uint32_t fitting) {
  show(lines, 0, std::max(1u, fitting));
  turn_to_touched(lines);
}

void show_tile(MemoryLines& lines, const SharedPicture& tile) {
  for (const Run& run : tile.lines)
    for (std::uint32_t i = 0; i < run.count; ++i) lines.lines.push_back(run.first + i);
}

void show_zoomed(MemoryLines& lines, const session::Look& look) {
  const MemoryZoom& zoom = look.views.shared.memory;
  lines.zoomed = true;
  show(lines, zoom.line, lines.large);
  lines.banks = zoom.banks, lines.bank = zoom.bank;
  if (look.cursor.request != zoom.followed && !shows_touched(lines)) turn_to_touched(lines);
}

/// The lanes that touch each word; of a load that is copied to the tile, those that will fill it.
std::vector<std::uint32_t> lanes_of_words(const session::Look& look, const SharedPicture* tile) {
  const session::Current& now = *look.current;
  std::vector<std::uint32_t> lanes((look.recording()->shared_bytes + 3) / analysis::kBankBytes);
  const auto add = [&](int lane, std::uint64_t byte, std::uint32_t width) {
    for (std::uint64_t word = byte / analysis::kBankBytes; word * analysis::kBankBytes < byte + width; ++word)
      if (word < lanes.size()) lanes[word] |= 1u << lane;
  };
  if (tile != nullptr) {
    for (const Spot& spot : tile->touched) add(spot.lane, spot.touch.cell->byte, 1);
    return lanes;
  }
  for (int lane = 0; lane < format::kLanes && now.shared(); ++lane)
    if (now.active(lane)) add(lane, now.address(lane), now.site.width);
  return lanes;
}

}  // namespace

MemoryZoom zoomed(const session::Look& look, const MemoryLines& shown, float notches, std::uint32_t word) {
  MemoryZoom zoom{look.views.shared.memory.banks, 0, 0, look.cursor.request};
  const std::uint32_t fewer = shown.all_large ? 2 : 1;  // side by side, where cells are large without a zoom
  if (notches > 0)
    zoom.banks = zoom.banks == 0 ? MemoryZoom::kMost / fewer : std::max(zoom.banks / 2, zoom.kLeast);
  else
    zoom.banks = zoom.banks == 0 || zoom.banks * fewer >= zoom.kMost ? 0 : zoom.banks * 2;
  if (zoom.banks == 0) return {};
  const std::uint32_t line = word / analysis::kBanks;
  const auto index = static_cast<std::uint32_t>(std::ranges::lower_bound(shown.lines, line) - shown.lines.begin());
  const std::uint32_t above = index * shown.large / std::max(1u, shown.count());
  zoom.line = std::min(line - std::min(line, above), shown.all - shown.large);
  zoom.bank = word % analysis::kBanks / zoom.banks * zoom.banks;
  return zoom;
}

MemoryZoom moved(const session::Look& look, const MemoryLines& shown, float notches) {
  if (!shown.zoomed || shown.lines.empty()) return look.views.shared.memory;
  MemoryZoom zoom{look.views.shared.memory.banks, shown.bank, shown.lines.front(), look.cursor.request};
  const std::uint32_t count = shown.count(), last = shown.all - count, parts = analysis::kBanks / zoom.banks;
  const std::uint32_t part = zoom.bank / zoom.banks;
  if (notches < 0) {
    if (part + 1 < parts) return zoom.bank += zoom.banks, zoom;
    if (zoom.line < last) zoom.line = std::min(last, zoom.line + count), zoom.bank = 0;
  } else {
    if (part != 0) return zoom.bank -= zoom.banks, zoom;
    if (zoom.line != 0) zoom.line -= std::min(zoom.line, count), zoom.bank = (parts - 1) * zoom.banks;
  }
  return zoom;
}

const analysis::Write* MemoryLines::writer(std::uint32_t word) const {
  const analysis::Write* last = nullptr;
  const std::size_t begin = std::size_t{word} * analysis::kBankBytes / cell_bytes;
  for (std::size_t i = begin; i < std::min(writers.size(), begin + analysis::kBankBytes / cell_bytes); ++i)
    if (writers[i].written && (last == nullptr || std::pair(writers[i].interval, writers[i].request) >
                                                      std::pair(last->interval, last->request)))
      last = &writers[i];
  return last;
}

std::optional<analysis::Element> element_held(const session::Look& look, const MemoryLines& lines, std::uint32_t word) {
  const auto cells = held_by_cells(look, lines, word);
  const bool one = std::ranges::all_of(cells, [&](const auto& cell) { return cell && *cell == *cells.front(); });
  return one ? cells.front() : std::nullopt;
}

MemoryLines memory_lines(const session::Look& look, LinesThatFit fitting, const SharedPicture* tile) {
  const format::Recording& recording = *look.recording();
  const session::Current& now = *look.current;
  MemoryLines lines{.cell_bytes = analysis::cell_bytes(recording),
                    .writers = tile != nullptr ? tile->writers : analysis::shared_writers(recording, moment_of(look)),
                    .lanes = lanes_of_words(look, tile)};
  if (now.shared() && (tile == nullptr || now.site.tensor == tile->tile)) lines.words = words_asked(now.cost);
  lines.all = (recording.shared_bytes + kLine - 1) / kLine;
  lines.large = std::clamp(fitting.large, 1u, std::max(1u, lines.all));
  tile != nullptr ? show_tile(lines, *tile) : show_all(lines, fitting.low);
  lines.all_large = lines.count() <= lines.large;
  if (look.views.shared.memory.banks != 0) show_zoomed(lines, look);
  return lines;
}

std::optional<std::uint16_t> array_at(const format::Recording& recording, std::uint32_t byte) {
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t)
    if (recording.tensors[t].space == format::Space::kShared && analysis::cell_in(recording, t, byte)) return t;
  return std::nullopt;
}

std::string memory_sentence(const session::Look& look) {
  const format::Recording& recording = *look.recording();
  const session::Current& now = *look.current;
  if (!now.shared()) return now.tensor.name + " is in global memory: nothing is touched here now.";
  const int lane = look.lane();
  const std::string who = words::capital(place_word(look)) + " " + std::to_string(lane);
  if (!now.active(lane)) return who + " takes no part in this request.";
  std::vector<session::Element> cells, held;
  const HeldElements known(look);
  for (const session::Touched& touch : session::touched(look, lane)) {
    if (!touch.cell) return who + outside_in_words(now, touch.byte) + ".";
    cells.push_back({touch.cell->tensor, touch.cell->row, touch.cell->column});
    if (const auto element = known.at(lane, touch.byte)) held.push_back(*element);
  }
  const bool of_one_array =
      !held.empty() && held.size() == cells.size() &&
      std::ranges::all_of(held, [&](const session::Element& each) { return each.tensor == held[0].tensor; });
  const std::string place = places_text(recording, cells), name = of_one_array ? places_text(recording, held) : "";
  if (now.site.op == format::Op::kLoad)
    return who + " reads " + place + (name.empty() ? "." : ", which holds " + name + ".");
  if (now.site.op == format::Op::kStore)
    return who + (name.empty() ? " stores to " : " stores " + name + " to ") + place + ".";
  return who + " updates " + place + ".";
}

std::string memory_cost(const session::Look& look) {
  const session::Current& now = *look.current;
  const std::string fault = fault_in_words(look);
  if (!fault.empty()) return fault + ": the request faults.";
  return now.shared()
             ? asked_in_words(now.cost) + ": " + wavefronts_in_words(now.cost) + "."
             : "This request is to global memory, where no bank serves it: " + sectors_in_words(now.global) + ".";
}

std::string word_story(const session::Look& look, const MemoryLines& lines, std::uint32_t word,
                       const SharedPicture* tile) {
  const format::Recording& recording = *look.recording();
  const std::uint32_t byte = word * analysis::kBankBytes;
  const bool in_tile = tile != nullptr && analysis::cell_in(recording, tile->tile, byte);
  const auto array = in_tile ? std::optional(tile->tile) : array_at(recording, byte);
  const auto cell = array ? analysis::cell_in(recording, *array, byte) : std::nullopt;
  const bool padding = in_tile && cell->padding;
  const std::string place =
      cell && !padding ? format::place_name(recording, *array, cell->row, cell->column) + ", " : "";
  std::string text = place + "byte " + words::thousands(byte) + ", bank " + std::to_string(word % analysis::kBanks);
  if (padding) return text + ": padding";
  if (const auto other = in_tile ? tile->other_at(recording, byte) : std::nullopt)
    text += "\nnow a cell of " + recording.tensors[*other].name;
  if (const analysis::Write* write = lines.writer(word))
    text += "\n" + held_in_words(look, lines, word) + "stored by warp " + std::to_string(write->warp) + ", lane " +
            std::to_string(write->lane) + ", line " + std::to_string(recording.sites[write->site].line) +
            (in_tile && write->k_tile != format::kEpilogue ? ", for k-tile " + words::thousands(write->k_tile) : "");
  else
    text += "\nnot written yet";
  if (lines.lanes[word] != 0)
    text += std::string("\nnow ") +
            (look.current->site.op == format::Op::kLoad    ? "loaded"
             : look.current->site.op == format::Op::kStore ? "stored"
                                                           : "updated") +
            " by lane" + ((lines.lanes[word] & (lines.lanes[word] - 1)) == 0 ? " " : "s ") +
            lane_ranges(lines.lanes[word]);
  return text;
}

}  // namespace gemmscope::views
