// SPDX-License-Identifier: MIT
// Every promise of a sound recording, broken one at a time: neither written nor read.
#include <functional>

#include <gtest/gtest.h>

#include "tests/format/example_recording.h"
#include "tests/format/repack.h"
#include "tests/layout/layouts.h"
#include "tracing/format/file.h"
#include "tracing/format/limits.h"

namespace gemmscope::format {
namespace {

struct Unsound {
  const char* what;     ///< what the message must say
  SectionType section;  ///< in which the offset must point
  std::function<void(Recording&)> make;
  bool writable = true;  ///< whether a file can say it at all
};

void expect_not_written(const Recording& unsound, const Unsound& wrong) {
  const auto bytes = encode(unsound);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().kind, ErrorKind::kUsage);
  EXPECT_NE(bytes.error().message.find(wrong.what), std::string::npos) << bytes.error().message;
}

void expect_not_read(const Recording& unsound, const Unsound& wrong) {
  const auto file = testing::encode_unchecked(unsound);
  const auto read = decode_file(file);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::kBadFile);
  EXPECT_NE(read.error().message.find(wrong.what), std::string::npos) << read.error().message;
  EXPECT_EQ(read.error().offset, Container::open(file, kMaxMemoryBytes)->offset_of(wrong.section, 0))
      << read.error().message;
}

void expect_refused(const std::vector<Unsound>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(std::to_string(i) + ": " + all[i].what);
    Recording r = testing::example_recording();
    all[i].make(r);
    expect_not_written(r, all[i]);
    if (all[i].writable) expect_not_read(r, all[i]);
  }
}

Segment& segment(Recording& r) { return r.patterns[0].segments[2]; }

TEST(Unsound, DescriptionsAreRefused) {
  using enum SectionType;
  expect_refused(
      {{"control characters", kDescription, [](Recording& r) { r.kernel += "\x1b[2J"; }},
       {"control characters", kDescription, [](Recording& r) { r.origin.device += "\xff"; }},
       {"control characters", kDescription, [](Recording& r) { r.parameters[1].value += "\n"; }},
       {"control characters", kDescription, [](Recording& r) { r.sites[1].name = std::string("a\0b", 3); }},
       {"control characters", kDescription, [](Recording& r) { r.tensors[3].of += "\x80"; }},
       {"kernel has no name", kDescription, [](Recording& r) { r.kernel.clear(); }},
       {"parameter has no name or no value", kDescription, [](Recording& r) { r.parameters[0].name.clear(); }},
       {"parameter has no name or no value", kDescription, [](Recording& r) { r.parameters[1].value.clear(); }},
       {"source text is not", kDescription, [](Recording& r) { r.source.text[3] = '\x01'; }},
       {"a text has 1025", kDescription, [](Recording& r) { r.kernel = std::string(1025, 'x'); }},
       {"source text has", kDescription, [](Recording& r) { r.source.text += std::string(2u << 20, ' '); }},
       {"source text has 65546 lines", kDescription, [](Recording& r) { r.source.text += std::string(65536, '\n'); }},
       {"parameters", kDescription,
        [](Recording& r) {
          r.parameters.resize(300, {"a", "b"});
        }},
       {"grid of", kDescription, [](Recording& r) { r.grid_y = r.grid_x = 0xffffffff; }},
       {"0 threads", kDescription, [](Recording& r) { r.threads = 0; }, false},
       {"1025 threads", kDescription, [](Recording& r) { r.threads = 1025; }},
       {"bytes of shared memory", kDescription, [](Recording& r) { r.shared_bytes = 0x80000000; }},
       {"selected blocks", kDescription, [](Recording& r) { r.selection.block_y.end = 3; }},
       {"selected blocks", kDescription,
        [](Recording& r) {
          r.selection.block_x = {2, 1};
        }},
       {"selected warps", kDescription, [](Recording& r) { r.selection.warps.end = 3; }}});
}

