// SPDX-License-Identifier: MIT
#include "tests/cuda/operations/judge.h"

#include <algorithm>
#include <cmath>

#include "tests/cuda/operations/words.h"

namespace gemmscope::operations {

bool is_approximate(const Operation& operation) { return Words(operation.mnemonic).has_any("approx", "full"); }

Bound bound_of(const Operation& operation, double a, double b) {
  const Words words(operation.mnemonic);
  const Format format = format_of(operation, 0);
  const bool half = format.bits == 16, bf16 = half && format.exponent == 8;
  constexpr double kPi = 3.141592653589793;
  if (format == kF64) return Bound{.none = true};  // PTX ISA gives none: a first guess, for software to refine
  if (words.base == "div") return Bound{.steps = 2, .none = words.has("approx") && std::fabs(b) < 0x1p-126};
  if (words.base == "rcp") return Bound{.steps = 1};
  if (words.base == "sqrt") return Bound{.relative = 0x1p-23};
  if (words.base == "rsqrt") return Bound{.relative = std::exp2(-22.9)};
  if (words.base == "sin" || words.base == "cos") {
    // PTX ISA: 2^-20.5 and 2^-14.7, which are taken for rounded: an H200's cosine of 0xc098f800 is 2^-20.456 off.
    const double exponent = std::fabs(a) <= 2 * kPi ? -20.45 : -14.65;
    return Bound{.absolute = std::exp2(exponent), .none = !(std::fabs(a) <= 100 * kPi)};
  }
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

Judge::Judge(const Operation& operation, int result)
    : operation_(operation),
      format_(format_of(operation, result)),
      source_format_(operands_of(operation) > operation.results ? format_of(operation, operation.results) : Format{}),
      approximate_(is_approximate(operation)),
      any_nan_(operations::any_nan(operation)) {}

Verdict Judge::operator()(Bits host, Bits gpu, const TwoSources& sources, double& most_steps) const {
  if (!format_.pair) return of_number(host, gpu, sources, most_steps);
  Verdict worse = Verdict::kSame;
  for (const int shift : {0, 16}) {
    const auto half = [&](Bits bits) { return bits >> shift & 0xffff; };
    // of cvt.f16x2.f32 the sources are no pairs
    const TwoSources halves = source_format_.pair ? TwoSources{half(sources[0]), half(sources[1])} : sources;
    worse = std::max(worse, of_number(half(host), half(gpu), halves, most_steps));
  }
  return worse;
}

Verdict Judge::of_number(Bits host, Bits gpu, const TwoSources& sources, double& most_steps) const {
  if (host == gpu) return Verdict::kSame;
  if (!format_.is_float()) return Verdict::kOther;
  const bool host_nan = format_.is_nan(host), gpu_nan = format_.is_nan(gpu);
  if (host_nan && gpu_nan) return any_nan_ ? Verdict::kOpenNan : Verdict::kOtherNan;
  const Bound bound = approximate_
                          ? bound_of(operation_, number(sources[0], source_format_), number(sources[1], source_format_))
                          : Bound{};
  if (bound.none) return Verdict::kOpen;
  if (host_nan || gpu_nan) return Verdict::kNanOrNot;
  if (std::isfinite(number(host, format_)) && std::isfinite(number(gpu, format_)))
    most_steps = std::max(most_steps, steps_between(host, gpu, format_));
  if (approximate_ && is_near(host, gpu, bound)) return Verdict::kWithin;
  return ((host | gpu) & (format_.sign() - 1)) == 0 ? Verdict::kZeroSign : Verdict::kOther;
}

bool Judge::is_near(Bits host, Bits gpu, const Bound& bound) const {
  const Bits magnitude = host & (format_.sign() - 1);
  const double a = number(host, format_), off = std::fabs(a - number(gpu, format_));
  // what the host's own result may be off
  const double step = magnitude >= format_.infinity() ? 0 : number(magnitude + 1, format_) - number(magnitude, format_);
  return steps_between(host, gpu, format_) <= bound.steps + 1 ||
         off <= std::max(bound.absolute, bound.relative * std::fabs(a)) + step;
}

}  // namespace gemmscope::operations
