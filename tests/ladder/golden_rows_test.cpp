// SPDX-License-Identifier: MIT
// The steps of the ladder as written, against the figures that a model computed elsewhere (tests/data/golden.json): for
// every site of the rows whose parameters still exist.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "tests/analysis/faults.h"
#include "tests/analysis/golden.h"
#include "tests/ladder/as_golden.h"
#include "tests/steps/step.h"
#include "tracing/analysis/digest.h"
#include "tracing/analysis/summary.h"

namespace gemmscope::ladder {
namespace {

using analysis::testing::GoldenRow;
using format::Recording;
using gemmscope::testing::Step;

/// What the file calls a choice. `step`: the step that it has become; the last one in this table that a row makes
/// counts.
struct Choice {
  const char *kernel, *name, *value, *step;
};
constexpr const char* kAsItIs = "";       ///< every step of the kernel makes it
constexpr const char* kNoStep = nullptr;  ///< a mistake, which is to be a broken kernel, or it teaches nothing more
constexpr Choice kChoices[] = {
    {"k000", "swzA", "xor", "11_swizzled"},
    {"k001", "load", "seed", kNoStep},
    {"k001", "load", "strided", "04_thread_tile"},
    {"k001", "load", "linear", "05_block_tile"},
    {"k001", "omap", "blocked", kAsItIs},
    {"k001", "omap", "interleaved", "06_interleaved"},
    {"k002", "lanes", "zigzag", kAsItIs},
    {"k002", "lanes", "scanA", kNoStep},
    {"k002", "lanes", "scanB", kNoStep},
    {"k002", "frag", "split32", kAsItIs},
    {"k002", "frag", "contig8", kNoStep},
    {"k002", "cstore", "shuffle", kAsItIs},
    {"k002", "cstore", "direct", "13_direct_store"},
    {"k002", "cstore", "direct32", kNoStep},
    {"k003", "As", "col", kAsItIs},
    {"k003", "As", "row", "07_wide_copy"},
    {"k003", "frag", "blocked", kAsItIs},
    {"k003", "frag", "split", "09_split"},
    {"k003", "single", "true", kNoStep},
    {"k003", "swzA", "xor", kNoStep},
    {"k004", "swz", "none", kAsItIs},
    {"k004", "swz", "xor", "15_half_swizzled"},
};
const std::map<std::string, std::string> kSteps = {{"k000", "10_warp_tile"},
                                                   {"k001", "05_block_tile"},
                                                   {"k002", "12_sgemm64"},
                                                   {"k003", "08_vectorized"},
                                                   {"k004", "14_half_padded"}};

/// A parameter that is a number, as the step calls it.
format::Parameter as_number(const std::string& name, const std::string& value) {
  if (name == "vec") return {"vec", "1"};  // scalar
  if (name == "swzB") return {"swizzleB", "1"};
  if (name == "width") return {"vec", std::to_string(std::stoi(value) / 2)};  // bytes, of halves
  return {name, value};
}

/// The step that makes the row's accesses; nothing: none does.
std::optional<Step> step_of(const GoldenRow& row) {
  // Steps with 16-byte accesses need whole tiles. A misaligned access ends the launch.
  if ((row.preset == "edge" && row.kernel != "k001") || row.variant == "pad=2 width=16") return std::nullopt;
  Step step{.name = kSteps.at(row.kernel), .as_written = true};
  std::map<std::string, std::string> numbers = row.parameters;
  for (const Choice& choice : kChoices) {
    const auto made = row.parameters.find(choice.name);
    if (choice.kernel != row.kernel || made == row.parameters.end() || made->second != choice.value) continue;
    if (choice.step == kNoStep) return std::nullopt;
    if (*choice.step != '\0') step.name = choice.step;
    numbers.erase(choice.name);
  }
  if (step.name == "15_half_swizzled") numbers.erase("pad"), numbers.erase("width");  // they are 0 and 16 there
  for (const auto& [name, value] : numbers) step.numbers.push_back(as_number(name, value));
  return step;
}

struct Case {
  Step step;
  std::vector<GoldenRow> rows;
};

std::vector<Case> all_cases() {
  std::map<std::string, Case> cases;
  for (const GoldenRow& row : analysis::testing::golden_rows())
    if (const auto step = step_of(row)) {
      Case& its = cases[step->key() + " " + row.preset];
      its.step = *step, its.rows.push_back(row);
    }
  std::vector<Case> all;
  for (auto& [key, its] : cases) all.push_back(std::move(its));
  return all;
}

void PrintTo(const Case& its, std::ostream* out) { *out << its.step.key(); }

class GoldenSteps : public ::testing::TestWithParam<Case> {};

TEST_P(GoldenSteps, AllFiguresAgree) {
  const GoldenRow& any = GetParam().rows[0];
  const Recording recording = first_k_tile(
      gemmscope::testing::recorded(GetParam().step, {.M = any.M,
                                                     .N = any.N,
                                                     .K = any.K,
                                                     .alpha = 2,
                                                     .beta = 1,
                                                     .block_y = format::Range{any.block_y, any.block_y + 1},
                                                     .block_x = format::Range{any.block_x, any.block_x + 1}}));
  EXPECT_EQ(recording.shared_bytes, any.shared_bytes);
  const analysis::CostTable costs(recording);
  analysis::Summary summary = analysis::summarize(recording, costs);
  analysis::testing::add_faults(recording, costs, summary);
  for (const GoldenRow& row : GetParam().rows) {
    SCOPED_TRACE(row.title());
    expect_row(summary, analysis::address_digests(recording, costs), row);
  }
}

std::string name_of_case(const ::testing::TestParamInfo<Case>& info) {
  std::string name = info.param.step.key() + " " + info.param.rows[0].preset;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

TEST(GoldenStepRows, NoneIsLost) {
  std::map<std::string, std::size_t> rows;
  for (const Case& its : all_cases()) rows[its.rows[0].kernel] += its.rows.size();
  EXPECT_EQ(rows, (std::map<std::string, std::size_t>{
                      {"k000", 192}, {"k001", 160}, {"k002", 63}, {"k003", 144}, {"k004", 56}}));
}

INSTANTIATE_TEST_SUITE_P(All, GoldenSteps, ::testing::ValuesIn(all_cases()), name_of_case);

}  // namespace
}  // namespace gemmscope::ladder