TEST(Unsound, DivergencesAreRefused) {
  using enum SectionType;
  const auto with = [](auto change) {
    return [change](Recording& r) {
      r.divergences = {{.y = 0, .x = 1, .thread = 3, .line = 0, .other_thread = 40, .other_line = 5}};
      change(r);
    };
  };
  expect_refused(
      {{"divergence 0", kDescription, with([](Recording& r) { r.divergences[0].other_thread = r.threads; })},
       {"divergence 0", kDescription, with([](Recording& r) { r.divergences[0].line = 1000; })},
       {"divergence 0", kDescription, with([](Recording& r) { r.divergences[0].x = r.grid_x; })},
       {"divergence 1", kDescription, with([](Recording& r) { r.divergences.push_back(r.divergences[0]); })}});
}

TEST(Unsound, BarriersInBranchesAreRefused) {
  using enum SectionType;
  const auto with = [](auto change) {
    return [change](Recording& r) {
      r.branch_barriers = {{.y = 0, .x = 1, .thread = 3, .line = 4, .other_thread = 40, .other_line = 5}};
      change(r.branch_barriers);
    };
  };
  using All = std::vector<Divergence>;
  expect_refused({{"barriers of branches 0", kDescription, with([](All& all) { all[0].other_thread = 4; })},
                  {"barriers of branches 0", kDescription, with([](All& all) { all[0].other_line = 0; })},
                  {"barriers of branches 0", kDescription, with([](All& all) { all[0].line = 1000; })},
                  {"barriers of branches 0", kDescription, with([](All& all) { all[0].of_warp = true; })},
                  {"barriers of branches 1", kDescription, with([](All& all) { all.push_back(all[0]); })}});
}

TEST(Unsound, AbsentLanesAreRefused) {
  using enum SectionType;
  const auto with = [](auto change) {
    return [change](Recording& r) {
      r.absent_lanes = {{{.x = 1, .thread = 3, .line = 5, .other_thread = 16, .other_line = 6, .of_warp = true}}};
      change(*r.absent_lanes);
    };
  };
  using All = std::vector<Divergence>;
  expect_refused({{"absent lane 0", kDescription, with([](All& all) { all[0].other_thread = 32; })},
                  {"absent lane 0", kDescription, with([](All& all) { all[0].thread = all[0].other_thread = 1024; })},
                  {"absent lane 0", kDescription, with([](All& all) { all[0].of_warp = false; })},
                  {"absent lane 0", kDescription, with([](All& all) { all[0].other_line = 1000; })},
                  {"absent lane 0", kDescription, with([](All& all) { all[0].y = 1000; })},
                  {"absent lane 1", kDescription, with([](All& all) { all.push_back(all[0]); })}});
}

TEST(Unsound, FaultsOfLaunchesAreRefused) {
  using enum SectionType;
  const auto with = [](auto change) {
    return [change](Recording& r) {
      r.fault = {.thread = 3, .line = 5, .tensor = 1, .does = "loads 4 bytes", .others = {{1, 8, 6}}};
      r.fault->y = r.blocks.front().y, r.fault->x = r.blocks.front().x;
      change(*r.fault);
    };
  };
  using F = LaunchFault;
  expect_refused({{"no known kind", kDescription, with([](F& f) { f.kind = static_cast<F::Kind>(7); })},
                  {"no known kind", kDescription, with([](F& f) { f.does.clear(); })},
                  {"no known kind", kDescription, with([](F& f) { f.count = 0; })},
                  {"thread, line or block", kDescription, with([](F& f) { f.x = 1000; })},
                  {"thread, line or block", kDescription, with([](F& f) { f.y = 1000; })},
                  {"thread, line or block", kDescription, with([](F& f) { f.thread = 1024; })},
                  {"thread, line or block", kDescription, with([](F& f) { f.line = 1000; })},
                  {"of tensor 99", kDescription, with([](F& f) { f.tensor = 99; })},
                  {"lanes or a line", kDescription, with([](F& f) { f.others[0].warp = 99; })},
                  {"lanes or a line", kDescription, with([](F& f) { f.others[0].lanes = 0; })},
                  {"lanes or a line", kDescription, with([](F& f) { f.others[0].line = 1000; })},
                  {"more lanes", kDescription, with([](F& f) { f.others.resize(2000, f.others[0]); })},
                  {"another line", kDescription, with([](F& f) {
                     f.called = {{0, 4}};
                   })},
                  {"request that does not exist", kDescription, with([](F& f) { f.request = 1'000'000; })},
                  {"a text has", kDescription, with([](F& f) { f.does.assign(2000, 'x'); })},
                  {"a text is not", kDescription, with([](F& f) { f.cause = "\x1b[2J"; })}});
}

