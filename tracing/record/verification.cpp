// SPDX-License-Identifier: MIT
#include "tracing/record/verification.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <map>

#include "kernels/storage.h"

namespace gemmscope::record {
namespace {

/// Inputs and the right result of a problem; many configurations share them.
struct Expected {
  kernels::GemmData whole, fractions;
  std::vector<double> reference;  ///< of `whole`
  std::vector<float> chain;       ///< of `fractions`
};

/// `element_bytes`: 4, float; 2, half: then inputs are halfs, and the result is rounded to one at the end.
const Expected& expected_of(const Problem& p, int element_bytes) {
  static std::map<std::pair<Problem, int>, Expected> known;
  const auto [it, is_new] = known.try_emplace({p, element_bytes});
  Expected& e = it->second;
  if (!is_new) return e;
  e.whole = kernels::make_data(p.M, p.N, p.K);
  e.fractions = kernels::make_fractions(p.M, p.N, p.K);
  for (auto* values : {&e.fractions.A, &e.fractions.B, &e.fractions.C})
    kernels::round_to_elements(*values, element_bytes);
  if (p.beta == 0)
    for (auto* C : {&e.whole.C, &e.fractions.C})
      std::fill(C->begin(), C->end(), std::numeric_limits<float>::quiet_NaN());
  e.reference = kernels::reference_gemm(e.whole, p.alpha, p.beta);
  e.chain = kernels::sequential_fma_gemm(e.fractions, p.alpha, p.beta);
  kernels::round_to_elements(e.chain, element_bytes);
  std::vector<float> rounded(e.reference.begin(),
                             e.reference.end());  // whole numbers and halves of them: exact in float
  kernels::round_to_elements(rounded, element_bytes);
  e.reference.assign(rounded.begin(), rounded.end());
  return e;
}

RecordRequest request_of(const kernels::KernelInfo& kernel, const Configuration& configuration, const Problem& p) {
  RecordRequest request = record::request_of(kernel, configuration);
  request.M = p.M, request.N = p.N, request.K = p.K;
  request.alpha = p.alpha, request.beta = p.beta;
  return request;
}

/// The shortest text that reads back as `value`: 0.1 for 0.1f.
std::string number_text(float value) {
  char text[48];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::int64_t count_different_bits(const std::vector<float>& a, const std::vector<float>& b) {
  std::int64_t different = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    different += std::bit_cast<std::uint32_t>(a[i]) != std::bit_cast<std::uint32_t>(b[i]);
  return different;
}

}  // namespace

std::string Problem::text() const {
  return std::to_string(M) + "x" + std::to_string(N) + "x" + std::to_string(K) + ", alpha " + number_text(alpha) +
         ", beta " + number_text(beta);
}

std::vector<Problem> problems_of(const kernels::KernelInfo& kernel, const Configuration& configuration) {
  const kernels::BlockGeometry tile = kernels::resolve(kernel.name, configuration.preset, {})->geometry();
  const auto BM = static_cast<std::uint32_t>(tile.BM), BN = static_cast<std::uint32_t>(tile.BN),
             BK = static_cast<std::uint32_t>(tile.BK);
  std::vector<Problem> all{{2 * BM, BN, 2 * BK, 1, 0},  // whole tiles
                           {BM, 2 * BN, 3 * BK, 0.5f, 1.5f},
                           {2 * BM, BN, BN, 1, 0},
                           {BM + 4, BN + 8, BK + 4, 2, -1},  // edges, but rows of whole vectors
                           {BM + 1, BN + 2, BK + 1, 1, 0},   // edges without
                           {BM + 3, BN + 1, 2 * BK - 1, -1, 1},
                           {5, 7, 3, 1, 0},  // smaller than a tile
                           {1, BN, BK, 1, 1},
                           {BM, 1, BK + 2, 3, 0},
                           {1, 1, 1, 1, 2},
                           {BM, BN, 0, 1, 0},  // nothing to add up: C = beta * C
                           {3, 4, 0, 1, 2},
                           {6, 5, 4, 0, 1}};
  std::erase_if(all, [&](const Problem& p) { return !size_is_possible(request_of(kernel, configuration, p)); });
  return all;
}

Result<Judgement> judge(const kernels::KernelInfo& kernel, const Configuration& configuration, const Problem& problem,
                        const Build& build) {
  const auto plan = make_plan(request_of(kernel, configuration, problem));
  if (!plan) return tl::unexpected(plan.error());

  const Expected& expected = expected_of(problem, plan->variant.geometry().element_bytes);
  kernels::GemmData whole = expected.whole, fractions = expected.fractions;
  if (auto ran = build(*plan, whole); !ran) return tl::unexpected(ran.error());
  if (auto ran = build(*plan, fractions); !ran) return tl::unexpected(ran.error());
  return Judgement{.elements = std::ssize(expected.chain),
                   .wrong = kernels::count_wrong(whole.C, expected.reference, 0),
                   .rounded = count_different_bits(fractions.C, expected.chain)};
}

}  // namespace gemmscope::record
