// SPDX-License-Identifier: MIT
// Who decides whether the GPU is measured: a view of the last frame, and nothing while something is recorded.
#include "app/session/live.h"

#include <gtest/gtest.h>

#include "app/session/actions.h"
#include "tests/cuda/fake_live_source.h"
#include "tests/session/fixture.h"
#include "tracing/format/file.h"

namespace gemmscope::session {
namespace {

using namespace std::chrono_literals;

constexpr cuda::LivePace kQuick{.duty = 0.5, .least_rest = 1ms};

/// update_live() until `met`, or for as long as nothing should happen.
template <class Condition>
bool updated_until(Session& session, LiveBench& bench, const Condition& met, std::chrono::milliseconds patience = 20s) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < end) {
    update_live(session, bench);
    if (met()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

TEST(Live, MeasuresWhatIsShownWhileAViewWantsIt) {
  cuda::FakeLiveSource::Control control;
  LiveBench bench(std::make_unique<cuda::FakeLiveSource>(control), nullptr, kQuick);
  Session s = small_session({{"PA", "4"}});
  const auto measured = [&] { return s.look.live.gflops.size() >= 2; };
  EXPECT_FALSE(updated_until(s, bench, measured, 30ms));  // nobody looks

  Actions actions;
  actions.add(want_live);
  actions.apply(s);
  EXPECT_TRUE(updated_until(s, bench, measured));
  EXPECT_FALSE(s.look.live.device.empty());
  {
    const std::lock_guard lock(control.mutex);
    EXPECT_EQ(control.products.back().numbers, (Numbers{{"PA", "4"}}));
  }
  actions.apply(s);  // a frame without the view
  EXPECT_FALSE(s.live_wanted);
  update_live(s, bench);
  const int launched = control.launched;
  (void)updated_until(
      s, bench, [] { return false; }, 80ms);
  EXPECT_LE(control.launched, launched + 1);  // one may have been under way
}

TEST(Live, OfAnOwnProgramItsProductIsMeasured) {
  cuda::FakeLiveSource::Control control;
  LiveBench bench(std::make_unique<cuda::FakeLiveSource>(control), nullptr, kQuick);
  auto recording = format::read_file("tests/data/recorded/fused.gst");
  ASSERT_TRUE(recording) << recording.error().message;
  Session s;
  open(s, std::make_shared<const Loaded>(std::move(*recording)));
  s.live_wanted = true;
  const auto measured = [&] { return s.look.live.gflops.size() >= 2; };
  EXPECT_FALSE(updated_until(s, bench, measured, 30ms));  // a recording whose program is not at hand
  s.own.source = "programs/fused.cu", s.own.arguments = {"7"}, s.own.launches = {s.look.loaded};
  s.own.numbers = {{"TILE", "8"}};
  EXPECT_TRUE(updated_until(s, bench, measured));
  const analysis::Product& found = s.look.loaded->tiles->product;
  {
    const std::lock_guard lock(control.mutex);
    ASSERT_EQ(control.products.size(), 1u);
    const cuda::LiveProduct& product = control.products.front();
    EXPECT_EQ(product.command, (std::vector<std::string>{"programs/fused.cu", "7"}));
    EXPECT_EQ(product.numbers, (Numbers{{"TILE", "8"}}));
    EXPECT_EQ(product.kernel, s.look.recording()->kernel);
    EXPECT_EQ((std::array{product.M, product.N, product.K}), (std::array{found.M, found.N, found.K}));
    EXPECT_EQ(product.element, "float");
  }
  EXPECT_EQ(s.look.live.cublas_gflops, 5000);
}

TEST(Live, ARecordingIsNotDisturbed) {
  cuda::FakeLiveSource::Control control;
  LiveBench bench(std::make_unique<cuda::FakeLiveSource>(control), nullptr, kQuick);
  Session s = small_session();
  s.live_wanted = s.own.running_now = true;
  EXPECT_FALSE(updated_until(
      s, bench, [&] { return control.launched > 0; }, 30ms));
  s.own.running_now = false;
  EXPECT_TRUE(updated_until(s, bench, [&] { return control.launched > 0; }));
}

TEST(Live, SaysOnceWhenSomethingIsNew) {
  cuda::FakeLiveSource::Control control;
  control.missing = "no NVIDIA GPU was found";
  LiveBench bench(std::make_unique<cuda::FakeLiveSource>(control), nullptr, kQuick);
  Session s = small_session();
  s.live_wanted = true;
  EXPECT_TRUE(updated_until(s, bench, [&] { return s.look.live.state == cuda::LiveTrace::State::kFailed; }));
  EXPECT_FALSE(update_live(s, bench));
  s.look.live = {};  // another window, that has seen nothing yet
  EXPECT_TRUE(update_live(s, bench));
  EXPECT_EQ(s.look.live.why, control.missing);
}

}  // namespace
}  // namespace gemmscope::session
