// SPDX-License-Identifier: MIT
// What views show of a launch that a fault has ended.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/draw/canvas.h"
#include "app/session/findings.h"
#include "app/session/refresh.h"
#include "app/session/selecting.h"
#include "app/session/source_lines.h"
#include "app/session/stepping.h"
#include "app/theme/colours.h"
#include "app/views/check/rows.h"
#include "app/views/source/file.h"
#include "app/views/timeline/draw.h"
#include "app/views/view.h"
#include "tests/views/plain_surface.h"
#include "tracing/analysis/summary.h"
#include "tracing/format/check.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

using format::LaunchFault;

/// One block, whose first access is out of bounds: there is no request.
format::Recording faulted_at_once() {
  format::Recording r;
  r.kernel = "set";
  r.grid_y = r.grid_x = 1, r.threads = 64;
  r.selection = {{0, 1}, {0, 1}, {0, 2}};
  r.source = {"program/set.cu", "#include \"put.h\"\n\n__global__ void set(int* p) {\n  put(p);\n}\n// the end\n"};
  r.included = {{"program/put.h", "void put(int* p) {\n  p[1 << 28] = 1;\n}\n"}};
  r.patterns.resize(1);
  r.blocks = {{}};
  r.fault = LaunchFault{.kind = LaunchFault::Kind::kOutOfBounds, .thread = 32, .line = 4, .does = "stores 4 bytes"};
  format::index_patterns(r);
  return r;
}

session::Session opened(format::Recording recording) {
  const auto wrong = format::check(recording);
  EXPECT_FALSE(wrong) << wrong->what;
  session::Session session;
  session::open(session, std::make_shared<const session::Loaded>(std::move(recording)));
  session::open_at_findings(session);
  return session;
}

std::vector<std::string> drawn(const session::Session& session, const char* view) {
  PlainSurface surface;
  draw::Drawing drawing{"", {}, {480, 600}, {}};
  session::Actions actions;
  draw::Canvas canvas({theme::colours(session.desk.theme), 1, true}, surface, drawing);
  draw(*find_view(view), session, actions, canvas);
  std::vector<std::string> texts;
  for (const draw::Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<draw::Text>(&shape)) texts.push_back(text->text);
  return texts;
}

bool shows(const std::vector<std::string>& texts, std::string_view part) {
  return std::ranges::any_of(texts, [&](const std::string& text) { return text.find(part) != text.npos; });
}

TEST(Faulted, BeforeAnyRequestTheSourceMarksTheLine) {
  session::Session s = opened(faulted_at_once());
  ASSERT_FALSE(s.look.current);
  for (const bool chosen : {true, false}) {
    if (!chosen) select_nothing(s);
    const std::vector<std::string> texts = drawn(s, "source");
    EXPECT_TRUE(shows(texts, "Line 4: the launch ends here with a fault"));
    EXPECT_TRUE(shows(texts, "Thread 32 (warp 1, lane 0)"));
    EXPECT_TRUE(shows(texts, "put(p);"));
    EXPECT_TRUE(shows(texts, "// the end"));  // all of the file
    EXPECT_EQ(std::ranges::count(texts, "fault"), 1);
    EXPECT_EQ(current_line(s.look), 4u);
  }
}

TEST(Faulted, TheSourceMarksTheLineOfAnInlinedFunction) {
  format::Recording r = faulted_at_once();
  r.fault->called = {{1, 2}, {0, 4}};
  EXPECT_EQ(session::memory_lines(r, 1).size(), 2u);  // and the function around it
  const session::Session s = opened(std::move(r));
  const std::vector<std::string> texts = drawn(s, "source");
  EXPECT_TRUE(shows(texts, "Line 2: the launch ends here with a fault"));
  EXPECT_TRUE(shows(texts, "p[1 << 28] = 1;"));
  EXPECT_EQ(std::ranges::count(texts, "fault"), 1);
}

TEST(Faulted, OnALineThatIsNotKnownNoneIsMarked) {
  format::Recording r = faulted_at_once();
  r.fault->line = 0;
  const std::vector<std::string> texts = drawn(opened(std::move(r)), "source");
  EXPECT_TRUE(shows(texts, "on a line that is not known"));
  EXPECT_TRUE(shows(texts, "put(p);"));
  EXPECT_EQ(std::ranges::count(texts, "fault"), 0);
}

TEST(Faulted, WithoutAnyRequestTheSourceShowsItsFile) {
  format::Recording r = faulted_at_once();
  r.fault.reset();
  const std::vector<std::string> texts = drawn(opened(std::move(r)), "source");
  EXPECT_TRUE(shows(texts, "No request of this block is recorded"));
  EXPECT_TRUE(shows(texts, "put(p);"));
}

/// The first request of the second block's second warp, a load of 32 floats.
format::Recording faulted_late() {
  format::Recording r = format::read_file("tests/data/recorded/transpose.gst").value();
  r.fault = LaunchFault{.kind = LaunchFault::Kind::kOutOfBounds,
                        .y = r.blocks[1].y,
                        .x = r.blocks[1].x,
                        .thread = 32 + 4,
                        .line = r.sites[0].line,
                        .request = 0,
                        .tensor = r.sites[0].tensor,
                        .byte = 400,
                        .does = "loads 4 bytes beyond the end"};
  return r;
}

