// SPDX-License-Identifier: MIT
#include "app/views/shared_picture.h"

#include <algorithm>

namespace gemmscope::views {
namespace {

using session::Session;
using session::Touched;

constexpr std::uint32_t kColumnGroup = 32;    // columns of a tile shown together
constexpr std::uint32_t kFurthestLoad = 256;  // requests back to the load that a store's values came from

std::optional<std::uint16_t> shared_tile(const format::Recording& recording, int number) {
  for (std::uint16_t t = 0; t < recording.tensors.size(); ++t)
    if (recording.tensors[t].space == format::Space::kShared && --number == 0) return t;
  return std::nullopt;
}

std::optional<std::uint16_t> tile_of_request(const Session& session) {
  const session::Current& now = *session.current;
  if (now.shared()) return now.site.tensor;
  if (const auto tile = analysis::tile_tensor_of(*session.recording(), now.site.tensor)) return tile;
  return shared_tile(*session.recording(), 1);
}

std::vector<Run> everything(std::uint32_t first, std::uint32_t end) { return {{first, end - first}}; }

void choose_rows(const format::Recording& recording, SharedPicture& picture) {
  const format::Tensor& tile = recording.tensors[picture.tile];
  const std::uint32_t bytes = tile.rows * tile.pitch * tile.element_bytes;
  picture.columns = {0, std::max(1u, picture.part.columns)};
  if (picture.whole || picture.touched.empty()) {
    picture.rows = everything(0, picture.part.rows);
    picture.lines = everything(tile.offset / kLineBytes, (tile.offset + bytes + kLineBytes - 1) / kLineBytes);
    return;
  }
  std::vector<std::uint32_t> rows, columns, lines;
  const auto add = [&](const Touched& touch) {
    if (touch.element && picture.part.contains(touch.element->row, touch.element->column)) {
      rows.push_back(touch.element->row - picture.part.row);
      columns.push_back(touch.element->column - picture.part.column);
    }
    if (touch.cell) lines.push_back(touch.cell->byte / kLineBytes);
  };
  for (const Spot& spot : picture.touched) add(spot.touch);
  for (const Touched& touch : picture.moved) add(touch);
  picture.lines = runs_of(std::move(lines));
  if (picture.rows = runs_of(std::move(rows)); picture.rows.empty()) picture.rows = everything(0, 1);
  if (columns.empty()) return;
  const auto [least, most] = std::minmax_element(columns.begin(), columns.end());
  const std::uint32_t first = *least / kColumnGroup * kColumnGroup;
  picture.columns = {first, std::min(picture.part.columns, (*most / kColumnGroup + 1) * kColumnGroup) - first};
}

std::string number_word(std::size_t count) {
  constexpr const char* kWords[] = {"no", "one", "two", "three", "four"};
  return count < std::size(kWords) ? kWords[count] : std::to_string(count);
}

std::vector<session::Element> elements_of(const std::vector<Touched>& touches) {
  std::vector<session::Element> elements;
  for (const Touched& touch : touches)
    if (touch.element) elements.push_back(*touch.element);
  return elements;
}

std::vector<session::Element> cells_of(const std::vector<Touched>& touches) {
  std::vector<session::Element> cells;
  for (const Touched& touch : touches)
    if (touch.cell) cells.push_back({touch.cell->tensor, touch.cell->row, touch.cell->column});
  return cells;
}

bool in_several_rows(const std::vector<session::Element>& cells) {
  return std::any_of(cells.begin(), cells.end(),
                     [&](const session::Element& cell) { return cell.row != cells[0].row; });
}

/// Where the copy puts what it moves: "Transposed, its four values go to four rows of As, 512 bytes apart."
std::string destination(const format::Recording& recording, const SharedPicture& picture, bool done) {
  const auto cells = cells_of(picture.moved);
  if (cells.empty()) return "";
  const format::Tensor& tile = recording.tensors[picture.tile];
  if (!in_several_rows(cells))
    return std::string(done ? "It goes to " : "It will go to ") + places_text(recording, cells) +
           (cells.size() > 1 ? " in one piece." : ".");
  const std::string count = number_word(cells.size());
  return "Transposed, its " + count + " values " + (done ? "go" : "will go") + " to " + count + " rows of " +
         tile.name + ", " + std::to_string(tile.pitch * tile.element_bytes) + " bytes apart.";
}

}  // namespace

std::vector<Run> runs_of(std::vector<std::uint32_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  std::vector<Run> runs;
  for (const std::uint32_t number : numbers)
    if (runs.empty() || number > runs.back().first + runs.back().count)
      runs.push_back({number, 1});
    else if (number == runs.back().first + runs.back().count)
      ++runs.back().count;
  return runs;
}

CellState SharedPicture::state_of(const format::Recording& recording, std::uint32_t k_tile, std::uint32_t byte,
                                  std::uint32_t touched_lanes) const {
  const auto cell = analysis::cell_at(recording, byte);
  if (!cell || cell->tensor != tile) return CellState::kOutside;
  if (touched_lanes != 0) return CellState::kTouched;
  if (cell->padding) return CellState::kPadding;
  const std::size_t index = byte / cell_bytes;
  if (index >= writers.size() || !writers[index].written) return CellState::kNever;
  return writers[index].k_tile == k_tile ? CellState::kThisTile : CellState::kEarlier;
}

std::vector<Touched> moved_by(const Session& session, int lane) {
  std::vector<Touched> own = touched(session, lane);
  const session::Current& now = *session.current;
  if (!now.shared() || now.site.op != format::Op::kStore || own.empty() || !own[0].element) return own;
  const format::Recording& recording = *session.recording();
  const session::Element stored = *own[0].element;
  const std::uint32_t last = session.cursor.request;
  for (std::uint32_t back = 1; back <= std::min(last, kFurthestLoad); ++back) {
    const auto [segment, row] = format::locate(recording, session.cursor.block, session.cursor.warp, last - back);
    const format::Request request = format::decode(
        recording, session.cursor.block, session::pattern_of(recording, session.cursor.block).segments[segment], row);
    const format::Site& site = recording.sites[request.site];
    const std::uint32_t first = request.address[static_cast<std::size_t>(lane)];
    if (site.tensor != stored.tensor || site.op != format::Op::kLoad || first == format::kInactive) continue;
    const std::uint32_t wanted = analysis::byte_of(recording, stored),
                        bytes = recording.tensors[stored.tensor].element_bytes;
    if (wanted < first || wanted >= first + site.width) continue;
    std::vector<Touched> piece;
    for (std::uint32_t byte = first; byte < first + site.width; byte += bytes) {
      const auto element = analysis::element_at(recording, stored.tensor, byte);
      if (!element) continue;
      piece.push_back(
          {.byte = byte,
           .cell = analysis::cell_holding(recording, *element, block_of(session), k_tile_in_shared(session)),
           .element = element});
    }
    return piece;
  }
  return own;
}

std::optional<SharedPicture> shared_picture(const Session& session, int tile, bool whole) {
  const format::Recording& recording = *session.recording();
  const auto chosen = tile == 0 ? tile_of_request(session) : shared_tile(recording, tile);
  if (!chosen) return std::nullopt;
  SharedPicture picture;
  picture.tile = *chosen;
  picture.whole = whole;
  picture.matrix = analysis::tensor_named(recording, recording.tensors[*chosen].of);
  if (const auto tiles = analysis::block_tiles(recording, block_of(session), session.k_tile()))
    picture.part = recording.tensors[*chosen].of == "B" ? tiles->B : tiles->A;
  for (int lane = 0; lane < format::kLanes; ++lane)
    for (const Touched& touch : touched(session, lane))
      if (touch.cell && touch.cell->tensor == *chosen) picture.touched.push_back({lane, touch});
  if (!picture.touched.empty() && session.lane() >= 0) {
    picture.lane = session.lane();
    picture.moved = moved_by(session, picture.lane);
  }
  picture.cell_bytes = analysis::cell_bytes(recording);
  picture.writers = analysis::shared_writers(recording, moment_of(session));
  choose_rows(recording, picture);
  return picture;
}

std::array<std::uint8_t, analysis::kBanks> words_asked(const analysis::SharedCost& cost) {
  std::array<std::uint8_t, analysis::kBanks> words{};
  for (std::size_t p = 0; p < cost.phase_count; ++p)
    for (std::size_t bank = 0; bank < words.size(); ++bank)
      words[bank] = std::max(words[bank], cost.phases[p].words_in_bank[bank]);
  return words;
}

std::string copy_sentence(const Session& session, const SharedPicture& picture) {
  const format::Recording& recording = *session.recording();
  const session::Current& now = *session.current;
  const std::string& tile = recording.tensors[picture.tile].name;
  if (picture.touched.empty()) {
    const std::string k = std::to_string(k_tile_in_shared(session));
    if (!now.shared() && now.tensor.name == "C")
      return "C goes straight to global memory; " + tile + " still holds k-tile " + k + ".";
    return "This request does not touch " + tile + ".";
  }
  const std::string lane = "Lane " + std::to_string(picture.lane);
  if (!now.active(picture.lane)) return lane + " takes no part in this request.";
  const std::string elements = places_text(recording, elements_of(picture.moved)),
                    cells = places_text(recording, cells_of(picture.moved));
  if (elements.empty())
    return lane + (now.site.op == format::Op::kStore ? " fills " : " reads ") + cells + ": beyond the matrix, so zero.";
  if (!now.shared()) return lane + " loads " + elements + ". " + destination(recording, picture, false);
  if (now.site.op == format::Op::kStore)
    return lane + " copies " + elements + ". " + destination(recording, picture, true);
  return lane + " reads " + cells + ", which holds " + elements + ".";
}

std::string conflict_sentence(const Session& session) {
  const session::Current& now = *session.current;
  if (!now.shared()) return "";
  const analysis::SharedCost& cost = now.cost;
  const auto waves = [](int count) { return std::to_string(count) + (count == 1 ? " wavefront" : " wavefronts"); };
  if (cost.misaligned != 0)
    return "Some lanes' addresses are not a multiple of " + std::to_string(now.site.width) + ": the request faults.";
  if (cost.max_nway <= 1)
    return cost.phase_count == 1 ? "No bank is asked for two different words: " + waves(cost.wavefronts) + "."
                                 : "No phase asks a bank for two different words: " + waves(cost.wavefronts) + " for " +
                                       std::to_string(cost.ideal) + " phases, the least possible.";
  const auto words = words_asked(cost);
  const auto banks = std::count(words.begin(), words.end(), cost.max_nway);
  const std::string who = std::to_string(banks) + (banks == 1 ? " bank is" : " banks are each");
  return who + " asked for " + std::to_string(cost.max_nway) + " different words" +
         (cost.phase_count > 1 ? " in one phase" : "") + ": " + waves(cost.wavefronts) + " where " +
         std::to_string(cost.ideal) + " would do.";
}

std::string pitch_sentence(const format::Tensor& tile) {
  const std::uint32_t bytes = tile.pitch * tile.element_bytes, turn = bytes % kLineBytes / analysis::kBankBytes;
  std::string text = "Rows of " + tile.name + " are " + std::to_string(bytes) + " bytes apart";
  if (tile.swizzle == format::Swizzle::kXorRow)
    return text + "; the swizzle moves their columns to other banks, every four rows differently.";
  if (tile.swizzle == format::Swizzle::kXorGroup)
    return text + "; the swizzle exchanges neighbouring groups of four columns.";
  text += turn == 0 ? ", a multiple of 128: all of them begin in the same bank."
                    : ": each begins " + std::to_string(turn) + (turn == 1 ? " bank" : " banks") +
                          " after the row before it.";
  return text;
}

}  // namespace gemmscope::views
