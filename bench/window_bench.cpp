// SPDX-License-Identifier: MIT
/// @file window_bench.cpp
/// How long a person waits for the window: after a step, while dragging, for a file, for another padding. The whole
/// window, 1600 x 1000, in memory; drawn by Mesa on the CPU where there is no GPU.
///
/// scripts/measure runs it and writes docs/performance.md. Times are medians of the iterations, in milliseconds, as
/// counters; "beyond" is what the frame after a change costs more than a frame in which nothing changed.
#include <benchmark/benchmark.h>

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "app/session/baseline.h"
#include "app/session/playing.h"
#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "app/shell/frames.h"
#include "app/shell/gui.h"
#include "imgui.h"
#include "imgui_internal.h"  // where a panel is
#include "tests/steps/step.h"
#include "tracing/format/file.h"

namespace gemmscope {
namespace {

using Clock = std::chrono::steady_clock;
using session::LoadedPtr;

template <class T>
T must(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "window_bench: %s\n", result.error().message.c_str());
  std::exit(1);
}

/// All blocks, their addresses only.
format::Recording recorded(std::uint32_t M, std::uint32_t N, std::uint32_t K, const char* PA = "0") {
  const format::Range every{0, 1u << 16};
  return testing::recorded({.name = "warp_tile", .numbers = {{"PA", PA}}},
                           {.M = M, .N = N, .K = K, .block_y = every, .block_x = every});
}
LoadedPtr loaded(std::uint32_t M, std::uint32_t N, std::uint32_t K, const char* PA = "0") {
  return std::make_shared<const session::Loaded>(recorded(M, N, K, PA));
}

/// Made once, because it takes seconds.
LoadedPtr small() {
  static const LoadedPtr made = loaded(256, 256, 256);
  return made;
}
/// All 130 million requests.
LoadedPtr large() {
  static const LoadedPtr made = loaded(4096, 4096, 4096);
  return made;
}
/// One block of 20 480 k-tiles: 10 million requests in one timeline.
LoadedPtr long_block() {
  static const LoadedPtr made = loaded(128, 128, 20'480 * 16);
  return made;
}

class Samples {
 public:
  template <class Work>
  void time(Work work) {
    const auto before = Clock::now();
    work();
    all_.push_back(std::chrono::duration<double, std::milli>(Clock::now() - before).count());
  }
  double median() {
    std::nth_element(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(all_.size() / 2), all_.end());
    return all_[all_.size() / 2];
  }
  double most() const { return *std::max_element(all_.begin(), all_.end()); }
  /// Of each sample against the one taken beside it, so that other work on the machine falls on both.
  double median_beyond(const Samples& plain) const {
    Samples differences;
    for (std::size_t i = 0; i < all_.size(); ++i) differences.all_.push_back(all_[i] - plain.all_[i]);
    return differences.median();
  }

 private:
  std::vector<double> all_;
};

/// The window with `loaded` open, settled.
struct Window {
  std::unique_ptr<platform::Platform> platform = must(platform::open_headless(1600, 1000));
  std::unique_ptr<shell::Gui> gui = must(shell::Gui::create(*platform, ""));
  session::Session session;

  explicit Window(LoadedPtr loaded) {
    session::open(session, std::move(loaded));
    settle();
  }
  void frame() { gui->draw_window(session); }
  void settle() {
    for (int i = 0; i < 4; ++i) frame();
  }
};

/// Where in the block a step is taken: late, so that nothing that looks at all earlier requests goes unnoticed.
std::uint32_t late(const session::Look& look) { return look.current->warp_requests / 10 * 9; }

using Step = void (*)(session::Look&, int);

/// A frame after a step, with `view` in front, against one without. `beside`: a baseline that goes along.
void step(benchmark::State& state, LoadedPtr (*recording)(), const std::string& view, Step take, bool beside = false) {
  Window window(recording());
  if (beside) session::toggle_baseline(window.session);
  window.session.desk.panels.focus_view = view;
  session::go_to_request(window.session.look, late(window.session.look));
  window.settle();
  Samples plain, stepped;
  int direction = 1;
  for (auto _ : state) {
    stepped.time([&] {
      take(window.session.look, direction);
      session::keep_in_step(window.session);
      window.frame();
    });
    window.frame();  // the source may still scroll to its line
    plain.time([&] { window.frame(); });
    if (window.session.look.cursor.request + 300 > window.session.look.current->warp_requests) direction = -1;
  }
  state.counters["beyond_ms"] = stepped.median_beyond(plain);
  state.counters["plain_ms"] = plain.median();
}

/// The timeline with every request of the block in it, and the pointer dragged across it, one place a frame.
void drag(benchmark::State& state) {
  Window window(long_block());
  window.session.look.views.timeline = {0, 1e12};
  window.settle();
  const ImGuiWindow* panel = ImGui::FindWindowByName("Timeline###timeline");
  const ImVec2 from = panel->Pos, size = panel->Size;
  ImGuiIO& io = ImGui::GetIO();
  const auto point = [&](double share) {
    io.AddMousePosEvent(from.x + size.x * static_cast<float>(0.22 + 0.75 * share), from.y + size.y * 0.45f);
  };
  Samples plain, dragged;
  point(0);
  window.frame();
  io.AddMouseButtonEvent(0, true);
  window.settle();
  double lost = 0, moves = 0;
  for (auto _ : state) {
    plain.time([&] { window.frame(); });
    const std::uint32_t before = window.session.look.cursor.request;
    moves += 1;
    dragged.time([&] {
      point(std::fmod(moves * 0.618, 1.0));
      window.frame();
    });
    lost += before == window.session.look.cursor.request ? 1 : 0;
  }
  io.AddMouseButtonEvent(0, false);
  window.frame();
  state.counters["requests"] = static_cast<double>(window.session.look.recording()->request_count());
  state.counters["beyond_ms"] = dragged.median_beyond(plain);
  state.counters["plain_ms"] = plain.median();
  state.counters["longest_ms"] = dragged.most();
  state.counters["lost"] = lost;
  state.counters["moves"] = moves;
}

/// Seconds that it plays, after the keys' hurry is over.
constexpr double kPlaying = 3;

/// The share of a core that the whole program takes while it plays, `beside` a baseline or alone.
void play(benchmark::State& state, bool beside) {
  Window window(large());
  if (beside) session::toggle_baseline(window.session);
  session::toggle_play(window.session.look);
  shell::Frames frames(*window.platform, *window.gui);
  for (auto _ : state) {
    for (int i = 0; i < 4; ++i) frames.next(window.session, false);
    const std::uint32_t first = window.session.look.cursor.request;
    const auto begun = Clock::now();
    const std::clock_t work = std::clock();
    double drawn = 0, seconds = 0;
    for (; seconds < kPlaying; ++drawn) {
      frames.next(window.session, false);
      session::keep_in_step(window.session);
      seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    }
    state.counters["share"] = static_cast<double>(std::clock() - work) / CLOCKS_PER_SEC / seconds;
    state.counters["frames"] = drawn / seconds;
    state.counters["steps"] = (window.session.look.cursor.request - first) / seconds;
  }
}

/// From the file to its first picture, in a window that is open already.
void open_file(benchmark::State& state) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("window_bench." + std::to_string(getpid()) + ".gst")).string();
  if (const auto written = format::write_file(recorded(4096, 4096, 4096), path); !written)
    return state.SkipWithError(written.error().message.c_str());
  Window window(small());
  Samples opened;
  for (auto _ : state) {
    opened.time([&] {
      session::open(window.session, std::make_shared<const session::Loaded>(must(format::read_file(path))));
      window.frame();
    });
  }
  std::filesystem::remove(path);
  state.counters["ms"] = opened.median();
}