TEST(Unsound, LoadsOfWhatNobodyHasWrittenAreRefused) {
  using enum SectionType;
  const auto with = [](std::vector<UnwrittenRead> all) { return [all](Recording& r) { r.unwritten = all; }; };
  expect_refused({{"no such site", kDescription, with({{.site = 7, .byte = 0, .count = 1}})},
                  {"out of order", kDescription, with({{.site = 2, .count = 1}, {.site = 0, .count = 1}})},
                  {"out of order", kDescription, with({{.site = 2, .count = 1}, {.site = 2, .count = 1}})},
                  {"no load of global memory", kDescription, with({{.site = 6, .count = 1}})},
                  {"no load of global memory", kDescription, with({{.site = 4, .count = 1}})},
                  {"is nothing", kDescription, with({{.site = 0, .count = 0}})}});
}

TEST(Unsound, FindingsOfTheProgramAreRefused) {
  using enum SectionType;
  const auto with = [](auto change) {
    return [change](Recording& r) {
      r.of_program = {{{.text = "the host reads x", .path = "a.cu", .line = 12}}};
      change(*r.of_program);
    };
  };
  using All = std::vector<ProgramFinding>;
  expect_refused(
      {{"no kind", kDescription, with([](All& all) { all[0].kind = ProgramFinding::Kind{ProgramFinding::kKinds}; })},
       {"is nothing", kDescription, with([](All& all) { all[0].count = 0; })},
       {"no text", kDescription, with([](All& all) { all[0].text.clear(); })},
       {"no text", kDescription, with([](All& all) { all[0].text.assign(kMaxSentenceBytes + 1, 'x'); })},
       {"control characters", kDescription, with([](All& all) { all[0].text = "\x1b[2J"; })},
       {"control characters", kDescription, with([](All& all) { all[0].path = "\xff"; })},
       {"too many findings", kDescription, with([](All& all) { all.resize(kMaxProgramFindings + 1, all[0]); })}});
}

TEST(Unsound, UndefinedValuesAreRefused) {
  using enum SectionType;
  const auto with = [](auto change) {
    return [change](Recording& r) {
      const Undefined of_lane{.thread = 3, .line = 5, .lanes = 8, .from = 16, .use_thread = 1, .count = 1};
      const Undefined of_load{.of = Undefined::Of::kGlobal, .site = 0, .lanes = 8, .count = 1};
      r.undefined = {of_lane, of_load};
      change(*r.undefined);
    };
  };
  using All = std::vector<Undefined>;
  expect_refused({{"no known kind", kDescription, with([](All& all) { all[0].of = static_cast<Undefined::Of>(3); })},
                  {"no known kind", kDescription, with([](All& all) { all[0].use = static_cast<Undefined::Use>(5); })},
                  {"no known kind", kDescription, with([](All& all) { all[0].why = static_cast<Undefined::Why>(3); })},
                  {"does not exist", kDescription, with([](All& all) { all[0].thread = 1024; })},
                  {"does not exist", kDescription, with([](All& all) { all[0].use_thread = 1024; })},
                  {"does not exist", kDescription, with([](All& all) { all[0].use_line = 1000; })},
                  {"does not exist", kDescription, with([](All& all) { all[0].y = 1000; })},
                  {"taken by nobody", kDescription, with([](All& all) { all[0].count = 0; })},
                  {"taken by nobody", kDescription, with([](All& all) { all[0].from = 0; })},
                  {"taken by nobody", kDescription, with([](All& all) { all[1].from = 1; })},
                  {"no site that loads it", kDescription, with([](All& all) { all[0].site = 0; })},
                  {"no site that loads it", kDescription, with([](All& all) { all[1].site = 100; })},
                  {"a site of other memory", kDescription, with([](All& all) { all[1].of = Undefined::Of::kShared; })},
                  {"stored to no array", kDescription, with([](All& all) { all[1].use_tensor = 100; })},
                  {"more than", kDescription, with([](All& all) { all.resize(kMaxUndefined + 1, all[0]); })},
                  {"nobody fills", kDescription, [](Recording& r) { r.unfilled = {100}; }},
                  {"nobody fills", kDescription,
                   [](Recording& r) {
                     r.unfilled = {1, 1};
                   }},
                  {"nobody fills", kDescription, [](Recording& r) { r.unfilled = {3}; }}});
}

