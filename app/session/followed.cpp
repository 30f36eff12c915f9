// SPDX-License-Identifier: MIT
#include "app/session/followed.h"

#include <algorithm>
#include <charconv>
#include <concepts>

#include "app/session/state_entries.h"
#include "tracing/format/place_name.h"

namespace gemmscope::session {
namespace {

using analysis::Followed;
using analysis::Register;
using analysis::TileCell;

/// Takes a number from the beginning of `text`.
template <std::integral Number>
bool take(std::string_view& text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take(std::string_view& text, std::string_view expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

std::optional<Register> register_from(std::string_view text) {
  Register loaded;
  if (!take(text, "lane") || !take(text, loaded.lane) || loaded.lane >= format::kLanes) return std::nullopt;
  if (take(text, "[") && (!take(text, loaded.part) || !take(text, "]"))) return std::nullopt;
  if (!take(text, "@") || !take(text, loaded.warp) || !take(text, ",") || !take(text, loaded.request))
    return std::nullopt;
  if (!text.empty() || loaded.request == 0) return std::nullopt;
  --loaded.request;  // people count from 1, as the window does
  return loaded;
}

}  // namespace

std::string text_of(const format::Recording& recording, const Element& element) {
  return format::place_name(recording, element.tensor, element.row, element.column);
}

std::optional<Element> element_from(const format::Recording& recording, std::string_view text) {
  const auto last_index = [&](std::uint32_t& index) {  // a name may have brackets, too
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos || !text.ends_with(']')) return false;
    const std::string_view digits = text.substr(open + 1, text.size() - open - 2);
    text = text.substr(0, open);
    return read_number(digits, index);
  };
  Element cell;
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t)
    if (recording.tensors[t].name == text && format::is_scalar(recording, t)) return cell.tensor = t, cell;
  if (!last_index(cell.column)) return std::nullopt;
  for (std::size_t t = 0; t < recording.tensors.size(); ++t) {
    const format::Tensor& tensor = recording.tensors[t];
    const auto part = std::ranges::find(tensor.parts, text, &format::Part::name);  // for example A[3]
    if (part == tensor.parts.end()) continue;
    if (cell.column >= format::elements_of(*part, tensor)) return std::nullopt;
    cell.tensor = static_cast<std::uint16_t>(t), cell.column += part->offset / tensor.element_bytes;
    return cell;
  }
  const auto find = [&](bool has_row) {
    const auto is_it = [&](const format::Tensor& tensor) {
      const auto t = static_cast<std::uint16_t>(&tensor - recording.tensors.data());
      return tensor.name == text && (has_row || !format::has_rows(recording, t)) && cell.row < tensor.layout.rows &&
             cell.column < (tensor.layout.column_major ? tensor.layout.columns : tensor.layout.pitch);
    };
    const auto found = std::ranges::find_if(recording.tensors, is_it);
    cell.tensor = static_cast<std::uint16_t>(found - recording.tensors.begin());
    return found != recording.tensors.end();
  };
  if (find(false)) return cell;
  return last_index(cell.row) && find(true) ? std::optional(cell) : std::nullopt;  // x[0][5] is another name of x[5]
}

std::string text_of(const format::Recording& recording, const Followed& what) {
  if (const auto* element = std::get_if<Element>(&what)) return text_of(recording, *element);
  if (const auto* cell = std::get_if<TileCell>(&what))
    return text_of(recording, cell->cell) + "@" + std::to_string(cell->k_tile);
  const auto& loaded = std::get<Register>(what);
  return "lane" + std::to_string(loaded.lane) + (loaded.part == 0 ? "" : "[" + std::to_string(loaded.part) + "]") +
         "@" + std::to_string(loaded.warp) + "," + std::to_string(std::uint64_t{loaded.request} + 1);
}

Result<Followed> followed_from(const format::Recording& recording, std::string_view text) {
  if (const auto loaded = register_from(text)) return *loaded;
  const std::size_t at = text.find('@');
  std::string_view behind = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
  std::uint32_t k_tile = 0;
  const bool readable = at == std::string_view::npos || (take(behind, k_tile) && behind.empty());
  const auto element = element_from(recording, text.substr(0, at));
  const bool shared = element && recording.tensors[element->tensor].space == format::Space::kShared;
  if (!readable || !element || (at != std::string_view::npos && !shared))
    return fail(ErrorKind::kUsage, "the recording has nothing named '" + std::string(text) +
                                       "' to follow; write A[3][5] for an element of a matrix, As[5][3]@0 for a cell "
                                       "in k-tile 0, or lane13@0,28 for what lane 13 of warp 0 loads by request 28");
  if (!shared) return *element;
  if (k_tile >= recording.k_tiles)
    return fail(ErrorKind::kUsage, "there is no k-tile " + std::to_string(k_tile) + " to follow '" + std::string(text) +
                                       "' in; the launch has k-tiles 0 to " +
                                       std::to_string(recording.k_tiles == 0 ? 0 : recording.k_tiles - 1));
  return TileCell{*element, k_tile};
}

std::string subject_of(const format::Recording& recording, const analysis::Life& life) {
  return life.element ? text_of(recording, *life.element) : text_of(recording, life.what);
}

}  // namespace gemmscope::session
