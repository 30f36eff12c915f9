// SPDX-License-Identifier: MIT
#include "app/views/parts/rate_words.h"

#include <algorithm>
#include <cmath>

#include "app/words/limits_words.h"
#include "app/words/number.h"

namespace gemmscope::views {

std::string gflops_in_words(double gflops) {
  return words::thousands(static_cast<std::uint64_t>(std::llround(std::max(gflops, 0.0)))) + " GFLOP/s";
}

std::string short_origin_in_words(const results::BenchReport& report) {
  return "Measured on " + report.device + ", " + results::day_of(report) + ", driver " + report.driver;
}

std::string measured_in_words(const format::Recording& recording, const session::MeasuredLimits& both) {
  if (both.report == nullptr) return "Not measured: there is no GPU report";
  if (both.rate == nullptr && !recording.of_ladder())
    return "Not measured here; rates of a program, from gemmscope bench, are in Performance";
  if (both.rate == nullptr) return "Not measured at this size and layout on " + both.report->device;
  const auto reached = both.reached();
  if (both.report->device != both.machine.device)
    return short_origin_in_words(*both.report) + ": " + gflops_in_words(both.rate->rate.gflops) +
           "; the limits are of an " + std::string(both.machine.device);
  return short_origin_in_words(*both.report) + ": " + gflops_in_words(both.rate->rate.gflops) +
         (reached ? ", " + words::reached_in_words(recording, *reached) : "");
}

std::string disagreement_in_words(const PerformancePicture& picture) {
  const SizeBars* bars = picture.main();
  const results::KernelRate* usual = picture.default_rate();
  if (bars == nullptr || usual == nullptr || usual == bars->kernel || picture.stands_in() || !picture.modelled_ratio)
    return "";
  constexpr double kNothing = 0.005;  // less is no change
  const double counted = *picture.modelled_ratio - 1, time = usual->rate.gflops / bars->kernel->rate.gflops - 1;
  const bool opposite = (counted > -kNothing && time < -kNothing) || (counted < kNothing && time > kNothing);
  if (!opposite) return "";
  const auto change = [](double by) {
    return std::abs(by) < kNothing ? std::string("no change")
                                   : (by > 0 ? "+" : "\u2212") + words::percent(std::abs(by), 1);
  };
  std::string text = "Compared with " + layout_in_words(picture.kernel, "") + ": shared wavefronts, modelled (" +
                     std::string(analysis::name_of(picture.rule)) + " rule): " + change(counted) +
                     "; time, measured: " + change(time) + ".";
  if (picture.wavefronts_per_fma && *picture.wavefronts_per_fma < 0.25)
    text += " At " + words::decimals(*picture.wavefronts_per_fma, 3) +
            " wavefronts per warp-FMA, below 0.25, shared memory is not the limit.";
  text += " Wavefronts do not count instructions, registers or resident warps";
  const auto both = [](int before, int now) {
    return (before == now ? "" : "was " + std::to_string(before) + ", now ") + std::to_string(now);
  };
  if (usual->registers != 0 && bars->kernel->registers != 0)
    text += " (registers per thread: " + both(usual->registers, bars->kernel->registers) +
            (usual->resident_warps != 0 && bars->kernel->resident_warps != 0
                 ? "; resident warps: " + both(usual->resident_warps, bars->kernel->resident_warps)
                 : "") +
            ")";
  return text + ".";
}

}  // namespace gemmscope::views
