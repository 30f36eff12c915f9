// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"
#include "tracing/format/file.h"

namespace gemmscope::cli::testing {
namespace {

using nlohmann::json;
using Check = ProgramTest;

TEST_F(Check, FindsARaceWithBothThreadsAndALinkToIt) {
  step_recording("shared_tile_no_barrier_before --size 64x64x64 -o a.gst");
  const Ran text = run("check a.gst");
  EXPECT_EQ(text.code, 1) << text.err;
  for (const char* part :
       {"read after write, ", "Thread 32 (warp 1, lane 0) of block (0,0,0) reads Bs[0][0] on line ",
        "; thread 0 (warp 0, lane 0) writes it on line ", ", with no barrier between them", "--select finding=0",
        "  A barrier (__syncthreads) after line ", "The same barrier also fixes: read after write inside a warp of As"})
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;

  const json found = json::parse(run("check a.gst --json").out);
  EXPECT_EQ(found.at("schema"), "gemmscope-check/2");
  EXPECT_EQ(found.at("kernel"), "shared_tile");
  const json& race = found.at("findings").at(0);
  EXPECT_EQ(race.at("fault"), "read after write");
  EXPECT_GT(race.at("count"), 0);
  EXPECT_EQ(race.at("place"), "Bs[0][0]");
  EXPECT_EQ(race.at("at").at("thread"), 32);
  EXPECT_EQ(race.at("other").at("site"), "Bs_store");
  EXPECT_EQ(race.at("in_warp"), false);
  ASSERT_EQ(found.at("barrier_gaps").size(), 1u);
  EXPECT_EQ(found.at("barrier_gaps").at(0).at("findings").size(), found.at("findings").size());
  EXPECT_EQ(found.at("barrier_gaps").at(0).at("next_pass"), false);
  const Ran there = run("render a.gst --view banks --select " + race.at("select").get<std::string>() + " -o a.png");
  EXPECT_TRUE(there.code == 0 || there.code == 4) << there.err;  // 4: a build without a window
}

TEST_F(Check, FindsNothingInAKernelThatIsRight) {
  step_recording("block_tile --size 130x128x32 -o a.gst");
  const Ran ran = run("check a.gst");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* part : {"nothing found\n", " checks covered every access"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
  EXPECT_EQ(json::parse(run("check a.gst --json").out).at("extent"), "whole");
}

TEST_F(Check, SaysWhatTheProgramDoesWrong) {
  step_recording("warp_tile --size 128x128x32 -o right.gst");
  format::Recording r = format::read_file(file("right.gst")).value();
  EXPECT_TRUE(json::parse(run("check right.gst --json").out).at("program").is_null());
  r.of_program.emplace();
  ASSERT_TRUE(format::write_file(r, file("right.gst")));
  EXPECT_EQ(run("check right.gst").code, 0);
  EXPECT_EQ(json::parse(run("check right.gst --json").out).at("program"), json::array());
  r.of_program->push_back({.kind = format::ProgramFinding::Kind::kUnordered,
                           .count = 3,
                           .text = "the launch of f may read x before cudaMemcpyAsync has written it",
                           .path = "a.cu",
                           .line = 12});
  ASSERT_TRUE(format::write_file(r, file("wrong.gst")));
  const Ran text = run("check wrong.gst");
  EXPECT_EQ(text.code, 1) << text.err;
  for (const char* part :
       {"of the program, not of this kernel\n  streams not ordered: the launch of f may read x before", " (3 times)\n",
        "of this kernel: nothing found\n"})
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
  const json found = json::parse(run("check wrong.gst --json").out).at("program").at(0);
  EXPECT_EQ(found.at("fault"), "streams not ordered");
  EXPECT_EQ(found.at("count"), 3);
  EXPECT_EQ(found.at("path"), "a.cu");
  EXPECT_EQ(found.at("line"), 12);
}

TEST_F(Check, SaysWhatAPartCannotShow) {
  step_recording("warp_tile --size 256x256x32 --blocks 0,1 -o a.gst");
  const Ran ran = run("check a.gst");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* part : {"nothing found", "part of the launch is recorded"})
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
}

TEST_F(Check, SaysTheSameExtentInTextAndJson) {
  step_recording("warp_tile --size 256x256x16 -o whole.gst");
  const auto without = [&](const std::string& name, std::size_t first, std::size_t count) {
    format::Recording r = format::read_file(file("whole.gst")).value();
    r.blocks.erase(r.blocks.begin() + static_cast<std::ptrdiff_t>(first),
                   r.blocks.begin() + static_cast<std::ptrdiff_t>(first + count));
    ASSERT_TRUE(format::write_file(r, file(name)));
  };
  without("missing.gst", 1, 1);  // of 2 x 2
  without("none.gst", 0, 4);
  for (const auto& [name, extent, says] : {std::tuple("whole.gst", "whole", "every access of the launch"),
                                           {"missing.gst", "recorded part", "part of the launch is recorded"},
                                           {"none.gst", "not checked", "Nothing was checked: no block is recorded"}}) {
    SCOPED_TRACE(name);
    const Ran text = run(std::string("check ") + name);
    EXPECT_EQ(text.code, 0);
    EXPECT_NE(text.out.find(says), std::string::npos) << text.out;
    const json found = json::parse(run(std::string("check --json ") + name).out);
    EXPECT_EQ(found.at("extent"), extent);
    for (const json& check : found.at("checks")) EXPECT_EQ(check.at("extent"), extent);
  }
}

TEST_F(Check, BrokenKernelsAreListedAloneAndOnRequest) {
  const json broken = json::parse(run("list --broken --json").out);
  EXPECT_EQ(broken.at("schema"), "gemmscope-broken/2");
  const json& first = broken.at("kernels").at(0);
  EXPECT_EQ(first.at("name"), "block_tile_half_copied");
  EXPECT_EQ(first.at("arguments").size(), 3u);
  EXPECT_EQ(run("list").out.find("block_tile_half_copied"), std::string::npos);
  const std::string text = run("list --broken").out;
  for (const json& kernel : broken.at("kernels")) {
    EXPECT_NE(text.find(kernel.at("name").get<std::string>() + ": "), std::string::npos) << kernel;
    EXPECT_FALSE(kernel.at("look_at").get<std::string>().empty()) << kernel;
  }
}

TEST_F(Check, ABrokenKernelIsRecordedWhereItShows) {
  ASSERT_EQ(run("record coalesced_reads_C -o a.gst").code, 1) << "C is NaN";
  const Ran ran = run("check a.gst");
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.out.find("C read with beta = 0"), std::string::npos) << ran.out;
}

TEST_F(Check, OfNoRecordingFails) {
  write("a.gst", "no recording");
  expect_error(run("check a.gst"), 3);
  expect_error(run("check b.gst"), 3);
}

}  // namespace
}  // namespace gemmscope::cli::testing
