// SPDX-License-Identifier: MIT
/// @file gpu_window.cpp
/// The window on a machine with a GPU: how long its frames take while it is stepped through, with and without live
/// rates measured in the background, on an idle GPU and on a busy one.
///
///   gpu_window --json FILE --picture FILE.png    measures, and draws the window as it was while it measured
///   gpu_window --program FILE.cu --picture FILE.png [ARGUMENTS]   opens a program and waits for rates of its first
///                                                product: prints them, and draws the window
///   gpu_window --keep-busy                       keeps the GPU busy until its input ends: what the first form starts
///
/// The same loop as shell/window.cpp: a frame every 1/60 s, each a step further. The window is drawn in memory by EGL,
/// so nothing is shown and nobody waits for a display; glFinish() ends each frame, so the GPU's share is in it.
/// Exit code 0: measured; 2: bad usage; 4: no GPU; 5: a file cannot be written. scripts/gpu_window builds and runs it.
#include <glad/gl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <thread>

#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/live_source.h"
#include "app/cli/own_program.h"
#include "app/gl/png.h"
#include "app/session/live.h"
#include "app/session/refresh.h"
#include "app/session/stepping.h"
#include "app/shell/gui.h"
#include "tracing/cuda/device.h"
#include "tracing/record/origin.h"

namespace gemmscope {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr int kWidth = 1600, kHeight = 1000;  // pixels
constexpr int kFrames = 600;                  // of each case: ten seconds
constexpr auto kFrame = std::chrono::microseconds(16'667);
constexpr auto kPatience = std::chrono::seconds(60);  // until the first sample: the matrices are made first
constexpr auto kSettling = std::chrono::seconds(1);   // until a launch under way has ended

template <class T>
T must(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "gpu_window: %s\n", result.error().message.c_str());
  std::exit(cli::exit_code(result.error().kind));
}

/// warp_tile of the ladder, from the top of the repository.
cuda::LiveProduct product_of_size(std::uint32_t size) {
  cuda::LiveProduct product;
  product.command = {"kernels/10_warp_tile.cu", std::to_string(size)};
  product.kernel = "warp_tile", product.element = "float";
  product.M = product.N = product.K = size;
  return product;
}

/// Runs `gpu_window --keep-busy` beside this process for as long as it lives.
class BusyCard {
 public:
  BusyCard() {
    int to_child[2], from_child[2];
    if (pipe(to_child) != 0 || pipe(from_child) != 0) std::perror("gpu_window: pipe"), std::exit(5);
    child_ = fork();
    if (child_ == 0) {
      dup2(to_child[0], 0), dup2(from_child[1], 1);
      for (const int end : {to_child[0], to_child[1], from_child[0], from_child[1]}) close(end);
      execl("/proc/self/exe", "gpu_window", "--keep-busy", nullptr);
      _exit(127);
    }
    close(to_child[0]), close(from_child[1]);
    input_ = to_child[1];
    char first_launch_is_done = 0;
    if (child_ < 0 || read(from_child[0], &first_launch_is_done, 1) != 1) {
      std::fprintf(stderr, "gpu_window: the process that keeps the GPU busy did not start\n");
      std::exit(1);
    }
    close(from_child[0]);
  }
  ~BusyCard() {
    close(input_);
    waitpid(child_, nullptr, 0);
  }
  BusyCard(const BusyCard&) = delete;
  BusyCard& operator=(const BusyCard&) = delete;

