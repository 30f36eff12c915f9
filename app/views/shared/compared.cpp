// SPDX-License-Identifier: MIT
/// What is shown and its baseline over each other: choices and what is followed once, then of each what the request
/// costs, why, and where it goes in memory.
#include <algorithm>
#include <array>

#include "app/views/parts/baseline_words.h"
#include "app/views/parts/cost_words.h"
#include "app/views/parts/finding_marks.h"
#include "app/views/parts/finding_note.h"
#include "app/views/parts/following.h"
#include "app/views/shared/memory_lines.h"
#include "app/views/shared/parts.h"
#include "app/views/shared/words.h"

namespace gemmscope::views {
namespace {

using draw::Canvas;
using draw::Rect;
using session::Look;

constexpr float kStrip = 24, kHalvesGap = 10, kKeysRow = 20;  // points: who it is and what it costs; between halves
constexpr float kBetween = 2;                                 // over and under why
constexpr float kReadableRow = 11;                            // of a row whose numbers can be read
constexpr float kMostGridRow = 28;                            // of a row

struct Half {
  const Look& look;
  session::Which which;
  std::vector<std::string> names;  ///< the one that fits
  std::optional<SharedPicture> picture{};
  std::vector<std::string> why{};
  std::string hint{};  ///< in place of what it costs
  bool named = true;   ///< the names of its sides do not stand above already
  bool drawn = true;   ///< there is room for its grids
  bool told = true;    ///< there is room for why

  Half(const Look& of, session::Which which_one, std::vector<std::string> called)
      : look(of), which(which_one), names(std::move(called)) {
    picture = picture_of_tile(look);
    if (picture) why = reasons(look, *picture);
  }

