// SPDX-License-Identifier: MIT
// The recordings of assets/recordings, made on the emulator and on a GPU in November 2026: they still open, and a
// kernel recorded now accesses what it did then. So a GPU's recordings are compared with the emulator's without a GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "kernels/table.h"
#include "tracing/analysis/digest.h"
#include "tracing/format/file.h"
#include "tracing/simt/emulator.h"

namespace gemmscope {
namespace {

namespace fs = std::filesystem;
const fs::path kFolder = "assets/recordings";

/// device/kernel of each.
std::vector<std::string> shipped() {
  std::vector<std::string> all;
  if (fs::is_directory(kFolder))
    for (const auto& entry : fs::recursive_directory_iterator(kFolder))
      if (entry.path().extension() == ".gst")
        all.push_back((entry.path().parent_path().filename() / entry.path().stem()).string());
  std::sort(all.begin(), all.end());
  return all;
}

format::Recording opened(const std::string& name) {
  auto recording = format::read_file(kFolder / (name + ".gst"));
  EXPECT_TRUE(recording) << recording.error().message;
  return recording.value_or(format::Recording{});
}

record::RecordRequest request_of(const format::Recording& r) {
  record::RecordRequest request;
  request.kernel = r.kernel, request.preset = r.preset;
  request.overrides = r.parameters;
  request.M = r.M, request.N = r.N, request.K = r.K;
  request.alpha = r.alpha, request.beta = r.beta;
  return request;
}

/// What each site accesses, by name: lines move when a comment is written, and what a kernel does stays.
std::vector<std::string> accesses_of(const format::Recording& r) {
  const std::vector<std::uint64_t> digests = analysis::address_digests(r, analysis::CostTable(r));
  std::vector<std::string> lines{std::to_string(r.blocks.size()) + " blocks, " + std::to_string(r.request_count())};
  for (std::size_t i = 0; i < r.sites.size(); ++i) {
    const format::Site& site = r.sites[i];
    lines.push_back(site.name + " of " + r.tensors[site.tensor].name + ", " + std::to_string(site.width) +
                    " bytes: " + std::to_string(digests[i]));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

class ShippedRecordings : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedRecordings, ShowWhatTheKernelStillDoes) {
  const format::Recording then = opened(GetParam());
  ASSERT_FALSE(then.blocks.empty());
  const auto now = simt::record(request_of(then));
  if (!now && now.error().kind == ErrorKind::kNoDevice) GTEST_SKIP() << now.error().message;
  ASSERT_TRUE(now) << now.error().message;
  EXPECT_EQ(accesses_of(then), accesses_of(*now));
  EXPECT_EQ(then.dropped, 0u);
  EXPECT_EQ(then.tensors, now->tensors);
}

TEST_P(ShippedRecordings, AreTheSameFromEveryDevice) {
  const std::string kernel = fs::path(GetParam()).filename();
  const format::Recording here = opened(GetParam()), cpu = opened("cpu/" + kernel);
  ASSERT_FALSE(cpu.blocks.empty());
  EXPECT_EQ(here.origin.backend == "cuda", !GetParam().starts_with("cpu/"));
  if (here.source == cpu.source)
    EXPECT_EQ(analysis::first_difference(here, cpu), std::nullopt);
  else
    EXPECT_EQ(accesses_of(here), accesses_of(cpu));  // made with another text of the kernel
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(, ShippedRecordings, ::testing::ValuesIn(shipped()), test_name);

TEST(ShippedRecordingsAreAll, OfEveryKernelAndFewBytes) {
  for (const kernels::KernelInfo& kernel : kernels::all_kernels()) {
    const fs::path file = kFolder / "cpu" / (std::string(kernel.name) + ".gst");
    ASSERT_TRUE(fs::exists(file)) << file << " is missing";
    EXPECT_LT(fs::file_size(file), 8192u) << file;
    EXPECT_EQ(opened("cpu/" + std::string(kernel.name)).kernel, kernel.name);
  }
}

TEST(ShippedRecordingsAreAll, DifferentOfDifferentKernels) {
  EXPECT_NE(accesses_of(opened("cpu/naive")), accesses_of(opened("cpu/coalesced")));
}

}  // namespace
}  // namespace gemmscope
