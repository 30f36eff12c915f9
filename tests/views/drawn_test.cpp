// SPDX-License-Identifier: MIT
// What every view draws, shape by shape, is what tests/data/drawn says. Whoever changes a view on purpose rewrites
// those files with `GEMMSCOPE_REWRITE=1 build/tests/views/view_tests --gtest_filter='*Drawn*'` and reads the difference
// before it is committed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "app/draw/canvas.h"
#include "app/session/baseline.h"
#include "app/session/link.h"
#include "app/session/stepping.h"
#include "app/session/study.h"
#include "app/session/studying.h"
#include "app/session/sweeping.h"
#include "app/views/view.h"
#include "tests/views/drawing_text.h"
#include "tests/views/plain_surface.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

/// Where one looks: a link, with a site by its name instead of a line's number, and the views that draw it.
struct Scene {
  const char* name;
  const char* link;
  const char* site;
  const char* views;
  bool smallest = false;          ///< in the least room that the view can be drawn in, instead of its picture's
  const char* program = nullptr;  ///< in tests/data/recorded: of a program that is no matrix multiplication in tiles
};

constexpr Scene kScenes[] = {
    {"store to As", "size=128x128x32/lane=5", "As_store", "source shared banks lanes timeline metrics check"},
    {"a bank's lanes", "size=128x128x32/bank=4", "As_store", "banks lanes"},
    {"padded store to As", "size=128x128x32/set=PA:4/cell=As[3][7]", "As_store", "shared banks"},
    {"load of As", "size=128x128x32/k_tile=1/step=3/lane=9", "As_load", "arrays shared writers banks heatmap"},
    {"load of Bs by the sub-op rule", "size=128x128x32/set=PA:2,vec:scalar/rule=subop/step=2", "Bs_load", "banks"},
    {"load of A", "size=128x128x32/kernel=swizzled/element=A[1][5]", "A_load", "arrays shared lanes"},
    {"write-back", "size=128x128x32/k_tile=end/lane=31", "C_store", "stores writers timeline"},
    {"edge", "preset=tm1_small/size=80x72x20/block=1,1/k_tile=1/lane=3", "A_load", "arrays banks"},
    {"row 1, column 0", "preset=tm1_small/size=80x72x20/block=1,0/k_tile=1/lane=3", "A_load", "arrays"},
    {"warps that load less", "preset=tm1_small/size=80x72x20/block=1,1/k_tile=0/lane=3", "A_load", "timeline"},
    {"edge of C", "preset=tm1_small/size=80x72x20/block=1,1/k_tile=end", "C_store", "stores writers"},
    {"naive", "kernel=naive/size=32x32x8/lane=5", "A_load", "source arrays banks lanes timeline metrics heatmap"},
    {"half of C", "kernel=sgemm64/size=64x64x16/warp=1/request=201", "", "stores"},
    {"sgemm64's C", "kernel=sgemm64/size=64x64x16/k_tile=end/lane=20", "C_store", "stores"},
    {"naive's write-back", "kernel=naive/size=32x32x8/lane=5", "C_store", "stores"},
    {"coalesced", "kernel=coalesced/size=32x32x8/lane=5", "B_load", "banks timeline"},
    {"shared_tile", "kernel=shared_tile/size=64x64x32/step=3/lane=20", "", "shared source"},
    {"block_tile interleaved", "kernel=block_tile/size=64x64x8/set=omap:interleaved/lane=20", "", "writers"},
    {"sgemm64", "kernel=sgemm64/size=64x64x16/k_tile=1/lane=20/ffma=9", "", "shared writers registers metrics"},
    {"sgemm64's shuffle", "kernel=sgemm64/size=64x64x16/k_tile=end/lane=20", "", "shared stores banks"},
    {"half_padded", "kernel=half_padded/set=pad:1,width:2/lane=20", "", "shared banks"},
    {"uneven banks", "kernel=sgemm64/size=64x64x16/set=PC:4/k_tile=end", "", "heatmap"},
    {"hot cells", "size=128x128x32/heat=cells", "As_store", "heatmap"},
    {"hot rows", "kernel=shared_tile_half_zeroed/size=64x64x40/heat=cells/heat_of=wavefronts", "", "heatmap"},
    {"hot lines", "size=128x128x32/heat=lines", "As_store", "heatmap"},
    {"a race", "kernel=warp_tile_no_barrier_before/size=128x128x32/finding=0", "",
     "check source timeline shared writers"},
    {"store to Bs, small", "size=128x128x32/lane=5", "Bs_store",
     "source arrays shared writers stores banks lanes timeline heatmap metrics performance registers check limits reuse",
     true},
    {"threads that do not meet at a barrier", "kernel=shared_tile_early_exit/size=64x40x64/finding=1", "", "timeline"},
    {"an element that is followed", "size=128x128x32/follow=A[3][5]", "", "arrays shared writers stores timeline"},
    {"an element in registers", "size=128x128x32/follow=A[3][5]/k_tile=0/warp=0/request=59", "",
     "arrays shared writers stores lanes"},
    {"an element of C", "size=128x128x32/follow=C[3][5]/request=1", "", "arrays writers stores"},
    {"rates", "size=128x128x32", "", "performance limits reuse"},
    {"roofline", "size=128x128x32/limits=roofline", "", "limits"},
    {"roofline of sectors", "kernel=naive/size=32x32x8/limits=roofline/roof=sectors", "", "limits"},
    {"one block", "preset=tm1_small/size=80x72x20/block=1,1/reuse=block", "", "reuse"},
    {"not all is loaded", "kernel=block_tile_half_copied/size=128x128x64", "", "reuse"},
    {"not swept", "size=128x128x32", "", "sweep"},
    {"chosen to be swept", "size=128x128x32/sweep_over=PA=0%2F4,swzA", "", "sweep"},
    {"swept", "size=128x128x32/set=PA:4/sweep=on", "", "sweep"},
    {"swept over two parameters", "size=128x128x32/set=PA:4/sweep=on/sweep_over=PA=0:9:2,swzA", "", "sweep"},
    {"settings that would fault", "kernel=half_padded/size=128x128x64/sweep=on/sweep_by=order", "", "sweep"},
    {"beside PA=0", "size=128x128x32/set=PA:4/baseline=set=PA:0", "As_store",
     "source shared timeline heatmap metrics limits reuse performance check"},
    {"beside PA=0, small", "size=128x128x32/set=PA:4/baseline=set=PA:0", "As_store",
     "source shared timeline heatmap metrics limits reuse performance check", true},
    {"narrow loads beside wide ones", "size=128x128x32/set=PA:2/zoom=0:200/baseline=set=PA:0", "As_load",
     "source timeline reuse"},
    {"all requests beside a baseline's", "size=128x128x512/set=PA:2/zoom=0:9000/baseline=set=PA:0", "", "timeline"},
    {"cells beside a baseline's", "size=128x128x32/set=PA:2/heat=cells/baseline=set=PA:0", "As_store", "heatmap"},
    {"lines beside a baseline's", "size=128x128x32/set=PA:2/heat=lines/baseline=set=PA:0", "As_store", "heatmap"},
    {"banks beside a baseline's", "kernel=sgemm64/size=64x64x16/set=PC:4/k_tile=end/baseline=set=PC:0", "", "heatmap"},
    {"roofline beside a baseline", "size=128x128x32/set=PA:4/limits=roofline/baseline=set=PA:0", "", "limits"},
    {"one kernel beside another", "kernel=shared_tile/size=64x64x32/baseline=kernel=naive%2Fsize=64x64x32", "",
     "source shared timeline heatmap limits reuse check performance"},
    {"a race beside none", "kernel=warp_tile_no_barrier_before/size=128x128x32/baseline=kernel=warp_tile", "",
     "check source"},
    {"swept beside PA=0", "size=128x128x32/set=PA:4/sweep=on/baseline=set=PA:0", "", "sweep"},
    {"swept, small", "kernel=naive/size=64x64x8/sweep=on", "", "sweep", true},
    {"a stencil's load", "block=1,1/warp=2/lane=3", "in_load", "arrays shared writers stores heatmap banks lanes",
     false, "stencil"},
    {"a stencil's load, small", "block=1,1/warp=2/lane=3", "in_load", "banks lanes", true, "stencil"},
    {"a function of another file", "block=1,1/warp=2/lane=3/request=2", "", "source", false, "two_files"},
    {"a function of another file, small", "block=1,1/warp=2/lane=3/request=2", "", "source", true, "two_files"},
    {"a stencil's store", "block=2,1/warp=1/lane=20", "out_store", "arrays writers stores", false, "stencil"},
    {"the edge of a product of a batch", "block=1,1,1/warp=6/lane=9/k_tile=end", "", "arrays writers stores", false,
     "batch"},
    {"a transpose's conflict", "block=0,2/warp=1/lane=7/request=9", "", "arrays shared writers", false, "transpose"},
    {"a transpose's conflict, its cells enlarged", "block=0,2/warp=1/lane=7/request=9/memory=8:0:4:8", "", "shared",
     false, "transpose"},
    {"a vector folded", "block=0,3/warp=1/request=4", "", "arrays writers stores", false, "gemv"},
    {"rows that are allocations", "site=*rows_load/lane=9", "", "arrays lanes banks stores", false, "gather"},
    {"a product's tiles", "block=1,1/warp=2/lane=3", "A_load", "arrays", false, "product"},
    {"a product's tiles, small", "block=1,1/warp=2/lane=3", "A_load", "arrays", true, "product"},
    {"a fused product", "block=0,5/k_tile=2/step=3/lane=5", "", "arrays shared writers", false, "fused"},
    {"a fused product's bias", "block=0,5/k_tile=end/lane=5", "", "arrays stores", false, "fused"},
    {"a product's rates", "block=0,5", "", "performance", false, "fused"},
    {"a product's rates, small", "block=0,5", "", "performance", true, "fused"},
    {"lanes that share", "block=0,1/warp=1/k_tile=1", "", "writers", false, "wmma"},
    {"many warps, small", "block=1,1/warp=9/request=31", "", "arrays shared writers stores", true, "tiled"},
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
  const auto link = session::parse_link(scene.link, {});
  EXPECT_TRUE(link) << scene.link;
  session::Session s;
  if (scene.program == nullptr) {
    open(s, session::recording_of(link->request));
  } else {
    auto recording = format::read_file("tests/data/recorded/" + std::string(scene.program) + ".gst");
    EXPECT_TRUE(recording) << (recording ? "" : recording.error().message);
    open(s, std::make_shared<const session::Loaded>(std::move(recording).value_or(format::Recording{})));
  }
  if (scene.program != nullptr) s.look.live = live_of_a_product();
  session::Link look = *link;
  if (*scene.site != 0) look.line = line_of(s, scene.site);
  EXPECT_TRUE(follow(s, look)) << scene.name;
  static const auto reports = std::make_shared<const std::vector<results::BenchReport>>(
      std::vector{*results::read_bench_file("tests/data/bench_made_up.json")});
  s.look.reports = reports;
  static const auto ladder = std::make_shared<const session::Ladder>(
      session::Ladder{&reports->front(), session::ladder_points(&reports->front())});
  put(s.look, study_of(s.look, session::StudyKind::kLadder), ladder, 1);  // it is the same for all
  EXPECT_TRUE(sweep_now(s.look)) << scene.name;
  if (link->baseline) pin(s, {session::recording_of(*link->baseline), {}, *link->baseline});
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
                           std::to_string(height) + ": " + scene.link + " " + scene.site + "\n";
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
  EXPECT_GT(places, 500u);
}

