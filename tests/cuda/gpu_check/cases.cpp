// SPDX-License-Identifier: MIT
#include <algorithm>

#include "kernels/table.h"
#include "tests/cuda/gpu_check/check.h"

namespace gemmscope::gpu_check {

std::vector<Case> cases(const kernels::KernelInfo& kernel, std::string_view preset) {
  const kernels::BlockGeometry s = kernels::resolve(kernel.name, preset, {}).value().geometry();
  const auto of = [&](int M, int N, int K, float alpha, float beta) {
    record::RecordRequest r;
    r.kernel = kernel.name;
    r.preset = preset;
    r.M = static_cast<std::uint32_t>(M), r.N = static_cast<std::uint32_t>(N), r.K = static_cast<std::uint32_t>(K);
    r.alpha = alpha, r.beta = beta;
    return r;
  };
  std::vector<Case> all{{"interior", of(2 * s.BM, 2 * s.BN, 3 * s.BK, 1, 0)},
                        {"interior, C read", of(s.BM, 2 * s.BN, 2 * s.BK, -0.75f, 2)},
                        {"interior, N = K", of(2 * s.BM, s.BN, s.BN, 1, 0)},
                        // 8: of halfs, and of rows as well as columns for matrices that lie column by column
                        {"edges, whole vectors", of(s.BM + 8, s.BN + 8, s.BK + 8, 1.5f, 0)},
                        {"edges, whole vectors, C read", of(s.BM + 8, s.BN + 8, s.BK + 8, 1, 0.5f)},
                        {"edges, whole vectors of floats", of(s.BM + 5, s.BN + 4, s.BK + 4, 1.5f, 0)},
                        {"edges, single elements", of(s.BM + 5, s.BN + 3, s.BK + 3, 1, 0)},
                        {"edges, single elements, C read", of(s.BM + 1, s.BN + 1, 2 * s.BK + 1, 1.5f, -0.5f)},
                        {"one element", of(1, 1, 1, 1, 0.5f)},
                        {"K = 0", of(s.BM, s.BN, 0, 1, 0.5f)}};
  Case part{"part of it", of(3 * s.BM, 3 * s.BN, 4 * s.BK, 1, 0)};
  part.request.block_y = format::Range{1, 3};
  part.request.block_x = format::Range{1, 2};
  part.request.warps = format::Range{1, std::min(3u, static_cast<std::uint32_t>(s.NT) / 32)};
  part.request.k_tiles = format::Range{1, 3};
  all.push_back(part);
  part.name = "part of it, no epilogue";
  part.request.epilogue = false;
  all.push_back(part);
  return all;
}

std::string text(const std::vector<format::Parameter>& overrides) {
  std::string all;
  for (const format::Parameter& p : overrides) all += (all.empty() ? "" : " ") + p.name + "=" + p.value;
  return all.empty() ? "plain" : all;
}

std::string size_text(const record::RecordRequest& r) {
  return std::to_string(r.M) + "x" + std::to_string(r.N) + "x" + std::to_string(r.K);
}

}  // namespace gemmscope::gpu_check
