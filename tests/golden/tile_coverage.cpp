// SPDX-License-Identifier: MIT
#include "tests/golden/tile_coverage.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tests/analysis/golden.h"
#include "tests/golden/measured.h"
#include "tracing/analysis/geometry.h"

namespace gemmscope::testing {

namespace {

struct Coverage {
  std::size_t never = 0, clobbered = 0, past_end = 0;
};

/// Of one tile, from all stores of the recorded k-tile to it.
Coverage coverage_of(const format::Recording& r, const std::string& tile) {
  const std::uint16_t tensor = analysis::tensor_named(r, tile).value();
  const format::Tensor& t = r.tensors[tensor];
  EXPECT_EQ(t.layout.pitch, t.layout.columns);  // without padding, cells lie one after the other
  Coverage coverage;
  std::vector<std::optional<std::uint32_t>> writer(std::size_t{t.layout.rows} * t.layout.columns);  // thread
  std::vector<char> clobbered(writer.size());
  for (const format::Segment& segment : r.patterns[r.blocks[0].pattern].segments) {
    const format::Template& coded = r.templates[segment.template_id];
    for (std::size_t row = 0; row < coded.rows.size(); ++row) {
      const format::Site& site = r.sites[coded.rows[row].site];
      if (site.tensor != tensor || site.op != format::Op::kStore) continue;
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        if ((coded.rows[row].mask >> lane & 1u) == 0) continue;
        const std::size_t cell = (coded.lanes(row)[lane] - t.offset) / t.element_bytes;
        const std::uint32_t thread = segment.warp * 32 + lane;
        if (cell >= writer.size()) {
          ++coverage.past_end;
          continue;
        }
        if (writer[cell].value_or(thread) != thread) clobbered[cell] = 1;
        writer[cell] = thread;
      }
    }
  }
  for (std::size_t cell = 0; cell < writer.size(); ++cell) {
    coverage.never += !writer[cell];
    coverage.clobbered += clobbered[cell] != 0;
  }
  return coverage;
}

}  // namespace

std::string one_pass_coverage() {
  std::string text;
  const nlohmann::json golden = analysis::testing::golden_json();
  for (const nlohmann::json& entry : golden.at("coverage_seed001")) {
    std::vector<format::Parameter> parameters{{"load", "one_pass"}};
    for (const auto& [name, value] : entry.at("params").items())
      parameters.push_back({name, analysis::testing::parameter_text(value)});
    const format::Recording r = record_as_golden("k001", parameters);
    const Coverage a = coverage_of(r, "As"), b = coverage_of(r, "Bs");
    const auto n = [](std::size_t number) { return std::to_string(number); };
    text += (text.empty() ? "" : "; ") + entry.at("regime_A").get<std::string>() + "/" +
            entry.at("regime_B").get<std::string>() + " never A " + n(a.never) + " B " + n(b.never) +
            ", A clobbered cells " + n(a.clobbered) + ", past-end A " + n(a.past_end) + " B " + n(b.past_end);
  }
  return text;
}

}  // namespace gemmscope::testing
