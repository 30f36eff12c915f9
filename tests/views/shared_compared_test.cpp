// SPDX-License-Identifier: MIT
// The shared view beside a baseline: why is said of both, rows can be read, each button is there once.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "app/draw/canvas.h"
#include "app/session/baseline.h"
#include "app/session/studying.h"
#include "app/views/shared/picture.h"
#include "app/views/shared/words.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

constexpr draw::Point kStages[] = {{668, 535}, {655, 590}};  // in windows of 1600 x 1000 and 1280 x 720

struct Stage {
  session::Session session;
  draw::Drawing drawing{"", {}, {}, {}};

  Stage(const std::string& shown, const std::string& pinned, draw::Point size) : session(recorded(shown)) {
    pin_recorded(session, pinned);
    PlainSurface surface;
    for (int frame = 0; frame < 2; ++frame) {  // the first asks for the way of what is followed
      drawing = {"", {}, {}, {}}, drawing.size = size;
      session::Actions actions;
      draw::Canvas canvas({theme::colours(session.desk.theme), 1, false}, surface, drawing);
      find_view("shared")->draw_compared(session.look, session.baseline->look, actions, canvas);
      actions.apply(session);
      session::finish_studies(session);
    }
  }

  /// All that is written, line by line as one text.
  std::string text() const {
    std::string all;
    for (const draw::Shape& shape : drawing.shapes)
      if (const auto* text = std::get_if<draw::Text>(&shape)) all += text->text + " ";
    return all;
  }
  /// How often each place that can be pointed at is there.
  std::map<std::string, int> places() const {
    std::map<std::string, int> all;
    for (const draw::Shape& shape : drawing.shapes)
      if (const auto* place = std::get_if<draw::Sensitive>(&shape)) ++all[place->id];
    return all;
  }
  std::vector<float> row_heights() const {
    std::vector<float> heights;
    for (const draw::Shape& shape : drawing.shapes)
      if (const auto* matrix = std::get_if<draw::Matrix>(&shape))
        heights.push_back(matrix->rect.height / static_cast<float>(matrix->image.rows));
    return heights;
  }
};

int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

std::vector<std::string> reasons_of(const session::Look& look) {
  return reasons(look, *shared_picture(look, 0, look.views.shared.whole));
}

TEST(SharedBesideABaseline, SaysWhyOfBothAndWhatHoldsForBothOnce) {
  for (const draw::Point size : kStages)
    for (const char* follow : {"", "/follow=A[5][3]"}) {
      const Stage stage(std::string("size=128x128x32/set=PA:4/site=As_store/lane=5") + follow,
                        "size=128x128x32/site=As_store", size);
      const auto now = reasons_of(stage.session.look), before = reasons_of(stage.session.baseline->look);
      ASSERT_NE(now[0], before[0]);
      ASSERT_EQ(now.back(), before.back());
      for (const auto* all : {&now, &before})
        for (const std::string& why : *all) EXPECT_EQ(occurrences(stage.text(), why), 1) << why << "\n" << stage.text();
    }
}

TEST(SharedBesideABaseline, RowsCanBeRead) {
  for (const draw::Point size : kStages)
    for (const char* follow : {"", "/follow=A[5][3]"}) {
      const Stage stage(std::string("size=128x128x32/set=PA:4/site=As_store/lane=5") + follow,
                        "size=128x128x32/site=As_store", size);
      const std::vector<float> heights = stage.row_heights();
      EXPECT_GE(heights.size(), 4u);  // two of either
      for (const float height : heights) EXPECT_GE(height, 10);
    }
}

TEST(SharedBesideABaseline, HasEachButtonOnce) {
  for (const char* pinned :
       {"size=128x128x32/site=As_store", "kernel=sgemm64/size=64x64x16", "kernel=naive/size=64x64x16"}) {
    const Stage stage("size=128x128x32/set=PA:4/site=As_store/lane=5/follow=A[5][3]", pinned, kStages[0]);
    const std::map<std::string, int> places = stage.places();
    for (const auto& [id, count] : places) EXPECT_EQ(count, 1) << id << " beside " << pinned;
    for (const char* id : {"As", "whole tile", "next use", "station 0", "memory lines 0"})
      EXPECT_TRUE(places.contains(id)) << id;
    EXPECT_EQ(places.contains("memory lines 0 of the baseline"),
              stage.session.baseline->look.recording()->shared_bytes != 0);
  }
}

}  // namespace
}  // namespace gemmscope::views