/// The names of roofs and kernels are written where the points happen to be.
TEST(Drawn, NoTextOfARooflineCoversAnother) {
  for (const char* kernel : {"warp_tile", "naive", "shared_tile", "sgemm64", "half_padded"})
    for (const char* roof : {"wavefronts", "sectors", "once"})
      for (const char* size : {"64x64x64", "256x256x128", "1024x1024x32"}) {
        const std::string link = "kernel=" + std::string(kernel) + "/size=" + size + "/limits=roofline/roof=" + roof;
        SCOPED_TRACE(link);
        const views::View& view = *views::find_view("limits");
        std::vector<std::pair<std::string, draw::Rect>> texts;
        for (const draw::Shape& shape :
             drawing_of({"", link.c_str(), "", ""}, view, view.least_width, view.least_height).shapes)
          if (const auto* text = std::get_if<draw::Text>(&shape))
            texts.emplace_back(text->text, draw::Rect{text->left(), text->at.y, text->width, text->style.size});
        for (std::size_t i = 0; i < texts.size(); ++i)
          for (std::size_t j = 0; j < i; ++j) {
            const auto& [a, b] = std::pair(texts[i].second, texts[j].second);
            const bool apart = a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
            EXPECT_TRUE(apart) << texts[i].first << " over " << texts[j].first;
          }
      }
}

std::vector<std::string> ids() {
  std::vector<std::string> all;
  for (const views::View& view : views::all_views()) all.emplace_back(view.id);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Views, DrawnView, ::testing::ValuesIn(ids()), [](const auto& of) { return of.param; });

}  // namespace
}  // namespace gemmscope::views
