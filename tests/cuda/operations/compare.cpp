// SPDX-License-Identifier: MIT
#include "tests/cuda/operations/compare.h"

#include <cmath>
#include <cstdio>

#include "tests/cuda/operations/words.h"

namespace gemmscope::operations {
namespace {

enum class Verdict { kSame, kWithin, kOtherNan, kUnbounded, kDifferent };

/// Of one number; `source` is that of the first operand.
struct Judge {
  Format format;
  std::optional<Bound> bound;
  bool any_nan = false;
  Format source_format;

  Verdict operator()(Bits host, Bits gpu, Bits source, double& most_steps) const {
    if (host == gpu) return Verdict::kSame;
    if (!format.is_float()) return Verdict::kDifferent;
    const bool host_nan = format.is_nan(host), gpu_nan = format.is_nan(gpu);
    if (host_nan && gpu_nan) return any_nan ? Verdict::kOtherNan : Verdict::kDifferent;
    if (bound && bound->most != 0 && !(std::fabs(number(source, source_format)) <= bound->most))
      return Verdict::kUnbounded;
    if (host_nan || gpu_nan) return Verdict::kDifferent;
    const double a = number(host, format), b = number(gpu, format), steps = steps_between(host, gpu, format);
    if (std::isfinite(a) && std::isfinite(b)) most_steps = std::max(most_steps, steps);
    if (!bound) return Verdict::kDifferent;
    const bool near = steps <= bound->steps + 1 || std::fabs(a - b) <= bound->absolute ||
                      std::fabs(a - b) <= bound->relative * std::fabs(a) * 1.0001 + last_place(host);
    return near ? Verdict::kWithin : Verdict::kDifferent;
  }

 private:
  /// The distance to the next number: what the host's own result may be off.
  double last_place(Bits value) const {
    const Bits magnitude = value & (format.sign() - 1);
    if (magnitude >= format.infinity()) return 0;
    return bound->relative == 0 ? 0 : std::fabs(number(magnitude + 1, format) - number(magnitude, format));
  }
};

/// Of a pair the worse one.
Verdict judge(const Judge& judge, Bits host, Bits gpu, Bits source, double& most_steps) {
  if (!judge.format.pair) return judge(host, gpu, source, most_steps);
  const Verdict low = judge(host & 0xffff, gpu & 0xffff, source & 0xffff, most_steps);
  const Verdict high = judge(host >> 16, gpu >> 16, source >> 16, most_steps);
  return std::max(low, high);
}

}  // namespace

std::optional<Bound> bound_of(const Operation& operation) {
  const Words words(operation.mnemonic);
  if (!words.has_any("approx", "full")) return std::nullopt;
  const Format format = format_of(operation, 0);
  const bool half = format.bits == 16, bf16 = half && format.exponent == 8;
  constexpr double kTwoPi = 6.283185307179586;
  if (words.base == "div" || (words.base == "ex2" && !half)) return Bound{.steps = 2};
  if (words.base == "rcp") return Bound{.steps = 1};
  if (words.base == "sqrt") return Bound{.relative = 0x1p-23};
  if (words.base == "rsqrt") return Bound{.relative = std::exp2(-22.9)};
  if (words.base == "sin" || words.base == "cos") return Bound{.absolute = std::exp2(-20.5), .most = kTwoPi};
  if (words.base == "lg2") return Bound{.relative = 0x1p-22, .absolute = 0x1p-22};
  if (words.base == "ex2") return Bound{.relative = bf16 ? 0x1p-7 : std::exp2(-9.9)};
  if (words.base == "tanh" && half) return Bound{.absolute = bf16 ? 0x1p-8 : std::exp2(-10.987)};
  return Bound{.relative = 0x1p-11};
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
  const auto first_source = static_cast<std::size_t>(operation.results);
  for (std::size_t t = 0; t < batch.threads(); ++t) {
    const bool runs = batch.runs(t);
    result.lanes += runs;
    Verdict verdict = Verdict::kSame;
    for (int i = 0; i < results_of(operation); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Bits ours = host[at].get(t), theirs = gpu[at].get(t);
      if (ours == theirs) continue;
      const Judge one{format_of(operation, i), bound_of(operation), any_nan(operation),
                      format_of(operation, operation.results)};
      const Bits source = operands_of(operation) > operation.results ? host[first_source].get(t) : 0;
      const Verdict now = runs ? judge(one, ours, theirs, source, result.most_steps) : Verdict::kDifferent;
      if (now == Verdict::kDifferent && !result.first) {
        result.first = Difference{t, i, {}, theirs};
        for (std::size_t o = 0; o < static_cast<std::size_t>(operands_of(operation)); ++o)
          result.first->host[o] = host[o].get(t);
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
