// SPDX-License-Identifier: MIT
// The recordings of assets/recordings (scripts/recordings): a step of the ladder recorded now accesses what it did
// then, and a GPU recorded what the interpreter did. GEMMSCOPE_REWRITE=1 takes the folder of the repository out of
// their paths.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "app/session/ladder.h"
#include "tests/cli/run_program.h"
#include "tracing/analysis/digest.h"
#include "tracing/format/file.h"

namespace gemmscope::cli::testing {
namespace {

namespace fs = std::filesystem;
const fs::path kFolder = fs::absolute("assets/recordings");

format::Recording opened(const fs::path& file) {
  auto recording = format::read_file(file);
  EXPECT_TRUE(recording) << file << ": " << recording.error().message;
  return std::move(recording).value_or(format::Recording{});
}

/// What each site accesses. A comment that is written moves lines, so these are left out.
std::vector<std::string> accesses_of(const format::Recording& r) {
  const std::vector<std::uint64_t> digests = analysis::address_digests(r, analysis::CostTable(r));
  std::vector<std::string> sites{std::to_string(r.blocks.size()) + " blocks, " + std::to_string(r.request_count())};
  for (std::size_t i = 0; i < r.sites.size(); ++i) {
    const format::Site& site = r.sites[i];
    sites.push_back(site.name + ", " + std::to_string(site.width) + " bytes: " + std::to_string(digests[i]));
  }
  return sites;
}

std::vector<fs::path> shipped() {
  std::vector<fs::path> all;
  for (const auto& entry : fs::recursive_directory_iterator(kFolder))
    if (entry.path().extension() == ".gst") all.push_back(entry.path());
  std::ranges::sort(all);
  return all;
}

void take_out(std::string& text, const std::string& folder) {
  for (std::size_t at = 0; (at = text.find(folder, at)) != text.npos;) text.erase(at, folder.size());
}

class ShippedRecordings : public ProgramTest {};

TEST_F(ShippedRecordings, AreOfEachStepAndNameNoFolderOfAComputer) {
  for (const fs::path& file : shipped()) {
    format::Recording r = opened(file);
    const std::size_t end = r.source.path.find("kernels/");
    ASSERT_NE(end, std::string::npos) << file;
    if (std::getenv("GEMMSCOPE_REWRITE") != nullptr && end != 0) {
      const std::string folder = r.source.path.substr(0, end);
      take_out(r.source.path, folder), take_out(r.code.ptx, folder);
      for (format::Source& included : r.included) take_out(included.path, folder);
      ASSERT_TRUE(format::write_file(r, file));
      continue;
    }
    EXPECT_EQ(end, 0u) << file << ": run the test with GEMMSCOPE_REWRITE=1";
    EXPECT_EQ(r.code.ptx.find("/kernels/"), std::string::npos) << file;
    EXPECT_LT(fs::file_size(file), 20'000u) << file;
  }
}

TEST_F(ShippedRecordings, ShowWhatTheStepStillDoes) {
  const std::vector<session::Step> steps = session::ladder_steps();
  ASSERT_FALSE(steps.empty());
  for (const session::Step& step : steps) {
    const format::Recording then = opened(kFolder / "cpu" / (step.name + ".gst"));
    const Ran ran = run("record " + step.name + " --size 256x384x128 -o now.gst");
    if (ran.code == 4) GTEST_SKIP() << ran.err;
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(accesses_of(then), accesses_of(opened(file("now.gst")))) << step.name;
    EXPECT_EQ(then.dropped, 0u);
  }
}

TEST_F(ShippedRecordings, AreTheSameFromEveryDevice) {
  std::size_t pairs = 0;
  for (const fs::path& file : shipped()) {
    const format::Recording here = opened(file), cpu = opened(kFolder / "cpu" / file.filename());
    EXPECT_EQ(here.origin.backend == "cuda", file.parent_path().filename() != "cpu") << file;
    EXPECT_EQ(accesses_of(here), accesses_of(cpu)) << file;
    if (here.source == cpu.source) {
      EXPECT_EQ(analysis::first_difference(here, cpu), std::nullopt) << file;
    }
    pairs += here.origin.backend == "cuda" ? 1 : 0;
  }
  EXPECT_EQ(pairs, session::ladder_steps().size());
  EXPECT_NE(accesses_of(opened(kFolder / "cpu/naive.gst")), accesses_of(opened(kFolder / "cpu/coalesced.gst")));
}

}  // namespace
}  // namespace gemmscope::cli::testing