TEST(Unsound, TensorsAreRefused) {
  using enum SectionType;
  expect_refused(
      {{"tensors", kDescription, [](Recording& r) { r.tensors.resize(kMaxTensors + 1, r.tensors.back()); }},
       {"no known kind of memory", kDescription, [](Recording& r) { r.tensors[0].space = static_cast<Space>(2); }},
       {"too many global tensors", kDescription,
        [](Recording& r) { r.tensors.insert(r.tensors.begin(), kMaxGlobalTensors - 2, r.tensors[0]); }},
       {"do not come first", kDescription, [](Recording& r) { std::swap(r.tensors[2], r.tensors[3]); }},
       {"swizzled in an unknown way", kDescription,
        [](Recording& r) { r.tensors[3].layout.swizzle.by = static_cast<Swizzle::By>(3); }},
       {"elements of 0 bytes", kDescription, [](Recording& r) { r.tensors[0].element_bytes = 0; }},
       {"elements of 3 bytes", kDescription, [](Recording& r) { r.tensors[0].element_bytes = 3; }},
       {"elements of 32 bytes", kDescription, [](Recording& r) { r.tensors[0].element_bytes = 32; }},
       {"several buffers or a swizzle", kDescription,
        [](Recording& r) { r.tensors[0].layout.swizzle = swizzle_by_row(0, 1, 1); }},
       {"longer than their pitch", kDescription, [](Recording& r) { r.tensors[0].layout.pitch = 11; }},
       {"larger than 4 GiB", kDescription, [](Recording& r) { r.tensors[0].layout.rows = 0x80000000; }},
       {"larger than 4 GiB", kDescription,
        [](Recording& r) { r.tensors[0].layout.rows = r.tensors[0].layout.pitch = 0xffffffff; }},
       {"does not fit", kDescription, [](Recording& r) { r.tensors[4].offset = 161; }},
       {"does not fit", kDescription, [](Recording& r) { r.tensors[3].layout.rows = 9; }},
       {"does not fit", kDescription,
        [](Recording& r) { r.tensors[3].layout.buffers = 2, r.tensors[3].layout.buffer_stride = 64; }},
       {"buffers that overlap", kDescription,
        [](Recording& r) { r.tensors[3].layout.buffers = 2, r.tensors[3].layout.buffer_stride = 34; }},
       {"does not start at byte 0", kDescription, [](Recording& r) { r.tensors[1].offset = 4; }},
       {"says where in memory it begins", kDescription, [](Recording& r) { r.tensors[3].past_boundary = 4; }}});
}

