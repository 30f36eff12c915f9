// SPDX-License-Identifier: MIT
// Where the limits view puts bars and points.
#include "app/views/limits/picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/session/studying.h"
#include "app/words/limits_words.h"
#include "app/words/number.h"
#include "tests/views/recorded.h"
#include "tracing/format/file.h"

namespace gemmscope::views {
namespace {

using analysis::Limit;
using analysis::LimitBy;

/// 1000 multiply-adds take 500 cycles, wavefronts 200, L2 100 to 400, DRAM 50 to `most`.
session::MeasuredLimits made_up(double most) {
  session::MeasuredLimits both;
  both.machine = analysis::kMachineH200;
  both.limits.work.multiply_adds = 1000;
  both.limits.limits = {Limit{LimitBy::kMultiplyAdds, 1000, 2, 1000}, Limit{LimitBy::kWavefronts, 200, 1, 200},
                        Limit{LimitBy::kL2, 1000, 10, 4000}, Limit{LimitBy::kDram, 250, 5, 5 * most}};
  return both;
}

TEST(LimitBars, ShareOneAxis) {
  const LimitsPicture picture = limits_picture(made_up(800));
  EXPECT_EQ(picture.full, 800);
  const float least[] = {0.625f, 0.25f, 0.125f, 0.0625f}, most[] = {0.625f, 0.25f, 0.5f, 1};
  for (std::size_t i = 0; i < picture.bars.size(); ++i) {
    EXPECT_EQ(picture.bars[i].least, least[i]) << i;
    EXPECT_EQ(picture.bars[i].most, most[i]) << i;
    EXPECT_EQ(picture.bars[i].bound, i == 0) << i;
  }
  EXPECT_FALSE(picture.measured);
}

TEST(LimitBars, AreCutOffFarBeyondTheBound) {
  const LimitsPicture picture = limits_picture(made_up(4000));
  EXPECT_EQ(picture.full, 1000);
  EXPECT_EQ(picture.bars[3].most, 1);
  EXPECT_EQ(picture.bars[0].least, 0.5f);
}

TEST(LimitBars, AMeasuredRateIsATime) {
  const session::MeasuredLimits both = made_up(800);
  const double gflops = 2000 / 2000.0 * both.machine.hz() * 1e-9;  // 2000 FLOP in 2000 cycles
  const LimitsPicture picture = limits_picture(both, 0, gflops);
  ASSERT_TRUE(picture.measured);
  EXPECT_NEAR(*picture.measured_cycles, 2000, 1e-6);
  EXPECT_NEAR(*picture.measured, 1, 1e-6);
  EXPECT_NEAR(picture.bars[0].least, 0.25, 1e-6);
}

bool says(const std::vector<std::string>& lines, const std::string& what) {
  return std::ranges::any_of(lines, [&](const std::string& l) { return l.find(what) != std::string::npos; });
}

/// 1000 wavefronts of shared memory, 250 of loads, 100 sectors: 128 x 1000 = 128 000 bytes, 160 000, and 3 200.
TEST(LimitWords, FlopPerByteHasItsNameAndFormula) {
  analysis::Work work{.multiply_adds = 160'000, .shared_wavefronts = 1000, .load_wavefronts = 250};
  work.sector_bytes = 3200, work.once_bytes = 1600;
  const auto lines = words::flop_per_byte_in_words(work);
  ASSERT_EQ(lines.size(), 4u);
  const char* values[] = {"2.50", "2.00", "100.00", "200.00"};
  std::set<std::string> names;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i].value, values[i]);
    names.insert(lines[i].where);
  }
  EXPECT_EQ(names.size(), lines.size());
  EXPECT_NE(lines[2].formula.find("(100 sectors \u00d7 32 bytes)"), std::string::npos) << lines[2].formula;
  work.shared_wavefronts = work.load_wavefronts = 0;
  EXPECT_EQ(words::flop_per_byte_in_words(work).size(), 2u);
}

