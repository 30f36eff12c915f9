// SPDX-License-Identifier: MIT
// What every view draws, shape by shape, is what tests/data/drawn says. Whoever changes a view on purpose rewrites
// those files with `GEMMSCOPE_REWRITE=1 build/tests/views/view_tests --gtest_filter='*Drawn*'` and reads the difference
// before it is committed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "app/draw/canvas.h"
#include "app/session/studying.h"
#include "app/views/view.h"
#include "tests/views/drawing_text.h"
#include "tests/views/plain_surface.h"
#include "tests/views/recorded.h"

namespace gemmscope::views {
namespace {

/// Where one looks: a link of tests/views/recorded.h, and the views that draw it.
struct Scene {
  const char* name;
  const char* link;
  const char* views;
  bool smallest = false;          ///< in the least room that the view can be drawn in, instead of its picture's
  const char* program = nullptr;  ///< in tests/data/recorded; null: a step of the ladder
  const char* pinned = nullptr;   ///< the baseline
  const char* swept = nullptr;    ///< axes
};

constexpr const char* kPlain = "size=128x128x32/site=As_store/lane=5";

constexpr Scene kScenes[] = {
    {"a 4-way store to a transposed tile", kPlain, "source shared banks lanes timeline metrics"},
    {"the same, small", kPlain, "source arrays writers stores banks lanes check limits reuse", true},
    {"padded, beside the tile without padding", "set=PA:4/size=128x128x32/site=As_store/lane=5",
     "metrics limits performance", false, nullptr, kPlain},
    {"the same, small", "set=PA:4/size=128x128x32/site=As_store/lane=5", "source shared timeline heatmap check", true,
     nullptr, kPlain},
    {"narrow loads beside wide ones", "set=PA:2/size=128x128x32/site=As_load", "reuse", true, nullptr, kPlain},
    {"a column of the matrix for each warp", "kernel=naive/size=32x32x8/lane=5", "arrays banks heatmap"},
    {"bytes from L2", "kernel=naive/size=32x32x8/limits=roofline/roof=sectors", "limits"},
    {"one lane's elements are written back", "size=128x128x32/k_tile=end/lane=31", "stores writers"},
    {"sums staged in shared memory", "kernel=sgemm64/size=64x64x16/k_tile=end/lane=20", "shared registers"},
    {"a block at the corner", "kernel=block_tile/preset=exact64/size=80x72x20/block=1,1/k_tile=end", "stores writers"},
    {"an element that is followed", "size=128x128x32/follow=A[3][5]", "arrays stores"},
    {"a race", "kernel=warp_tile_no_barrier_before/finding=0", "check"},
    {"values chosen to be swept", "size=128x128x32/sweep_over=PA=0%2F4", "sweep", false, nullptr, nullptr, ""},
    {"swept", "size=128x128x32", "sweep", true, nullptr, nullptr, "PA=0/1/2/4"},
    {"a stencil's load", "block=1,1/warp=2/lane=3/site=in_load", "arrays shared", false, "stencil"},
    {"a function of another file", "block=1,1/warp=2/lane=3/request=2", "source", true, "two_files"},
    {"the edge of a product of a batch", "block=1,1,1/warp=6/lane=9/k_tile=end", "stores", false, "batch"},
    {"a transpose's conflict, its cells enlarged", "block=0,2/warp=1/lane=7/request=9/memory=8:0:4:8", "shared writers",
     false, "transpose"},
    {"a vector folded", "block=0,3/warp=1/request=4", "arrays writers stores", false, "gemv"},
    {"rows that are allocations", "site=*rows_load/lane=9", "arrays", false, "gather"},
    {"a fused product", "block=0,5/k_tile=2/step=3/lane=5", "arrays", false, "fused"},
    {"a product's rates", "block=0,5", "performance", true, "fused"},
    {"lanes that share", "block=0,1/warp=1/k_tile=1", "writers", false, "wmma"},
    {"many warps", "block=1,1/warp=9/request=31", "arrays shared stores", true, "tiled"},
};

bool has_word(const std::string& words, std::string_view word) {
  std::istringstream stream(words);
  for (std::string each; stream >> each;)
    if (each == word) return true;
  return false;
}

/// What a GPU does with a product of 96 x 160 x 48.
cuda::LiveTrace live_of_a_product() {
  cuda::LiveTrace live;
  live.state = cuda::LiveTrace::State::kMeasuring, live.device = "Test GPU (made-up figures)";
  live.M = 96, live.N = 160, live.K = 48;
  live.peak_gflops = 60000, live.cublas_gflops = 30000, live.gflops = {10000, 12000, 20000, 15000};
  return live;
}

session::Session session_of(const Scene& scene) {
  session::Session s = scene.program == nullptr ? recorded(scene.link) : recorded_program(scene.program, scene.link);
  if (scene.program != nullptr) s.look.live = live_of_a_product();
  static const auto reports = std::make_shared<const std::vector<results::BenchReport>>(
      std::vector{*results::read_bench_file("tests/data/bench_made_up.json")});
  s.look.reports = reports;
  if (scene.pinned != nullptr) pin_recorded(s, scene.pinned);
  if (scene.swept != nullptr && *scene.swept == 0) s.look.numbers = {{.name = "PA"}, {.name = "vec", .value = 4}};
  if (scene.swept != nullptr && *scene.swept != 0) sweep_recorded(s, scene.link, scene.swept);
  s.look.motion = 1;
  return s;
}

/// The third frame: some views scroll to what is selected, some have something worked out first.
draw::Drawing drawing_of(const Scene& scene, const views::View& view, int width, int height) {
  session::Session s = session_of(scene);
  const theme::Colours& colours = theme::colours(s.desk.theme);
  PlainSurface surface;
  draw::Drawing drawing;
  for (int frame = 0; frame < 3; ++frame) {
    drawing = {"", {}, {static_cast<float>(width) - 32, static_cast<float>(height) - 28}, {}};
    session::Actions actions;
    draw::Canvas canvas({colours, 1, true}, surface, drawing);
    if (s.baseline && view.draw_compared != nullptr)
      view.draw_compared(s.look, s.baseline->look, actions, canvas);
    else
      draw(view, s, actions, canvas);
    actions.apply(s);
    finish_studies(s);
  }
  return drawing;
}

std::string drawn(const Scene& scene, const views::View& view) {
  const int width = scene.smallest ? view.least_width : view.width;
  const int height = scene.smallest ? view.least_height : view.height;
  const draw::Drawing drawing = drawing_of(scene, view, width, height);
  const theme::Colours& colours = theme::colours(session::Desk{}.theme);
  const std::string text = "# " + std::string(scene.name) + ", " + std::to_string(width) + " x " +
                           std::to_string(height) + ": " + scene.link + "\n";
  return text + text_of(drawing, colours);
}

std::vector<std::string> text_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Where two texts differ, from the first line to the last that does, with the scene above it; empty if nowhere.
std::string difference(const std::vector<std::string>& wanted, const std::vector<std::string>& got) {
  const std::size_t shorter = std::min(wanted.size(), got.size());
  std::size_t begin = 0, tail = 0;
  while (begin < shorter && wanted[begin] == got[begin]) ++begin;
  if (begin == shorter && wanted.size() == got.size()) return {};
  while (tail < shorter - begin && wanted[wanted.size() - 1 - tail] == got[got.size() - 1 - tail]) ++tail;
  std::string text;
  for (std::size_t i = std::min(begin + 1, wanted.size()); i-- > 0;)
    if (wanted[i].starts_with("# ")) {
      text = wanted[i] + "\n";
      break;
    }
  constexpr std::size_t kMost = 15;
  const auto add = [&](const std::vector<std::string>& lines, const char* sign) {
    const std::size_t end = lines.size() - tail;
    for (std::size_t i = begin; i < std::min(end, begin + kMost); ++i) text += sign + lines[i].substr(0, 200) + "\n";
    if (end > begin + kMost) text += std::string(sign) + "... " + std::to_string(end - begin - kMost) + " more lines\n";
  };
  add(wanted, "- "), add(got, "+ ");
  return text;
}

class DrawnView : public ::testing::TestWithParam<std::string> {};

TEST_P(DrawnView, IsWhatIsCommitted) {
  const views::View& view = *views::find_view(GetParam());
  std::string text;
  for (const Scene& scene : kScenes)
    if (has_word(scene.views, view.id)) text += drawn(scene, view);
  ASSERT_FALSE(text.empty()) << "no scene shows this view";

  const std::string path = "tests/data/drawn/" + GetParam() + ".txt";
  if (std::getenv("GEMMSCOPE_REWRITE") != nullptr) {
    std::ofstream(path) << text;
    GTEST_SKIP() << path << " is rewritten";
  }
  std::ifstream file(path);
  const std::string committed{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(difference(text_lines(committed), text_lines(text)), "")
      << "If this is meant, rewrite " << path
      << ": GEMMSCOPE_REWRITE=1 build/tests/views/view_tests --gtest_filter='*Drawn*'";
}

/// Otherwise Dear ImGui takes the one for the other, and says so in a red box.
TEST(Drawn, EachSensitivePlaceHasAnIdOfItsOwn) {
  std::size_t places = 0;
  for (const Scene& scene : kScenes)
    for (const views::View& view : views::all_views()) {
      if (!has_word(scene.views, view.id)) continue;
      SCOPED_TRACE(scene.name + std::string(", ") + std::string(view.id));
      std::set<std::string> ids;
      for (const draw::Shape& shape : drawing_of(scene, view, view.width, view.height).shapes)
        if (const auto* place = std::get_if<draw::Sensitive>(&shape)) {
          EXPECT_TRUE(ids.insert(place->id).second) << place->id << " is there twice";
        }
      places += ids.size();
    }
  EXPECT_GT(places, 300u);
}

/// The names of roofs and of the kernel are written where the point happens to be.
TEST(Drawn, NoTextOfARooflineCoversAnother) {
  for (const char* kernel : {"warp_tile", "naive", "sgemm64", "half_padded"})
    for (const char* roof : {"wavefronts", "sectors", "once"})
      for (const char* size : {"128x128x64", "512x512x64"}) {
        const std::string link = "kernel=" + std::string(kernel) + "/size=" + size + "/limits=roofline/roof=" + roof;
        SCOPED_TRACE(link);
        const views::View& view = *views::find_view("limits");
        std::vector<std::pair<std::string, draw::Rect>> texts;
        for (const draw::Shape& shape :
             drawing_of({"", link.c_str(), ""}, view, view.least_width, view.least_height).shapes)
          if (const auto* text = std::get_if<draw::Text>(&shape))
            texts.emplace_back(text->text, draw::Rect{text->left(), text->at.y, text->width, text->style.size});
        for (std::size_t i = 0; i < texts.size(); ++i)
          for (std::size_t j = 0; j < i; ++j) {
            const draw::Rect &a = texts[i].second, &b = texts[j].second;
            const bool apart = a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
            EXPECT_TRUE(apart) << texts[i].first << " over " << texts[j].first;
          }
      }
}

/// People read these files when a drawing changes, so they must stay short.
TEST(Drawn, ScenesStayFew) {
  std::size_t lines = 0;
  for (const auto& file : std::filesystem::directory_iterator("tests/data/drawn")) {
    std::ifstream text(file.path());
    for (std::string line; std::getline(text, line);) ++lines;
  }
  EXPECT_LE(lines, 6000u);
}

std::vector<std::string> ids() {
  std::vector<std::string> all;
  for (const views::View& view : views::all_views()) all.emplace_back(view.id);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Views, DrawnView, ::testing::ValuesIn(ids()), [](const auto& of) { return of.param; });

}  // namespace
}  // namespace gemmscope::views
