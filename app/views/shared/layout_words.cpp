// SPDX-License-Identifier: MIT
#include "app/views/shared/layout_words.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "app/views/parts/cost_words.h"
#include "app/words/number.h"
#include "tracing/analysis/layout_notation.h"
#include "tracing/analysis/tiles/otherwise.h"
#include "tracing/format/text.h"

namespace gemmscope::views {
namespace {

using session::Look;

/// The banks that are needed of each row of the tile, in the phase that costs most.
std::map<std::uint32_t, std::uint32_t> banks_by_row(const Look& look, const SharedPicture& picture) {
  const analysis::SharedCost& cost = look.current->cost;
  const auto phases = std::span(cost.phases).first(cost.phase_count);
  const auto worst = std::max_element(phases.begin(), phases.end(),
                                      [](const auto& a, const auto& b) { return a.wavefronts < b.wavefronts; });
  std::map<std::uint32_t, std::uint32_t> banks;
  if (worst == phases.end()) return banks;
  for (const Spot& spot : picture.touched)
    if ((worst->lanes >> spot.lane & 1u) != 0) banks[spot.touch.cell->row] |= 1u << spot.touch.cell->bank();
  return banks;
}

using RowBanks = std::pair<std::uint32_t, std::uint32_t>;  // row, banks

/// "so rows 0 and 8 share a bank", "so all of them share banks", "so no two share a bank".
std::string meeting(const std::vector<RowBanks>& rows) {
  const auto meet = [](const RowBanks& a, const RowBanks& b) { return (a.second & b.second) != 0; };
  if (rows.size() > 2 && std::all_of(rows.begin(), rows.end(), [&](const RowBanks& row) { return meet(row, rows[0]); }))
    return "so all of them share banks";
  for (std::size_t apart = 1; apart < rows.size(); ++apart)
    for (std::size_t i = 0; i + apart < rows.size(); ++i)
      if (meet(rows[i], rows[i + apart]))
        return "so rows " + std::to_string(rows[i].first) + " and " + std::to_string(rows[i + apart].first) +
               " share a bank";
  return "so no two share a bank";
}

/// Which columns of one row share a bank: without padding inside the row, those a line of memory apart.
std::string which_share_a_bank(const format::Tensor& tile) {
  if (tile.layout.group_pad != 0 || tile.layout.interleave > 1) return ": several of its words are in one bank.";
  return ": columns " + std::to_string(kLineBytes / std::max(1u, tile.element_bytes)) + " apart share a bank.";
}

/// How much later than at a bank's 128-byte line `bytes` begin: "1 bank", "1.5 banks" (of half elements); empty for
/// none.
std::string turn_in_words(std::uint32_t bytes) {
  const std::uint32_t turn = bytes % kLineBytes;
  if (turn == 0) return {};
  if (turn % analysis::kBankBytes == 0) return words::count_of(turn / analysis::kBankBytes, "bank");
  return words::decimals(static_cast<double>(turn) / analysis::kBankBytes, 1) + " banks";
}

/// "each row", "each group of four rows".
std::string each_rows(std::uint32_t rows) {
  const std::string number = rows == 2 ? "two" : rows == 4 ? "four" : std::to_string(rows);
  return rows == 1 ? "each row" : "each group of " + number + " rows";
}

/// The finding on what a comment says of the array that has the tile; nullptr: there is none.
const analysis::Finding* not_as_said(const Look& look, std::uint16_t tile) {
  const std::vector<format::Tensor>& tensors = look.recording()->tensors;
  for (const analysis::Finding& finding : look.loaded->check.findings)
    if (finding.fault == analysis::Fault::kNotAsSaid &&
        (finding.tensor == tile || tensors[tile].name.starts_with(tensors[finding.tensor].name + "+")))
      return &finding;
  return nullptr;
}

}  // namespace

std::string said_sentence(const Look& look, const SharedPicture& picture) {
  const analysis::Finding* finding = not_as_said(look, picture.tile);
  if (finding == nullptr || !look.loaded->tiles) return "";
  const std::vector<analysis::SaidTile>& comments = look.loaded->tiles->said.tiles;
  const auto comment = std::ranges::find(comments, finding->said->said.line, &analysis::SaidTile::line);
  const bool found = comment != comments.end() && analysis::has_found_layout(*look.loaded->tiles, *comment);
  return "Line " + std::to_string(finding->said->said.line) + " says " + format::shown(finding->said->said.text) +
         (found ? ", but the kernel does something else, which is drawn"
                : ", which is drawn, but the kernel does something else") +
         ": check names the difference.";
}

std::string pitch_sentence(const format::Tensor& tile) {
  const std::uint32_t bytes = tile.layout.pitch * tile.element_bytes;
  const std::string turn = turn_in_words(bytes);
  std::string text = "Rows of " + tile.name + " are " + words::thousands(bytes) + " bytes apart";
  if (tile.layout.swizzle.by == Swizzle::By::kRow)
    return text + "; the " + (tile.layout.rotates ? "rotation" : "swizzle") + " moves their columns to other banks, " +
           each_rows(1u << tile.layout.swizzle.shift) + " in its own way: " + analysis::moves_in_words(tile.layout) +
           ".";
  if (tile.layout.swizzle.by == Swizzle::By::kColumn)
    return text +
           "; the swizzle exchanges neighbouring groups of four columns: " + analysis::moves_in_words(tile.layout) +
           ".";
  text += turn.empty() ? ", a multiple of 128: all of them begin in the same bank."
                       : ": each begins " + turn + " after the row before it.";
  if (tile.layout.interleave > 1)
    text += " In memory, columns " + std::to_string(tile.layout.interleave) + " apart are next to each other.";
  if (tile.layout.group_pad != 0)
    text += " Inside a row, " + words::count_of(tile.layout.group_pad, "element") + " of padding " +
            (tile.layout.group_pad == 1 ? "follows" : "follow") + " every " + std::to_string(tile.layout.group) + ".";
  return text;
}

std::string meeting_sentence(const Look& look, const SharedPicture& picture) {
  const session::Current& now = *look.current;
  // The sub-op rule's phases are words of a wide access, not lanes.
  const bool pieces = look.rule == analysis::ConflictModel::kSubop && now.site.width > analysis::kBankBytes;
  if (!now.shared() || now.site.tensor != picture.tile || pieces) return "";
  const auto banks = banks_by_row(look, picture);
  const std::vector<RowBanks> rows(banks.begin(), banks.end());
  const std::string who = now.cost.phase_count > 1 ? "A phase" : "This request";
  if (rows.empty()) return "";
  if (rows.size() == 1)
    return now.cost.max_nway <= 1 ? ""
                                  : who + " touches row " + std::to_string(rows[0].first) +
                                        which_share_a_bank(look.recording()->tensors[picture.tile]);
  const format::Tensor& tile = look.recording()->tensors[picture.tile];
  std::vector<std::uint32_t> numbers;
  for (const RowBanks& row : rows) numbers.push_back(row.first);
  const std::uint32_t step = common_step(numbers), bytes = step * tile.layout.pitch * tile.element_bytes;
  const std::string turn = turn_in_words(bytes);
  std::string text = who + " touches " + (step > 1 ? every_text(step) + " row" : std::to_string(rows.size()) + " rows");
  if (step > 1 && !turn.empty() && !tile.layout.swizzle.any()) text += ", each " + turn + " further on";
  return text + ", " + meeting(rows) + ".";
}

std::string rows_sentence(const Look& look, const SharedPicture& picture) {
  const session::Current& now = *look.current;
  const format::Tensor& tile = look.recording()->tensors[picture.tile];
  if (!now.shared() || now.site.tensor != picture.tile || now.site.op != format::Op::kStore || !tile.transposed)
    return "";
  const std::size_t rows = banks_by_row(look, picture).size(), piece = picture.moved.size();
  std::set<std::uint32_t> apart;
  for (const session::Touched& touch : picture.moved)
    if (touch.cell) apart.insert(touch.cell->row);
  if (rows < 2 || piece < 2 || apart.size() != piece || rows * piece != tile.layout.rows) return "";
  return "Because BK = " + std::to_string(tile.layout.rows) + ", lanes load " + std::to_string(piece) +
         " neighbours along k: " + std::to_string(rows) + " lanes share a row of " + tile.of + " and store to " +
         std::to_string(rows) + " rows of " + tile.name + ".";
}

std::set<std::uint32_t> k_tiles_in(const Look& look, const SharedPicture& picture, std::uint32_t buffer) {
  const format::Recording& recording = *look.recording();
  const format::Tensor& tile = recording.tensors[picture.tile];
  std::set<std::uint32_t> k_tiles;
  for (std::uint32_t row = 0; row < tile.layout.rows; ++row)
    for (std::uint32_t column = 0; column < tile.layout.columns; ++column)
      if (const auto* write =
              picture.writer_of(recording, analysis::cell_of(recording, picture.tile, row, column, buffer).byte))
        k_tiles.insert(write->k_tile);
  return k_tiles;
}

std::string k_tiles_text(const std::set<std::uint32_t>& k_tiles) {
  std::string text;
  for (const std::uint32_t k_tile : k_tiles) text += (text.empty() ? "" : " and ") + words::thousands(k_tile);
  return (k_tiles.size() == 1 ? "k-tile " : "k-tiles ") + text;
}

/// "As1"; "tiles+0, buffer 1", where a digit could not be told from the name's.
std::string buffer_name(const format::Tensor& tile, std::uint32_t buffer) {
  const bool ends_in_digit = !tile.name.empty() && std::isdigit(static_cast<unsigned char>(tile.name.back())) != 0;
  return tile.name + (ends_in_digit ? ", buffer " : "") + std::to_string(buffer);
}

std::string buffers_sentence(const Look& look, const SharedPicture& picture) {
  const format::Recording& recording = *look.recording();
  const format::Tensor& tile = recording.tensors[picture.tile];
  if (tile.layout.buffers < 2) return "";
  const session::Current& now = *look.current;
  const bool fills = now.site.tensor == picture.tile && now.site.op == format::Op::kStore;
  std::string text;
  for (std::uint32_t buffer = 0; buffer < tile.layout.buffers; ++buffer) {
    const std::set<std::uint32_t> k_tiles = k_tiles_in(look, picture, buffer);
    text += (text.empty() ? "" : "; ") + buffer_name(tile, buffer) + " holds " +
            (k_tiles.empty() ? "nothing of " + tile.of : k_tiles_text(k_tiles));
  }
  return (fills ? "Before this request, " : "") + text + ".";
}

std::string alignment_sentence(const Look& look, const SharedPicture& picture) {
  const session::Current& now = *look.current;
  const format::Tensor& tile = look.recording()->tensors[picture.tile];
  const std::uint32_t step = now.site.width / std::max(1u, tile.element_bytes);
  if (tile.layout.group == 0 || !now.shared() || now.site.tensor != picture.tile || step < 2) return "";
  return "Accesses of " + std::to_string(now.site.width) + " bytes fault unless pad is a multiple of " +
         std::to_string(step) + " elements.";
}

}  // namespace gemmscope::views