/// From the PTX of another padding, which nvcc has compiled before, to the first picture of the new recording.
void toggle_padding(benchmark::State& state) {
  Window window(loaded(512, 512, 512));
  static_cast<void>(loaded(512, 512, 512, "4"));
  Samples toggled;
  bool is_padded = false;
  for (auto _ : state) {
    is_padded = !is_padded;
    toggled.time([&] {
      session::open(window.session, loaded(512, 512, 512, is_padded ? "4" : "0"));
      window.frame();
    });
  }
  state.counters["ms"] = toggled.median();
}

void register_all() {
  const auto add = [](const std::string& name, int iterations, auto run) {
    benchmark::RegisterBenchmark(name.c_str(), run)
        ->Iterations(iterations)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  };
  add("Step/256/shared", 40, [](auto& s) { step(s, small, "shared", session::step_request); });
  for (const char* view : {"shared", "arrays", "writers", "stores", "heatmap"})
    add(std::string("Step/4096/") + view, 40, [view](auto& s) { step(s, large, view, session::step_request); });
  add("StepBeside/4096/shared", 40, [](auto& s) { step(s, large, "shared", session::step_request, true); });
  add("StepBeside/10M/shared", 40, [](auto& s) { step(s, long_block, "shared", session::step_request, true); });
  add("StepKTile/4096/heatmap", 40, [](auto& s) { step(s, large, "heatmap", session::step_k_tile); });
  add("Step/10M/shared", 40, [](auto& s) { step(s, long_block, "shared", session::step_request); });
  add("StepKTile/10M/shared", 40, [](auto& s) { step(s, long_block, "shared", session::step_k_tile); });
  add("Drag/10M", 40, drag);
  add("Play/alone", 1, [](auto& s) { play(s, false); });
  add("Play/beside", 1, [](auto& s) { play(s, true); });
  add("Open/4096", 7, open_file);
  add("TogglePadding/512", 11, toggle_padding);
}

}  // namespace
}  // namespace gemmscope

int main(int argc, char** argv) {
  gemmscope::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