TEST(Unsound, PartsOfTensorsAreRefused) {
  const auto refused = [](const char* what, const std::function<void(Recording&)>& make) {
    Recording r = read_file("tests/data/recorded/tiled.gst").value();
    ASSERT_EQ(r.tensors[0].layout.columns, 72u * 80);
    r.tensors[0].parts = {{"allocation 3", 0, 256}, {"x", 256, 10}};
    make(r);
    expect_not_written(r, {what, SectionType::kDescription, make});
    expect_not_read(r, {what, SectionType::kDescription, make});
  };
  const auto part = [](std::size_t i, std::uint32_t offset, std::uint32_t bytes) {
    return [=](Recording& r) { r.tensors[0].parts[i] = {"x", offset, bytes}; };
  };
  refused("empty, overlap, or begin where none may", part(1, 256, 0));
  refused("empty, overlap, or begin where none may", part(1, 128, 4));
  refused("empty, overlap, or begin where none may", part(0, 0, 257));
  refused("empty, overlap, or begin where none may", part(0, 512, 4));
  refused("empty, overlap, or begin where none may", part(0, 0, 0xffffffff));
  refused("parts beyond its end", part(1, 22784, 257));
  refused("parts beyond its end", part(1, 0xffffff00, 0xffffffff));
  refused("no row in global memory", [](Recording& r) { r.tensors[0].layout = padded_rows(72, 80); });
  refused("no row in global memory", [](Recording& r) { std::swap(r.tensors[0].parts, r.tensors.back().parts); });
  refused("overlap, or begin where none may", [](Recording& r) { r.tensors[0].past_boundary = 4; });
  refused("says where in memory it begins", [](Recording& r) { r.tensors.back().past_boundary = 0; });
  refused("control characters", [](Recording& r) { r.tensors[0].parts[1].name = "a\nb"; });
  refused("parts", [](Recording& r) {
    r.tensors[0].layout.columns = r.tensors[0].layout.pitch = 64 * (kMaxParts + 1);
    r.tensors[0].parts.clear();
    for (std::uint32_t i = 0; i <= kMaxParts; ++i) r.tensors[0].parts.push_back({"p", 256 * i, 1});
  });
}

TEST(Unsound, CallsAreRefused) {
  using enum SectionType;
  const auto with = [](auto change) {
    return [change](Recording& r) {
      r.included = {{"kernels/copy.cuh", "one\ntwo"}};
      r.sites[0].called = {{1, 2}, {0, 3}};
      change(r);
    };
  };
  expect_refused(
      {{"source text is not", kDescription, with([](Recording& r) { r.included[0].text[1] = '\x01'; })},
       {"control characters", kDescription, with([](Recording& r) { r.included[0].path += '\n'; })},
       {"65 files", kDescription, with([](Recording& r) { r.included.resize(65, r.included[0]); }), false},
       {"file 2 of 2", kDescription, with([](Recording& r) { r.sites[0].called[0].file = 2; })},
       {"on line 3 of a file of 2", kDescription, with([](Recording& r) { r.sites[0].called[0].line = 3; })},
       {"on line 0 of a file", kDescription, with([](Recording& r) { r.sites[0].called[0].line = 0; })},
       {"another line than its calls", kDescription, with([](Recording& r) { r.sites[0].called[1].line = 4; })},
       {"another line than its calls", kDescription, with([](Recording& r) { r.sites[0].called.pop_back(); })},
       {"in 65 functions", kDescription, with([](Recording& r) {
          r.sites[0].called.resize(65, {0, 3});
        })}});
}