/// Lane 4 of the second warp waits at one barrier, all of the first at another. No request belongs to that.
TEST(Faulted, TheTimelineFlagsWhereThreadsWait) {
  format::Recording r = faulted_late();
  r.fault->kind = LaunchFault::Kind::kBarrier;
  r.fault->request = LaunchFault::kNoRequest, r.fault->tensor = LaunchFault::kNoTensor;
  r.fault->others = {{1, 1u << 4, 7}, {0, 0xffffffff, 9}};
  const std::uint32_t line = r.fault->line;
  session::Session s = opened(std::move(r));
  EXPECT_EQ(flags_text(s.look), "Flag: thread 36 waits at the barrier of line " + std::to_string(line) +
                                    "; hollow: thread 0 waits at the barrier of line 9");
  const std::vector<Flag> flags = flags_of(s.look);
  ASSERT_EQ(flags.size(), 2u);
  EXPECT_EQ(flags[0].warp, 1u);
  EXPECT_EQ(flags[1].warp, 0u);
  EXPECT_EQ(flags[0].request + 0.5, timeline_of(s.look).size(1, 1));
  s.look.cursor.block = 0;
  EXPECT_TRUE(flags_of(s.look).empty());
}

TEST(Faulted, TheRequestThatEndedTheLaunchIsNotCounted) {
  const format::Recording sound = format::read_file("tests/data/recorded/transpose.gst").value();
  const analysis::Count whole = analysis::summarize(sound).total, ended = analysis::summarize(faulted_late()).total;
  const auto at = session::look_at(session::Loaded(sound), {1, 1, 0}, analysis::ConflictModel::kFused);
  EXPECT_EQ(ended.requests, whole.requests);
  EXPECT_EQ(whole.faulted, 0u);
  EXPECT_EQ(ended.faulted, 1u);
  EXPECT_EQ(ended.sectors, whole.sectors - at->global.sector_count);
  EXPECT_EQ(ended.useful_bytes, whole.useful_bytes - at->global.useful_bytes);
  for (std::size_t m = 0; m < analysis::kConflictModels; ++m)
    EXPECT_EQ(ended.shared[m].wavefronts, whole.shared[m].wavefronts);
}

TEST(Faulted, ViewsSayThatItIsNotCounted) {
  const session::Session s = opened(faulted_late());
  ASSERT_TRUE(s.look.current && s.look.current->faulted);
  EXPECT_EQ(s.look.cursor.block, 1u);
  EXPECT_EQ(s.look.cursor.warp, 1u);
  const std::vector<std::string> banks = drawn(s, "banks");
  EXPECT_TRUE(shows(banks, "This request faults: nothing is counted"));
  EXPECT_TRUE(shows(banks, "Lane 4 loads 4 bytes beyond the end"));
  EXPECT_TRUE(shows(drawn(s, "source"), "one of which ended the launch with a fault"));
  EXPECT_TRUE(shows(drawn(s, "timeline"), "makes the request that ended the launch with a fault"));
  const auto text = find_view("banks")->texts.front().of(s.look);
  EXPECT_NE(text.value().find("nothing is counted"), std::string::npos);
  EXPECT_EQ(text.value().find("sectors, ideal"), std::string::npos);
}

/// Other blocks make the same request, and theirs is sound.
TEST(Faulted, TheSameRequestOfOtherBlocksIsCounted) {
  session::Session s = opened(faulted_late());
  for (const std::uint32_t block : {0u, 2u}) {
    session::go_to(s.look, {block, 1, 0});
    EXPECT_FALSE(s.look.current->faulted);
    EXPECT_GT(s.look.current->global.sector_count, 0);
  }
}

TEST(Faulted, TheListSaysWhoFaultsAsFarAsThatIsKnown) {
  session::Session s = opened(faulted_at_once());
  const auto row_of = [](const format::Recording& r) { return finding_cells(r, analysis::check(r).findings.at(0)); };
  EXPECT_EQ(row_of(faulted_at_once())[3], "thread 32");
  EXPECT_EQ(row_of(faulted_at_once())[4], "1 access of a lane");
  format::Recording several = faulted_at_once();
  several.fault->count = 64;
  EXPECT_EQ(row_of(several)[3], "block (0,0,0)");
  EXPECT_EQ(row_of(several)[4], "64 accesses of lanes");
}

/// One kernel was repaired, and another of the same program was not.
TEST(Faulted, CheckNamesOtherKernelsOfTheRun) {
  format::Recording right = faulted_at_once();
  right.fault.reset(), right.kernel = "repaired";
  session::Session s = opened(std::move(right));
  EXPECT_FALSE(shows(drawn(s, "check"), "Other kernels"));
  s.look.run = {opened(faulted_at_once()).look.loaded, s.look.loaded};
  EXPECT_TRUE(shows(drawn(s, "check"), "Other kernels of this program: set: fault."));
  s.look.run.pop_back();  // of another program
  EXPECT_FALSE(shows(drawn(s, "check"), "Other kernels"));
}

}  // namespace
}  // namespace gemmscope::views
