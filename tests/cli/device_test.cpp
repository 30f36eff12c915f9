// SPDX-License-Identifier: MIT
// No GPU, no display: exit code 4 and a sentence that says what there is instead.
#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using Device = ProgramTest;

// Hides the GPUs of a machine that has some.
RunOptions no_display() {
  RunOptions options;
  options.environment = {"DISPLAY", "WAYLAND_DISPLAY"};
  return options;
}

TEST_F(Device, RecordingOnAGpuThatIsNotThere) {
  expect_error(run("record warp_tile --backend cuda -o a.gst", no_gpu()), 4);
  expect_error(run("run my.cu --backend cuda", no_gpu()), 4);
  EXPECT_TRUE(files().empty());
}

TEST_F(Device, ListSaysWhyThereIsNoGpu) {
  const auto list = nlohmann::json::parse(run("list --json", no_gpu()).out);
  const auto& cuda = list.at("backends").at(1);
  EXPECT_EQ(cuda.at("name"), "cuda");
  EXPECT_EQ(cuda.at("available"), false);
  EXPECT_NE(cuda.at("missing"), "");
}

TEST_F(Device, WindowWithoutADisplayNamesRender) {
  step_recording("warp_tile --preset tm1_small --size 64x64x8 -o a.gst");
  for (const char* command : {"", "open a.gst"}) {
    const Ran ran = run(command, no_display());
    expect_error(ran, 4);
#if defined(GEMMSCOPE_GUI)
    EXPECT_NE(ran.err.find("gemmscope render"), std::string::npos) << ran.err;
#endif
  }
}

}  // namespace
}  // namespace gemmscope::cli::testing