 private:
  pid_t child_ = -1;
  int input_ = -1;
};

/// Launches one kernel after the other until standard input ends.
int keep_busy() {
  const auto source = cli::live_source();
  must(source->find());
  if (const auto ready = source->prepare(product_of_size(4096), {}); !ready) return cli::exit_code(ready.error().kind);
  std::jthread input_ends([] {
    char c = 0;
    while (read(0, &c, 1) > 0) {
    }
    _exit(0);
  });
  for (bool told = false;; told = true) {
    must(source->launch({}));
    if (!told && write(1, "!", 1) != 1) return 1;
  }
}

double percentile(std::vector<double> values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

/// The window with `recording` open and the performance panel in front.
struct Window {
  std::unique_ptr<platform::Platform> platform = must(platform::open_headless(kWidth, kHeight));
  std::unique_ptr<shell::Gui> gui = must(shell::Gui::create(*platform, ""));
  session::Session session;

  explicit Window(session::LoadedPtr loaded) {
    session::open(session, std::move(loaded));
    session.desk.panels.focus_view = "performance";
    for (int i = 0; i < 5; ++i) gui->draw_window(session);
  }
};

/// Lets the launch that is under way end: nothing is measured until the next call of measure().
void rest(session::LiveBench& live) {
  live.measure(std::nullopt);
  std::this_thread::sleep_for(kSettling);
}

/// Steps through the recording, a request a frame. `measuring`: rates are asked for in each frame, as the window does.
Json step_through(Window& window, session::LiveBench& live, bool measuring) {
  session::Session& session = window.session;
  session::go_home(session.look);
  rest(live);
  if (measuring) session::update_live(session, live);
  const std::size_t samples_before = session.look.live.gflops.size();
  std::vector<double> times;
  int late = 0;
  for (int i = 0; i < kFrames; ++i) {
    const auto start = Clock::now();
    if (measuring) session::update_live(session, live);
    session::step_request(session.look, 1);
    window.gui->draw_window(session);
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    late += Clock::now() > start + kFrame;
    std::this_thread::sleep_until(start + kFrame);
  }
  Json row{{"frames", kFrames},
           {"median_ms", percentile(times, 0.5)},
           {"p99_ms", percentile(times, 0.99)},
           {"longest_ms", percentile(times, 1)},
           {"longer_than_a_60th", late}};
  if (measuring) {
    const std::vector<double>& rates = session.look.live.gflops;
    const std::vector<double> taken(rates.begin() + static_cast<std::ptrdiff_t>(samples_before), rates.end());
    row["samples"] = taken.size();
    row["size"] = session.look.live.M;
    if (!taken.empty()) row["median_gflops"] = percentile(taken, 0.5);
  }
  return row;
}

/// Draws until the first rate is there.
void wait_for_a_sample(Window& window, session::LiveBench& live) {
  const auto start = Clock::now();
  while (window.session.look.live.gflops.empty() && Clock::now() < start + kPatience) {
    session::update_live(window.session, live);
    window.gui->draw_window(window.session);
    std::this_thread::sleep_for(kFrame);
  }
  if (!window.session.look.live.gflops.empty()) return;
  std::fprintf(stderr, "gpu_window: no rate was measured. %s\n", window.session.look.live.why.c_str());
  std::exit(1);
}

/// As the window does: the program is compiled, run and recorded without the GPU.
std::unique_ptr<Window> opened(const std::vector<std::string>& command) {
  const session::ProgramRunner runner = must(cli::own_program(command));
  session::ProgramRun ran = runner(
      {}, [] { return true; }, [](const std::string&) {});
  if (ran.launches.empty()) must(Result<int>(fail(ErrorKind::kUsage, ran.failure)));
  auto window = std::make_unique<Window>(ran.launches.front());
  session::OwnProgram& own = window->session.own;
  own.source = command.front(), own.arguments.assign(command.begin() + 1, command.end());
  own.launches = ran.launches;
  return window;
}

Json measure(const std::string& picture) {
  const auto opened_window = opened(product_of_size(1024).command);
  Window& window = *opened_window;
  Json cases = Json::array();
  session::LiveBench live(cli::live_source(), {});
  wait_for_a_sample(window, live);  // also warms up fonts, textures and clocks
  const auto add = [&](bool busy, bool measuring) {
    Json row{{"card", busy ? "busy" : "idle"}, {"measuring", measuring}};
    row.update(step_through(window, live, measuring));
    std::printf("%s\n", row.dump().c_str());
    std::fflush(stdout);
    cases.push_back(std::move(row));
  };
  add(false, false);
  add(false, true);
  if (const auto written = gl::write_png(gl::read_picture(kWidth, kHeight), picture); !written)
    must(Result<int>(tl::unexpected(written.error())));
  const BusyCard others;
  add(true, false);
  add(true, true);
  return Json{{"drawn_by", reinterpret_cast<const char*>(glGetString(GL_RENDERER))}, {"cases", std::move(cases)}};
}

/// The program is measured on the GPU.
int watch(const std::string& picture, const std::vector<std::string>& command) {
  constexpr std::size_t kSamples = 12;
  const auto opened_window = opened(command);
  Window& window = *opened_window;
  session::Session& session = window.session;
  session::LiveBench live(cli::live_source(), {});
  const auto start = Clock::now();
  while (session.look.live.gflops.size() < kSamples && session.look.live.state != cuda::LiveTrace::State::kFailed &&
         Clock::now() < start + kPatience) {
    session::update_live(session, live);
    window.gui->draw_window(session);
    std::this_thread::sleep_for(kFrame);
  }
  const cuda::LiveTrace& trace = session.look.live;
  const Json report{{"device", trace.device},
                    {"kernel", session.look.recording()->kernel},
                    {"size", {{"M", trace.M}, {"N", trace.N}, {"K", trace.K}}},
                    {"gflops", trace.gflops},
                    {"cublas_gflops", trace.cublas_gflops ? Json(*trace.cublas_gflops) : Json()},
                    {"why", trace.why}};
  std::printf("%s\n", report.dump().c_str());
  if (const auto written = gl::write_png(gl::read_picture(kWidth, kHeight), picture); !written)
    must(Result<int>(tl::unexpected(written.error())));
  return trace.gflops.size() < kSamples ? 1 : 0;
}

int run(const std::string& json, const std::string& picture) {
  const cuda::DeviceInfo device = must(cuda::find_device());
  Json report{{"schema", 1},
              {"command", "scripts/gpu_window --json FILE --picture FILE"},
              {"device", device.name},
              {"driver", device.driver},
              {"host", record::cpu_name()},
              {"build", record::build_id()},
              {"date", record::utc_now()},
              {"width", kWidth},
              {"height", kHeight}};
  report.update(measure(picture));
  std::ofstream file(json);
  file << report.dump(1) << "\n";
  if (file.flush()) return 0;
  std::fprintf(stderr, "gpu_window: %s cannot be written\n", json.c_str());
  return 5;
}

}  // namespace
}  // namespace gemmscope

int main(int argc, char** argv) {
  const std::vector<std::string> given(argv + 1, argv + argc);
  if (given == std::vector<std::string>{"--keep-busy"}) return gemmscope::keep_busy();
  if (given.size() == 4 && given[0] == "--json" && given[2] == "--picture") return gemmscope::run(given[1], given[3]);
  if (given.size() >= 4 && given[0] == "--program" && given[2] == "--picture") {
    std::vector<std::string> command{given[1]};
    command.insert(command.end(), given.begin() + 4, given.end());
    return gemmscope::watch(given[3], command);
  }
  std::fprintf(stderr, "usage: gpu_window --json FILE --picture FILE.png\n");
  return 2;
}