TEST(Unsound, CopiesAreRefused) {
  using enum SectionType;
  const auto with = [](auto change) {
    return [change](Recording& r) {
      r.patterns[1].sync_events = {{.warp = 0, .interval = 2, .request = 11, .lanes = 1},
                                   {.warp = 0, .interval = 2, .request = 12, .lanes = 3}};
      change(r, r.patterns[1].sync_events);
    };
  };
  using Events = std::vector<SyncEvent>;
  const char* const what = "sync event 0 of pattern 1";
  expect_refused(
      {{what, kDescription, with([](Recording&, Events& e) { e[0].warp = 2; })},
       {what, kDescription, with([](Recording&, Events& e) { e[0].interval = 7; })},
       {what, kDescription, with([](Recording&, Events& e) { e[0].request = 1000; })},
       {what, kDescription, with([](Recording&, Events& e) { e[0].lanes = 0; })},
       {what, kDescription, with([](Recording&, Events& e) { e[0].pending = 1; })},
       {what, kDescription, with([](Recording&, Events& e) { e[0].kind = static_cast<SyncEvent::Kind>(5); })},
       {what, kDescription,
        with([](Recording& r, Events& e) { e[0].kind = SyncEvent::Kind::kPass, e[0].pending = r.shared_bytes; })},
       {what, kDescription, with([](Recording&, Events& e) {
          e[0].kind = SyncEvent::Kind::kArrive, e[0].pending = SyncEvent::kNamed + 16;
        })},
       {what, kDescription, with([](Recording&, Events& e) { e[0].phase = 0; })},
       {what, kDescription, with([](Recording&, Events& e) { e[0].kind = SyncEvent::Kind::kWait, e[0].phase = 3; })},
       {"sync event 1", kDescription, with([](Recording&, Events& e) { std::swap(e[0], e[1]); })},
       {"half of a copy", kDescription,
        [](Recording& r) { r.sites[6].asynchronous = true, r.sites[6].atomic = Atomic::kStrong; }},
       {"of one value and no plain store", kDescription,
        [](Recording& r) { r.sites[6].one_value = true, r.sites[6].op = Op::kLoad; }},
       {"of one value and no plain store", kDescription,
        [](Recording& r) {
          r.sites[6].one_value = true, r.sites[6].op = Op::kStore, r.sites[6].atomic = Atomic::kStrong;
        }},
       {"its stores agree", kDescription, [](Recording& r) { r.sites[6].agrees = true, r.sites[6].op = Op::kLoad; }},
       {"its stores agree", kDescription,
        [](Recording& r) { r.sites[6].agrees = r.sites[6].asynchronous = true, r.sites[6].op = Op::kStore; }},
       {"not atomic", kDescription, [](Recording& r) { r.sites[6].unseen = true, r.sites[6].op = Op::kStore; }}});
}

TEST(Unsound, PtxIsRefused) {
  using enum SectionType;
  expect_refused({{"the PTX is not", kDescription, [](Recording& r) { r.code.ptx = "\x02"; }},
                  {"the PTX has 4194305", kDescription, [](Recording& r) { r.code.ptx = std::string(4194305, ' '); }},
                  {"control characters", kDescription, [](Recording& r) { r.code.entry = "\n"; }}});
}

TEST(Unsound, SitesAreRefused) {
  using enum SectionType;
  expect_refused(
      {{"65536 sites", kDescription, [](Recording& r) { r.sites.resize(65536, r.sites.back()); }, false},
       {"tensor 5 of 5", kDescription, [](Recording& r) { r.sites[6].tensor = 5; }},
       {"neither load nor store", kDescription, [](Recording& r) { r.sites[6].op = static_cast<Op>(3); }},
       {"no known kind", kDescription, [](Recording& r) { r.sites[6].atomic = Atomic::kCount; }},
       {"no known kind", kDescription,
        [](Recording& r) { r.sites[6].op = Op::kAtomic, r.sites[6].atomic = static_cast<Atomic>(4); }},
       {"width of 0 bytes", kDescription, [](Recording& r) { r.sites[6].width = 0; }},
       {"width of 12 bytes", kDescription, [](Recording& r) { r.sites[6].width = 12; }},
       {"width of 32 bytes", kDescription, [](Recording& r) { r.sites[6].width = 32; }},
       {"on line 0", kDescription, [](Recording& r) { r.sites[0].line = 0; }},
       {"on line 11 of 10", kDescription, [](Recording& r) { r.sites[6].line = 11; }},
       {"not ordered by line", kDescription, [](Recording& r) { std::swap(r.sites[5], r.sites[6]); }},
       {"barrier on line 11 of 10", kDescription, [](Recording& r) { r.patterns[1].barrier_lines[2] = 11; }}});
}

