// SPDX-License-Identifier: MIT
#include "app/views/shared/words.h"

#include <algorithm>
#include <set>

#include "app/views/parts/cost_words.h"
#include "app/views/shared/layout_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using session::Look;
using session::Touched;

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
std::string destination(const Look& look, const SharedPicture& picture, bool done) {
  const format::Recording& recording = *look.recording();
  const auto cells = cells_of(picture.moved);
  if (cells.empty()) return "";
  const format::Tensor& tile = recording.tensors[picture.tile];
  if (!in_several_rows(cells)) {
    const std::size_t pieces = moved_groups(look, picture).size();
    return std::string(done ? "It goes to " : "It will go to ") + places_text(recording, cells) +
           (cells.size() > 1 ? (pieces == 1 ? " in one piece." : " in " + number_word(pieces) + " pieces.") : ".");
  }
  const std::string count = number_word(cells.size());
  return "Transposed, its " + count + " values " + (done ? "go" : "will go") + " to " + count + " rows of " +
         tile.name + ", " + words::thousands(tile.layout.pitch * tile.element_bytes) + " bytes apart.";
}

/// Where not all that the lane moves is shown: "Lane 1 stores A[0][8] to As[8][0]; its 7 other values go to other rows
/// of As."
std::string one_of_several(const Look& look, const SharedPicture& picture) {
  const format::Recording& recording = *look.recording();
  const std::vector<Touched> now = touched(look, picture.lane);
  const std::size_t others = picture.moved.size() - now.size();
  return "Lane " + std::to_string(picture.lane) + " stores " + places_text(recording, elements_of(now)) + " to " +
         places_text(recording, cells_of(now)) + "; its " + std::to_string(others) + " other " +
         (others == 1 ? "value goes to another row of " : "values go to other rows of ") +
         recording.tensors[picture.tile].name + ".";
}

/// What the lane that wrote a cell loaded in place of `element`, which belongs there: "A[15][4]", "nothing of A".
/// Empty: it loaded that element, or it is not known what it loaded.
std::string loaded_instead(const Look& look, const session::Element& element, const analysis::Write& writer) {
  const format::Recording& recording = *look.recording();
  const auto loads = analysis::loads_for(recording, {look.cursor.block, writer.warp, writer.request});
  if (!loads || analysis::load_of(recording, *loads, writer.lane, element) != nullptr) return {};
  const std::string loaded = places_text(recording, analysis::loaded_last(recording, *loads, writer.lane));
  return loaded.empty() ? "nothing of " + recording.tensors[element.tensor].name : loaded;
}

/// Where a cell is that no element belongs to: outside the matrix, or in a block without a tile.
std::string without_element(const Look& look) {
  const format::Recording& recording = *look.recording();
  return analysis::block_tiles(recording, look.block(), 0)
             ? "outside the matrix"
             : "in no tile, because this block stores nothing to " + recording.name_of(format::Matrix::kC);
}

/// What `writer` stored for a place beyond the matrix: nothing that was loaded, unless its lane had loaded something
/// besides what it has stored to cells inside, for example the next row's element.
std::string beyond(const Look& look, const SharedPicture& picture, const analysis::Write& writer) {
  const format::Recording& recording = *look.recording();
  if (!analysis::block_tiles(recording, look.block(), 0)) return without_element(look);
  const auto loads = analysis::loads_for(recording, {look.cursor.block, writer.warp, writer.request});
  const auto stored = [&](const session::Element& element) {
    const auto cell = analysis::cell_holding(recording, element, look.block(), look.k_tile_in_shared());
    const analysis::Write* by = cell ? picture.writer_of(recording, cell->byte) : nullptr;
    return by != nullptr && by->warp == writer.warp && by->lane == writer.lane && by->k_tile == look.k_tile_in_shared();
  };
  const bool not_loaded = loads && std::ranges::all_of(analysis::loaded_last(recording, *loads, writer.lane), stored);
  if (!not_loaded) return without_element(look);
  return without_element(look) + ", and not loaded";
}

/// Where the picked cell is, what it holds and who put it there.
std::string place_sentence(const Look& look, const SharedPicture& picture) {
  const format::Recording& recording = *look.recording();
  const analysis::Cell& cell = *picture.picked->cell;
  const std::string where = places_text(recording, cells_of({*picture.picked})) + " is byte " +
                            words::thousands(cell.byte) + ", bank " + std::to_string(cell.bank());
  if (cell.padding) return where + ": padding, which holds nothing.";
  const analysis::Write* writer = picture.writer_of(recording, cell.byte);
  const auto other = picture.other_at(recording, cell.byte);
  if (other) return where + ": it is a cell of " + recording.tensors[*other].name + " now.";
  const auto held =
      analysis::element_in(recording, cell, look.block(), writer ? writer->k_tile : look.k_tile_in_shared());
  const std::string element = held ? places_text(recording, {*held}) : "";
  if (writer == nullptr)
    return where + ": not written yet; " +
           (held ? element + " belongs here." : "its place is " + without_element(look) + ".");
  const analysis::Write& write = *writer;
  const auto next = analysis::element_in(recording, cell, look.block(), look.k_tile_in_shared());
  const bool stale = write.k_tile != look.k_tile_in_shared() && next;
  const std::string coming = stale ? "; " + places_text(recording, {*next}) + " comes next" : "";
  const std::string loaded = held ? loaded_instead(look, *held, write) : "";
  const std::string what = !held            ? beyond(look, picture, write) + ","
                           : loaded.empty() ? "it holds " + element + ","
                                            : element + " belongs here;";
  return where + ": " + what + " written by warp " + std::to_string(write.warp) + ", lane " +
         std::to_string(write.lane) + (loaded.empty() ? "" : ", which had loaded " + loaded + ",") + " for k-tile " +
         words::thousands(write.k_tile) + coming + ".";
}

