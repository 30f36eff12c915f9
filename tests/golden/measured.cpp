// SPDX-License-Identifier: MIT
#include "tests/golden/measured.h"

#include <stdexcept>

#include "tests/analysis/golden.h"
#include "tracing/record/configurations.h"
#include "tracing/simt/emulator.h"

namespace gemmscope::testing {

format::Recording record_as_golden(const std::string& kernel, const std::vector<format::Parameter>& parameters,
                                   std::uint32_t M, std::uint32_t N, std::uint32_t K, std::uint32_t block_y,
                                   std::uint32_t block_x) {
  record::RecordRequest request;
  const analysis::testing::Variant variant = analysis::testing::as_recorded({kernel, parameters});
  request.kernel = variant.kernel, request.overrides = variant.parameters;
  request.M = M, request.N = N, request.K = K;
  request.beta = 1;
  request.wrong_too = true;
  request.block_y = format::Range{block_y, block_y + 1};
  request.block_x = format::Range{block_x, block_x + 1};
  request.k_tiles = format::Range{0, 1};
  auto recording = simt::record(request);
  if (!recording) throw std::runtime_error(recording.error().message);
  return std::move(*recording);
}

Measured::Measured(const std::string& kernel, const std::string& layout)
    : recording_(record_as_golden(kernel, record::parameters_of(layout))), summary_(analysis::summarize(recording_)) {}

analysis::Count Measured::of(const std::string& site) const {
  if (summary_.site(site) == nullptr) throw std::runtime_error("there is no site " + site);
  analysis::Count sum;
  for (const analysis::SiteSummary& s : summary_.sites)
    if (s.name == site) sum += s.count;
  return sum;
}

}  // namespace gemmscope::testing
