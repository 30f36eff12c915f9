// SPDX-License-Identifier: MIT
#include "app/views/shared/held_names.h"

#include <algorithm>
#include <set>

#include "tracing/format/place_name.h"

namespace gemmscope::views {
namespace {

constexpr float kMostLarge = 12;                      // points: size of letters in large cells
constexpr float kLargeName = 32;                      // points across
constexpr float kOneLine = 0.75f, kTwoLines = 0.44f;  // of a cell's height: one line, and each of two

struct Held {
  std::uint32_t word;
  analysis::Element element;
};
using HeldByArray = std::map<std::uint16_t, std::vector<Held>>;

HeldByArray held_by_array(const session::Look& look, const MemoryLines& lines) {
  HeldByArray held;
  for (std::uint32_t cell = 0; cell < lines.cells(); ++cell)
    if (const auto array = array_at(*look.recording(), lines.word(cell) * analysis::kBankBytes))
      if (const auto element = element_held(look, lines, lines.word(cell)))
        held[*array].push_back({lines.word(cell), *element});
  return held;
}

/// The largest size at which all names have room; 0: there is none.
float size_for(const draw::Canvas& canvas, const std::vector<HeldName>& names, draw::Rect cell) {
  const bool two = std::ranges::any_of(names, [](const HeldName& name) { return !name.upper.empty(); });
  draw::TextStyle style = canvas.small_mono();
  style.size = std::min(cell.width < kLargeName ? kLeastDigit : kMostLarge, cell.height * (two ? kTwoLines : kOneLine));
  float widest = 0;
  for (const HeldName& name : names)
    for (const std::string& text : {name.upper, name.lower}) widest = std::max(widest, canvas.text_width(text, style));
  const float room = cell.width - 2.5f;  // neighbours stay apart
  const float size = widest <= room ? style.size : style.size * room / widest;
  return size >= kLeastDigit ? size : 0;
}

std::vector<HeldName> whole(const format::Recording& recording, const std::vector<Held>& held) {
  std::vector<HeldName> names;
  for (const Held& each : held) {
    const auto& [tensor, row, column] = each.element;
    names.push_back({each.word, "", format::place_name(recording, tensor, row, column)});
  }
  return names;
}

std::vector<HeldName> numbers(const format::Recording& recording, const std::vector<Held>& held) {
  std::vector<HeldName> names;
  for (const Held& each : held) {
    const bool rows = format::has_rows(recording, each.element.tensor);
    names.push_back({each.word, rows ? std::to_string(each.element.row) : "", std::to_string(each.element.column)});
  }
  return names;
}

/// "A[12]" of each line, if it holds elements of one row only; empty: one does not, or arrays have no rows.
std::map<std::uint32_t, std::string> rows_of_lines(const format::Recording& recording, const std::vector<Held>& held) {
  std::map<std::uint32_t, std::string> rows;
  for (const auto& [word, element] : held) {
    if (!format::has_rows(recording, element.tensor)) return {};
    const std::string row = recording.tensors[element.tensor].name + "[" + std::to_string(element.row) + "]";
    const auto [known, is_new] = rows.try_emplace(word / analysis::kBanks, row);
    if (!is_new && known->second != row) return {};
  }
  return rows;
}

std::vector<HeldName> columns(const std::vector<Held>& held) {
  std::vector<HeldName> names;
  for (const Held& each : held) names.push_back({each.word, "", std::to_string(each.element.column)});
  return names;
}

/// The one array that all are of, if its name and an element's numbers tell which it is.
std::optional<std::uint16_t> one_source(const format::Recording& recording, const std::vector<Held>& held) {
  const std::uint16_t first = held.front().element.tensor;
  const bool one = std::ranges::all_of(held, [&](const Held& each) { return each.element.tensor == first; });
  return one && recording.tensors[first].parts.empty() ? std::optional(first) : std::nullopt;
}

}  // namespace

HeldNames held_names(const draw::Canvas& canvas, const session::Look& look, const MemoryLines& lines, draw::Rect cell,
                     float beside) {
  const format::Recording& recording = *look.recording();
  HeldNames names;
  names.size = kMostLarge;
  if (cell.height * kOneLine < kLeastDigit) return names;
  const auto add = [&](const std::vector<HeldName>& more, float size) {
    names.cells.insert(names.cells.end(), more.begin(), more.end());
    names.size = std::min(names.size, size);
  };
  for (const auto& [array, held] : held_by_array(look, lines)) {
    const auto full = whole(recording, held);
    if (const float size = size_for(canvas, full, cell); size != 0) {
      add(full, size);
      continue;
    }
    const std::string& name = recording.tensors[array].name;
    const auto rows = rows_of_lines(recording, held);
    const bool beside_lines = !rows.empty() && std::ranges::all_of(rows, [&](const auto& row) {
      return canvas.text_width(name + " " + row.second, canvas.small()) <= beside;
    });
    if (const float size = beside_lines ? size_for(canvas, columns(held), cell) : 0; size != 0) {
      add(columns(held), size);
      names.lines.insert(rows.begin(), rows.end());
      continue;
    }
    const auto source = one_source(recording, held);
    if (!source) continue;
    const auto short_names = numbers(recording, held);
    const float size = size_for(canvas, short_names, cell);
    const std::string& of = recording.tensors[*source].name;
    if (size == 0 || canvas.text_width(name + " holds " + of, canvas.small()) > beside) continue;
    add(short_names, size);
    names.sources[array] = of;
    (short_names.front().upper.empty() ? names.numbers : names.rows) = true;
  }
  return names;
}

}  // namespace gemmscope::views
