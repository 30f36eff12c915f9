// SPDX-License-Identifier: MIT
// The mark of the chosen finding in pictures of a program's arrays and of its shared memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/draw/canvas.h"
#include "app/draw/widgets.h"
#include "app/session/findings.h"
#include "app/session/refresh.h"
#include "app/theme/colours.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

session::Session opened(format::Recording recording, analysis::Fault fault) {
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  const auto& all = session.look.loaded->check.findings;
  const auto found = std::ranges::find(all, fault, &analysis::Finding::fault);
  EXPECT_NE(found, all.end());
  if (found != all.end()) session::open_finding(session, static_cast<std::size_t>(found - all.begin()));
  return session;
}

format::Recording transpose() { return format::read_file("tests/data/recorded/transpose.gst").value(); }

/// A read of elements of a global array that were never written, the first at byte `byte`.
session::Session unwritten() {
  format::Recording r = transpose();
  for (std::uint16_t s = 0; s < r.sites.size(); ++s)
    if (r.sites[s].op == format::Op::kLoad && r.tensors[r.sites[s].tensor].space == format::Space::kGlobal)
      r.unwritten = {{{s, 4 * 7, 1}}};
  return opened(std::move(r), analysis::Fault::kUnwrittenRead);
}

/// What lanes from 3 on store to shared memory is loaded instead.
session::Session uninitialised() {
  format::Recording r = transpose();
  for (format::Site& site : r.sites)
    if (r.tensors[site.tensor].space == format::Space::kShared) site.op = format::Op::kLoad;
  for (format::Template& coded : r.templates)
    for (format::Row& row : coded.rows)
      if (row.base == format::kSharedBase) row.mask &= ~7u;
  return opened(std::move(r), analysis::Fault::kUninitialisedRead);
}

struct Seen {
  std::vector<draw::Rect> frames, crosses;
  std::map<std::string, draw::Matrix> pictures;  ///< by id
  bool announced = false, elsewhere = false;     ///< the finding's note; that it is not in the picture

  /// The middle of the cell.
  draw::Point cell(const std::string& picture, int row, int column) const {
    const draw::Matrix& its = pictures.at(picture);
    return draw::cell_rect(its.rect, its.image.rows, its.image.columns, row, column).centre();
  }
};

/// How many have their middle there.
std::size_t count_at(draw::Point place, const std::vector<draw::Rect>& marks) {
  const auto is_there = [&](const draw::Rect& mark) {
    return std::abs(mark.centre().x - place.x) < 0.1f && std::abs(mark.centre().y - place.y) < 0.1f;
  };
  return static_cast<std::size_t>(std::ranges::count_if(marks, is_there));
}

Seen seen_in(const session::Session& session, const char* view, bool beside_itself = false) {
  PlainSurface surface;
  draw::Drawing drawing{"", {}, {760, 600}, {}};
  session::Actions actions;
  const theme::Colours& colours = theme::colours(session.desk.theme);
  draw::Canvas canvas({colours, 1, true}, surface, drawing);
  if (beside_itself)
    find_view(view)->draw_compared(session.look, session.look, actions, canvas);
  else
    draw(*find_view(view), session, actions, canvas);
  Seen seen;
  for (const draw::Shape& shape : drawing.shapes) {
    if (const auto* frame = std::get_if<draw::Outline>(&shape))
      if (frame->colour == colours.selected && frame->thickness == 2) seen.frames.push_back(frame->rect);
    if (const auto* cross = std::get_if<draw::Texture>(&shape))
      if (cross->kind == draw::Texture::Kind::kCross) seen.crosses.push_back(cross->rect);
    if (const auto* picture = std::get_if<draw::Matrix>(&shape)) seen.pictures.emplace(picture->id, *picture);
    if (const auto* text = std::get_if<draw::Text>(&shape)) {
      seen.announced |= text->text.find("is read here") != text->text.npos;
      seen.elsewhere |= text->text.find("not in this picture") != text->text.npos;
    }
  }
  return seen;
}

TEST(FindingMarks, ArraysFrameTheElement) {
  const session::Session s = unwritten();
  const Seen seen = seen_in(s, "arrays");
  const std::string loaded = "array " + std::to_string(session::chosen_finding(s.look)->tensor);
  EXPECT_TRUE(seen.announced);
  EXPECT_EQ(seen.frames.size(), 2u);  // in the picture and before its words
  EXPECT_EQ(count_at(seen.cell(loaded, 0, 7), seen.frames), 1u);
  EXPECT_FALSE(seen.elsewhere);
}

TEST(FindingMarks, SharedCrossesTheCell) {
  session::Session s = uninitialised();
  ASSERT_EQ(session::chosen_finding(s.look)->byte, 12u);
  const Seen chosen = seen_in(s, "shared");
  EXPECT_TRUE(chosen.announced);
  EXPECT_FALSE(chosen.elsewhere);
  EXPECT_EQ(count_at(chosen.cell("memory lines 0", 0, 3), chosen.crosses), 1u);
  s.look.views.check.chosen.reset();
  EXPECT_EQ(seen_in(s, "shared").crosses.size(), chosen.crosses.size() - 2);
}

TEST(FindingMarks, NoneIsAnnouncedThatIsNotInThePicture) {
  for (const auto& [session, view] : {std::pair(unwritten(), "shared"), {uninitialised(), "arrays"}}) {
    const Seen seen = seen_in(session, view);
    EXPECT_TRUE(seen.announced) << view;
    EXPECT_TRUE(seen.frames.empty()) << view;
    EXPECT_TRUE(seen.elsewhere) << view;
  }
}

TEST(FindingMarks, SharedBesideABaselineSaysThatTheMarkIsNotInThePicture) {
  EXPECT_TRUE(seen_in(unwritten(), "shared", true).elsewhere);
  EXPECT_FALSE(seen_in(uninitialised(), "shared", true).elsewhere);
}

}  // namespace
}  // namespace gemmscope::views
