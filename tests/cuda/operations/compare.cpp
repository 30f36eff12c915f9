// SPDX-License-Identifier: MIT
#include "tests/cuda/operations/compare.h"

#include <algorithm>
#include <cstdio>

namespace gemmscope::operations {
namespace {

constexpr std::size_t kExamples = 2;  // of each kind

void add_example(Comparison& result, const Difference& difference) {
  const auto same = std::ranges::count(result.examples, difference.verdict, &Difference::verdict);
  if (static_cast<std::size_t>(same) < kExamples) result.examples.push_back(difference);
}

}  // namespace

Comparison compare(const Operation& operation, const Batch& batch, const Columns& host, const Columns& gpu) {
  Comparison result;
  result.warps = batch.warps();
  const auto all = static_cast<std::size_t>(operands_of(operation)), first_source = std::size_t{operation.results};
  const auto source = [&](std::size_t n, std::size_t t) {
    return first_source + n < all ? host[first_source + n].get(t) : 0;
  };
  std::vector<Judge> judges;
  for (int i = 0; i < results_of(operation); ++i) judges.emplace_back(operation, i);
  for (std::size_t t = 0; t < batch.threads(); ++t) {
    const bool runs = batch.runs(t);
    result.lanes += runs;
    Difference worst{t, 0, Verdict::kSame, {}, 0};
    for (std::size_t i = 0; i < judges.size(); ++i) {
      const Bits ours = host[i].get(t), theirs = gpu[i].get(t);
      if (ours == theirs) continue;
      const Verdict verdict =
          runs ? judges[i](ours, theirs, {source(0, t), source(1, t)}, result.most_steps) : Verdict::kIdle;
      if (verdict > worst.verdict) worst.result = static_cast<int>(i), worst.verdict = verdict, worst.gpu = theirs;
    }
    ++result.counts[static_cast<std::size_t>(worst.verdict)];
    if (!is_wrong(worst.verdict)) continue;
    for (std::size_t o = 0; o < all; ++o) worst.host[o] = host[o].get(t);
    add_example(result, worst);
  }
  return result;
}

std::string text(const Operation& operation, const Difference& difference) {
  const auto hex = [&](int i, Bits bits) {
    char digits[20];
    const Holds holds = operation.operands[static_cast<std::size_t>(i)];
    const int width = holds == Holds::kPredicate ? 1 : 2 * static_cast<int>(lockstep::bytes_of(holds));
    std::snprintf(digits, sizeof digits, "0x%0*llx", width, static_cast<unsigned long long>(bits));
    return std::string(digits);
  };
  std::string text = "of";
  for (int i = operation.results; i < operands_of(operation); ++i)
    text += " " + hex(i, difference.host[static_cast<std::size_t>(i)]);
  const auto at = static_cast<std::size_t>(difference.result);
  text += (operation.results > 1 ? " result " + std::to_string(difference.result + 1) : std::string()) + " ours " +
          hex(difference.result, difference.host[at]) + " GPU " + hex(difference.result, difference.gpu);
  return text + " (lane " + std::to_string(difference.thread % lockstep::kLanes) + " of warp " +
         std::to_string(difference.thread / lockstep::kLanes) + ")";
}

}  // namespace gemmscope::operations