/// What Limits and Reuse say of one memory is one number.
TEST(LimitWords, FlopPerByteIsTheRooflinesAndThatOfReuse) {
  session::Session s = recorded("size=256x256x32");
  finish_studies(s);
  const auto both = session::measured_limits(*s.look.recording(), s.look.loaded->costs, s.look.rule, nullptr);
  const auto lines = words::flop_per_byte_in_words(both.limits.work);
  const auto point = both.point(*s.look.recording());
  ASSERT_EQ(lines.size(), 1 + point.flop_per_byte.size());
  for (std::size_t i = 0; i < point.flop_per_byte.size(); ++i)
    EXPECT_EQ(lines[i + 1].value, words::decimals(*point.flop_per_byte[i], 2));
  const analysis::Reuse reuse = analysis::reuse(*s.look.recording(), s.look.loaded->costs, s.look.rule);
  EXPECT_EQ(lines[0].value, words::decimals(*reuse.shared.moved, 2));
  EXPECT_EQ(lines[2].value, words::decimals(*reuse.global.moved, 2));
}

/// All cycles of this view are of one SM: 8 blocks on 132 SMs leave the busiest with one.
TEST(LimitWords, CyclesOfTheDataPathAreThoseOfTheBusiestSm) {
  session::Session s = recorded("size=256x512x32");
  const auto both = session::measured_limits(*s.look.recording(), s.look.loaded->costs, s.look.rule, nullptr);
  const analysis::Limits& limits = both.limits;
  ASSERT_EQ(limits.work.blocks, 8u);
  const auto lines = words::left_out_of_limits(*s.look.recording(), limits);
  EXPECT_TRUE(says(lines, words::cycles_in_words(limits.work.shared_cycles_h200 / 8) + " modelled cycles"));
  EXPECT_FALSE(says(lines, words::cycles_in_words(limits.work.shared_cycles_h200) + " modelled cycles"));
}

/// 8 blocks on 132 SMs: what an SM has room for is not there.
TEST(LimitWords, ResidentWarpsAreThoseOfTheLaunch) {
  session::Session s = recorded("size=256x512x32");
  auto limits = session::measured_limits(*s.look.recording(), s.look.loaded->costs, s.look.rule, nullptr).limits;
  const std::uint32_t warps = s.look.recording()->warps();
  ASSERT_TRUE(limits.resident);
  ASSERT_GT(limits.resident->blocks, 1u);
  const std::string one = words::count_of(warps, "resident warp"),
                    full = words::count_of(limits.resident->warps, "resident warp");
  const std::string few = words::resident_in_words(limits, warps);
  EXPECT_NE(few.find(one), std::string::npos) << few;
  EXPECT_EQ(few.find(full), std::string::npos) << few;
  limits.blocks_of_busiest = limits.resident->blocks;
  EXPECT_NE(words::resident_in_words(limits, warps).find(full), std::string::npos);
}

/// A program's kernel without tiles in shared memory fills nothing with zeros.
TEST(LimitWords, OfAKernelWithoutTilesHaveNoZerosThatFillThem) {
  const format::Recording r = *recorded("kernel=naive/size=100x70x50").look.recording();
  const auto both = session::measured_limits(r, analysis::CostTable(r), analysis::ConflictModel::kFused, nullptr);
  ASSERT_EQ(both.limits.missing, analysis::Missing::kNothing);
  const std::string formula = words::limit_formula(both.limits, LimitBy::kMultiplyAdds, both.machine);
  EXPECT_EQ(formula.find("zeros"), std::string::npos) << formula;
  EXPECT_EQ(both.limits.work.made_multiply_adds, 100.0 * 70 * 50);
}

/// A program has a point, too, though no list of kernels has it.
TEST(RooflineText, HasTheRecordingsOwnPoint) {
  session::Session s;
  session::open(s, std::make_shared<const session::Loaded>(*format::read_file("tests/data/recorded/fused.gst")));
  const auto text = roofline_text(s.look);
  ASSERT_TRUE(text);
  const auto both = session::measured_limits(*s.look.recording(), s.look.loaded->costs, s.look.rule, nullptr);
  const auto point = both.point(*s.look.recording());
  const std::size_t row = text->find("\n  fused ");
  ASSERT_NE(row, std::string::npos) << *text;
  const std::string line = text->substr(row, text->find('\n', row + 1) - row);
  for (const auto& value : point.flop_per_byte)
    EXPECT_NE(line.find(words::decimals(*value, 2)), std::string::npos) << line;
  EXPECT_NE(line.find("not measured"), std::string::npos) << line;
}