/// Why a wide access costs more by the sub-op rule than by the others.
std::string pieces_sentence(const Look& look) {
  const session::Current& now = *look.current;
  if (!now.shared() || look.rule != analysis::ConflictModel::kSubop || now.site.width <= analysis::kBankBytes)
    return {};
  return sub_op_in_words();
}

/// Whether the request is one of C in global memory, and so says nothing of the tile.
bool of_no_tile(const Look& look, const SharedPicture& picture) {
  return picture.touched.empty() && !look.current->shared() && look.current->tensor.matrix == format::Matrix::kC;
}

/// What a request does that moves nothing in the tile.
std::string untouched_sentence(const Look& look, const SharedPicture& picture) {
  const std::string& tile = look.recording()->tensors[picture.tile].name;
  const session::Current& now = *look.current;
  if (now.shared() || now.tensor.matrix != format::Matrix::kC) return "This request does not touch " + tile + ".";
  const format::Recording& recording = *look.recording();
  std::set<std::uint32_t> held;
  for (std::uint32_t buffer = 0; buffer < std::max(1u, recording.tensors[picture.tile].layout.buffers); ++buffer)
    held.merge(k_tiles_in(look, picture, buffer));
  return now.tensor.name +
         (now.site.op == format::Op::kLoad ? " is read into registers" : " is written from registers") +
         (!held.empty() ? "; " + tile + " still holds " + k_tiles_text(held) : "") + ".";
}

/// Why a cell that should hold an element of this k-tile may hold something else when it is read. Empty: it holds it.
std::string wrong_content(const Look& look, const SharedPicture& picture) {
  const format::Recording& recording = *look.recording();
  const bool part = !all_warps_recorded(recording);
  for (const Touched& touch : picture.moved) {
    if (!touch.cell) continue;
    if (const auto other = picture.other_at(recording, touch.cell->byte))
      return "which now belongs to " + recording.tensors[*other].name;
    const analysis::Write* writer = picture.writer_of(recording, touch.cell->byte);
    if (writer == nullptr) return part ? "which no recorded thread has written" : "which no thread has written yet";
    const std::uint32_t now = look.k_tile_in_shared();
    if (writer->k_tile != now && writer->k_tile != format::kEpilogue && !part)
      return (writer->k_tile < now ? "which still holds data of k-tile " : "which already holds data of k-tile ") +
             words::thousands(writer->k_tile);
    const std::string loaded = touch.element ? loaded_instead(look, *touch.element, *writer) : "";
    if (!loaded.empty())
      return "which lane " + std::to_string(writer->lane) + " of warp " + std::to_string(writer->warp) +
             " filled after loading " + loaded;
  }
  return {};
}

/// "Lane 28 writes As[16][0], where A[16][0] belongs; it has loaded A[15][4]." Empty: the lane copies what belongs
/// there.
std::string misplaced(const Look& look, const SharedPicture& picture, const std::string& lane) {
  std::vector<session::Element> belong;
  for (const Touched& touch : picture.moved)
    if (touch.belongs) belong.push_back(*touch.belongs);
  if (belong.empty()) return {};
  const format::Recording& recording = *look.recording();
  const std::string loaded = places_text(
      recording, analysis::loaded_last(recording, *look.current->loads, static_cast<std::size_t>(picture.lane)));
  return lane + " writes " + places_text(recording, cells_of(picture.moved)) + ", where " +
         places_text(recording, belong) + (belong.size() > 1 ? " belong; " : " belongs; ") +
         (loaded.empty() ? "it has loaded nothing of " + recording.tensors[belong[0].tensor].name + "."
                         : "it has loaded " + loaded + ".");
}

/// "Lane 5 writes to padding of As; it has loaded A[0][5]."
std::string in_padding(const Look& look, const SharedPicture& picture, const std::string& lane) {
  const format::Recording& recording = *look.recording();
  const session::Current& now = *look.current;
  const std::string loaded =
      now.loads
          ? places_text(recording, analysis::loaded_last(recording, *now.loads, static_cast<std::size_t>(picture.lane)))
          : "";
  return lane + (now.site.op == format::Op::kStore ? " writes to padding of " : " reads padding of ") +
         recording.tensors[picture.tile].name + (loaded.empty() ? "." : "; it has loaded " + loaded + ".");
}

