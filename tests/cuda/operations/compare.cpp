// SPDX-License-Identifier: MIT
#include "tests/cuda/operations/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tests/cuda/operations/words.h"

namespace gemmscope::operations {
namespace {

enum class Verdict { kSame, kWithin, kOtherNan, kUnbounded, kDifferent };

using Pair = std::array<Bits, 2>;  ///< the first two sources

/// Of one number.
struct Judge {
  const Operation& operation;
  Format format, source_format;
  bool approximate, any_nan;

  explicit Judge(const Operation& of, int result)
      : operation(of),
        format(format_of(of, result)),
        source_format(operands_of(of) > of.results ? format_of(of, of.results) : Format{}),
        approximate(is_approximate(of)),
        any_nan(operations::any_nan(of)) {}

  Verdict operator()(Bits host, Bits gpu, const Pair& sources, double& most_steps) const {
    if (host == gpu) return Verdict::kSame;
    if (!format.is_float()) return Verdict::kDifferent;
    const bool host_nan = format.is_nan(host), gpu_nan = format.is_nan(gpu);
    if (host_nan && gpu_nan) return any_nan ? Verdict::kOtherNan : Verdict::kDifferent;
    const Bound bound = approximate
                            ? bound_of(operation, number(sources[0], source_format), number(sources[1], source_format))
                            : Bound{};
    if (bound.none) return Verdict::kUnbounded;
    if (host_nan || gpu_nan) return Verdict::kDifferent;
    const double a = number(host, format), b = number(gpu, format), steps = steps_between(host, gpu, format);
    if (std::isfinite(a) && std::isfinite(b)) most_steps = std::max(most_steps, steps);
    if (!approximate) return Verdict::kDifferent;
    const double off = std::fabs(a - b),
                 most = std::max(bound.absolute, bound.relative * std::fabs(a)) + last_place(host);
    return steps <= bound.steps + 1 || off <= most ? Verdict::kWithin : Verdict::kDifferent;
  }

 private:
  /// The distance to the next number: what the host's own result may be off.
  double last_place(Bits value) const {
    const Bits magnitude = value & (format.sign() - 1);
    return magnitude >= format.infinity() ? 0 : number(magnitude + 1, format) - number(magnitude, format);
  }
};

/// Of a pair the worse one.
Verdict judge(const Judge& one, Bits host, Bits gpu, const Pair& sources, double& most_steps) {
  if (!one.format.pair) return one(host, gpu, sources, most_steps);
  const bool pairs = one.source_format.pair;  // not of cvt.f16x2.f32
  const Verdict low =
      one(host & 0xffff, gpu & 0xffff, pairs ? Pair{sources[0] & 0xffff, sources[1] & 0xffff} : sources, most_steps);
  const Verdict high =
      one(host >> 16, gpu >> 16, pairs ? Pair{sources[0] >> 16, sources[1] >> 16} : sources, most_steps);
  return std::max(low, high);
}

}  // namespace

bool is_approximate(const Operation& operation) { return Words(operation.mnemonic).has_any("approx", "full"); }

Bound bound_of(const Operation& operation, double a, double b) {
  const Words words(operation.mnemonic);
  const Format format = format_of(operation, 0);
  const bool half = format.bits == 16, bf16 = half && format.exponent == 8;
  constexpr double kPi = 3.141592653589793;
  if (words.base == "div") return Bound{.steps = 2, .none = words.has("approx") && std::fabs(b) < 0x1p-126};
  if (words.base == "rcp") return Bound{.steps = 1};
  if (words.base == "sqrt") return Bound{.relative = 0x1p-23};
  if (words.base == "rsqrt") return Bound{.relative = std::exp2(-22.9)};
  if (words.base == "sin" || words.base == "cos")
    return Bound{.absolute = std::exp2(std::fabs(a) <= 2 * kPi ? -20.5 : -14.7), .none = !(std::fabs(a) <= 100 * kPi)};
  if (words.base == "lg2") return Bound{.relative = 0x1p-22, .absolute = 0x1p-22};
  if (words.base == "ex2") return half ? Bound{.relative = bf16 ? 0x1p-7 : std::exp2(-9.9)} : Bound{.steps = 2};
  return half ? Bound{.absolute = bf16 ? 0x1p-8 : std::exp2(-10.987)} : Bound{.relative = 0x1p-11};  // tanh
}

bool any_nan(const Operation& operation) {
  const Words words(operation.mnemonic);
  const bool only_bits =
      words.base == "mov" || words.base == "selp" || words.base == "slct" || words.base == "copysign";
  return words.base == "abs" || words.base == "neg" || (format_of(operation, 0) == kF64 && !only_bits);
}

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
    Verdict verdict = Verdict::kSame;
    for (std::size_t i = 0; i < judges.size(); ++i) {
      const Bits ours = host[i].get(t), theirs = gpu[i].get(t);
      if (ours == theirs) continue;
      const Verdict now =
          runs ? judge(judges[i], ours, theirs, {source(0, t), source(1, t)}, result.most_steps) : Verdict::kDifferent;
      if (now == Verdict::kDifferent && !result.first) {
        result.first = Difference{t, static_cast<int>(i), {}, theirs};
        for (std::size_t o = 0; o < all; ++o) result.first->host[o] = host[o].get(t);
      }
      verdict = std::max(verdict, now);
    }
    if (!runs) result.idle += verdict != Verdict::kSame;
    if (!runs) continue;
    result.different += verdict == Verdict::kDifferent, result.nans += verdict == Verdict::kOtherNan;
    result.within += verdict == Verdict::kWithin, result.unbounded += verdict == Verdict::kUnbounded;
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