TEST(Unsound, TemplatesAreRefused) {
  using enum SectionType;
  expect_refused(
      {{"template 2 has no rows", kTemplates, [](Recording& r) { r.templates[2] = {}; }},
       {"32 addresses a row", kTemplates, [](Recording& r) { r.templates[2].addresses.pop_back(); }, false},
       {"no lane is active", kTemplates, [](Recording& r) { r.templates[2].rows[0].mask = 0; }, false},
       {"inactive and has an address", kTemplates, [](Recording& r) { r.templates[2].addresses[31] = 1; }, false},
       {"no site 7", kTemplates, [](Recording& r) { r.templates[2].rows[3].site = 7; }},
       {"template 2, row 3: it says where tiles are", kTemplates,
        [](Recording& r) { r.templates[2].rows[3].phase = Phase::kWriteBack; }},
       {"row 3: it says where tiles are", kTemplates, [](Recording& r) { r.templates[2].rows[3].step = 0; }},
       {"row 3: it says where tiles are", kTemplates, [](Recording& r) { r.templates[2].rows[3].k_tile = 0; }},
       {"not a part of a load", kTemplates, [](Recording& r) { r.templates[2].rows[3].unused = 15; }},
       {"not a part of a load", kTemplates, [](Recording& r) { r.templates[0].rows[1].unused = 1; }},
       {"not part of a bulk copy", kTemplates, [](Recording& r) { r.templates[2].rows[3].continues = true; }},
       {"not part of a bulk copy", kTemplates, [](Recording& r) { r.templates[2].rows[3].bulk = 1; }},
       {"no part of a load", kTemplates, [](Recording& r) { r.templates[2].rows[3].origin = 1; }},
       {"no part of a load", kTemplates, [](Recording& r) { r.templates[1].rows[3].origin = 1; }},
       {"no part of a load", kTemplates, [](Recording& r) { r.templates[0].rows[1].origin_byte = 4; }},
       {"no part of a load", kTemplates,
        [](Recording& r) { r.templates[0].rows[1].origin = 1, r.templates[0].rows[1].origin_byte = 13; }},
       {"is no store to shared memory", kTemplates,
        [](Recording& r) {
          r.templates[2].parts = {{3, 1, 0, 0, 4}};
        }},
       {"not in order", kTemplates,
        [](Recording& r) {
          r.templates[0].parts = {{1, 0, 0, 0, 4}};
        }},
       {"not in order", kTemplates,
        [](Recording& r) {
          r.templates[0].parts = {{1, 1, 13, 0, 4}};
        }},
       {"not in order", kTemplates,
        [](Recording& r) {
          r.templates[0].parts = {{1, 2, 0, 0, 4}, {1, 1, 0, 0, 4}};
        }},
       {"too many parts", kTemplates,
        [](Recording& r) {
          r.templates[0].parts.assign(4 * r.templates[0].rows.size() + 1, {1, 1, 0, 0, 4});
        },
        false},
       {"base is not that", kTemplates, [](Recording& r) { r.templates[2].rows[3].base = 1; }},
       {"base is not that", kTemplates, [](Recording& r) { r.templates[2].rows[3].base = kSharedBase; }},
       {"base is not that", kTemplates, [](Recording& r) { r.templates[1].rows[3].base = 4; }}});
}

