// SPDX-License-Identifier: MIT
#include "tests/golden/digests.h"

#include <cstdio>
#include <cstdlib>
#include <span>

#include "kernels/table.h"
#include "tracing/analysis/digest.h"
#include "tracing/record/configurations.h"
#include "tracing/simt/emulator.h"

namespace gemmscope {
namespace {

struct Size {
  std::uint32_t M, N, K;
};
/// Edges without whole vectors, over several blocks; whole tiles; edges of whole vectors; less than a tile; no k-tile.
constexpr Size kSizes[] = {{131, 133, 35}, {256, 256, 64}, {132, 200, 36}, {5, 3, 2}, {128, 128, 0}};

}  // namespace

std::string digest_line(const record::RecordRequest& request) {
  const auto recording = simt::record(request);
  if (!recording) {
    std::fprintf(stderr, "%s\n", recording.error().message.c_str());
    std::abort();
  }
  std::string text = request.kernel + " " + request.preset;
  for (const format::Parameter& p : request.overrides) text += " " + p.name + "=" + p.value;
  char rest[80];
  std::snprintf(rest, sizeof rest, " %ux%ux%u %016llx", request.M, request.N, request.K,
                static_cast<unsigned long long>(analysis::combined(analysis::stream_digests(*recording))));
  return text + rest;
}

std::vector<record::RecordRequest> digest_requests() {
  std::vector<record::RecordRequest> requests;
  for (const kernels::KernelInfo& kernel : kernels::all_kernels())
    for (const kernels::Preset& preset : kernel.presets)
      for (const record::Configuration& configuration : record::configurations_of(kernel, preset.name))
        for (const Size& size : std::span(kSizes).first(configuration.layout.empty() ? std::size(kSizes) : 1)) {
          record::RecordRequest request = record::request_of(kernel, configuration);
          request.M = size.M, request.N = size.N, request.K = size.K;
          request.beta = 0.5f;
          if (record::size_is_possible(request)) requests.push_back(request);
        }
  return requests;
}

}  // namespace gemmscope