/// 132 SMs at 1,980 MHz make 64 multiply-adds of doubles per cycle, half as many as of floats.
TEST(RooflineText, HasThePeakOfTheNumbersThatAreMultiplied) {
  format::Recording r = session::Loaded(*format::read_file("tests/data/recorded/fused.gst")).recording;
  r.code.ptx = ".entry " + r.code.entry + "()\n{\nfma.rn.f64 %fd1, %fd2, %fd3, %fd1;\n}\n";
  for (const format::Matrix of : {format::Matrix::kA, format::Matrix::kB})
    r.tensors[r.tensor_of(of).value()].element_bytes = 8;
  session::Session s;
  session::open(s, std::make_shared<const session::Loaded>(std::move(r)));
  const auto text = roofline_text(s.look);
  ASSERT_TRUE(text);
  EXPECT_TRUE(text->starts_with("roofline of NVIDIA H200: peak " + words::thousands(132 * 64 * 2 * 1980 / 1000)))
      << *text;
}

TEST(LogAxes, AreEvenInRatios) {
  const LogAxis axis{.least = 0.1, .most = 1000, .from = 300, .to = 100};
  EXPECT_NEAR(axis.at(0.1), 300, 1e-3);
  EXPECT_NEAR(axis.at(1), 250, 1e-3);
  EXPECT_NEAR(axis.at(1000), 100, 1e-3);
  const std::vector<double> decades = axis.decades();
  ASSERT_EQ(decades.size(), 5u);
  EXPECT_NEAR(decades.front(), 0.1, 1e-12);
  EXPECT_NEAR(decades.back(), 1000, 1e-9);
}

TEST(Roofline, HasRoomForAllPointsAndTheCorner) {
  analysis::RooflinePoint low, high;
  low.flop_per_byte = {0.02, 0.5, 9}, low.attainable = 400, low.measured = 300;
  high.flop_per_byte = {3, 40, 80}, high.attainable = 60'000;
  const analysis::Machine& machine = analysis::kMachineH200;
  const RooflineSpans spans = roofline_spans({low, high}, analysis::Roof::kSectors, machine);
  EXPECT_LT(spans.flop_per_byte.least, 0.5);
  EXPECT_GT(spans.flop_per_byte.least, 0.1);
  EXPECT_GT(spans.flop_per_byte.most, 40);
  EXPECT_LT(spans.gflops.least, 300);
  EXPECT_GT(spans.gflops.most, machine.peak_gflops());
  const RooflineSpans once = roofline_spans({high}, analysis::Roof::kOnce, machine);
  EXPECT_LT(once.flop_per_byte.least, machine.peak_gflops() / machine.dram_gb_per_s);
}

TEST(Studied, IsThereOnceItWasAskedFor) {
  session::Session s = recorded("size=128x128x32");
  EXPECT_EQ(session::limits_of(s.look), nullptr);
  const auto study = [&] {
    want(s.look, session::StudyKind::kLimits), want(s.look, session::StudyKind::kReuse);
    finish_studies(s);
  };
  study();
  const auto* limits = session::limits_of(s.look);
  ASSERT_NE(limits, nullptr);
  const double fused = limits->limits.by(LimitBy::kWavefronts).work;
  study();
  EXPECT_EQ(session::limits_of(s.look), limits);  // not worked out again
  session::set_rule(s.look, analysis::ConflictModel::kTextbook);
  EXPECT_EQ(session::limits_of(s.look), nullptr);
  EXPECT_EQ(session::reuse_of(s.look), nullptr);
  study();
  ASSERT_NE(session::limits_of(s.look), nullptr);
  EXPECT_NE(session::limits_of(s.look)->limits.by(LimitBy::kWavefronts).work, fused);
}

}  // namespace
}  // namespace gemmscope::views
