// SPDX-License-Identifier: MIT
#include "app/views/shared/memory_lines.h"

#include <algorithm>

#include "app/views/parts/cost_words.h"
#include "app/views/parts/lane_set.h"
#include "app/views/parts/stage_words.h"
#include "app/words/number.h"
#include "tracing/analysis/held.h"
#include "tracing/format/place_name.h"

namespace gemmscope::views {
namespace {

constexpr std::uint32_t kLine = analysis::kWavefrontBytes;

/// What each cell of the word holds; nullopt: nobody wrote it, or knows where its value is from.
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

/// "holds A[12][5], ": elements that were stored to the word. Empty: nobody knows where its values are from.
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

}  // namespace

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

MemoryLines memory_lines(const session::Look& look, std::uint32_t fitting) {
  const format::Recording& recording = *look.recording();
  const session::Current& now = *look.current;
  MemoryLines lines{.cell_bytes = analysis::cell_bytes(recording),
                    .writers = analysis::shared_writers(recording, moment_of(look)),
                    .lanes = std::vector<std::uint32_t>((recording.shared_bytes + 3) / analysis::kBankBytes)};
  if (now.shared()) lines.words = words_asked(now.cost);
  std::uint32_t touched = 0xffffffff;
  for (int lane = 0; lane < format::kLanes && now.shared(); ++lane) {
    if (!now.active(lane)) continue;
    const std::uint64_t end = std::uint64_t{now.address(lane)} + now.site.width;
    for (std::uint64_t word = now.address(lane) / analysis::kBankBytes; word * analysis::kBankBytes < end; ++word)
      if (word < lines.lanes.size()) lines.lanes[word] |= 1u << lane;
    touched = std::min(touched, now.address(lane) / kLine);
  }
  lines.all = (recording.shared_bytes + kLine - 1) / kLine;
  lines.count = std::min(lines.all, std::max(1u, fitting));
  if (touched < lines.all) lines.first = std::min(lines.all - lines.count, touched / lines.count * lines.count);
  return lines;
}

std::optional<std::uint16_t> array_at(const format::Recording& recording, std::uint32_t byte) {
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t)
    if (recording.tensors[t].space == format::Space::kShared && analysis::cell_in(recording, t, byte)) return t;
  return std::nullopt;
}

std::string word_story(const session::Look& look, const MemoryLines& lines, std::uint32_t word) {
  const format::Recording& recording = *look.recording();
  const std::uint32_t byte = word * analysis::kBankBytes;
  const auto array = array_at(recording, byte);
  const std::string place =
      array ? recording.tensors[*array].name + "[" +
                  std::to_string((byte - recording.tensors[*array].offset) / recording.tensors[*array].element_bytes) +
                  "], "
            : "";
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
