// SPDX-License-Identifier: MIT
// `bench`: emulator rates are never called performance, and a GPU that is not there is said, not hidden.
#include <nlohmann/json.hpp>

#include "kernels/table.h"
#include "tests/cli/run_program.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::json;
using Bench = ProgramTest;

RunOptions no_gpu() {
  RunOptions options;
  options.environment = {"CUDA_VISIBLE_DEVICES="};
  return options;
}

TEST_F(Bench, TextLabelsTheEmulatorAndSaysThatNoGpuWasMeasured) {
  const Ran ran = run("bench k000", no_gpu());
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.out.find("emulator rates"), std::string::npos);
  EXPECT_NE(ran.out.find("not how fast a kernel is"), std::string::npos);
  EXPECT_NE(ran.out.find("not measured"), std::string::npos);
  EXPECT_EQ(ran.out.find("FLOP"), std::string::npos);  // the emulator has no FLOP/s
  EXPECT_TRUE(ran.err.starts_with("gemmscope: the GPU was not measured: ")) << ran.err;
}

TEST_F(Bench, JsonHasARateForEveryPreset) {
  const Ran ran = run("bench --json", no_gpu());
  EXPECT_EQ(ran.code, 4);
  const json bench = json::parse(ran.out);
  EXPECT_EQ(bench.at("schema"), "gemmscope-bench/1");
  EXPECT_TRUE(bench.at("gpu").is_null());
  EXPECT_NE(bench.at("gpu_not_measured"), "");
  std::size_t presets = 0;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels()) presets += kernel.presets.size();
  EXPECT_EQ(bench.at("emulator").at("rates").size(), presets);
  for (const json& rate : bench.at("emulator").at("rates")) EXPECT_GT(rate.at("requests_per_second"), 0);
}

}  // namespace
}  // namespace gemmscope::cli::testing
