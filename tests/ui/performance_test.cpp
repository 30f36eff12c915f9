// SPDX-License-Identifier: MIT
// The performance panel: figures of a GPU that a test makes up, live and from a report.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/own_numbers.h"
#include "tests/cuda/fake_live_source.h"
#include "tests/session/fixture.h"
#include "tests/ui/session_window.h"

namespace gemmscope::ui {
namespace {

session::Session with_report() {
  session::Session s = session::small_session();
  auto report = results::read_bench_file("tests/data/bench_made_up.json");
  EXPECT_TRUE(report) << report.error().message;
  s.look.reports = std::make_shared<const std::vector<results::BenchReport>>(1, std::move(*report));
  s.desk.panels.focus_view = "performance";
  return s;
}

/// Frames until `met`, at most some seconds of them.
template <class Condition>
bool wait(ImGuiTestContext& context, const Condition& met) {
  for (int frame = 0; frame < 2000 && !met(); ++frame) {
    context.Yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return met();
}

TEST(Performance, TheGpuIsMeasuredWhileThePanelIsSeen) {
  cuda::FakeLiveSource::Control control;
  SessionWindow window(with_report());
  window.measure_with(std::make_unique<cuda::FakeLiveSource>(control));
  window.run([&](ImGuiTestContext& context) {
    IM_CHECK(wait(context, [&] { return window.session().look.live.gflops.size() > 3; }));
    window.session().desk.panels.focus_view = "timeline";  // in front of it
    context.Yield(5);
    const int launched = control.launched;
    std::this_thread::sleep_for(std::chrono::milliseconds(80));
    context.Yield(3);
    IM_CHECK_LE(control.launched.load(), launched + 1);  // one may have been under way
  });
}

TEST(Performance, AnotherPaddingIsMeasuredLiveToo) {
  cuda::FakeLiveSource::Control control;
  SessionWindow window(with_report());
  window.measure_with(std::make_unique<cuda::FakeLiveSource>(control));
  window.run([&](ImGuiTestContext& context) {
    IM_CHECK(wait(context, [&] { return window.session().look.live.gflops.size() > 3; }));
    session::set_number(window.session(), "PA", 4);
    IM_CHECK(wait(context, [&] {
      const std::lock_guard lock(control.mutex);
      return control.products.back().numbers == session::Numbers{{"PA", "4"}};
    }));
  });
}

}  // namespace
}  // namespace gemmscope::ui
