// SPDX-License-Identifier: MIT
#include "app/views/shared_words.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "app/views/cost_words.h"
#include "app/words/number.h"

namespace gemmscope::views {
namespace {

using session::Session;
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
std::string destination(const format::Recording& recording, const SharedPicture& picture, bool done) {
  const auto cells = cells_of(picture.moved);
  if (cells.empty()) return "";
  const format::Tensor& tile = recording.tensors[picture.tile];
  if (!in_several_rows(cells))
    return std::string(done ? "It goes to " : "It will go to ") + places_text(recording, cells) +
           (cells.size() > 1 ? " in one piece." : ".");
  const std::string count = number_word(cells.size());
  return "Transposed, its " + count + " values " + (done ? "go" : "will go") + " to " + count + " rows of " +
         tile.name + ", " + words::thousands(tile.pitch * tile.element_bytes) + " bytes apart.";
}

/// What the lane that wrote a cell loaded in place of `element`, which belongs there: "A[15][4]", "nothing of A".
/// Empty: it loaded that element, or nobody knows.
std::string loaded_instead(const Session& session, const session::Element& element, const analysis::Write& writer) {
  const format::Recording& recording = *session.recording();
  const auto loads = analysis::loads_for(recording, {session.cursor.block, writer.warp, writer.request});
  if (!loads || analysis::load_of(recording, *loads, writer.lane, element) != nullptr) return {};
  const std::string loaded = places_text(recording, analysis::loaded_last(recording, *loads, writer.lane));
  return loaded.empty() ? "nothing of " + recording.tensors[element.tensor].name : loaded;
}

/// Where the picked cell is, what it holds and who put it there.
std::string place_sentence(const Session& session, const SharedPicture& picture) {
  const format::Recording& recording = *session.recording();
  const analysis::Cell& cell = *picture.picked->cell;
  const std::string where = places_text(recording, cells_of({*picture.picked})) + " is byte " +
                            words::thousands(cell.byte) + ", bank " + std::to_string(cell.bank());
  if (cell.padding) return where + ": padding, which holds nothing.";
  const analysis::Write* writer = picture.writer_of(recording, cell.byte);
  const auto other = picture.other_at(recording, cell.byte);
  const bool of_c = recording.tensors[cell.tensor].of == "C";
  if (other)
    return where + ": " + (of_c ? "no sum of C is here yet; it" : "it") + " is a cell of " +
           recording.tensors[*other].name + " now.";
  if (of_c)
    return where + (writer != nullptr ? ": it holds a sum of C, written by warp " + std::to_string(writer->warp) +
                                            ", lane " + std::to_string(writer->lane) + "."
                                      : ": no sum of C is here yet.");
  const auto held =
      analysis::element_in(recording, cell, session.block(), writer ? writer->k_tile : session.k_tile_in_shared());
  const std::string element = held ? places_text(recording, {*held}) : "a zero from outside the matrix";
  if (writer == nullptr) return where + ": not written yet; " + element + " belongs here.";
  const analysis::Write& write = *writer;
  const auto next = analysis::element_in(recording, cell, session.block(), session.k_tile_in_shared());
  const bool stale = write.k_tile != session.k_tile_in_shared() && next;
  const std::string coming = stale ? "; " + places_text(recording, {*next}) + " comes next" : "";
  const std::string loaded = held ? loaded_instead(session, *held, write) : "";
  return where + ": " + (loaded.empty() ? "it holds " + element + "," : element + " belongs here;") +
         " written by warp " + std::to_string(write.warp) + ", lane " + std::to_string(write.lane) +
         (loaded.empty() ? "" : ", which had loaded " + loaded + ",") + " for k-tile " +
         words::thousands(write.k_tile) + coming + ".";
}

/// Of a request that moves nothing in the tile named `tile`.
std::string untouched_sentence(const Session& session, const std::string& tile) {
  const session::Current& now = *session.current;
  if (now.shared() || now.tensor.name != "C") return "This request does not touch " + tile + ".";
  const bool load = now.site.op == format::Op::kLoad;
  if (const auto staged = analysis::tile_tensor_of(*session.recording(), now.site.tensor)) {
    const std::string& Cs = session.recording()->tensors[*staged].name;
    return load ? "C is read into registers, to be added to sums that were read from " + Cs + "."
                : "C is written from registers that were read from " + Cs + ".";
  }
  return std::string(load ? "C is read straight from global memory; " : "C goes straight to global memory; ") + tile +
         " still holds k-tile " + std::to_string(session.k_tile_in_shared()) + ".";
}

/// The banks that are needed of each row of the tile, in the phase that costs most.
std::map<std::uint32_t, std::uint32_t> banks_by_row(const Session& session, const SharedPicture& picture) {
  const analysis::SharedCost& cost = session.current->cost;
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
        return "so rows " + std::to_string(rows[i].first) + " and " + std::to_string(rows[i + apart].first) + " share a bank";
  return "so no two share a bank";
}

/// Of a read of what should hold an element of this k-tile: why it may not. Empty: it does.
std::string wrong_content(const Session& session, const SharedPicture& picture) {
  const format::Recording& recording = *session.recording();
  const bool part = !all_warps_recorded(recording) || recording.selection.k_tiles.begin > 0;
  for (const Touched& touch : picture.moved) {
    if (!touch.cell) continue;
    if (const auto other = picture.other_at(recording, touch.cell->byte))
      return "which now belongs to " + recording.tensors[*other].name;
    const analysis::Write* writer = picture.writer_of(recording, touch.cell->byte);
    if (writer == nullptr)
      return part ? "which no recorded thread has written" : "which no thread has written yet";
    const std::uint32_t now = session.k_tile_in_shared();
    if (writer->k_tile != now && writer->k_tile != format::kEpilogue && !part)
      return (writer->k_tile < now ? "which still holds data of k-tile " : "which already holds data of k-tile ") +
             words::thousands(writer->k_tile);
    const std::string loaded = touch.element ? loaded_instead(session, *touch.element, *writer) : "";
    if (!loaded.empty())
      return "which lane " + std::to_string(writer->lane) + " of warp " + std::to_string(writer->warp) +
             " filled after loading " + loaded;
  }
  return {};
}

/// "Lane 28 writes As[16][0], where A[16][0] belongs; it has loaded A[15][4]." Empty: the lane copies what belongs
/// there.
std::string misplaced(const Session& session, const SharedPicture& picture, const std::string& lane) {
  std::vector<session::Element> belong;
  for (const Touched& touch : picture.moved)
    if (touch.belongs) belong.push_back(*touch.belongs);
  if (belong.empty()) return {};
  const format::Recording& recording = *session.recording();
  const std::string loaded = places_text(
      recording, analysis::loaded_last(recording, *session.current->loads, static_cast<std::size_t>(picture.lane)));
  return lane + " writes " + places_text(recording, cells_of(picture.moved)) + ", where " +
         places_text(recording, belong) + (belong.size() > 1 ? " belong; " : " belongs; ") +
         (loaded.empty() ? "it has loaded nothing of " + recording.tensors[belong[0].tensor].name + "."
                         : "it has loaded " + loaded + ".");
}

/// "Lane 28 writes byte 512, which is outside As."
std::string outside(const session::Current& now, const std::string& lane, std::uint32_t byte, const std::string& tile) {
  return lane + (now.site.op == format::Op::kStore ? " writes byte " : " reads byte ") + words::thousands(byte) +
         ", which is outside " + tile + ".";
}

}  // namespace

std::string copy_sentence(const Session& session, const SharedPicture& picture) {
  const format::Recording& recording = *session.recording();
  const session::Current& now = *session.current;
  const std::string& tile = recording.tensors[picture.tile].name;
  if (picture.picked) return place_sentence(session, picture);
  if (picture.touched.empty() && !picture.spilled.empty()) {  // the selected lane, or the first
    const auto spot = std::ranges::find(picture.spilled, session.lane(), &Spot::lane);
    const Spot& shown = spot != picture.spilled.end() ? *spot : picture.spilled.front();
    return outside(now, "Lane " + std::to_string(shown.lane), shown.touch.byte, tile);
  }
  if (picture.touched.empty()) return untouched_sentence(session, tile);
  const std::string lane = "Lane " + std::to_string(picture.lane);
  if (!now.active(picture.lane)) return lane + " takes no part in this request.";
  const std::string elements = places_text(recording, elements_of(picture.moved)),
                    cells = places_text(recording, cells_of(picture.moved));
  if (recording.tensors[picture.tile].of == "C")
    return lane + (now.site.op == format::Op::kStore
                       ? " stores sums of C to " + cells + "; lanes that write neighbours in C will load them."
                       : " loads " + cells + " to write it to C.");
  if (cells.empty() && now.shared()) return outside(now, lane, now.address(picture.lane), tile);
  const bool reads = now.shared() && now.site.op == format::Op::kLoad;
  if (const std::string wrong = reads ? wrong_content(session, picture) : ""; !wrong.empty())
    return lane + " reads " + cells + ", " + wrong + ".";
  if (const std::string wrong = misplaced(session, picture, lane); !wrong.empty()) return wrong;
  if (elements.empty())
    return lane + (now.site.op == format::Op::kStore ? " fills " : " reads ") + cells + ": outside the matrix, so zero.";
  if (!now.shared()) return lane + " loads " + elements + ". " + destination(recording, picture, false);
  if (now.site.op == format::Op::kStore)
    return lane + " copies " + elements + ". " + destination(recording, picture, true);
  return lane + " reads " + cells + ", which holds " + elements + ".";
}

std::string cost_sentence(const Session& session, const SharedPicture& picture) {
  const session::Current& now = *session.current;
  if (!now.shared()) return sectors_in_words(now.global) + ".";
  const std::string of_other = now.site.tensor == picture.tile ? "" : now.tensor.name + ": ";
  if (now.cost.misaligned != 0)
    return of_other + fault_in_words(now.access, now.cost.misaligned) + ": the request faults.";
  return of_other + asked_in_words(now.cost) + ": " + wavefronts_in_words(now.cost) + ".";
}

std::string reason_sentence(const Session& session, const SharedPicture& picture) {
  const session::Current& now = *session.current;
  if (now.shared() && now.cost.fusion != analysis::Fusion::kNone)
    return "Phases fuse, because " + std::string(analysis::reason_of(now.cost.fusion)) + ".";
  std::string text = pitch_sentence(session.recording()->tensors[picture.tile]);
  for (const std::string& more : {meeting_sentence(session, picture), rows_sentence(session, picture),
                                  buffers_sentence(session, picture), alignment_sentence(session, picture)})
    if (!more.empty()) text += " " + more;
  return text;
}

/// Of columns of one row: without padding inside it, those a line of memory apart.
std::string which_share_a_bank(const format::Tensor& tile) {
  if (tile.group_pad != 0) return ": several of its words are in one bank.";
  return ": columns " + std::to_string(kLineBytes / std::max(1u, tile.element_bytes)) + " apart share a bank.";
}

/// "column c of row r is at c ^ ((r >> 2) * 8 & 31)": format::Swizzle with this tile's numbers.
std::string swizzle_formula(const format::Swizzle& swizzle) {
  std::string by = swizzle.by == format::Swizzle::By::kRow ? "r" : "c";
  if (swizzle.shift != 0) by = "(" + by + " >> " + std::to_string(swizzle.shift) + ")";
  if (swizzle.factor != 1) by += " * " + std::to_string(swizzle.factor);
  return "column c of row r is at c ^ (" + by + " & " + std::to_string(swizzle.mask) + ")";
}

/// "every row", "every four rows".
std::string every_rows(std::uint32_t rows) {
  return rows == 1 ? "every row" : rows == 4 ? "every four rows" : "every " + std::to_string(rows) + " rows";
}

std::string pitch_sentence(const format::Tensor& tile) {
  const std::uint32_t bytes = tile.pitch * tile.element_bytes, turn = bytes % kLineBytes / analysis::kBankBytes;
  std::string text = "Rows of " + tile.name + " are " + words::thousands(bytes) + " bytes apart";
  if (tile.swizzle.by == format::Swizzle::By::kRow)
    return text + "; the swizzle moves their columns to other banks, " + every_rows(1u << tile.swizzle.shift) +
           " differently: " + swizzle_formula(tile.swizzle) + ".";
  if (tile.swizzle.by == format::Swizzle::By::kColumn)
    return text + "; the swizzle exchanges neighbouring groups of four columns: " + swizzle_formula(tile.swizzle) + ".";
  text += turn == 0 ? ", a multiple of 128: all of them begin in the same bank."
                    : ": each begins " + std::to_string(turn) + (turn == 1 ? " bank" : " banks") +
                          " after the row before it.";
  if (tile.group_pad != 0)
    text += " Inside a row, " + words::count_of(tile.group_pad, "element") + " of padding " +
            (tile.group_pad == 1 ? "follows" : "follow") + " every " + std::to_string(tile.group) + ".";
  return text;
}

std::string meeting_sentence(const Session& session, const SharedPicture& picture) {
  const session::Current& now = *session.current;
  // The sub-op rule's phases are words of an access, not lanes.
  if (!now.shared() || now.site.tensor != picture.tile || session.rule == analysis::ConflictModel::kSubop) return "";
  const auto banks = banks_by_row(session, picture);
  const std::vector<RowBanks> rows(banks.begin(), banks.end());
  const std::string who = now.cost.phase_count > 1 ? "A phase" : "This request";
  if (rows.empty()) return "";
  if (rows.size() == 1)
    return now.cost.max_nway <= 1 ? ""
                                  : who + " touches row " + std::to_string(rows[0].first) +
                                        which_share_a_bank(session.recording()->tensors[picture.tile]);
  const format::Tensor& tile = session.recording()->tensors[picture.tile];
  std::vector<std::uint32_t> numbers;
  for (const RowBanks& row : rows) numbers.push_back(row.first);
  const std::uint32_t step = common_step(numbers), bytes = step * tile.pitch * tile.element_bytes;
  const std::uint32_t turn = bytes % kLineBytes / analysis::kBankBytes;
  std::string text = who + " touches " + (step > 1 ? every_text(step) + " row" : std::to_string(rows.size()) + " rows");
  if (step > 1 && turn != 0 && !tile.swizzle.any())
    text += ", each " + std::to_string(turn) + (turn == 1 ? " bank" : " banks") + " further on";
  return text + ", " + meeting(rows) + ".";
}

std::string rows_sentence(const Session& session, const SharedPicture& picture) {
  const session::Current& now = *session.current;
  const format::Tensor& tile = session.recording()->tensors[picture.tile];
  if (!now.shared() || now.site.tensor != picture.tile || now.site.op != format::Op::kStore || !tile.transposed || tile.of == "C")
    return "";
  const std::size_t rows = banks_by_row(session, picture).size(), piece = picture.moved.size();
  if (rows < 2 || piece < 2 || rows * piece != tile.rows) return "";
  return "Because BK = " + std::to_string(tile.rows) + ", lanes load " + std::to_string(piece) +
         " neighbours along k: " + std::to_string(rows) + " lanes share a row of " + tile.of +
         " and store to " + std::to_string(rows) + " rows of " + tile.name + ".";
}

std::string buffers_sentence(const Session& session, const SharedPicture& picture) {
  const format::Recording& recording = *session.recording();
  const format::Tensor& tile = recording.tensors[picture.tile];
  if (tile.buffers < 2) return "";
  std::string text;
  for (std::uint32_t buffer = 0; buffer < tile.buffers; ++buffer) {
    std::set<std::uint32_t> k_tiles;
    for (std::uint32_t row = 0; row < tile.rows; ++row)
      for (std::uint32_t column = 0; column < tile.columns; ++column)
        if (const auto* write = picture.writer_of(
                recording, analysis::cell_of(recording, picture.tile, row, column, buffer).byte))
          k_tiles.insert(write->k_tile);
    text += (text.empty() ? "" : "; ") + tile.name + std::to_string(buffer) + " holds ";
    if (k_tiles.empty()) text += "nothing of " + tile.of;
    for (const std::uint32_t k_tile : k_tiles)
      text += (k_tile == *k_tiles.begin() ? "k-tile " : " and ") + words::thousands(k_tile);
  }
  return text + ".";
}

std::string alignment_sentence(const Session& session, const SharedPicture& picture) {
  const format::Recording& recording = *session.recording();
  const format::Tensor& tile = recording.tensors[picture.tile];
  if (tile.group == 0) return "";
  std::uint32_t widest = 0;
  for (const format::Site& site : recording.sites)
    if (site.tensor == picture.tile) widest = std::max<std::uint32_t>(widest, site.width);
  const std::uint32_t step = widest / std::max(1u, tile.element_bytes);
  if (step < 2) return "";
  return "Its " + std::to_string(widest) + "-byte accesses fault unless pad is a multiple of " + std::to_string(step) +
         " elements.";
}

}  // namespace gemmscope::views