/// Rows 7 to 12 of template 0 of testing::bulk_recording(), the last of it; its sites are 7 and 8.
TEST(Unsound, BulkCopiesThatAreNotPairsAreRefused) {
  const auto wrong = [](const char* row, std::function<void(Recording&, Template&)> change) {
    const auto make = [change](Recording& r) {
      r = testing::bulk_recording();
      change(r, r.templates[0]);
    };
    return Unsound{row, SectionType::kTemplates, make};
  };
  const auto drop = [](Template& t, std::ptrdiff_t row) {
    t.rows.erase(t.rows.begin() + row);
    t.addresses.erase(t.addresses.begin() + row * kLanes, t.addresses.begin() + (row + 1) * kLanes);
  };
  const auto address = [](Template& t, std::size_t row, std::size_t place) -> std::uint32_t& {
    return t.addresses[row * kLanes + place];
  };
  expect_refused({
      wrong("row 7: it is not part", [](Recording&, Template& t) { t.rows[7].bulk = t.rows[8].bulk = 33; }),
      wrong("row 7: it is not part", [](Recording&, Template& t) { t.rows[8].bulk = 31; }),
      wrong("row 7: it is not part", [](Recording&, Template& t) { t.rows[8].bulk = 0; }),
      wrong("row 7: it is not part", [=](Recording&, Template& t) { t.rows[8].mask = 3, address(t, 8, 2) = 0; }),
      wrong("row 7: it is not part", [](Recording&, Template& t) { t.rows[7].continues = t.rows[8].continues = true; }),
      wrong("row 9: it is not part", [](Recording&, Template& t) { t.rows[10].continues = false; }),
      wrong("row 7: it is not part", [=](Recording&, Template& t) { address(t, 7, 1) += 16; }),
      wrong("row 7: it is not part", [=](Recording&, Template& t) { address(t, 8, 2) -= 16; }),
      wrong("row 9: it is not part", [=](Recording&, Template& t) { address(t, 9, 0) += 16, address(t, 9, 1) += 16; }),
      wrong("row 9: it is not part", [=](Recording&, Template& t) { address(t, 10, 0) -= 4, address(t, 10, 1) -= 4; }),
      wrong("row 9: it is not part", [](Recording&, Template& t) { t.rows[9].bulk = t.rows[10].bulk = 1; }),
      wrong("row 7: it is not part",
            [=](Recording&, Template& t) {
              for (const std::size_t row : {7, 8}) t.rows[row].mask = 6, address(t, row, 0) = 0;
            }),
      wrong("row 7: it is not part", [=](Recording&, Template& t) { drop(t, 8); }),
      wrong("row 7: it is not part", [=](Recording&, Template& t) { drop(t, 7); }),
      wrong("row 7: it is not part", [=](Recording&, Template& t) { drop(t, 7), drop(t, 7); }),
      wrong("row 11: it is not part", [=](Recording&, Template& t) { drop(t, 12); }),
      wrong("row 7: it is not part", [](Recording& r, Template&) { r.sites[7].asynchronous = false; }),
      wrong("row 7: it is not part", [](Recording& r, Template&) { r.sites[8].width = 8; }),
      wrong("row 7: it is not part", [](Recording& r, Template&) { r.sites[7].op = Op::kStore; }),
  });
}

TEST(Unsound, SegmentsAreRefused) {
  using enum SectionType;
  expect_refused(
      {{"template 8 of 8", kSegments, [](Recording& r) { segment(r).template_id = 8; }},
       {"segment 13 is of warp 2", kSegments, [](Recording& r) { r.patterns[0].segments.back().warp = 2; }, false},
       {"segment 0 is of warp 0, which is not selected", kSegments, [](Recording& r) { r.selection.warps.begin = 1; }},
       {"segment 2 is in barrier interval 7 of 7", kSegments, [](Recording& r) { segment(r).interval = 7; }},
       {"segment 2 says where tiles are", kSegments, [](Recording& r) { segment(r).k_tile = 0; }},
       {"order of warps and intervals", kSegments, [](Recording& r) { segment(r).interval = 1; }},
       {"order of warps and intervals", kSegments,
        [](Recording& r) { std::swap(segment(r).interval, r.patterns[0].segments[3].interval); }},
       {"more than 268435456 requests", kSegments, [](Recording& r) {
          auto& coded = r.templates[1];
          coded.rows.resize(1u << 16, coded.rows[0]);
          coded.addresses.resize(std::size_t{kLanes} << 16, 0);
          auto& p = r.patterns[0];
          p.barrier_lines.resize(5000);
          p.segments.clear();
          for (std::uint32_t i = 0; i < 5000; ++i) p.segments.push_back({.interval = i, .template_id = 1});
        }}});
}

TEST(Unsound, BlocksAreRefused) {
  using enum SectionType;
  expect_refused(
      {{"pattern 2 of 2", kBlocks, [](Recording& r) { r.blocks[3].pattern = 2; }},
       {"row 2, column 1, which is not selected", kBlocks, [](Recording& r) { r.blocks[3].y = 2; }},
       {"row 0, column 0, which is not selected", kBlocks, [](Recording& r) { r.selection.block_x.begin = 1; }},
       {"order of rows and columns", kBlocks, [](Recording& r) { std::swap(r.blocks[1], r.blocks[2]); }},
       {"order of rows and columns", kBlocks, [](Recording& r) { r.blocks[2] = r.blocks[1]; }}});
}

}  // namespace
}  // namespace gemmscope::format
