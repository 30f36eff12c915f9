// SPDX-License-Identifier: MIT
/// @file judge.h
/// Whether a GPU may give another result than the host: PTX ISA, "Floating Point Instructions".
#pragma once

#include "tests/cuda/operations/formats.h"

namespace gemmscope::operations {

/// From the best to the worst; of a pair of numbers the worse one counts.
enum class Verdict : std::uint8_t {
  kSame,
  kWithin,    ///< as near as PTX asks of an approximate result
  kOpenNan,   ///< another NaN, where PTX leaves open which
  kOpen,      ///< of sources for which PTX gives no bound
  kZeroSign,  ///< from here on wrong: a zero of the other sign
  kOtherNan,  ///< another NaN
  kNanOrNot,  ///< a NaN and a number
  kOther,     ///< two numbers, or other bits
  kIdle,      ///< a lane that should not have run has changed
};
inline constexpr std::size_t kVerdicts = 9;
inline constexpr const char* kVerdictNames[kVerdicts] = {"same",
                                                         "within the bound",
                                                         "another NaN where PTX leaves it open",
                                                         "where PTX has no bound",
                                                         "sign of a zero",
                                                         "another NaN",
                                                         "a NaN and a number",
                                                         "other",
                                                         "idle lane changed"};
constexpr bool is_wrong(Verdict verdict) { return verdict >= Verdict::kZeroSign; }

/// How far an approximate result may be from the right one. The host's is within a step of it.
struct Bound {
  double steps = 0;     ///< numbers of the format between the two
  double relative = 0;  ///< of the right result
  double absolute = 0;
  bool none = false;  ///< of these sources PTX says nothing
};
/// Whether the row is approximate; for all others the bits must be the same.
[[nodiscard]] bool is_approximate(const Operation& operation);
/// Of an approximate row, for these two sources; one that has no second one takes no notice of it.
[[nodiscard]] Bound bound_of(const Operation& operation, double a, double b);
/// Whether PTX leaves open which NaN it is.
[[nodiscard]] bool any_nan(const Operation& operation);

using TwoSources = std::array<Bits, 2>;  ///< the first two

class Judge {
 public:
  Judge(const Operation& operation, int result);
  /// `most_steps` grows to the numbers between two finite results that are not the same.
  Verdict operator()(Bits host, Bits gpu, const TwoSources& sources, double& most_steps) const;

 private:
  Verdict of_number(Bits host, Bits gpu, const TwoSources& sources, double& most_steps) const;
  bool is_near(Bits host, Bits gpu, const Bound& bound) const;

  const Operation& operation_;
  Format format_, source_format_;
  bool approximate_, any_nan_;
};

}  // namespace gemmscope::operations
