// SPDX-License-Identifier: MIT
// No text of any view is shortened, cut, or on top of another one: in its own picture, and in windows from the smallest
// to the largest. Fonts differ between machines, so this looks at where texts stand and not at pixels.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/session/baseline.h"
#include "app/session/link.h"
#include "app/session/open_in_place.h"
#include "app/session/selecting.h"
#include "app/session/studying.h"
#include "app/shell/gui.h"
#include "app/views/view.h"
#include "tests/session/fixture.h"
#include "tests/sweep.h"
#include "tests/ui/window_texts.h"
#include "tracing/format/file.h"

namespace gemmscope::ui {
namespace {

/// Whether letters of both share pixels; neighbours may touch.
bool collide(const Written& a, const Written& b) {
  const float across = std::min(a.ink.right(), b.ink.right()) - std::max(a.ink.x, b.ink.x);
  const float down = std::min(a.ink.bottom(), b.ink.bottom()) - std::max(a.ink.y, b.ink.y);
  return a.on == b.on && across > 1 && down > 1;
}

void find_faults(const std::vector<Written>& all, const std::string& where, std::set<std::string>& faults) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].whole.empty()) faults.insert(where + ": '" + all[i].whole + "' is shortened to '" + all[i].text + "'");
    if (all[i].cut) faults.insert(where + ": '" + all[i].text + "' reaches out of its panel");
    for (std::size_t j = i + 1; j < all.size(); ++j)
      if (collide(all[i], all[j])) faults.insert(where + ": '" + all[i].text + "' and '" + all[j].text + "' overlap");
  }
}

struct Pixels {
  int width, height;
  float scale;
};
constexpr Pixels kWindows[] = {{1600, 1000, 1}, {1280, 720, 1}, {3200, 2000, 2}};

/// Test data of two devices, one of them without a peak.
results::Reports made_up_reports() {
  auto report = results::read_bench_file("tests/data/bench_made_up.json");
  EXPECT_TRUE(report) << report.error().message;
  results::BenchReport other = *report;
  other.device = "Another test GPU", other.peak.reset();
  return std::make_shared<const std::vector<results::BenchReport>>(std::vector{*report, other});
}

/// Measuring, on a GPU of a usual name.
cuda::LiveTrace running() {
  cuda::LiveTrace live;
  live.state = cuda::LiveTrace::State::kMeasuring, live.device = "NVIDIA H200", live.M = live.N = live.K = 4096;
  live.peak_gflops = 66908, live.gflops.assign(100, 36000);
  return live;
}

/// Every kind of request: stores and loads of either tile and matrix, padded and not, with edges, by each rule.
std::vector<session::Session> recorded_sessions() {
  std::vector<session::Session> all;
  for (const char* text :
       swept(std::vector<const char*>{"kernel=naive/lane=5",
                                      "kernel=naive/k_tile=end/lane=31/limits=roofline",
                                      "kernel=coalesced/k_tile=end/lane=5",
                                      "kernel=shared_tile/step=3/lane=20",
                                      "kernel=interleaved/step=3/lane=20",
                                      "kernel=split/step=2/lane=20",
                                      "kernel=sgemm64/step=3/lane=20/reuse_depth=3/ffma=9",
                                      "kernel=sgemm64/ffma_order=neighbours/reuse_depth=3/ffma=12",
                                      "kernel=sgemm64/k_tile=end/lane=20/tile=As/heat=cells/reuse_depth=0/ffma=4",
                                      "kernel=half_padded/set=pad:8/lane=20",
                                      "kernel=half_padded/step=3/lane=20/heat=cells",
                                      "site=As_store/lane=5",
                                      "set=PA:4/site=As_store/lane=5",
                                      "set=PA:4/site=As_store/cell=As[3][7]",
                                      "site=A_load/lane=9/limits=roofline/roof=sectors/reuse=block",
                                      "site=Bs_store",
                                      "k_tile=2/site=As_load/step=3/lane=9",
                                      "k_tile=1/site=Bs_load/step=15/rule=textbook",
                                      "k_tile=end/lane=31",
                                      "set=PA:4/site=Bs_load/rule=subop",
                                      "preset=k10_a100/size=192x256x48/block=2,1/k_tile=2/site=A_load",
                                      "kernel=shared_tile/preset=square16/site=Bs_load/heat=cells/heat_of=wavefronts",
                                      "heat=lines/scope=kernel",
                                      "follow=A[3][5]",
                                      "kernel=sgemm64/size=64x64x64/follow=C[1][3]",
                                      "kernel=naive/warp=17/lane=5",
                                      "kernel=naive/size=2048x2048x2048/blocks=0,0",
                                      "kernel=sgemm64/size=1024x1024x1024/blocks=3,15",
                                      "size=4096x4096x4096/blocks=0,0/heat=cells",
                                      "size=4096x4096x4096/blocks=30,31/site=Bs_load/heat=lines",
                                      "set=PA:4/sweep=on/sweep_over=PA=0:5",
                                      "kernel=warp_tile_no_barrier_before/finding=0",
                                      "kernel=block_tile_half_copied/finding=0",
                                      "kernel=block_tile_spilled/finding=2",
                                      "kernel=sgemm64_no_barrier/finding=2",
                                      "kernel=shared_tile_early_exit/finding=0",
                                      "kernel=half_padded_misaligned/finding=0",
                                      "kernel=sgemm64_no_tail/finding=0",
                                      "kernel=vectorized_roles_swapped/finding=0"})) {
    session::Session s = session::at_place(text);
    s.look.reports = made_up_reports();
    if (all.size() % 2 == 0) s.look.live = running();
    all.push_back(std::move(s));
  }
  return all;
}

