// SPDX-License-Identifier: MIT
// Source of a program whose kernel calls functions of other files.
#include <algorithm>

#include "app/draw/canvas.h"
#include "app/session/selecting.h"
#include "app/theme/colours.h"
#include "app/views/source/cost.h"
#include "app/views/source/file.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

const std::string kLoadLine = "return matrix[row * pitch + column];";

/// The naive kernel as if functions of another file loaded A and B, one of which calls the other.
format::Recording two_files() {
  format::Recording recording = *recorded("kernel=naive/size=32x32x32").look.recording();
  recording.source.path = "program/kernel.cu";
  recording.included = {
      {"program/load.cuh", "float load() {\n  " + kLoadLine + "\n}\nfloat first() {\n  load();\n}\n"}};
  for (format::Site& site : recording.sites) {
    if (recording.tensors[site.tensor].name == "A") site.called = {{1, 2}, {1, 5}, {0, site.line}};
    if (recording.tensors[site.tensor].name == "B") site.called = {{1, 2}, {0, site.line}};
  }
  return recording;
}

session::Session opened(format::Recording recording, const std::string& tensor) {
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  const format::Recording& r = *session.look.recording();
  for (std::uint16_t s = 0; s < r.sites.size(); ++s)
    if (r.tensors[r.sites[s].tensor].name == tensor) select_site(session.look, s);
  EXPECT_EQ(session.look.current->tensor.name, tensor);
  return session;
}

/// What Source draws in the second frame: in the first it may ask for changes.
draw::Drawing drawn(session::Session& session, float width = 480, float height = 400) {
  draw::Drawing drawing;
  for (int frame = 0; frame < 2; ++frame) {
    PlainSurface surface;
    drawing = {"", {}, {width, height}, {}};
    session::Actions actions;
    draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
    draw(*find_view("source"), session, actions, canvas);
    actions.apply(session);
  }
  return drawing;
}

std::vector<draw::Text> texts_of(const draw::Drawing& drawing) {
  std::vector<draw::Text> all;
  for (const draw::Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<draw::Text>(&shape)) all.push_back(*text);
  return all;
}

bool shows(const draw::Drawing& drawing, const std::string& part) {
  return std::ranges::any_of(texts_of(drawing), [&](const draw::Text& t) { return t.text.find(part) != t.text.npos; });
}

bool offers(const draw::Drawing& drawing, const std::string& id) {
  return std::ranges::any_of(drawing.shapes, [&](const draw::Shape& shape) {
    const auto* place = std::get_if<draw::Sensitive>(&shape);
    return place != nullptr && place->id == id;
  });
}

TEST(SourceFiles, TheOneInWhichTheRequestStandsIsShown) {
  session::Session session = opened(two_files(), "A");
  EXPECT_TRUE(shows(drawn(session), kLoadLine));
  EXPECT_EQ(current_line(session.look), 2u);
  EXPECT_TRUE(shows(drawn(session, 800), "called in line 5 of load.cuh, in line "));
  session = opened(two_files(), "C");
  EXPECT_FALSE(shows(drawn(session), kLoadLine));
  EXPECT_EQ(current_line(session.look), session.look.current->site.line);
}

TEST(SourceFiles, AChosenOneStaysUntilAnotherRequestIsLookedAt) {
  session::Session session = opened(two_files(), "A");
  session.look.views.source.show_file(0);
  EXPECT_FALSE(shows(drawn(session), kLoadLine));
  EXPECT_EQ(current_line(session.look), session.look.current->site.line);
  session::select_place(session.look, {1, 2});  // where the request stands: nothing moves
  EXPECT_FALSE(shows(drawn(session), kLoadLine));
  const format::Recording& r = *session.look.recording();
  for (std::uint16_t s = 0; s < r.sites.size(); ++s)
    if (r.tensors[r.sites[s].tensor].name == "B") select_site(session.look, s);
  EXPECT_TRUE(shows(drawn(session), kLoadLine));
  EXPECT_FALSE(session.look.views.source.file);
}

TEST(SourceFiles, ALineThatIsClickedStaysInSightWhereverItsRequestStands) {
  session::Session session = opened(two_files(), "C");
  const format::Recording& r = *session.look.recording();
  const auto load = std::ranges::find(r.sites, format::Place{1, 2}, [](const format::Site& s) {
    return s.called.empty() ? format::Place{} : s.called[0];
  });
  ASSERT_NE(load, r.sites.end());
  session::Actions actions;
  select_in_file(session.look, {0, load->line}, actions);
  actions.apply(session);
  EXPECT_EQ(session.look.current->site.line, load->line);
  EXPECT_FALSE(shows(drawn(session), kLoadLine));
  session = opened(two_files(), "C");
  select_in_file(session.look, {1, 2}, actions);
  actions.apply(session);
  EXPECT_NE(session.look.current->tensor.name, "C");
  EXPECT_TRUE(shows(drawn(session), kLoadLine));
}

TEST(SourceFiles, ALineCostsWhatAllThatCallItDo) {
  const session::Session session = opened(two_files(), "A");
  std::uint64_t all = 0;
  const format::Recording& r = *session.look.recording();
  for (const analysis::SiteSummary& site : session.look.summary.sites)
    all += r.tensors[site.tensor].name == "C" ? 0 : site.count.sectors;
  ASSERT_NE(count_of_line(session.look, {1, 2}), nullptr);
  EXPECT_EQ(count_of_line(session.look, {1, 2})->sectors, all);
  EXPECT_EQ(count_of_line(session.look, {1, 5}), nullptr);  // as in the kernel's file, a line has what stands there
}

TEST(SourceFiles, OneWithoutTextIsNotOffered) {
  format::Recording recording = two_files();
  recording.included[0].text.clear();
  session::Session session = opened(std::move(recording), "A");
  const draw::Drawing drawing = drawn(session);
  EXPECT_FALSE(offers(drawing, "load.cuh"));
  EXPECT_EQ(current_line(session.look), session.look.current->site.line);
}

/// Neither many files nor narrow panels.
TEST(SourceFiles, NoTextCoversAnotherOrIsCut) {
  for (const std::size_t more : {0u, 1u, 40u})
    for (const float width : {268.0f, 300.0f, 480.0f, 900.0f}) {
      format::Recording recording = two_files();
      for (std::size_t i = 0; i < more; ++i)
        recording.included.push_back({"program/parts/some_part_" + std::to_string(i) + ".cuh", "int one;\n"});
      session::Session session = opened(std::move(recording), "A");
      const draw::Drawing drawing = drawn(session, width);
      EXPECT_EQ(offers(drawing, "load.cuh"), !offers(drawing, "next file"));
      EXPECT_EQ(offers(drawing, "next file"), more == 40 || (more == 1 && width < 300)) << more << ", " << width;
      const std::vector<draw::Text> texts = texts_of(drawing);
      for (const draw::Text& a : texts) {
        EXPECT_LE(a.left() + a.width, width + 1) << a.text;
        for (const draw::Text& b : texts)
          if (&a != &b) {
            const bool apart = a.left() + a.width <= b.left() || b.left() + b.width <= a.left() ||
                               a.at.y + a.style.size <= b.at.y || b.at.y + b.style.size <= a.at.y;
            EXPECT_TRUE(apart) << a.text << " over " << b.text << ", " << width << " points wide";
          }
      }
    }
}

}  // namespace
}  // namespace gemmscope::views
