// SPDX-License-Identifier: MIT
// Every preset with every layout: plain and traced, over all sizes and scalars, against double precision and bit for
// bit.
#include <cctype>
#include <set>

#include <gtest/gtest.h>

#include "tests/sweep.h"
#include "tracing/record/verification.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::record {
namespace {

struct Case {
  const kernels::KernelInfo* kernel;
  Configuration configuration;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.kernel->name << " " << c.configuration.text(); }

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const Configuration& configuration : swept(record::configurations_of(kernel)))
      cases.push_back({&kernel, configuration});
  return cases;
}

class Results : public testing::TestWithParam<Case> {};

TEST_P(Results, AreRight) {
  const auto& [kernel, configuration] = GetParam();
  for (const Problem& problem : problems_of(*kernel, configuration))
    for (const NamedBuild& build : {NamedBuild{"plain", simt::run_plain}, NamedBuild{"traced", simt::run_traced}}) {
      const auto judgement = judge(*kernel, configuration, problem, build.run);
      ASSERT_TRUE(judgement) << judgement.error().message;
      EXPECT_EQ(judgement->wrong, 0) << problem.text() << ", " << build.name;
      EXPECT_EQ(judgement->rounded, 0) << problem.text() << ", " << build.name;
    }
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  std::string name = std::string(info.param.kernel->name) + " " + info.param.configuration.text();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Kernels, Results, testing::ValuesIn(all_cases()), name_of);

TEST(Problems, HaveEveryKindOfSize) {
  const kernels::BlockGeometry tile = kernels::resolve("warp_tile", "k10_a6000", {})->geometry();
  bool whole = false, edge = false, smaller = false, one = false, no_k = false, vectors = false;
  for (const Problem& p : problems_of(kernels::warp_tile_info(), {"k10_a6000", {}})) {
    const auto BM = static_cast<std::uint32_t>(tile.BM), BN = static_cast<std::uint32_t>(tile.BN),
               BK = static_cast<std::uint32_t>(tile.BK);
    whole |= p.M % BM == 0 && p.N % BN == 0 && p.K % BK == 0 && p.K > 0;
    edge |= p.M > BM && p.N > BN && p.K > BK && p.N % 4 != 0 && p.K % 4 != 0;
    vectors |= p.M % BM != 0 && p.N % BN != 0 && p.N % 4 == 0 && p.K % BK != 0 && p.K % 4 == 0;
    smaller |= p.M < BM && p.N < BN && p.K < BK;
    one |= p.M == 1 && p.N == 1 && p.K == 1;
    no_k |= p.K == 0;
  }
  EXPECT_TRUE(whole && edge && vectors && smaller && one && no_k);
}

TEST(Configurations, CoverEveryPresetAndEveryChoice) {
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const kernels::Preset& preset : kernel.presets) {
      std::set<std::pair<std::string, std::string>> seen;
      for (const Configuration& c : record::configurations_of(kernel, preset.name))
        for (const format::Parameter& p : c.layout) seen.emplace(p.name, p.value);
      for (const kernels::ParameterInfo& p : kernel.parameters)
        for (const std::string_view choice : p.choices) {
          std::vector<std::pair<std::string, std::string>> alone{{std::string(p.name), std::string(choice)}};
          if (choice != p.value && kernels::resolve(kernel.name, preset.name, alone)) {
            EXPECT_TRUE(seen.contains(alone[0])) << kernel.name << " " << preset.name << " " << p.name << "=" << choice;
          }
        }
    }
}

TEST(Configurations, AreAllKnownToTheirKernel) {
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const std::string_view layout : kernel.layouts) {
      bool had = false;
      for (const Configuration& c : record::configurations_of(kernel)) had |= c.layout == record::parameters_of(layout);
      EXPECT_TRUE(had) << kernel.name << " " << layout << ": no preset can have it";
    }
}

}  // namespace
}  // namespace gemmscope::record