  SharedScene scene(const Canvas& canvas) const {
    SharedScene scene = scene_of(canvas, look, picture ? &*picture : nullptr);
    scene.of = of(), scene.named = named, scene.explained = !picture;
    return scene;
  }
  /// Behind the names of what can be pointed at in it.
  std::string of() const { return which == session::Which::kBaseline ? " of the baseline" : ""; }
  const std::string& tile() const { return look.recording()->tensors[picture->tile].name; }
  bool has_memory() const { return picture || look.recording()->shared_bytes != 0; }
  bool has_grids() const { return has_memory() && drawn; }
  std::string sentence() const { return picture ? copy_sentence(look, *picture) : memory_sentence(look); }
  /// What stands behind its name: the fullest text first.
  std::vector<std::string> costs() const {
    if (!hint.empty()) return {hint};
    if (!has_memory()) return {"It uses no shared memory."};
    std::vector<std::string> texts{picture ? cost_sentence(look, *picture) : memory_cost(look)};
    if (look.current->shared()) texts.push_back(wavefronts_in_words(look.current->cost));
    return texts;
  }
  /// Rows that have to find room over each other.
  float rows() const {
    if (!has_grids()) return 0;
    constexpr std::uint32_t kMostLines = 12;  // that ask for as much room as rows of a tile do
    if (!picture)
      return static_cast<float>(std::clamp((look.recording()->shared_bytes - 1) / kLineBytes + 1, 1u, kMostLines));
    const float lines = rows_in(picture->lines);
    return matrix_is_above(*picture) ? lines : std::max(lines, rows_in(picture->rows));
  }
  /// The height of `why`, at least one line, so that the grids stay where they are from step to step.
  float why_height(const Canvas& canvas, float width) const {
    if (!picture || !told) return 0;
    const float lines = canvas.paragraph_height(width, reason_sentence(why), canvas.small());
    return std::max(lines, canvas.line_height(canvas.small())) + 2 * kBetween;
  }
  float height_without_rows(const Canvas& canvas, float width) const {
    const float captions = has_grids() ? caption_height(scene(canvas)) + words_height(scene(canvas)) : 0;
    return kStrip + why_height(canvas, width) + captions;
  }
};

/// "Baseline: PA=0" and what it costs there, in one line.
void draw_strip(Canvas& canvas, Rect row, const Half& half) {
  canvas.fill(row, canvas.colours.ground, 4);
  row = {row.x + 8, row.y, row.width - 16, row.height};
  const std::vector<std::string> costs = half.costs();
  const auto fits = [&](const std::string& name, const std::string& cost) {
    return canvas.text_width(name, canvas.small()) + 10 + canvas.text_width(cost, canvas.bold()) + 1 <= row.width;
  };
  std::pair<std::string, std::string> best{half.names.back(), costs.back()};
  for (auto cost = costs.rbegin(); cost != costs.rend(); ++cost)
    for (auto name = half.names.rbegin(); name != half.names.rend(); ++name)
      if (fits(*name, *cost)) best = {*name, *cost};
  canvas.text_in(row.cut_left(canvas.text_width(best.first, canvas.small()) + 1, 10), best.first, canvas.small());
  canvas.text_in(row, best.second, canvas.bold());
}

struct HalfDrawn {
  std::vector<draw::Key> keys;
  bool marked = false;  ///< the chosen finding is
};
HalfDrawn draw_half(Canvas& canvas, Rect rest, const Half& half, session::Actions& actions) {
  const Rect strip = rest.cut_top(kStrip);
  draw_strip(canvas, strip, half);
  const std::string why = reason_sentence(half.why);
  const Rect inside{rest.x + 8, rest.y + kBetween, rest.width - 16, half.why_height(canvas, rest.width - 16)};
  if (half.told)
    canvas.paragraph(inside, why, canvas.small());
  else if (!why.empty() && canvas.hit("why" + half.of(), strip).hovered)
    canvas.tooltip(why);
  if (!half.has_grids()) return {};
  rest.cut_top(half.why_height(canvas, rest.width - 16));
  constexpr float kLeastWithMatrixAbove = 150;
  actions.about(half.which);
  const SharedScene scene = half.scene(canvas);
  const Grids grids = draw_grids(canvas, rest, kMostGridRow, rest.height < kLeastWithMatrixAbove, scene, actions);
  actions.about(session::Which::kShown);
  return {shared_keys(canvas, scene, grids), grids.memory.marked};
}

}  // namespace

void draw_shared_compared(const Look& look, const Look& baseline, session::Actions& actions, Canvas& canvas) {
  const Apart names = told_apart(*baseline.recording(), *look.recording());
  std::array<Half, 2> halves{
      Half(baseline, session::Which::kBaseline, {"Baseline: " + names.first, names.first, "Baseline"}),
      Half(look, session::Which::kShown, {"Shown: " + names.second, names.second, "Shown"})};
  auto& [pinned, shown] = halves;
  if (only_pinned(*baseline.recording(), *look.recording())) pinned.hint = kChooseNext;
  if (!pinned.has_memory() && !shown.has_memory())
    return draw::empty_state(canvas, "Neither kernel uses shared memory",
                             "They use only global memory: see Arrays and Stores.");
  const Half& lead = shown.has_memory() ? shown : pinned;
  Rect rest = draw::header(canvas, "Shared", lead.sentence(), "");
  draw_following(canvas, rest, look, actions);
  if (lead.picture) draw_shared_choices(canvas, rest.cut_top(22, 8), lead.look, *lead.picture, actions);
  const Rect finding = finding_note(look).empty() ? Rect{} : rest.cut_top(kFindingNote, 4);

  // The same names once, and the same reasons once.
  if (pinned.picture && shown.picture) {
    shown.named = pinned.tile() != shown.tile();
    std::erase_if(pinned.why,
                  [&said = shown.why](const std::string& why) { return std::ranges::find(said, why) != said.end(); });
  }
  const float width = rest.width - 16;
  const auto for_rows = [&] {
    float height = rest.height - kHalvesGap;
    for (const Half& half : halves) height -= half.height_without_rows(canvas, width);
    return height;
  };
  // Where there is not room for all, what is shown has it.
  constexpr float kLeastRows = 60;
  const auto too_low = [&] { return for_rows() < kLeastRows; };
  if (pinned.has_memory() && shown.has_memory() && too_low()) pinned.drawn = false, shown.named = true;
  if (too_low()) pinned.told = false;
  if (too_low()) shown.told = false;
  const float rows = std::max(1.0f, pinned.rows() + shown.rows());
  const bool legend = (for_rows() - kKeysRow - 4) / rows >= kReadableRow;
  const Rect keys_row = legend ? rest.cut_bottom(kKeysRow, 4) : Rect{};
  const float row = for_rows() / rows;
  std::vector<draw::Key> keys;
  bool marked = false;
  for (const Half& half : halves) {
    const Rect room = rest.cut_top(half.height_without_rows(canvas, width) + row * half.rows(), kHalvesGap);
    const HalfDrawn drawn = draw_half(canvas, room, half, actions);
    if (half.which == session::Which::kShown) marked = drawn.marked;
    for (const draw::Key& key : drawn.keys)
      if (std::ranges::find(keys, key.label, &draw::Key::label) == keys.end()) keys.push_back(key);
  }
  draw_finding_note(canvas, finding, look, actions, marked);
  if (legend) draw_shared_keys(canvas, keys_row, keys);
}

}  // namespace gemmscope::views