/// "Lane 28 writes byte 512, which is outside As."
std::string outside(const session::Current& now, const std::string& lane, std::uint32_t byte) {
  return lane + outside_in_words(now, byte) + ".";
}

}  // namespace

std::string copy_sentence(const Look& look, const SharedPicture& picture) {
  const format::Recording& recording = *look.recording();
  const session::Current& now = *look.current;
  if (picture.picked) return place_sentence(look, picture);
  if (picture.touched.empty() && !picture.spilled.empty()) {  // the selected lane, or the first
    const auto spot = std::ranges::find(picture.spilled, look.lane(), &Spot::lane);
    const Spot& shown = spot != picture.spilled.end() ? *spot : picture.spilled.front();
    return outside(now, "Lane " + std::to_string(shown.lane), shown.touch.byte);
  }
  if (picture.touched.empty()) return untouched_sentence(look, picture);
  const std::string lane = "Lane " + std::to_string(picture.lane);
  if (!now.active(picture.lane)) return lane + " takes no part in this request.";
  const std::string elements = places_text(recording, elements_of(picture.moved)),
                    cells = places_text(recording, cells_of(picture.moved));
  if (cells.empty() && now.shared()) return outside(now, lane, now.address(picture.lane));
  const bool reads = now.shared() && now.site.op == format::Op::kLoad;
  if (const std::string wrong = reads ? wrong_content(look, picture) : ""; !wrong.empty())
    return lane + " reads " + cells + ", " + wrong + ".";
  if (const std::string wrong = misplaced(look, picture, lane); !wrong.empty()) return wrong;
  if (cells.empty() && elements.empty()) return outside(now, lane, now.address(picture.lane));
  if (!cells.empty() && std::ranges::all_of(picture.moved, [](const Touched& t) { return t.cell && t.cell->padding; }))
    return in_padding(look, picture, lane);
  if (elements.empty()) {
    const bool store = now.site.op == format::Op::kStore;
    const analysis::Write here{.written = true,
                               .lane = static_cast<std::uint8_t>(picture.lane),
                               .warp = static_cast<std::uint16_t>(look.cursor.warp),
                               .request = look.cursor.request};
    const auto inside = std::ranges::find_if(picture.moved, [](const Touched& t) { return t.cell.has_value(); });
    const analysis::Write* writer = store ? &here : picture.writer_of(recording, inside->cell->byte);
    return lane + (store ? " fills " : " reads ") + cells + ": " +
           (writer ? beyond(look, picture, *writer) : without_element(look)) + ".";
  }
  if (!now.shared()) return lane + " loads " + elements + ". " + destination(look, picture, false);
  if (now.site.op == format::Op::kStore && picture.rows_left_out) return one_of_several(look, picture);
  if (now.site.op == format::Op::kStore) return lane + " copies " + elements + ". " + destination(look, picture, true);
  return lane + " reads " + cells + ", which holds " + elements + ".";
}

std::string cost_sentence(const Look& look, const SharedPicture& picture) {
  const session::Current& now = *look.current;
  if (const std::string fault = fault_in_words(look); !fault.empty())
    return (now.site.tensor == picture.tile ? "" : now.tensor.name + ": ") + fault + ": the request faults.";
  if (!now.shared())
    return (of_no_tile(look, picture) ? now.tensor.name + ": " : "") + sectors_in_words(now.global) + ".";
  const std::string of_other = now.site.tensor == picture.tile ? "" : now.tensor.name + ": ";
  return of_other + asked_in_words(now.cost) + ": " + wavefronts_in_words(now.cost) + ".";
}

std::vector<std::string> reasons(const Look& look, const SharedPicture& picture) {
  const session::Current& now = *look.current;
  const format::Tensor& tile = look.recording()->tensors[picture.tile];
  const std::string said = said_sentence(look, picture);
  std::vector<std::string> all;
  if (now.shared() && now.cost.fusion != analysis::Fusion::kNone) {
    all = {"Phases fuse, because " + std::string(analysis::reason_of(now.cost.fusion)) + ".",
           tile.layout.swizzle.any() ? pitch_sentence(tile) : ""};
  } else if (of_no_tile(look, picture) && !picture.picked) {
    return {};
  } else {
    all = {pitch_sentence(tile), pieces_sentence(look), meeting_sentence(look, picture), rows_sentence(look, picture)};
  }
  all.insert(all.begin(), said);
  all.push_back(buffers_sentence(look, picture)), all.push_back(alignment_sentence(look, picture));
  std::erase(all, "");
  return all;
}

std::string reason_sentence(const std::vector<std::string>& reasons) {
  std::string text;
  for (const std::string& each : reasons) text += (text.empty() ? "" : " ") + each;
  return text;
}

}  // namespace gemmscope::views
