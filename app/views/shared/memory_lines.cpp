// SPDX-License-Identifier: MIT
#include "app/views/shared/memory_lines.h"

#include <algorithm>

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

/// The page of `lines.count` lines with the first that the request touches.
void turn_to_touched(MemoryLines& lines) {
  const auto touched = std::ranges::find_if(lines.lanes, [](std::uint32_t lanes) { return lanes != 0; });
  if (touched == lines.lanes.end()) return;
  const auto word = static_cast<std::uint32_t>(touched - lines.lanes.begin());
  lines.first = std::min(lines.all - lines.count, word / analysis::kBanks / lines.count * lines.count);
  lines.bank = word % analysis::kBanks / lines.banks * lines.banks;
}

void show_all(MemoryLines& lines, std::uint32_t fitting) {
  lines.count = std::min(lines.all, std::max(1u, fitting));
  if (lines.count != 0) turn_to_touched(lines);
}

void show_zoomed(MemoryLines& lines, const session::Look& look) {
  const MemoryZoom& zoom = look.views.shared.memory;
  lines.count = std::min(lines.all, lines.large), lines.first = std::min(zoom.line, lines.all - lines.count);
  lines.banks = zoom.banks, lines.bank = zoom.bank;
  if (lines.count != 0 && look.cursor.request != zoom.followed && !shows_touched(lines)) turn_to_touched(lines);
}

}  // namespace

MemoryZoom zoomed(const session::Look& look, const MemoryLines& shown, float notches, std::uint32_t word) {
  MemoryZoom zoom{look.views.shared.memory.banks, 0, 0, look.cursor.request};
  const bool all_are_large = shown.all <= shown.large;  // as they are: larger ones are fewer side by side
  if (notches > 0)
    zoom.banks = zoom.banks == 0 ? MemoryZoom::kMost / (all_are_large ? 2 : 1) : std::max(zoom.banks / 2, zoom.kLeast);
  else
    zoom.banks = zoom.banks == 0 || zoom.banks * (all_are_large ? 2 : 1) >= zoom.kMost ? 0 : zoom.banks * 2;
  if (zoom.banks == 0) return {};
  const std::uint32_t line = word / analysis::kBanks,
                      above = (line - shown.first) * shown.large / std::max(1u, shown.count);
  zoom.line = std::min(line - std::min(line, above), shown.all - shown.large);
  zoom.bank = word % analysis::kBanks / zoom.banks * zoom.banks;
  return zoom;
}

MemoryZoom moved(const session::Look& look, const MemoryLines& shown, float notches) {
  MemoryZoom zoom{look.views.shared.memory.banks, shown.bank, shown.first, look.cursor.request};
  if (zoom.banks == 0) return zoom;
  const std::uint32_t last = shown.all - shown.count, parts = analysis::kBanks / zoom.banks;
  const std::uint32_t part = zoom.bank / zoom.banks;
  if (notches < 0) {
    if (part + 1 < parts) return zoom.bank += zoom.banks, zoom;
    if (zoom.line < last) zoom.line = std::min(last, zoom.line + shown.count), zoom.bank = 0;
  } else {
    if (part != 0) return zoom.bank -= zoom.banks, zoom;
    if (zoom.line != 0) zoom.line -= std::min(zoom.line, shown.count), zoom.bank = (parts - 1) * zoom.banks;
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

MemoryLines memory_lines(const session::Look& look, std::uint32_t fitting, std::uint32_t large) {
  const format::Recording& recording = *look.recording();
  const session::Current& now = *look.current;
  MemoryLines lines{.cell_bytes = analysis::cell_bytes(recording),
                    .writers = analysis::shared_writers(recording, moment_of(look)),
                    .lanes = std::vector<std::uint32_t>((recording.shared_bytes + 3) / analysis::kBankBytes)};
  if (now.shared()) lines.words = words_asked(now.cost);
  for (int lane = 0; lane < format::kLanes && now.shared(); ++lane) {
    if (!now.active(lane)) continue;
    const std::uint64_t end = std::uint64_t{now.address(lane)} + now.site.width;
    for (std::uint64_t word = now.address(lane) / analysis::kBankBytes; word * analysis::kBankBytes < end; ++word)
      if (word < lines.lanes.size()) lines.lanes[word] |= 1u << lane;
  }
  lines.all = (recording.shared_bytes + kLine - 1) / kLine;
  lines.large = std::clamp(large, 1u, std::max(1u, lines.all));
  look.views.shared.memory.banks == 0 ? show_all(lines, fitting) : show_zoomed(lines, look);
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

std::string word_story(const session::Look& look, const MemoryLines& lines, std::uint32_t word) {
  const format::Recording& recording = *look.recording();
  const std::uint32_t byte = word * analysis::kBankBytes;
  const auto array = array_at(recording, byte);
  const auto cell = array ? analysis::cell_in(recording, *array, byte) : std::nullopt;
  const std::string place = cell ? format::place_name(recording, *array, cell->row, cell->column) + ", " : "";
  std::string text = place + "byte " + words::thousands(byte) + ", bank " + std::to_string(word % analysis::kBanks);
  if (const analysis::Write* write = lines.writer(word))
    text += "\n" + held_in_words(look, lines, word) + "stored by warp " + std::to_string(write->warp) + ", lane " +
            std::to_string(write->lane) + ", line " + std::to_string(recording.sites[write->site].line);
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