/// The same, recorded and analysed once.
const std::vector<session::Session>& sessions() {
  static const std::vector<session::Session> all = recorded_sessions();
  return all;
}

std::string in_lines(const std::set<std::string>& faults) {
  std::string text;
  for (const std::string& fault : faults) text += fault + "\n";
  return text;
}

/// A window in memory, and what was drawn in its last frame.
struct Drawn {
  std::unique_ptr<platform::Platform> platform;
  std::unique_ptr<shell::Gui> gui;
  draw::Drawings drawings;

  Drawn(int width, int height) {
    platform = std::move(*platform::open_headless(width, height));
    gui = std::move(*shell::Gui::create(*platform, ""));
    gui->note_drawings(&drawings);
    // Only words and places matter: a hundredth of the pixels is drawn in a hundredth of the time.
    ImGui::GetIO().DisplayFramebufferScale = {0.1f, 0.1f};
  }
};

/// Finds faults with each view in front.
void look_through(Drawn& drawn, session::Session s, const Pixels& size, std::set<std::string>& faults) {
  s.desk.scale = size.scale;
  for (const views::View& view : views::all_views()) {
    s.desk.panels.focus_view = view.id;
    for (int frame = 0; frame < 3; ++frame) drawn.drawings.clear(), drawn.gui->draw_window(s), finish_studies(s);
    find_faults(texts_of(drawn.drawings, size.scale), std::to_string(size.width) + "x" + std::to_string(size.height),
                faults);
  }
}

TEST(Texts, HaveRoomInPictures) {
  std::set<std::string> faults;
  for (const views::View& view : views::all_views())
    for (const float scale : {1.0f, 2.0f}) {
      Drawn drawn(static_cast<int>(static_cast<float>(view.width) * scale),
                  static_cast<int>(static_cast<float>(view.height) * scale));
      for (session::Session s : sessions()) {
        s.desk.scale = scale;
        for (int frame = 0; frame < 3; ++frame)
          drawn.drawings.clear(), drawn.gui->draw_view(s, view), finish_studies(s);
        find_faults(texts_of(drawn.drawings, scale),
                    std::string(view.id) + ", scale " + std::to_string(static_cast<int>(scale)), faults);
      }
    }
  EXPECT_TRUE(faults.empty()) << in_lines(faults);
}

TEST(Texts, HaveRoomInWindows) {
  std::set<std::string> faults;
  for (const Pixels& size : kWindows) {
    Drawn drawn(size.width, size.height);
    for (const session::Session& s : sessions()) look_through(drawn, s, size, faults);
  }
  EXPECT_TRUE(faults.empty()) << in_lines(faults);
}

/// Of a program: a request in another file, its call in the kernel's own, and an array whose shape is guessed.
TEST(Texts, HaveRoomOfPrograms) {
  std::set<std::string> faults;
  for (const Pixels& size : kWindows) {
    Drawn drawn(size.width, size.height);
    for (const auto& [program, where] :
         {std::pair("two_files", "request=2"), std::pair("two_files", "request=2/source_file=0"),
          std::pair("two_files", "site=C_store"), std::pair("stencil", "site=in_load")}) {
      auto recording = format::read_file("tests/data/recorded/" + std::string(program) + ".gst");
      ASSERT_TRUE(recording) << program;
      session::Session s;
      open(s, std::make_shared<const session::Loaded>(std::move(*recording)));
      ASSERT_TRUE(follow(s, *session::parse_link(where))) << where;
      look_through(drawn, std::move(s), size, faults);
    }
  }
  EXPECT_TRUE(faults.empty()) << in_lines(faults);
}

/// The same beside a baseline, of another padding and of another kernel.
TEST(Texts, HaveRoomBesideABaseline) {
  std::set<std::string> faults;
  for (const Pixels& size : kWindows) {
    Drawn drawn(size.width, size.height);
    for (const session::LoadedPtr& other :
         {session::small_recording({{"PA", "4"}}), session::recording_of({.name = "sgemm64"})}) {
      session::Session s = session::small_session();
      session::toggle_baseline(s);
      session::open_in_place(s, other);
      look_through(drawn, std::move(s), size, faults);
    }
  }
  EXPECT_TRUE(faults.empty()) << in_lines(faults);
}

}  // namespace
}  // namespace gemmscope::ui
